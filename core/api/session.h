// Session: one execution of a function of a Program, in slices that the caller sizes.
#ifndef PADDOCK_CORE_API_SESSION_H_
#define PADDOCK_CORE_API_SESSION_H_

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
#include "core/exec/machine.h"
#include "core/grid/communication.h"
#include "core/grid/peer.h"
#include "core/grid/process_grid.h"
#include "core/plan/custom_call.h"
#include "core/tensor/tensor.h"

namespace paddock {

class MachineGrid;

// A leaf of the arguments for one process alone.
struct ProcessInput {
  ProcessId process;
  size_t leaf = 0;
  Tensor value;
};

// A leaf of the arguments that `random` makes: other numbers for each leaf and process.
struct RandomInput {
  size_t leaf = 0;
  uint64_t seed = 1;
  std::vector<int64_t> shape;
};

// Entry that one stablehlo.infeed reads, or one stablehlo.recv from the host.
struct InfeedEntry {
  // Absent: every process reads it.
  std::optional<ProcessId> process;
  // One a result but for the token; or none, and the values as text: a list, or for several
  // results a tuple of lists.
  std::vector<Tensor> values;
  std::string text;
  Span span;
};

// How the processes of a grid run. Results and diagnostics are the same.
enum class GridMode : uint8_t {
  kCooperative,  // in turns on the caller's thread
  kThreads,      // several at once; what they print may lie in another order
};

struct SessionOptions {
  std::string entry;  // empty: see Program::FindEntry
  // The process grid. A comment `num_replicas` of the program goes before it; 0 x 0 is what
  // the module's attributes say, or 1 x 1.
  GridSize grid{0, 0};
  // One a leaf of the arguments (FunctionInfo::argument_leaves; where there are no tuples, one an
  // argument), in order, for every process; fewer, or one without a value, is an error that names
  // it, unless it is given for each process or by the program's comments.
  std::vector<Tensor> inputs;
  std::vector<ProcessInput> process_inputs;
  // For leaves that have no value from the two above.
  std::vector<RandomInput> random_inputs;
  // In the order in which a process reads them; none: those of the program's comments.
  std::vector<InfeedEntry> infeed;
  // The same for stablehlo.recv from the host, by channel. A channel with none, also in the
  // comments, has what the process itself sent to the host on it.
  std::map<int64_t, std::vector<InfeedEntry>> received;
  // Called with what stablehlo.outfeed writes, or a stablehlo.send to the host.
  OutfeedListener on_outfeed;
  // Told what each process gives to others and gets from them (core/grid/communication.h).
  // Empty: nothing is recorded.
  CommunicationListener on_communication;
  // Told of each call of a step of the plan, on the thread that runs the process. Slow.
  std::function<void(int64_t process, const StepSpan&)> on_span;
  // Told of each step that is done; null for one that prepares constants. Slow.
  std::function<void(int64_t process, const Operation*)> on_step;
  // Functions for targets of stablehlo.custom_call; may be null.
  std::shared_ptr<const CustomCallRegistry> custom_calls;
  Level level = Level::kFast;
  simd::Numerics numerics = simd::Numerics::kFast;
  // Of rng; the same seed gives the same numbers on every machine.
  uint64_t seed = 0;
  // They share the work of large operations. With kThreads it is how many processes run at
  // once: 1 stands for as many as the machine has, but at least 2. The functions below and those
  // of the custom calls are called on these threads; those below one at a time.
  int threads = 1;
  GridMode mode = GridMode::kCooperative;
  // Where the other processes are met if the grid runs in several places (core/api/shared_grid.h):
  // only those of its share run here, and what they print or feed out goes to the hub, not to the
  // functions below. Null: all run here.
  std::shared_ptr<Peer> peer;
  // Of tensors, the program's constants apart.
  uint64_t memory_bytes = uint64_t{4} << 30;
  // The order of the processes' steps does not depend on how Run is sliced: see
  // core/api/debugger.h. With kCooperative and no peer.
  bool is_stepped = false;
  // Called with what interpreter.print writes, complete with its newline.
  std::function<void(std::string_view)> on_print;
  // Called by interpreter.probe with its id and how often that id was seen before.
  std::function<void(std::string_view id, int64_t iteration, const Tensor& value)> on_probe;
};

// Of the processes that run here, together.
struct MemoryUse {
  // See Session::peak_bytes.
  uint64_t peak_bytes = 0;
  // What the plan keeps values in, and the most of them that are alive at once: what it would
  // take at least.
  uint64_t arena_bytes = 0;
  uint64_t least_arena_bytes = 0;
  // How often the session asked for memory for tensors, from its start.
  uint64_t allocations = 0;
};

// Not thread safe; different sessions of one Program may run on different threads.
class Session {
 public:
  // Null, and the reasons in `diagnostics`, if the program has errors, holds an operation
  // that cannot be executed, an input does not fit, or memory does not suffice.
  static std::unique_ptr<Session> Start(std::shared_ptr<const Program> program,
                                        SessionOptions options,
                                        std::vector<Diagnostic>& diagnostics);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Goes on until the end, a failure, or about `work_budget` units of work (core/plan/step.h;
  // one unit is about a quarter of a nanosecond). With a peer it gives kBlocked when it can only
  // go on after the next message, and the end is that of the whole grid (Peer::stop); its last word
  // to the hub is what the results here do not meet.
  StopReason Run(int64_t work_budget);

  const FunctionInfo& entry() const;
  GridSize grid() const;
  // That run here, by flattened id.
  const std::vector<int64_t>& processes() const;
  // How many processes may run at once.
  size_t processes_at_once() const;
  // After kFinished, of one process: one tensor a result of the entry, tuples flattened, tokens
  // without a value; and the type of each, "tensor<2xf32>".
  const std::vector<Tensor>& results(ProcessId process = {}) const;
  // Of all processes, one after the other.
  const std::vector<Tensor>& all_results() const;
  // Whether they can be those of a process of this program: what comes from elsewhere may be
  // anything.
  bool FitsResults(std::span<const Tensor> results) const;
  // After kFinished: of a process that ran elsewhere, in rising order.
  void AdoptResults(int64_t process, std::vector<Tensor> results);
  const std::vector<std::string>& result_types() const;
  // Why it failed.
  const std::vector<Diagnostic>& diagnostics() const;
  Progress progress() const;
  // Where the machine whose turn it is stands in the source; unknown before the start and after the
  // end.
  Span current_span() const;
  // The same as a line of the source, 0 where unknown.
  uint32_t current_line() const;
  Counts counts() const;
  // Bytes of values that the run needs at most, known before it starts.
  uint64_t peak_bytes() const;
  // Where sizes are known only in the run, of its first plan.
  MemoryUse memory_use() const;
  // A copy of the value whose definition (the name of a result, an argument) covers byte
  // `offset` of the source, if it has been computed and is still kept; and its type, with the
  // sizes that it has in this run. Of results under one name ("%r:2") the one of this index, of a
  // tuple its leaf number `part`.
  struct KeptValue {
    Tensor value;
    std::string type;
  };
  std::optional<KeptValue> ValueAt(uint32_t offset, ProcessId process = {}, size_t index = 0,
                                   size_t part = 0) const;
  // See Machine::LookAt.
  bool LookAt(const Value& value, size_t part,
              const std::function<void(const Machine::Sight&)>& look, ProcessId process = {}) const;
  // Commented expectations that the results of processes here do not meet, one diagnostic each
  // (code "expectation").
  std::vector<Diagnostic> CheckExpectations() const;
  // After kFinished: these, and a warning (code "unread") for each entry of `infeed` and `received`
  // that no process here has read. Of a grid in several places a warning holds if all of them give
  // it.
  std::vector<Diagnostic> Remarks() const;

 private:
  friend class Debugger;
  struct State;
  explicit Session(std::unique_ptr<State> state);
  void TakeResults();
  MachineGrid& machines() const;
  std::unique_ptr<State> state_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_SESSION_H_
