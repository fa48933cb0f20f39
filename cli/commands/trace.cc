// paddock trace: every value of a run, or the first non-finite one and its origin.
#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands/command.h"
#include "cli/files/array_file.h"
#include "cli/files/program_file.h"
#include "cli/options/session_options.h"
#include "cli/report/picture.h"
#include "cli/report/table.h"
#include "cli/report/value_table.h"
#include "cli/run/first_non_finite.h"
#include "cli/run/value_run.h"
#include "core/api/debug/debugger.h"
#include "core/api/observe/values.h"
#include "core/api/query/structure.h"
#include "core/api/query/window.h"
#include "core/diagnostics/json.h"
#include "core/tensor/print_value.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kTraceOptions[] = {
    kEntryOption,
    kInputOption,
    kGridOption,
    kInfeedOption,
    kReceiveOption,
    {"--process", "(R, P)", "the process of a grid to show ((0, 0))"},
    {"--stop-at", "nan|inf|non-finite",
     "stop after the first operation that gives such an element, and show its inputs; exit "
     "code 1 if there is one"},
    {"--value", "NAME", "only this value, with all elements; may be repeated"},
    {"--dump", "FILE.npz", "write the values, by name, to a file (.npz, .safetensors)"},
    kPictureOption,
    kColorOption,
    kNumericsOption,
    kSeedOption,
    kMemoryOption,
    {"--format", "text|json", "how values are printed"},
};

constexpr std::string_view kTraceExamples[] = {
    "paddock trace model.mlir --input 0=random:1   # one row per value",
    "paddock trace model.mlir --stop-at nan        # the origin of the first NaN",
    "paddock trace model.mlir --value %17 --picture",
};

std::string Place(const Program& program, const FoundOperation& found) {
  return "line " + std::to_string(program.source().Locate(found.operation->span.begin).line);
}

class TraceRun {
 public:
  TraceRun(const Arguments& arguments, Host& host)
      : arguments_(arguments), host_(host), is_json_(arguments.Get("--format") == "json") {}

  int Execute() {
    if (arguments_.positional().size() != 1) return Complain(host_, "trace needs one FILE");
    if (!ReadColor(arguments_, host_, is_colored_) || !ReadWords()) return kMisused;
    program_ = LoadFileAsText(arguments_.positional()[0], host_);
    if (const int code = PrintLoaded(program_.get(), host_); code != kDone) return code;
    auto prepared = PrepareRun(*program_, arguments_, host_);
    if (!prepared) return prepared.error().code;
    if (!FillMissing(*program_, *prepared, host_)) return kRefused;
    return kind_ ? RunToFirst(*std::move(prepared)) : RunWhole(*std::move(prepared));
  }

 private:
  bool ReadWords() {
    if (!ReadProcess(arguments_, process_, host_)) return false;
    const std::string_view word = arguments_.Get("--stop-at");
    if (word == "nan") kind_ = NonFinite::kNan;
    if (word == "inf") kind_ = NonFinite::kInfinity;
    if (word == "non-finite") kind_ = NonFinite::kAny;
    if (word.empty() || kind_) return true;
    Complain(host_, "--stop-at is nan, inf or non-finite, not '" + std::string(word) + "'");
    return false;
  }

  // --- Every value.

  int RunWhole(PreparedRun prepared) {
    const ValueRun run = RunForValues(program_, std::move(prepared.options), host_);
    if (run.session == nullptr) return run.code;
    if (!run.session->grid().Contains(process_)) {
      return Complain(host_, "--process: the grid is " + ToString(run.session->grid()));
    }
    // Shows the values of a failed run, too.
    const int code = Show(run);
    return code == kDone ? run.code : code;
  }

  int Show(const ValueRun& run) {
    std::vector<ValueLeaf> leaves;
    if (!ChooseLeaves(run, leaves)) return kMisused;
    if (is_json_) {
      host_.PrintOut("{\"values\": " + ValuesJson(*program_, SummariesOf(run, leaves)) + "}\n");
    } else if (arguments_.Has("--picture") || arguments_.Has("--value")) {
      for (const ValueLeaf& leaf : leaves) ShowValue(run, leaf);
    } else {
      host_.PrintOut(ValueTable(*program_, SummariesOf(run, leaves), is_colored_));
    }
    return Dump(run, leaves);
  }

  std::vector<ValueSummary> SummariesOf(const ValueRun& run, std::span<const ValueLeaf> leaves) {
    std::vector<ValueSummary> values;
    for (const ValueLeaf& leaf : leaves) {
      auto value = SummarizeValue(*run.session, leaf, process_);
      if (value) values.push_back(*std::move(value));
    }
    return values;
  }

  // Chooses all values, or those that --value names.
  bool ChooseLeaves(const ValueRun& run, std::vector<ValueLeaf>& leaves) {
    const auto names = arguments_.GetAll("--value");
    if (names.empty()) leaves = run.leaves;
    for (std::string_view name : names) {
      const size_t before = leaves.size();
      std::ranges::copy_if(run.leaves, std::back_inserter(leaves), [&](const ValueLeaf& leaf) {
        return leaf.leaf.name == name || leaf.leaf.name == "%" + std::string(name);
      });
      if (leaves.size() != before) continue;
      Complain(host_, "--value: no value is called '" + std::string(name) + "'");
      return false;
    }
    return true;
  }

  void ShowValue(const ValueRun& run, const ValueLeaf& leaf) {
    const std::vector<ValueSummary> summary = SummariesOf(run, {&leaf, 1});
    if (summary.empty()) return;
    host_.PrintOut(ValueTable(*program_, summary, is_colored_));
    const Tensor elements = run.ElementsOf(leaf, process_);
    if (arguments_.Has("--value") && elements.has_value()) {
      host_.PrintOut(PrintValue(elements, summary[0].type, {.form = ValueForm::kNumpy}) + "\n");
    }
    if (arguments_.Has("--picture")) host_.PrintOut(Picture(elements, is_colored_));
  }

  int Dump(const ValueRun& run, const std::vector<ValueLeaf>& leaves) {
    const std::string path(arguments_.Get("--dump"));
    if (path.empty()) return kDone;
    const auto format = FormatOfName(path);
    if (!format || (*format != FileFormat::kNpz && *format != FileFormat::kSafetensors)) {
      return Complain(host_, "--dump writes .npz and .safetensors, not " + path);
    }
    ValueNames names;
    std::vector<NamedArray> arrays;
    for (const ValueLeaf& leaf : leaves) {
      std::string name = names.NameOf(leaf);
      Tensor elements = run.ElementsOf(leaf, process_);
      if (elements.has_value()) arrays.push_back({std::move(name), std::move(elements)});
    }
    std::string problem;
    const auto parts = LayOutFile(*format, arrays, problem);
    if (!parts) return Complain(host_, path + ": " + problem);
    return WriteParts(path, *parts, host_, problem) ? kDone : Complain(host_, problem);
  }

  // --- The first non-finite value.

  int RunToFirst(PreparedRun run) {
    if (const int code = LookAtInputs(run); code != kDone) return code;
    run.options.on_print = [this](std::string_view text) { host_.PrintError(text); };
    std::vector<Diagnostic> diagnostics;
    const auto debugger = Debugger::Start(program_, std::move(run.options), diagnostics);
    PrintDiagnostics(host_, diagnostics, program_->source());
    if (debugger == nullptr) return kRefused;
    FoundOperation found;
    switch (FindFirst(*program_, *debugger, *kind_, host_, found)) {
      case SearchEnd::kFound:
        host_.PrintOut(is_json_ ? JsonOf(found) : TextOf(found));
        return kRefused;
      case SearchEnd::kFinished:
        host_.PrintOut(is_json_ ? "{\"found\": null}\n"
                                : "no operation gives " + std::string(KindName()) + "\n");
        return kDone;
      case SearchEnd::kInterrupted:
        return kStopped;
      case SearchEnd::kFailed:
        PrintDiagnostics(host_, debugger->diagnostics(), program_->source());
        return kRefused;
    }
    return kDone;
  }

  std::string_view KindName() const {
    if (kind_ == NonFinite::kNan) return "NaN";
    return kind_ == NonFinite::kInfinity ? "an infinity" : "NaN or an infinity";
  }

  // Non-finite inputs are not the program's fault.
  int LookAtInputs(const PreparedRun& run) {
    for (size_t i = 0; i < run.options.inputs.size(); ++i) {
      const Tensor& input = run.options.inputs[i];
      if (!input.has_value() || input.element_count() == 0) continue;
      const TensorSummary summary = SummarizeTensor(input, 1);
      ValueSummary value;
      value.nan_count = summary.nan_count;
      value.infinity_count = summary.infinity_count;
      if (!Holds(value, *kind_)) continue;
      host_.PrintError("the argument %" + run.entry->argument_leaves[i].name + " has " +
                       std::to_string(summary.nan_count) + " NaN and " +
                       std::to_string(summary.infinity_count) + " infinite elements already\n");
    }
    return kDone;
  }

  // Returns the operation's place, which includes a sentence about it.
  OperationPlace PlaceOf(const FoundOperation& found) const {
    for (OperationPlace& place : OperationsIn(*program_, found.operation->name_span)) {
      if (place.span == found.operation->span) return std::move(place);
    }
    return {};
  }

  std::string TextOf(const FoundOperation& found) const {
    std::string text = Place(*program_, found) + ": " + std::string(found.operation->name) +
                       " gives " + std::string(KindName());
    if (found.execution > 1)
      text += " when it is done for the " + Ordinal(found.execution) + " time";
    if (found.process != ProcessId{}) text += " on process " + ToString(found.process);
    if (!found.index.empty()) text += ", first at " + found.index;
    for (size_t i = 0; i < found.operands.size(); ++i) {
      text += (i == 0 ? ", where " : " and ") + found.operands[i];
    }
    text += "\n";
    const OperationPlace place = PlaceOf(found);
    if (!place.sentence.empty()) text += "  " + place.sentence + "\n";
    if (!place.location.empty()) text += "  written at " + place.location + "\n";
    text += "\n" + ValueTable(*program_, found.results, is_colored_);
    if (!found.slice.empty()) {
      text += "\ncomputed from\n" + ValueTable(*program_, found.slice, is_colored_);
    }
    return text;
  }

  static std::string Ordinal(uint64_t number) {
    const uint64_t tens = number % 100;
    const bool is_teen = tens >= 11 && tens <= 13;
    const char* ending = is_teen || number % 10 == 0 || number % 10 > 3 ? "th"
                         : number % 10 == 1                             ? "st"
                         : number % 10 == 2                             ? "nd"
                                                                        : "rd";
    return std::to_string(number) + ending;
  }

  std::string JsonOf(const FoundOperation& found) const {
    const int64_t process[] = {found.process.replica, found.process.partition};
    const std::string line =
        std::to_string(program_->source().Locate(found.operation->span.begin).line);
    return "{\"found\": " +
           Json()
               .Raw("line", line)
               .Member("operation", found.operation->name)
               .Member("location", found.operation->location)
               .Raw("process", JsonSizes(process))
               .Member("execution", found.execution)
               .Member("index", found.index)
               .Raw("results", ValuesJson(*program_, found.results))
               .Raw("computed_from", ValuesJson(*program_, found.slice))
               .Object() +
           "}\n";
  }

  const Arguments& arguments_;
  Host& host_;
  const bool is_json_;
  bool is_colored_ = false;
  ProcessId process_;
  std::optional<NonFinite> kind_;
  std::shared_ptr<const Program> program_;
};

int RunTrace(const Arguments& arguments, Host& host) { return TraceRun(arguments, host).Execute(); }

}  // namespace

const Subcommand kTraceCommand = {
    "trace",       "FILE [options]", "show every value of a run, or the first NaN",
    kTraceOptions, RunTrace,         kTraceExamples};

}  // namespace paddock::cli
