#include "cli/session_options.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <limits>

#include "cli/command.h"
#include "core/api/grid_inputs.h"
#include "core/api/inputs.h"
#include "core/io/npy.h"

namespace paddock::cli {
namespace {

std::unexpected<CommandFailure> Misuse(Host& host, std::string_view message) {
  return std::unexpected(CommandFailure{Complain(host, message)});
}

CommandResult<Tensor> ReadValue(std::string_view text, const ParameterInfo& parameter,
                                const Program& program, Host& host) {
  DiagnosticSink sink;
  Result<Tensor> value = Failed();
  if (text.starts_with('@')) {
    std::string problem;
    const std::string path(text.substr(1));
    const std::optional<std::string> bytes = host.Read(path, problem);
    if (!bytes) return Misuse(host, problem);
    value = ReadInput(*bytes, path, parameter, sink);
  } else {
    value = MakeInput(text, parameter, sink);
  }
  if (value) return *std::move(value);
  PrintDiagnostics(host, sink.diagnostics(), program.source());
  return std::unexpected(CommandFailure{kRefused});
}

// `@file.npy:split=0`: takes the dimension off the value.
std::optional<size_t> TakeSplit(std::string_view& value) {
  constexpr std::string_view kSplit = ":split=";
  const size_t at = value.rfind(kSplit);
  if (!value.starts_with('@') || at == std::string_view::npos) return std::nullopt;
  size_t dimension = 0;
  const std::string_view number = value.substr(at + kSplit.size());
  const auto read = std::from_chars(number.data(), number.data() + number.size(), dimension);
  if (read.ec != std::errc() || read.ptr != number.data() + number.size()) return std::nullopt;
  value = value.substr(0, at);
  return dimension;
}

// Part `index` of `count` equal ones along `dimension`.
Tensor PartOf(const Tensor& whole, size_t dimension, int64_t index, int64_t count) {
  std::vector<int64_t> shape(whole.shape().begin(), whole.shape().end());
  shape[dimension] /= count;
  Tensor part = Tensor::Allocate(whole.element_type(), shape);
  if (!part.has_value()) return part;
  size_t run = ByteSize(whole.element_type());
  for (size_t i = dimension; i < shape.size(); ++i) run *= static_cast<size_t>(shape[i]);
  const size_t runs = run == 0 ? 0 : part.byte_size() / run;
  for (size_t i = 0; i < runs; ++i) {
    const size_t from = i * static_cast<size_t>(count) + static_cast<size_t>(index);
    std::memcpy(part.mutable_data() + i * run, whole.data() + from * run, run);
  }
  return part;
}

class InputReader {
 public:
  InputReader(const Program& program, const Arguments& arguments, Host& host, PreparedRun& run)
      : program_(program), arguments_(arguments), host_(host), run_(run) {}

  CommandResult<bool> Read() {
    const std::vector<ParameterInfo>& parameters = run_.entry->arguments;
    run_.options.inputs.resize(parameters.size());
    for (std::string_view given : arguments_.GetAll("--input")) {
      if (auto read = ReadInput(given); !read) return read;
    }
    for (std::string_view given : arguments_.GetAll("--infeed")) {
      if (auto read = ReadInfeed(given); !read) return read;
    }
    for (size_t i = 0; i < parameters.size(); ++i) {
      const bool is_own =
          std::ranges::find(run_.options.process_inputs, i, &ProcessInput::argument) !=
          run_.options.process_inputs.end();
      if (!run_.options.inputs[i].has_value() && !is_own) run_.missing.push_back(i);
    }
    return true;
  }

 private:
  CommandResult<bool> ReadInput(std::string_view given) {
    const size_t equals = given.find('=');
    if (equals == std::string_view::npos) {
      return Misuse(host_, "--input takes N=VALUE, not '" + std::string(given) + "'");
    }
    std::string_view name = given.substr(0, equals);
    std::string_view text = given.substr(equals + 1);
    std::optional<ProcessId> process;
    const bool is_read = TakeProcess(name, process);
    const auto index = is_read ? FindParameter(run_.entry->arguments, name) : std::nullopt;
    if (!index) {
      return Misuse(host_, "@" + run_.entry->name + " has no argument '" +
                               std::string(given.substr(0, equals)) + "'");
    }
    if (const auto dimension = TakeSplit(text); dimension && !process) {
      return Split(*index, text, *dimension);
    }
    auto value = ReadValue(text, run_.entry->arguments[*index], program_, host_);
    if (!value) return std::unexpected(value.error());
    if (process) {
      run_.options.process_inputs.push_back({*process, *index, *std::move(value)});
    } else {
      run_.options.inputs[*index] = *std::move(value);
    }
    return true;
  }

  CommandResult<bool> Split(size_t index, std::string_view text, size_t dimension) {
    DiagnosticSink sink;
    const auto size = ChooseGrid(program_, run_.options.grid, sink);
    if (!size) return Refuse(sink);
    ParameterInfo whole = run_.entry->arguments[index];
    if (dimension < whole.shape.size()) whole.shape[dimension] = -1;
    auto value = ReadValue(text, whole, program_, host_);
    if (!value) return std::unexpected(value.error());
    const int64_t count = size->process_count();
    if (dimension >= value->rank() || value->shape()[dimension] % count != 0) {
      return Misuse(host_, "dimension " + std::to_string(dimension) + " of " + std::string(text) +
                               " cannot be cut into " + std::to_string(count) + " equal parts");
    }
    for (int64_t i = 0; i < count; ++i) {
      run_.options.process_inputs.push_back(
          {size->ProcessOf(i), index, PartOf(*value, dimension, i, count)});
    }
    return true;
  }

  CommandResult<bool> ReadInfeed(std::string_view given) {
    InfeedEntry entry;
    if (given.starts_with("@(")) {
      const size_t equals = given.find('=');
      std::string_view name = given.substr(0, equals);
      if (equals == std::string_view::npos || !TakeProcess(name, entry.process)) {
        return Misuse(host_, "--infeed takes @(R, P)=VALUE, not '" + std::string(given) + "'");
      }
      given = given.substr(equals + 1);
    }
    if (given.starts_with('@')) {
      std::string problem;
      const std::string path(given.substr(1));
      const std::optional<std::string> bytes = host_.Read(path, problem);
      if (!bytes) return Misuse(host_, problem);
      DiagnosticSink sink;
      auto value = ReadNpy(*bytes, path, std::nullopt, sink);
      if (!value) return Refuse(sink);
      entry.values.push_back(*std::move(value));
    } else {
      entry.text = given;
    }
    run_.options.infeed.push_back(std::move(entry));
    return true;
  }

  CommandResult<bool> Refuse(const DiagnosticSink& sink) {
    PrintDiagnostics(host_, sink.diagnostics(), program_.source());
    return std::unexpected(CommandFailure{kRefused});
  }

  const Program& program_;
  const Arguments& arguments_;
  Host& host_;
  PreparedRun& run_;
};

// "4x2" or "4".
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
  uint64_t threads = 1;
  if (!ReadCount(arguments, "--threads", threads, host) ||
      !ReadCount(arguments, "--seed", options.seed, host) ||
      !ReadMemory(arguments, options.memory_bytes, host)) {
    return std::unexpected(CommandFailure{kMisused});
  }
  if (threads == 0 || threads > 1024) return Misuse(host, "--threads takes 1 to 1024");
  if (threads > 1 && !host.has_threads()) {
    return Misuse(host, "--threads: one instance has one thread here");
  }
  options.threads = static_cast<int>(threads);
  const auto mode = ReadGridMode(arguments, host);
  if (!mode) return std::unexpected(mode.error());
  options.mode = *mode;
  return true;
}

}  // namespace

std::string_view NumericsName(simd::Numerics numerics) {
  return numerics == simd::Numerics::kPortable ? "portable" : "fast";
}

std::string_view LevelName(Level level) { return level == Level::kFaithful ? "faithful" : "fast"; }

std::optional<size_t> FindParameter(const std::vector<ParameterInfo>& parameters,
                                    std::string_view name) {
  if (name.starts_with('%')) name.remove_prefix(1);
  const auto found = std::ranges::find(parameters, name, &ParameterInfo::name);
  if (!name.empty() && found != parameters.end()) {
    return static_cast<size_t>(found - parameters.begin());
  }
  size_t index = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  const bool is_index = error == std::errc() && end == name.data() + name.size();
  return is_index && index < parameters.size() ? std::optional(index) : std::nullopt;
}

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
  if (auto inputs = InputReader(program, arguments, host, run).Read(); !inputs) {
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
  if (!host.has_threads()) return Misuse(host, "--mode: one instance has one thread here");
  return GridMode::kThreads;
}

namespace {

// About 10 ms: Ctrl-C is looked at between slices. Where several threads share one they also wait
// for the last of them, so that it is longer.
int64_t SliceOf(const Session& session) {
  constexpr int64_t kSlice = int64_t{40} << 20;
  const auto at_once = static_cast<int64_t>(session.processes_at_once());
  return at_once == 1 ? kSlice : 2 * kSlice * at_once;
}

}  // namespace

RunOutcome RunToEnd(Session& session, uint64_t budget, Host& host) {
  const int64_t full_slice = SliceOf(session);
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
  for (size_t index : run.missing) {
    DiagnosticSink sink;
    Result<Tensor> value = MakeInput("random:1", run.entry->arguments[index], sink);
    if (!value) {
      PrintDiagnostics(host, sink.diagnostics(), program.source());
      return false;
    }
    run.options.inputs[index] = *std::move(value);
  }
  return true;
}

}  // namespace paddock::cli
