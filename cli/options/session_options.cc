#include "cli/options/session_options.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <limits>
#include <utility>

#include "cli/files/program_file.h"
#include "cli/options/counts.h"
#include "cli/options/input_options.h"
#include "core/api/run/grid_inputs.h"
#include "core/api/run/inputs.h"

namespace paddock::cli {
namespace {

// Reads "4x2" or "4".
CommandResult<bool> ReadGrid(const Arguments& arguments, Host& host, GridSize& grid) {
  const std::string_view text = arguments.Get("--grid");
  if (text.empty()) return true;
  GridSize read;
  const char* end = text.data() + text.size();
  auto at = std::from_chars(text.data(), end, read.replicas);
  if (at.ec == std::errc() && at.ptr != end && *at.ptr == 'x') {
    at = std::from_chars(at.ptr + 1, end, read.partitions);
  }
  if (at.ec != std::errc() || at.ptr != end || read.replicas < 1 || read.partitions < 1) {
    return Misuse(host, "--grid takes RxP, not '" + std::string(text) + "'");
  }
  grid = read;
  return true;
}

CommandResult<bool> ReadModes(const Arguments& arguments, Host& host, SessionOptions& options) {
  const std::string_view level = arguments.Get("--level");
  const std::string_view numerics = arguments.Get("--numerics");
  if (!level.empty() && level != "fast" && level != "faithful") {
    return Misuse(host, "--level is fast or faithful, not '" + std::string(level) + "'");
  }
  if (!numerics.empty() && numerics != "fast" && numerics != "portable") {
    return Misuse(host, "--numerics is fast or portable, not '" + std::string(numerics) + "'");
  }
  if (level == "faithful") options.level = Level::kFaithful;
  if (numerics == "portable") options.numerics = simd::Numerics::kPortable;
  uint64_t threads = 0;
  if (!ReadCount(arguments, "--threads", threads, host) ||
      !ReadCount(arguments, "--seed", options.seed, host) ||
      !ReadMemory(arguments, options.memory_bytes, host)) {
    return std::unexpected(CommandFailure{kMisused});
  }
  if (arguments.Has("--threads") && (threads == 0 || threads > 1024)) {
    return Misuse(host, "--threads takes 1 to 1024");
  }
  options.threads = static_cast<int>(threads);
  const auto mode = ReadGridMode(arguments, host);
  if (!mode) return std::unexpected(mode.error());
  options.mode = *mode;
  return true;
}

}  // namespace

std::unexpected<CommandFailure> Misuse(Host& host, std::string_view message) {
  return std::unexpected(CommandFailure{Complain(host, message)});
}

std::string_view NumericsName(simd::Numerics numerics) {
  return numerics == simd::Numerics::kPortable ? "portable" : "fast";
}

std::string_view LevelName(Level level) { return level == Level::kFaithful ? "faithful" : "fast"; }

bool TakeProcess(std::string_view& name, std::optional<ProcessId>& process) {
  const size_t at = name.find('@');
  if (at == std::string_view::npos) return true;
  std::string text;
  for (char c : name.substr(at + 1)) {
    if (c != ' ') text += c;
  }
  ProcessId read;
  const char* end = text.data() + text.size();
  if (!text.starts_with('(') || !text.ends_with(')')) return false;
  const auto first = std::from_chars(text.data() + 1, end, read.replica);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ',') return false;
  const auto second = std::from_chars(first.ptr + 1, end, read.partition);
  if (second.ec != std::errc() || second.ptr + 1 != end) return false;
  process = read;
  name = name.substr(0, at);
  return true;
}

CommandResult<PreparedRun> PrepareRun(const Program& program, const Arguments& arguments,
                                      Host& host) {
  PreparedRun run;
  std::string problem;
  run.options.entry = arguments.Get("--entry");
  run.entry = program.FindEntry(run.options.entry, problem);
  if (run.entry == nullptr) {
    return std::unexpected(CommandFailure{Complain(host, problem, kRefused)});
  }
  if (auto modes = ReadModes(arguments, host, run.options); !modes) {
    return std::unexpected(modes.error());
  }
  if (auto grid = ReadGrid(arguments, host, run.options.grid); !grid) {
    return std::unexpected(grid.error());
  }
  if (auto inputs = ReadInputs(program, arguments, host, run); !inputs) {
    return std::unexpected(inputs.error());
  }
  return run;
}

CommandResult<GridMode> ReadGridMode(const Arguments& arguments, Host& host) {
  const std::string_view mode = arguments.Get("--mode");
  if (mode.empty() || mode == "cooperative") return GridMode::kCooperative;
  if (mode != "threads") {
    return Misuse(host, "--mode is cooperative or threads, not '" + std::string(mode) + "'");
  }
  if (!host.runs_at_once()) {
    return Misuse(host, "--mode: over WebAssembly the processes of a grid run in turns");
  }
  return GridMode::kThreads;
}

namespace {

// Returns the work of a slice, about 10 ms; Ctrl-C is checked between slices. If several threads
// share a slice, it is larger, since they wait for the last of them. WebAssembly takes several
// times as long for the same work.
int64_t SliceOf(const Session& session, const Host& host) {
  constexpr int64_t kSlice = int64_t{40} << 20;
  if (!host.runs_at_once()) return kSlice / 4;
  const auto at_once = static_cast<int64_t>(session.processes_at_once());
  return at_once == 1 ? kSlice : 2 * kSlice * at_once;
}

}  // namespace

RunOutcome RunToEnd(Session& session, uint64_t budget, Host& host) {
  const int64_t full_slice = SliceOf(session, host);
  constexpr double kQuietSeconds = 1.0;
  const double start = host.Now();
  double last_shown = start;
  uint64_t left = budget == 0 ? std::numeric_limits<uint64_t>::max() : budget;
  bool is_shown = false;
  RunOutcome outcome;
  do {
    const int64_t slice = static_cast<int64_t>(std::min(left, static_cast<uint64_t>(full_slice)));
    const int64_t before = session.progress().work_done;
    outcome.reason = session.Run(slice);
    const int64_t spent = session.progress().work_done - before;
    left -= std::min(left, static_cast<uint64_t>(std::max<int64_t>(spent, 1)));
    outcome.is_interrupted = host.is_interrupted();
    const double now = host.Now();
    if (host.is_interactive() && now - start > kQuietSeconds && now - last_shown > 0.2) {
      char line[96];
      std::snprintf(line, sizeof(line), "\r%.1f s, line %u ", now - start, session.current_line());
      host.PrintError(line);
      last_shown = now;
      is_shown = true;
    }
  } while (outcome.reason == StopReason::kBudgetSpent && left > 0 && !outcome.is_interrupted);
  if (is_shown) host.PrintError("\r\033[K");
  return outcome;
}

bool FillMissing(const Program& program, PreparedRun& run, Host& host) {
  if (program.has_commented_inputs()) return true;
  const auto memory = std::make_shared<MemoryBudget>(run.options.memory_bytes);
  for (size_t index : run.missing) {
    DiagnosticSink sink;
    const ParameterInfo& leaf = run.entry->argument_leaves[index];
    if (GiveInputs("random:1", leaf, std::nullopt, run.options, sink, memory)) continue;
    PrintDiagnostics(host, sink.diagnostics(), program.source());
    return false;
  }
  return true;
}

bool MakeRandomInputs(const Program& program, std::span<const ProcessInput> same, PreparedRun& run,
                      Host& host) {
  DiagnosticSink sink;
  const auto make = [&]() -> Result<std::vector<ProcessInput>> {
    const auto grid = ChooseGrid(program, run.options.grid, sink);
    if (!grid) return Failed();
    const auto memory = std::make_shared<MemoryBudget>(run.options.memory_bytes);
    const SharedInputs pieces(program, *run.entry, *grid);
    std::vector<ProcessInput> made;
    for (const RandomInput& random : std::exchange(run.options.random_inputs, {})) {
      const ParameterInfo& leaf = run.entry->argument_leaves[random.leaf];
      // A later value for this argument.
      if (run.options.inputs[random.leaf].has_value()) continue;
      for (int64_t i = 0; i < grid->process_count(); ++i) {
        const ProcessId process = grid->ProcessOf(i);
        const auto found = std::ranges::find_if(same, [&](const ProcessInput& one) {
          return one.leaf == random.leaf && one.process == process &&
                 one.value.element_type() == *leaf.element_type &&
                 std::ranges::equal(one.value.shape(), random.shape);
        });
        if (found != same.end()) {
          made.push_back(*found);
          continue;
        }
        auto value = MakeRandom(random, leaf, pieces.FirstWith(random.leaf, process), sink, memory);
        if (!value) return Failed();
        made.push_back({process, random.leaf, *std::move(value)});
      }
    }
    return made;
  };
  const auto made = make();
  PrintDiagnostics(host, sink.diagnostics(), program.source());
  if (!made) return false;
  // Values that are given for one process come later, and hold.
  run.options.process_inputs.insert(run.options.process_inputs.begin(), made->begin(), made->end());
  return true;
}

}  // namespace paddock::cli
