// Options that run and bench share.
#ifndef PADDOCK_CLI_OPTIONS_SESSION_OPTIONS_H_
#define PADDOCK_CLI_OPTIONS_SESSION_OPTIONS_H_

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/host/host.h"
#include "cli/options/arguments.h"
#include "core/api/run/session.h"

namespace paddock::cli {

inline constexpr OptionInfo kEntryOption = {"--entry", "F", "the function to run"};
inline constexpr OptionInfo kInputOption = {
    "--input", "N=VALUE",
    "argument N (index or name; 0.1, x.1 of a tuple): @FILE (.npy, .npz, .safetensors, .raw), "
    "dense<...>, [[1, 2]], "
    "(1, [2, 3]), zeros, ones, iota, random:SEED; N@(R, P) for one process; @FILE:array=NAME of "
    "several; "
    "@FILE:split=D splits along dimension D, one part per process; @FILE alone: all by name"};
inline constexpr OptionInfo kGridOption = {"--grid", "RxP", "run R replicas times P partitions"};
inline constexpr OptionInfo kInfeedOption = {
    "--infeed", "VALUE",
    "next entry of the infeed: @FILE or a list; @(R, P)=VALUE for one process"};
inline constexpr OptionInfo kReceiveOption = {
    "--receive", "CHANNEL=VALUE",
    "next value that recv receives from the host on this channel; CHANNEL@(R, P)=VALUE for one "
    "process"};
inline constexpr OptionInfo kLevelOption = {"--level", "fast|faithful",
                                            "faithful keeps every value; same bits"};
inline constexpr OptionInfo kNumericsOption = {"--numerics", "fast|portable",
                                               "portable gives the same bits on every machine"};
inline constexpr OptionInfo kSeedOption = {"--seed", "N", "seed of rng (0)"};
inline constexpr OptionInfo kThreadsOption = {"--threads", "N",
                                              "threads of one run (number of processors)"};
inline constexpr OptionInfo kModeOption = {
    "--mode", "cooperative|threads",
    "processes of a grid run in turns, or several at once; same bits (cooperative)"};
inline constexpr OptionInfo kMemoryOption = {"--memory", "BYTES",
                                             "limit on the live values, and on all inputs (4G)"};

// Printed failure, which ends the command with this code.
struct CommandFailure {
  int code;
};
template <class T>
using CommandResult = std::expected<T, CommandFailure>;
// Complains about a wrong command line.
std::unexpected<CommandFailure> Misuse(Host& host, std::string_view message);

struct PreparedRun {
  const FunctionInfo* entry = nullptr;
  SessionOptions options;
  // Argument leaves without a value.
  std::vector<size_t> missing;
};

// Reads the options and the inputs. Complains about errors.
CommandResult<PreparedRun> PrepareRun(const Program& program, const Arguments& arguments,
                                      Host& host);

// Gives random:1 to arguments without a value, unless the program's comments have values. Complains
// and returns false if a type has no random values.
bool FillMissing(const Program& program, PreparedRun& run, Host& host);

// Makes the random inputs now, for the types and ranges that this program has, so that another
// program can be run with the same values. Takes those of `same` that have the leaf, process, type
// and shape. Complains and returns false if there is too little memory.
bool MakeRandomInputs(const Program& program, std::span<const ProcessInput> same, PreparedRun& run,
                      Host& host);

// Removes the process from a name such as `0@(1, 0)`. Returns false if the text after `@` is none.
bool TakeProcess(std::string_view& name, std::optional<ProcessId>& process);

// Reads --mode. Complains about errors.
CommandResult<GridMode> ReadGridMode(const Arguments& arguments, Host& host);

// Runs to the end in slices, shows progress and checks for Ctrl-C. `budget` is the maximum work
// (see Session::Run); 0 means no limit.
struct RunOutcome {
  StopReason reason = StopReason::kFinished;
  bool is_interrupted = false;
};
RunOutcome RunToEnd(Session& session, uint64_t budget, Host& host);

// Return "fast" or "portable", and "fast" or "faithful".
std::string_view NumericsName(simd::Numerics numerics);
std::string_view LevelName(Level level);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_OPTIONS_SESSION_OPTIONS_H_
