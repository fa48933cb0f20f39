// Session: one execution of a function of a Program, in slices whose size the caller chooses.
#ifndef PADDOCK_CORE_API_RUN_SESSION_H_
#define PADDOCK_CORE_API_RUN_SESSION_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/program.h"
#include "core/run/communication.h"
#include "core/run/custom_call.h"
#include "core/run/level.h"
#include "core/run/outfeed.h"
#include "core/run/process_grid.h"
#include "core/run/progress.h"
#include "core/run/step_span.h"
#include "core/run/value_view.h"
#include "core/tensor/tensor.h"
#include "simd/kernel.h"

namespace paddock {

class MachineGrid;
class Peer;
class Plan;

// Value of an argument leaf for one process.
struct ProcessInput {
  ProcessId process;
  size_t leaf = 0;
  Tensor value;
};

// Argument leaf that `random` generates, with different numbers for each leaf, and for each process
// that has another piece of the argument (core/api/run/shared_inputs.h).
struct RandomInput {
  size_t leaf = 0;
  uint64_t seed = 1;
  std::vector<int64_t> shape;
};

// Entry that one stablehlo.infeed reads, or one stablehlo.recv from the host.
struct InfeedEntry {
  // Absent if every process reads it.
  std::optional<ProcessId> process;
  // One tensor for each result, without the token. If empty, `text` has the values: a list, or a
  // tuple of lists for several results.
  std::vector<Tensor> values;
  std::string text;
  Span span;
};

// How the processes of a grid run. The mode does not affect results and diagnostics.
enum class GridMode : uint8_t {
  kCooperative,  // in turns on the caller's thread
  kThreads,      // several at once; the order of their prints may differ
};

struct SessionOptions {
  std::string entry;  // empty: see Program::FindEntry
  // Process grid. A `num_replicas` comment of the program overrides it. 0 x 0 means the module's
  // attributes, or 1 x 1 without them.
  GridSize grid{0, 0};
  // Inputs for all processes, one for each leaf of the arguments (FunctionInfo::argument_leaves). A
  // leaf without a value is an error that names it, unless `process_inputs`, `random_inputs` or the
  // program's comments have one.
  std::vector<Tensor> inputs;
  std::vector<ProcessInput> process_inputs;
  // Used for leaves without a value in the preceding two.
  std::vector<RandomInput> random_inputs;
  // Entries in the order in which a process reads them. Empty means those of the program's
  // comments.
  std::vector<InfeedEntry> infeed;
  // Entries for stablehlo.recv from the host, by channel. A channel without entries, here and in
  // the comments, receives the values that the process itself sent to the host on it.
  std::map<int64_t, std::vector<InfeedEntry>> received;
  // Called with the values of stablehlo.outfeed, or of stablehlo.send to the host.
  OutfeedListener on_outfeed;
  // Called with each transfer of a process (core/run/communication.h). Empty means no recording.
  CommunicationListener on_communication;
  // Called for each execution of a step of the plan, on the thread that runs the process. Slow.
  std::function<void(int64_t process, const StepSpan&)> on_span;
  // Called after each step; the operation is `nullptr` for a step that prepares constants. Slow.
  std::function<void(int64_t process, const Operation*)> on_step;
  // Functions for targets of stablehlo.custom_call; may be `nullptr`.
  std::shared_ptr<const CustomCallRegistry> custom_calls;
  // Plan of PlanRun with the same program and options, which saves planning again. Not used for
  // inputs that need another one. `nullptr`: the session plans.
  std::shared_ptr<const Plan> plan;
  Level level = Level::kFast;
  simd::Numerics numerics = simd::Numerics::kFast;
  // Seed of `rng`. The same seed gives the same numbers on every machine.
  uint64_t seed = 0;
  // Number of threads that share large operations; 0 means the processors that this process may
  // use, or 1 with a peer. With kThreads, the number of processes that run at once; 0 and 1 then
  // mean the number of processors, but at least 2. These threads call the functions below (one at a
  // time) and the functions of custom calls.
  int threads = 0;
  GridMode mode = GridMode::kCooperative;
  // Connection to the other processes if the grid runs in several places
  // (core/api/run/shared_grid.h). Only the processes of its share run here. The hub receives their
  // prints and outfeeds instead of the functions below. `nullptr` means that all processes run
  // here.
  std::shared_ptr<Peer> peer;
  // Limit for the bytes of tensors, without the program's constants.
  uint64_t memory_bytes = uint64_t{4} << 30;
  // Makes the order of the processes' steps independent of the slices of Run
  // (core/api/debug/debugger.h). Requires kCooperative and no peer.
  bool is_stepped = false;
  // Called with the output of interpreter.print, including the newline.
  std::function<void(std::string_view)> on_print;
  // Called by interpreter.probe with its id and the number of earlier probes with that id.
  std::function<void(std::string_view id, int64_t iteration, const Tensor& value)> on_probe;
};

// Total memory of the processes that run here.
struct MemoryUse {
  // See Session::peak_bytes.
  uint64_t peak_bytes = 0;
  // Bytes of the plan's arenas, and of the peak of live values in them, which is the lower bound.
  uint64_t arena_bytes = 0;
  uint64_t least_arena_bytes = 0;
  // Number of allocations for tensors since the session's start.
  uint64_t allocations = 0;
};

// Returns the number of threads that share the large operations of a session.
size_t ThreadsOf(const SessionOptions& options);

// Plans the runs of sessions with these options, whose arguments have static sizes; inputs are not
// needed. Returns `nullptr`, with the reasons in `diagnostics`, if the program cannot run, or if
// only inputs determine the plan.
std::shared_ptr<const Plan> PlanRun(const Program& program, const SessionOptions& options,
                                    std::vector<Diagnostic>& diagnostics);
// Returns the work of a run in which every step runs once, in the units of Session::Run.
int64_t EstimatedWork(const Plan& plan);
// Returns the maximum bytes of values that one process needs.
uint64_t PeakBytes(const Plan& plan);

// Not thread-safe; different sessions of one Program may run on different threads.
class Session {
 public:
  // Returns `nullptr`, with the reasons in `diagnostics`, if the program has errors, an operation
  // cannot run, an input does not match, or memory does not suffice.
  static std::unique_ptr<Session> Start(std::shared_ptr<const Program> program,
                                        SessionOptions options,
                                        std::vector<Diagnostic>& diagnostics);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Runs until the end, a failure, or about `work_budget` units of work (core/plan/step.h; one unit
  // is about 0.25 ns). With a peer, returns kBlocked if it needs the next message to continue, and
  // ends when the whole grid ends (Peer::stop). The peer's last message to the hub lists the unmet
  // expectations here.
  StopReason Run(int64_t work_budget);

  const FunctionInfo& entry() const;
  GridSize grid() const;
  // Processes that run here, by flattened id.
  const std::vector<int64_t>& processes() const;
  // Maximum number of processes that run at once.
  size_t processes_at_once() const;
  // Results of one process after kFinished, one tensor for each result of the entry. Tuples are
  // flattened; tokens have no value. result_types() has their types, such as "tensor<2xf32>".
  const std::vector<Tensor>& results(ProcessId process = {}) const;
  // Results of all processes, in the order of the processes.
  const std::vector<Tensor>& all_results() const;
  // Returns whether `results` can belong to a process of this program. Results from other places
  // are untrusted.
  bool FitsResults(std::span<const Tensor> results) const;
  // Adds the results of a process that ran elsewhere. Called after kFinished, in ascending order of
  // processes.
  void AdoptResults(int64_t process, std::vector<Tensor> results);
  const std::vector<std::string>& result_types() const;
  // Diagnostics of a failure.
  const std::vector<Diagnostic>& diagnostics() const;
  Progress progress() const;
  // Place of the running machine in the source; unknown before the start and after the end.
  Span current_span() const;
  // Line of current_span(); 0 if unknown.
  uint32_t current_line() const;
  Counts counts() const;
  // Maximum bytes of values that the run needs, known before it starts.
  uint64_t peak_bytes() const;
  // Covers the first plan if sizes are known only at run time.
  MemoryUse memory_use() const;
  // Returns a copy of the value whose definition covers byte `offset` of the source, and its type
  // with the sizes of this run. A definition is the name of a result or an argument. `index`
  // selects a result under one name ("%r:2"), `part` a leaf of a tuple. Returns nothing if the
  // value is not computed yet or not kept.
  struct KeptValue {
    Tensor value;
    std::string type;
  };
  std::optional<KeptValue> ValueAt(uint32_t offset, ProcessId process = {}, size_t index = 0,
                                   size_t part = 0) const;
  // Like ValueAt, for a value of the program.
  std::optional<KeptValue> ValueOf(const Value& value, ProcessId process = {},
                                   size_t part = 0) const;
  // Passes the current value to `look` without a copy; `look` must not retain it. Returns false if
  // there is no value.
  bool LookAt(const Value& value, size_t part, const std::function<void(const ValueView&)>& look,
              ProcessId process = {}) const;
  // Returns one diagnostic (code "expectation") for each commented expectation that the results of
  // processes here do not meet.
  std::vector<Diagnostic> CheckExpectations() const;
  // Returns CheckExpectations() after kFinished, and a warning (code "unread") for each entry of
  // `infeed` and `received` that no process here has read. In a grid of several places, a warning
  // counts only if all of them report it.
  std::vector<Diagnostic> Remarks() const;

 private:
  friend class Debugger;
  friend class NonFiniteRun;
  friend class RunReader;
  struct State;
  explicit Session(std::unique_ptr<State> state);
  void TakeResults();
  MachineGrid& machines() const;
  std::unique_ptr<State> state_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_RUN_SESSION_H_
