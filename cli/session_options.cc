#include "cli/session_options.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <limits>

#include "cli/command.h"
#include "core/api/inputs.h"

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

CommandResult<bool> ReadInputs(const Program& program, const Arguments& arguments, Host& host,
                               PreparedRun& run) {
  const std::vector<ParameterInfo>& parameters = run.entry->arguments;
  run.options.inputs.resize(parameters.size());
  for (std::string_view given : arguments.GetAll("--input")) {
    const size_t equals = given.find('=');
    if (equals == std::string_view::npos) {
      return Misuse(host, "--input takes N=VALUE, not '" + std::string(given) + "'");
    }
    const auto index = FindParameter(parameters, given.substr(0, equals));
    if (!index) {
      return Misuse(host, "@" + run.entry->name + " has no argument '" +
                              std::string(given.substr(0, equals)) + "'");
    }
    auto value = ReadValue(given.substr(equals + 1), parameters[*index], program, host);
    if (!value) return std::unexpected(value.error());
    run.options.inputs[*index] = *std::move(value);
  }
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!run.options.inputs[i].has_value()) run.missing.push_back(i);
  }
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
      !ReadCount(arguments, "--memory", options.memory_bytes, host)) {
    return std::unexpected(CommandFailure{kMisused});
  }
  if (threads == 0 || threads > 1024) return Misuse(host, "--threads takes 1 to 1024");
  if (threads > 1 && !host.has_threads()) {
    return Misuse(host, "--threads: one instance has one thread here");
  }
  options.threads = static_cast<int>(threads);
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
  if (auto inputs = ReadInputs(program, arguments, host, run); !inputs) {
    return std::unexpected(inputs.error());
  }
  return run;
}

RunOutcome RunToEnd(Session& session, uint64_t budget, Host& host) {
  // About 10 ms a slice: Ctrl-C is looked at between slices.
  constexpr int64_t kSlice = int64_t{40} << 20;
  constexpr double kQuietSeconds = 1.0;
  const double start = host.Now();
  double last_shown = start;
  uint64_t left = budget == 0 ? std::numeric_limits<uint64_t>::max() : budget;
  bool is_shown = false;
  RunOutcome outcome;
  do {
    const int64_t slice = static_cast<int64_t>(std::min(left, static_cast<uint64_t>(kSlice)));
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

}  // namespace paddock::cli
