// paddock diff: the first value of a run that differs from another run or from a file.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/command.h"
#include "cli/files/array_file.h"
#include "cli/files/program_file.h"
#include "cli/options/counts.h"
#include "cli/options/session_options.h"
#include "cli/report/picture.h"
#include "cli/report/table.h"
#include "cli/run/value_run.h"
#include "core/api/observe/compare.h"
#include "core/base/number_text.h"
#include "core/diagnostics/json.h"
#include "core/ir/module.h"

namespace paddock::cli {
namespace {

constexpr double kDefaultTolerance = 1e-5;
constexpr size_t kMostRows = 20;

constexpr OptionInfo kDiffOptions[] = {
    {"--ref", "FILE.npz", "compare with the arrays of a file, by name"},
    {"--tolerance", "T",
     "limit of the largest difference over the largest magnitude, for floating-point numbers "
     "(1e-5)"},
    {"--all", "", "print every value, not only those above the tolerance"},
    kEntryOption,
    kInputOption,
    kGridOption,
    kInfeedOption,
    kReceiveOption,
    {"--process", "(R, P)", "the process of a grid to compare ((0, 0))"},
    kNumericsOption,
    kSeedOption,
    kMemoryOption,
    {"--format", "text|json", "how differences are printed"},
};

constexpr std::string_view kDiffExamples[] = {
    "paddock diff before.mlir after.mlir --input 0=random:1",
    "paddock trace good.mlir --dump good.npz; paddock diff bad.mlir --ref good.npz",
};

// Source of the other side's values, by name.
class Reference {
 public:
  virtual ~Reference() = default;
  // Without a value if there is none of this name, or if it cannot be read.
  virtual Tensor Find(const std::string& name) = 0;
  // Why the first value that could not be read could not; empty if all could.
  virtual std::string problem() const { return {}; }
};

class RunReference : public Reference {
 public:
  RunReference(ValueRun run, ProcessId process) : run_(std::move(run)), process_(process) {
    ValueNames names;
    for (const ValueLeaf& leaf : run_.leaves) leaves_[names.NameOf(leaf)] = &leaf;
  }
  Tensor Find(const std::string& name) override {
    const auto found = leaves_.find(name);
    return found == leaves_.end() ? Tensor() : run_.ElementsOf(*found->second, process_);
  }

 private:
  ValueRun run_;
  ProcessId process_;
  std::map<std::string, const ValueLeaf*> leaves_;
};

class FileReference : public Reference {
 public:
  explicit FileReference(std::unique_ptr<ArrayFile> file) : file_(std::move(file)) {}
  Tensor Find(const std::string& name) override {
    const auto entries = file_->entries();
    if (std::ranges::find(entries, name, &ArrayEntry::name) == entries.end()) return {};
    DiagnosticSink sink;
    std::string problem;
    Result<Tensor> array = file_->Load(name, sink, problem);
    if (array) return *std::move(array);
    if (problem.empty() && !sink.diagnostics().empty()) problem = sink.diagnostics()[0].message;
    if (problem_.empty()) problem_ = problem;
    return {};
  }
  std::string problem() const override { return problem_; }

 private:
  std::unique_ptr<ArrayFile> file_;
  std::string problem_;
};

struct DiffRow {
  const ValueLeaf* leaf = nullptr;
  // Absent if the shapes differ.
  std::optional<TensorDifference> difference;
  bool is_over = false;
  // Index of the element that differs most, "[0, 2]", and its text on both sides.
  std::string index;
  std::string here;
  std::string there;
};

class DiffRun {
 public:
  DiffRun(const Arguments& arguments, Host& host)
      : arguments_(arguments), host_(host), is_json_(arguments.Get("--format") == "json") {}

  int Execute() {
    const size_t wanted = arguments_.Has("--ref") ? 1 : 2;
    if (arguments_.positional().size() != wanted) {
      return Complain(host_, "diff needs two FILEs, or one and --ref FILE.npz");
    }
    if (!ReadTolerance() || !ReadProcess(arguments_, process_, host_)) return kMisused;
    run_ = Start(arguments_.positional()[0]);
    if (run_.session == nullptr || run_.code == kStopped) return run_.code;
    const int code = OpenReference();
    if (code != kDone) return code;
    Compare();
    if (const std::string problem = reference_->problem(); !problem.empty()) {
      return Complain(host_, problem, host_.is_interrupted() ? kStopped : kMisused);
    }
    host_.PrintOut(is_json_ ? JsonText() : Text());
    return over_ == 0 && run_.code == kDone ? kDone : kRefused;
  }

 private:
  bool ReadTolerance() {
    if (!arguments_.Has("--tolerance")) return true;
    const std::string_view word = arguments_.Get("--tolerance");
    const std::optional<double> number = ParseF64(word);
    if (number && *number >= 0) {
      tolerance_ = *number;
      return true;
    }
    Complain(host_, "--tolerance takes a number such as 1e-5, not '" + std::string(word) + "'");
    return false;
  }

  // Returns no session after a complaint.
  ValueRun Start(const std::string& path) {
    ValueRun failed{.program = nullptr, .session = nullptr, .leaves = {}, .code = kMisused};
    const auto program = LoadFileAsText(path, host_);
    if (program == nullptr) return failed;
    PrintDiagnostics(host_, program->diagnostics(), program->source());
    failed.code = kRefused;
    if (program->has_errors()) return failed;
    auto prepared = PrepareRun(*program, arguments_, host_);
    if (!prepared) {
      failed.code = prepared.error().code;
      return failed;
    }
    if (!FillMissing(*program, *prepared, host_) ||
        !MakeRandomInputs(*program, process_inputs_, *prepared, host_)) {
      return failed;
    }
    process_inputs_ = prepared->options.process_inputs;
    ValueRun run = RunForValues(program, std::move(prepared->options), host_);
    if (run.session == nullptr || run.session->grid().Contains(process_)) return run;
    failed.code = Complain(host_, "--process: the grid is " + ToString(run.session->grid()));
    return failed;
  }

  int OpenReference() {
    if (arguments_.Has("--ref")) {
      uint64_t bytes = SessionOptions().memory_bytes;
      if (!ReadMemory(arguments_, bytes, host_)) return kMisused;
      std::string problem;
      auto file = ArrayFile::Open(std::string(arguments_.Get("--ref")), host_,
                                  std::make_shared<MemoryBudget>(bytes), problem);
      if (file == nullptr) return Complain(host_, problem);
      if (!file->defect().empty()) return Complain(host_, file->path() + ": " + file->defect());
      reference_ = std::make_unique<FileReference>(std::move(file));
      return kDone;
    }
    ValueRun other = Start(arguments_.positional()[1]);
    if (other.session == nullptr || other.code == kStopped) return other.code;
    reference_ = std::make_unique<RunReference>(std::move(other), process_);
    return kDone;
  }

  void Compare() {
    ValueNames names;
    for (const ValueLeaf& leaf : run_.leaves) {
      const std::string name = names.NameOf(leaf);
      const Tensor here = run_.ElementsOf(leaf, process_);
      if (!here.has_value()) continue;
      const Tensor there = FindReference(leaf, name);
      if (!there.has_value()) {
        ++alone_;
        continue;
      }
      DiffRow row = RowOf(leaf, here, there);
      over_ += row.is_over ? 1 : 0;
      rows_.push_back(std::move(row));
    }
  }

  // Finds a value by its name or, if it is returned, by the names that `run --output` writes.
  Tensor FindReference(const ValueLeaf& leaf, const std::string& name) const {
    Tensor found = reference_->Find(name);
    if (found.has_value()) return found;
    const std::vector<ParameterInfo>& results = run_.session->entry().result_leaves;
    const std::span<Value* const> returned = ReturnedValues();
    // Tuples have more leaves than the return has operands.
    if (returned.size() != results.size()) return found;
    for (size_t i = 0; i < returned.size() && !found.has_value(); ++i) {
      if (returned[i] != leaf.value) continue;
      found = reference_->Find(results[i].name);
      if (!found.has_value()) found = reference_->Find("arr_" + std::to_string(i));
    }
    return found;
  }

  // Returns the operands of the entry's return.
  std::span<Value* const> ReturnedValues() const {
    const Module& module = run_.program->module();
    const Operation* function = module.FindSymbol(run_.session->entry().name);
    const Block* body = function == nullptr ? nullptr : FunctionBody(*function);
    if (body == nullptr || body->last == nullptr) return {};
    return body->last->operands;
  }

  DiffRow RowOf(const ValueLeaf& leaf, const Tensor& here, const Tensor& there) const {
    DiffRow row{.leaf = &leaf,
                .difference = CompareTensors(here, there),
                .index = {},
                .here = {},
                .there = {}};
    if (!row.difference) {
      row.is_over = true;
      row.here = JsonSizes(here.shape());
      row.there = JsonSizes(there.shape());
      return row;
    }
    const ElementType type = here.element_type();
    const double tolerance = IsFloat(type) || IsComplex(type) ? tolerance_ : 0;
    row.is_over = row.difference->non_finite != 0 || row.difference->scaled > tolerance ||
                  (tolerance == 0 && row.difference->differing != 0);
    if (row.difference->worst >= 0) {
      const int64_t worst = row.difference->worst;
      row.index = IndexText(worst, here.shape());
      row.here = ElementText(here, worst);
      row.there = ElementText(there, worst);
    }
    return row;
  }

  std::string LineOf(const DiffRow& row) const {
    return std::to_string(run_.program->source().Locate(row.leaf->value->span.begin).line);
  }

  static std::string OperationOf(const DiffRow& row) {
    const Operation* operation = row.leaf->value->operation;
    return operation == nullptr ? "argument" : std::string(operation->name);
  }

  std::string Text() const {
    std::vector<std::vector<std::string>> table = {
        {"line", "value", "operation", "type", "differ", "largest", "of the whole", "ulp"}};
    size_t left_out = 0;
    for (const DiffRow& row : rows_) {
      if (!row.is_over && !arguments_.Has("--all")) continue;
      if (table.size() > kMostRows && !arguments_.Has("--all")) {
        ++left_out;
        continue;
      }
      table.push_back(CellsOf(row));
    }
    std::string text = table.size() > 1 ? AlignColumns(table) : "";
    if (left_out != 0) text += "... and " + std::to_string(left_out) + " more; --all shows them\n";
    return text + FirstOver() + Conclusion();
  }

  std::vector<std::string> CellsOf(const DiffRow& row) const {
    std::vector<std::string> cells = {LineOf(row), row.leaf->leaf.name, OperationOf(row),
                                      row.leaf->leaf.type};
    if (!row.difference) {
      cells.insert(cells.end(), {"shape " + row.here + ", not " + row.there, "", "", ""});
      return cells;
    }
    const TensorDifference& difference = *row.difference;
    std::string differ =
        std::to_string(difference.differing) + " of " + std::to_string(difference.count);
    if (difference.non_finite != 0) {
      differ += ", " + std::to_string(difference.non_finite) + " not finite";
    }
    cells.insert(cells.end(),
                 {differ, ShortNumber(difference.absolute), ShortNumber(difference.scaled),
                  difference.ulp ? std::to_string(*difference.ulp) : ""});
    return cells;
  }

  std::string FirstOver() const {
    const auto first = std::ranges::find_if(rows_, &DiffRow::is_over);
    if (first == rows_.end()) return "";
    std::string text = "\nfirst: line " + LineOf(*first) + ", " + first->leaf->leaf.name + " of " +
                       OperationOf(*first);
    if (first->difference && first->difference->worst >= 0) {
      text += ": at " + first->index + " " + first->here + " here, " + first->there + " there";
    }
    return text + "\n";
  }

  std::string Conclusion() const {
    std::string text = std::to_string(rows_.size()) + " values compared, " + std::to_string(over_) +
                       " over the tolerance of " + ShortNumber(tolerance_);
    if (alone_ != 0) text += "; " + std::to_string(alone_) + " have no counterpart";
    return text + "\n";
  }

  std::string JsonText() const {
    const auto rows = JsonArray(rows_, [&](const DiffRow& row) {
      Json json;
      json.Raw("line", LineOf(row))
          .Member("name", row.leaf->leaf.name)
          .Member("operation", OperationOf(row))
          .Member("over", row.is_over)
          .Member("index", row.index)
          .Member("here", row.here)
          .Member("there", row.there);
      if (row.difference) {
        json.Member("count", row.difference->count)
            .Member("differing", row.difference->differing)
            .Member("non_finite", row.difference->non_finite)
            .Member("absolute", row.difference->absolute)
            .Member("relative", row.difference->relative)
            .Member("scaled", row.difference->scaled);
        if (row.difference->ulp) json.Member("ulp", *row.difference->ulp);
      }
      return json.Object();
    });
    return Json()
               .Member("tolerance", tolerance_)
               .Member("over", static_cast<uint64_t>(over_))
               .Member("alone", static_cast<uint64_t>(alone_))
               .Raw("values", rows)
               .Object() +
           "\n";
  }

  const Arguments& arguments_;
  Host& host_;
  const bool is_json_;
  double tolerance_ = kDefaultTolerance;
  ProcessId process_;
  // Inputs of single processes that the program run last had.
  std::vector<ProcessInput> process_inputs_;
  ValueRun run_;
  std::unique_ptr<Reference> reference_;
  std::vector<DiffRow> rows_;
  size_t over_ = 0;
  // Number of values that the other side does not have.
  size_t alone_ = 0;
};

int RunDiff(const Arguments& arguments, Host& host) { return DiffRun(arguments, host).Execute(); }

}  // namespace

const Subcommand kDiffCommand = {"diff",
                                 "FILE FILE|--ref FILE.npz",
                                 "the first value in which two runs differ",
                                 kDiffOptions,
                                 RunDiff,
                                 kDiffExamples};

}  // namespace paddock::cli
