// paddock run.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/options/counts.h"
#include "cli/options/missing_inputs.h"
#include "cli/options/session_options.h"
#include "cli/report/output_files.h"
#include "cli/report/picture.h"
#include "cli/report/trace_file.h"
#include "cli/run/rank_run.h"
#include "core/api/observe/trace.h"
#include "core/diagnostics/json.h"
#include "core/tensor/print_value.h"
#include "core/tensor/quantized_value.h"

namespace paddock::cli {
namespace {

// Values with more elements are elided in the middle; --format json prints them whole.
constexpr int64_t kElideAbove = 1000;

constexpr OptionInfo kRunOptions[] = {
    kEntryOption,
    kInputOption,
    kGridOption,
    kInfeedOption,
    kReceiveOption,
    {"--output", "N=@FILE",
     "write result N (index or name), or N@(R, P) for one process, to a file (.npy, .npz, "
     ".safetensors, .raw); @FILE:array=NAME names the array; @FILE alone: all results"},
    kLevelOption,
    kNumericsOption,
    kSeedOption,
    kThreadsOption,
    kModeOption,
    kMemoryOption,
    {"--work", "BUDGET", "stop after this many units of work (about 0.25 ns each)"},
    {"--time", "", "print the times of planning and running, and the peak bytes"},
    {"--trace", "FILE.json", "write a trace for Perfetto or chrome://tracing"},
    kTraceLimitOption,
    {"--print", "upstream|numpy|dense", "form of results; only numpy elides elements (upstream)"},
    kPictureOption,
    kColorOption,
    {"--format", "text|json", "how results and diagnostics are printed"},
};

constexpr std::string_view kRunExamples[] = {
    "paddock run hello.mlir",
    "paddock run model.mlir --input x=@image.npy --output @results.npz",
    "paddock run model.mlir --input 0=random:1 --picture",
    "paddock run model.mlir --grid 4x1 --input x=@batch.npy:split=0",
};

class Run {
 public:
  // `ranks` is `nullptr` if one process runs the whole grid.
  Run(const Arguments& arguments, Host& host, RankRun* ranks)
      : arguments_(arguments),
        host_(host),
        ranks_(ranks),
        is_json_(arguments.Get("--format") == "json") {}

  int Execute() {
    if (arguments_.positional().size() != 1) return Complain(host_, "run needs one FILE");
    const std::string_view format = arguments_.Get("--format");
    if (!format.empty() && format != "text" && format != "json") {
      return Complain(host_, "--format is text or json, not '" + std::string(format) + "'");
    }
    if (!ReadForm()) {
      return Complain(host_, "--print is upstream, numpy or dense, not '" +
                                 std::string(arguments_.Get("--print")) + "'");
    }
    if (!ReadColor(arguments_, host_, is_colored_)) return kMisused;
    uint64_t budget = 0;
    if (!ReadCount(arguments_, "--work", budget, host_) || !MakeTrace()) return kMisused;
    if (ranks_ != nullptr && arguments_.positional()[0] == "-") {
      return Complain(host_, "with mpirun, standard input reaches one rank only: give a file");
    }
    program_ = LoadFile(arguments_.positional()[0], host_);
    if (program_ == nullptr) return kMisused;
    Show(program_->diagnostics());
    if (program_->has_errors()) return Finish(kRefused);
    auto prepared = PrepareRun(*program_, arguments_, host_);
    if (!prepared) return prepared.error().code;
    return Start(*std::move(prepared), budget);
  }

 private:
  // Without --print, long results are elided. An explicit upstream form is whole.
  bool ReadForm() {
    const std::string_view form = arguments_.Get("--print");
    if (form.empty()) return true;
    if (form == "numpy") {
      print_.form = ValueForm::kNumpy;
    } else if (form == "dense") {
      print_.form = ValueForm::kDense;
    } else {
      print_.elide_above = INT64_MAX;
      return form == "upstream";
    }
    return true;
  }

  bool MakeTrace() {
    uint64_t limit = Trace::kDefaultLimit;
    if (!ReadCount(arguments_, kTraceLimitOption.name, limit, host_)) return false;
    if (arguments_.Has("--trace")) trace_ = std::make_unique<Trace>(limit);
    return true;
  }

  int Start(PreparedRun run, uint64_t budget) {
    numerics_ = run.options.numerics;
    if (trace_ != nullptr) trace_->Listen(run.options);
    run.options.on_print = [this](std::string_view text) {
      if (is_json_) {
        host_.PrintError(text);
      } else {
        host_.PrintOut(text);
      }
    };
    run.options.on_outfeed = [this](const OutfeedEntry& entry) { AddOutfeed(entry); };
    const double start = host_.Now();
    std::vector<Diagnostic> diagnostics;
    if (ranks_ != nullptr && !ranks_->Prepare(program_, run.options, trace_.get(), diagnostics)) {
      return RefuseStart(run, diagnostics);
    }
    std::unique_ptr<Session> session;
    if (ranks_ == nullptr || ranks_->has_share()) {
      session = Session::Start(program_, std::move(run.options), diagnostics);
      if (session == nullptr) return RefuseStart(run, diagnostics);
      Show(diagnostics);
    }
    const double planned = host_.Now();
    const RunOutcome outcome =
        ranks_ != nullptr ? ranks_->Run(session.get(), budget) : RunToEnd(*session, budget, host_);
    if (ranks_ != nullptr && !ranks_->is_first()) return kDone;
    if (arguments_.Has("--time")) PrintTime(*session, planned - start, host_.Now() - planned);
    // The trace is written however the run ended.
    const std::string trace_path(arguments_.Get("--trace"));
    if (trace_ != nullptr && !WriteTrace(*trace_, *program_, session->grid(), trace_path, host_)) {
      return kMisused;
    }
    if (outcome.reason == StopReason::kFinished) return Conclude(*session);
    if (outcome.reason == StopReason::kBudgetSpent) return PrintStopped(*session, outcome);
    Show(ranks_ != nullptr ? ranks_->diagnostics() : session->diagnostics());
    return Finish(kRefused);
  }

  // Ends a run that did not start. Names the options that arguments without an input need.
  int RefuseStart(const PreparedRun& run, const std::vector<Diagnostic>& diagnostics) {
    Show(diagnostics);
    if (!is_json_) host_.PrintError(MissingInputsHint(run, diagnostics));
    return Finish(kRefused);
  }

  int Conclude(const Session& session) {
    const std::vector<Diagnostic> remarks =
        ranks_ != nullptr ? ranks_->Remarks() : session.Remarks();
    Show(remarks);
    for (int64_t i = 0; i < session.grid().process_count(); ++i) AddResults(session, i);
    if (!is_json_) {
      host_.PrintError("ran @" + session.entry().name + " in " +
                       std::string(NumericsName(numerics_)) + " numerics\n");
    }
    const int code = OutputFiles(session, host_).Write(arguments_);
    if (code != kDone) return code;
    const bool is_met = std::ranges::none_of(
        remarks, [](const Diagnostic& remark) { return remark.severity == Severity::kError; });
    return Finish(is_met ? kDone : kRefused);
  }

  static const QuantizedType* QuantizedTypeOf(Type type) {
    return type && type.is_tensor() ? type.element()->quantized : nullptr;
  }

  // In a larger grid, the process is named before its results.
  void AddResults(const Session& session, int64_t index) {
    const ProcessId process = session.grid().ProcessOf(index);
    const std::vector<Tensor>& results = session.results(process);
    const bool is_one_of_many = session.grid().process_count() > 1;
    bool is_named = !is_one_of_many || is_json_;
    std::span<const Tensor> leaves = results;
    for (const ParameterInfo& result : session.entry().results) {
      const size_t i = results.size() - leaves.size();
      if (result.handle.is(TypeKind::kTuple) && !is_json_) {
        if (!std::exchange(is_named, true)) host_.PrintOut("@" + ToString(process) + "\n");
        host_.PrintOut(PrintValue(result.handle, leaves, print_) + "\n");
        continue;
      }
      for (size_t leaf = i; leaf < i + result.leaf_count; ++leaf) {
        if (!results[leaf].has_value()) continue;  // a token
        if (!std::exchange(is_named, true)) host_.PrintOut("@" + ToString(process) + "\n");
        const ParameterInfo& info = session.entry().result_leaves[leaf];
        ShownValue shown{results[leaf], session.result_types()[leaf]};
        if (is_one_of_many) shown.process = process;
        shown.quantized = QuantizedTypeOf(info.handle);
        if (result.handle.is(TypeKind::kTuple)) shown.path = info.path;
        AddValue(results_, shown);
      }
      leaves = leaves.subspan(result.leaf_count);
    }
  }

  struct ShownValue {
    const Tensor& value;
    const std::string& type;
    std::optional<ProcessId> process = {};
    const QuantizedType* quantized = nullptr;
    // Path of the element if the result is a tuple.
    std::string_view path = {};
    // Channel of a send to the host; 0 means none.
    int64_t channel = 0;
  };

  void AddValue(std::string& list, const ShownValue& shown) {
    if (!is_json_) {
      PrintValueOptions print = print_;
      print.quantized = shown.quantized;
      host_.PrintOut(PrintValue(shown.value, shown.type, print) + "\n");
      if (arguments_.Has("--picture")) host_.PrintOut(Picture(shown.value, is_colored_));
      return;
    }
    Json json;
    json.Member("type", shown.type).Raw("value", PrintJson(shown.value));
    if (shown.quantized != nullptr) {
      const Tensor meant = Dequantized(shown.value, *shown.quantized);
      if (meant.has_value()) json.Raw("means", PrintJson(meant));
    }
    if (!shown.path.empty()) json.Member("path", shown.path);
    if (shown.process) {
      const int64_t process[] = {shown.process->replica, shown.process->partition};
      json.Raw("process", JsonSizes(process));
    }
    if (shown.channel != 0) json.Raw("channel", std::to_string(shown.channel));
    list += (list.empty() ? "" : ", ") + json.Object();
  }

  // Writes `outfeed@(0, 0)`, or `send 3@(0, 0)` for a send to the host on channel 3.
  void AddOutfeed(const OutfeedEntry& entry) {
    if (!is_json_) {
      const std::string feed =
          entry.channel == 0 ? "outfeed" : "send " + std::to_string(entry.channel);
      host_.PrintOut(feed + "@" + ToString(entry.process) + "\n");
    }
    for (size_t i = 0; i < entry.values.size(); ++i) {
      AddValue(outfeed_, {.value = entry.values[i],
                          .type = entry.types[i],
                          .process = entry.process,
                          .channel = entry.channel});
    }
  }

  void PrintTime(const Session& session, double plan_seconds, double run_seconds) {
    char line[160];
    std::snprintf(line, sizeof(line),
                  "planned in %.3f ms, ran in %.3f ms, peak %llu bytes, %s numerics\n",
                  plan_seconds * 1e3, run_seconds * 1e3,
                  static_cast<unsigned long long>(ranks_ != nullptr ? ranks_->peak_bytes()
                                                                    : session.peak_bytes()),
                  std::string(NumericsName(numerics_)).c_str());
    host_.PrintError(line);
  }

  int PrintStopped(const Session& session, const RunOutcome& outcome) {
    host_.PrintError(
        "stopped " +
        std::string(outcome.is_interrupted ? "on request" : "when the work budget was spent") +
        " at line " + std::to_string(session.current_line()) + "\n");
    return Finish(kStopped);
  }

  void Show(const std::vector<Diagnostic>& diagnostics) {
    if (is_json_) {
      shown_.insert(shown_.end(), diagnostics.begin(), diagnostics.end());
    } else {
      PrintDiagnostics(host_, diagnostics, program_->source());
    }
  }

  int Finish(int code) {
    if (!is_json_) return code;
    static constexpr std::string_view kStatus[] = {"done", "refused", "misused", "stopped"};
    host_.PrintOut("{\"status\": \"" + std::string(kStatus[code]) + "\", \"numerics\": \"" +
                   std::string(NumericsName(numerics_)) + "\", \"diagnostics\": " +
                   DiagnosticsJson(shown_, program_->source()) + ", \"results\": [" + results_ +
                   "]" + (outfeed_.empty() ? "" : ", \"outfeed\": [" + outfeed_ + "]") + "}\n");
    return code;
  }

  const Arguments& arguments_;
  Host& host_;
  RankRun* ranks_;
  const bool is_json_;
  bool is_colored_ = false;
  PrintValueOptions print_ = {.elide_above = kElideAbove, .form = ValueForm::kUpstream};
  std::shared_ptr<const Program> program_;
  std::unique_ptr<Trace> trace_;
  simd::Numerics numerics_ = simd::Numerics::kFast;
  std::vector<Diagnostic> shown_;
  std::string results_;
  std::string outfeed_;
};

int RunRun(const Arguments& arguments, Host& host) {
  Transport* transport = host.transport();
  if (transport == nullptr || transport->count() == 1) {
    return Run(arguments, host, nullptr).Execute();
  }
  RankRun ranks(*transport, host);
  if (ranks.is_first()) {
    const int code = Run(arguments, host, &ranks).Execute();
    ranks.Close({});
    return code;
  }
  // Rank 0 reports the outcome.
  SilentHost silent(host);
  Run(arguments, silent, &ranks).Execute();
  ranks.Close(silent.said());
  return kDone;
}

}  // namespace

const Subcommand kRunCommand = {"run",       "FILE [options]", "run a program",
                                kRunOptions, RunRun,           kRunExamples};

}  // namespace paddock::cli
