// paddock lens: effects of smaller element types on each value of a program.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/options/session_options.h"
#include "cli/report/picture.h"
#include "cli/report/table.h"
#include "cli/run/retype.h"
#include "cli/run/value_run.h"
#include "core/api/observe/compare.h"
#include "core/diagnostics/json.h"

namespace paddock::cli {
namespace {

constexpr ElementType kUsualTypes[] = {ElementType::kF32, ElementType::kBF16, ElementType::kF16,
                                       ElementType::kF8E4M3FN};

constexpr OptionInfo kLensOptions[] = {
    {"--types", "T,T,...", "element types to compare with f64 (f32,bf16,f16,f8E4M3FN)"},
    kEntryOption,
    kInputOption,
    kGridOption,
    kInfeedOption,
    kReceiveOption,
    {"--process", "(R, P)", "the process of a grid to compare ((0, 0))"},
    kSeedOption,
    kMemoryOption,
    {"--format", "text|json", "how errors are printed"},
};

constexpr std::string_view kLensExamples[] = {
    "paddock lens model.mlir --input 0=random:1     # error of each value in each type",
    "paddock lens model.mlir --types f16,f8E5M2",
};

// Difference of one value in one type from the value in f64.
struct LensCell {
  bool is_known = false;
  bool is_finite = true;
  double scaled = 0;
};

class Lens {
 public:
  Lens(const Arguments& arguments, Host& host)
      : arguments_(arguments), host_(host), is_json_(arguments.Get("--format") == "json") {}

  int Execute() {
    if (arguments_.positional().size() != 1) return Complain(host_, "lens needs one FILE");
    if (!ReadTypes() || !ReadProcess(arguments_, process_, host_)) return kMisused;
    program_ = LoadFileAsText(arguments_.positional()[0], host_);
    if (const int code = PrintLoaded(program_.get(), host_); code != kDone) return code;
    exact_ = Start(ElementType::kF64);
    if (exact_.session == nullptr || exact_.code != kDone) return exact_.code;
    cells_.resize(exact_.leaves.size());
    for (ElementType type : types_) {
      if (const int code = Add(type); code == kStopped) return code;
    }
    host_.PrintOut(is_json_ ? JsonText() : Text());
    return kDone;
  }

 private:
  bool ReadTypes() {
    std::string_view words = arguments_.Get("--types");
    if (words.empty()) types_.assign(std::begin(kUsualTypes), std::end(kUsualTypes));
    while (!words.empty()) {
      const size_t end = std::min(words.find(','), words.size());
      const std::string_view word = words.substr(0, end);
      const auto type = ElementTypeFromSpelling(word);
      if (!type || !IsFloat(*type)) {
        Complain(host_, "--types: '" + std::string(word) + "' is no floating-point element type");
        return false;
      }
      types_.push_back(*type);
      words.remove_prefix(std::min(end + 1, words.size()));
    }
    return true;
  }

  // Runs the program in this type with the same inputs. Returns no session after a complaint.
  ValueRun Start(ElementType type) {
    ValueRun failed{.program = nullptr, .session = nullptr, .leaves = {}, .code = kRefused};
    std::string problem;
    auto text = Retype(*program_, type, problem);
    if (!text) {
      Refuse(type, problem);
      return failed;
    }
    const auto retyped = Program::Load(program_->source().name(), *std::move(text));
    if (retyped->has_errors()) {
      Refuse(type, FirstError(*retyped));
      return failed;
    }
    auto prepared = PrepareRun(*program_, arguments_, host_);
    if (!prepared) {
      failed.code = prepared.error().code;
      return failed;
    }
    if (!FillMissing(*program_, *prepared, host_) ||
        !MakeRandomInputs(*program_, {}, *prepared, host_) || !ConvertInputs(*retyped, *prepared)) {
      return failed;
    }
    return RunForValues(retyped, std::move(prepared->options), host_);
  }

  void Refuse(ElementType type, const std::string& problem) {
    host_.PrintError("not in " + std::string(Spelling(type)) + ": " + problem + "\n");
  }

  static std::string FirstError(const Program& program) {
    for (const Diagnostic& diagnostic : program.diagnostics()) {
      if (diagnostic.severity != Severity::kError) continue;
      return "line " + std::to_string(program.source().Locate(diagnostic.span.begin).line) + ": " +
             diagnostic.message;
    }
    return "";
  }

  static bool ConvertInputs(const Program& retyped, PreparedRun& run) {
    std::string problem;
    const FunctionInfo* entry = retyped.FindEntry(run.options.entry, problem);
    if (entry == nullptr) return false;
    const auto convert = [&](size_t leaf, Tensor& value) {
      const auto type = entry->argument_leaves[leaf].element_type;
      if (value.has_value() && type && *type != value.element_type()) {
        value = ConvertElements(value, *type);
      }
    };
    for (size_t i = 0; i < run.options.inputs.size(); ++i) convert(i, run.options.inputs[i]);
    for (ProcessInput& input : run.options.process_inputs) convert(input.leaf, input.value);
    return true;
  }

  int Add(ElementType type) {
    const ValueRun run = Start(type);
    if (run.session == nullptr || run.leaves.size() != exact_.leaves.size()) {
      for (auto& row : cells_) row.emplace_back();
      return run.code;
    }
    for (size_t i = 0; i < run.leaves.size(); ++i) {
      const Tensor wanted = exact_.ElementsOf(exact_.leaves[i], process_);
      const Tensor value = run.ElementsOf(run.leaves[i], process_);
      cells_[i].push_back(CellOf(value, wanted));
    }
    return run.code;
  }

  static LensCell CellOf(const Tensor& value, const Tensor& wanted) {
    const auto difference = CompareTensors(value, wanted);
    if (!difference) return {};
    return {
        .is_known = true, .is_finite = difference->non_finite == 0, .scaled = difference->scaled};
  }

  // Omits values that are equal in every type.
  bool IsShown(size_t i) const {
    const Tensor value = exact_.ElementsOf(exact_.leaves[i], process_);
    return value.has_value() && (IsFloat(value.element_type()) ||
                                 std::ranges::any_of(cells_[i], [](const LensCell& cell) {
                                   return cell.is_known && cell.scaled != 0;
                                 }));
  }

  static std::string TextOf(const LensCell& cell) {
    if (!cell.is_known) return "-";
    return cell.is_finite ? ShortError(cell.scaled) : "not finite";
  }

  static std::string ShortError(double error) {
    if (error == 0) return "0";
    char text[24];
    std::snprintf(text, sizeof(text), "%.1e", error);
    return text;
  }

  std::string Text() const {
    std::vector<std::vector<std::string>> rows = {{"line", "value", "operation", "largest"}};
    for (ElementType type : types_) rows[0].emplace_back(Spelling(type));
    for (size_t i = 0; i < cells_.size(); ++i) {
      if (!IsShown(i)) continue;
      std::vector<std::string> row = {LineOf(i), exact_.leaves[i].leaf.name, OperationOf(i),
                                      LargestOf(i)};
      for (const LensCell& cell : cells_[i]) row.push_back(TextOf(cell));
      rows.push_back(std::move(row));
    }
    return AlignColumns(rows) +
           "errors: the largest difference from f64 over the largest magnitude of the value\n";
  }

  std::string LineOf(size_t i) const {
    const uint32_t begin = exact_.leaves[i].value->span.begin;
    return std::to_string(exact_.program->source().Locate(begin).line);
  }

  std::string OperationOf(size_t i) const {
    const Operation* operation = exact_.leaves[i].value->operation;
    return operation == nullptr ? "argument" : std::string(operation->name);
  }

  std::string LargestOf(size_t i) const {
    const auto summary = SummarizeValue(*exact_.session, exact_.leaves[i], process_);
    if (!summary || summary->count == 0) return "";
    const double largest = std::max(std::abs(summary->min), std::abs(summary->max));
    return std::isnan(largest) ? "not finite" : ShortNumber(largest);
  }

  std::string JsonText() const {
    Json list;
    for (size_t i = 0; i < cells_.size(); ++i) {
      if (!IsShown(i)) continue;
      Json errors;
      for (size_t k = 0; k < types_.size(); ++k) {
        const LensCell& cell = cells_[i][k];
        const bool is_number = cell.is_known && cell.is_finite;
        errors.Raw(Spelling(types_[k]), is_number ? JsonNumber(cell.scaled) : "null");
      }
      list.Element(Json()
                       .Raw("line", LineOf(i))
                       .Member("name", exact_.leaves[i].leaf.name)
                       .Member("operation", OperationOf(i))
                       .Raw("errors", errors.Object())
                       .Object());
    }
    return "{\"values\": " + list.Array() + "}\n";
  }

  const Arguments& arguments_;
  Host& host_;
  const bool is_json_;
  std::vector<ElementType> types_;
  ProcessId process_;
  std::shared_ptr<const Program> program_;
  ValueRun exact_;
  // By leaf of exact_, then type.
  std::vector<std::vector<LensCell>> cells_;
};

int RunLens(const Arguments& arguments, Host& host) { return Lens(arguments, host).Execute(); }

}  // namespace

const Subcommand kLensCommand = {
    "lens",       "FILE [options]", "find where smaller element types lose precision",
    kLensOptions, RunLens,          kLensExamples};

}  // namespace paddock::cli
