// Step: one entry of a plan's flat list, and the context of its function at run time.
#ifndef PADDOCK_CORE_PLAN_STEP_H_
#define PADDOCK_CORE_PLAN_STEP_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/arena.h"
#include "core/diagnostics/diagnostic.h"
#include "core/grid/process_link.h"
#include "core/ir/operation.h"
#include "core/plan/prepared_step.h"
#include "core/plan/tape.h"
#include "core/tensor/tensor.h"

namespace paddock {

struct LateBody;
struct ParallelPrograms;
struct StepContext;
struct Traffic;

enum class StepStatus : uint8_t {
  kDone,         // continue at `next`
  kBudgetSpent,  // call again: `position` holds the progress
  kBlocked,      // waits for another process; call again
  kFailed,       // a diagnostic was reported
  kFinished,     // the last step of the plan
  kSuspended,    // the last step of a suspended plan: run its continuation
};

// Services of the machine for a step. Implemented by Machine.
class StepHost {
 public:
  virtual void Report(Diagnostic diagnostic) = 0;
  // interpreter.print.
  virtual void Print(const Operation& operation, Type type, const Tensor& value) = 0;
  // interpreter.probe; the machine counts the iterations of each id.
  virtual void Probe(const Operation& operation, std::string_view id, const Tensor& value) = 0;
  // Returns the value at the `iteration`-th visit of a probe whose id contains `id`, or null.
  virtual const Tensor* FindProbe(std::string_view id, int64_t iteration) const = 0;

  using Task = void (*)(void* argument, int64_t task, size_t thread);
  // Runs tasks 0 .. count, each once, in any order, and returns when all are done. `thread` <
  // thread_count() selects the task's part of the scratch memory. `work` is the sum of all tasks;
  // from kWakingWork on, sleeping threads are woken at once.
  virtual void RunTasks(int64_t count, int64_t work, Task task, void* argument) = 0;
  virtual size_t thread_count() const = 0;

  // Number of draws of rng in this run; a step that draws increments it.
  virtual uint64_t& draws() = 0;

  // --- The grid.
  virtual ProcessLink& link() = 0;
  // Values that an unfinished step collects for others.
  virtual Parcel& staged() = 0;
  // Allocates within the memory limit. Returns a tensor without a value, after a diagnostic, if the
  // limit is exceeded.
  virtual Tensor NewTensor(ElementType type, std::span<const int64_t> shape) = 0;
  // Returns the bytes at `data`, the step's own operand, as a tensor that other processes may read.
  // While is_lent(), the step must stay blocked.
  virtual Tensor Lend(ElementType type, std::span<const int64_t> shape, const std::byte* data) = 0;
  virtual bool is_lent() const = 0;
  virtual DiagnosticSink& errors() = 0;
  // interpreter.run_parallel; operands and results as references of the step.
  virtual StepStatus RunParallel(const ParallelPrograms& programs, StepContext& context) = 0;
  // One application of a late body; its arguments and results are references of the step.
  virtual StepStatus RunBody(const LateBody& body, StepContext& context) = 0;

 protected:
  ~StepHost() = default;
};

// Unit of work: about a quarter of a nanosecond. Each byte that a kernel reads or writes costs one.
// An arithmetic operation on an element costs one, or more if it is slow (exponential), as the
// Lower function decides. Every step costs at least one.
inline constexpr int64_t kStepWork = 8;
// A step checks its budget at least this often: about 4 ms at a byte a nanosecond.
inline constexpr int64_t kChunkWork = 4 << 20;
// Work of each thread between two joins of threads that share a step. A join costs a microsecond,
// and waits for the thread with the greater part of an uneven number of chunks.
inline constexpr int64_t kSharedWork = 4 * kChunkWork;
// Work that takes 0.2 ms even if it is copies in caches, whose units take a twentieth of the time.
inline constexpr int64_t kWakingWork = 1 << 24;
// Less work than this for each thread is not shared: one to two microseconds with wide vectors, in
// which another thread barely begins, and finds its data in another cache.
inline constexpr int64_t kLeastSharedWork = 3 << 13;

struct StepContext {
  // The step's memory in the order of its references, and its parameters. Steps access the memory
  // by name (core/plan/references.h), generic loops by index.
  std::byte* const* pointers = nullptr;
  const void* parameters = nullptr;
  const Operation* operation = nullptr;
  // Progress of the step; 0 at its beginning. The machine keeps it between calls.
  int64_t position = 0;
  // Remaining work. A step that exhausts it returns kBudgetSpent, after at least one chunk.
  int64_t budget = 0;
  // The next step: the following one, unless a jump sets it.
  uint32_t next = 0;
  // scratch_stride bytes for each thread, aligned to 64; kept while a step is unfinished.
  std::byte* scratch = nullptr;
  size_t scratch_stride = 0;
  StepHost* host = nullptr;

  template <class T>
  const T& As() const {
    return *static_cast<const T*>(parameters);
  }
  // Charges a chunk. Returns false if the step must stop after it.
  bool Spend(int64_t work) {
    budget -= work;
    return budget > 0;
  }
};

using StepFunction = StepStatus (*)(StepContext& context);

// Kind of memory of a reference, resolved when a plan is bound to a machine.
enum class MemoryKind : uint8_t {
  kArena,     // value is an offset into the machine's arena
  kConstant,  // value is an address that lives as long as the module and the plan
  kInput,     // value is the number of an argument
  kScratch,   // value is an offset into the first thread's scratch memory
};

struct Reference {
  MemoryKind kind = MemoryKind::kArena;
  uint64_t value = 0;
};

// A call or an operation with regions that contains steps, and its enclosing scope.
struct StepScope {
  const Operation* operation = nullptr;
  const StepScope* outer = nullptr;
  // Number of enclosing scopes.
  uint32_t depth = 0;
};

// Bytes that a step moves from one of its references to another.
struct StepMove {
  // Numbers of references of the step, and offsets in bytes.
  uint32_t source = 0;
  uint32_t target = 0;
  uint32_t source_offset = 0;
  uint32_t target_offset = 0;
  uint32_t bytes = 0;
};

// Few moves, or few computations on single elements, that have the effect of a step. Loops of small
// values do them themselves, since calls of steps take longer (core/plan/fusion/tape_plan.h). Or a
// call of the step that takes less time than from outside.
struct StepMoves {
  std::span<const StepMove> moves;
  // Computations and slices. If there are some, there are no moves. Places name references of the
  // step by number; they may also be scratch memory of the step.
  std::span<const TapePlan::Instruction> terms;
  // Work that the step charges itself, beside Step::work.
  int64_t work = 0;
  // There are no moves or terms: the tape calls the step within a block. The step neither waits,
  // fails nor jumps, and with a sufficient budget it runs to its end at once.
  bool is_call = false;
  // The moves change a part of the first reference. They have the effect of the step only if the
  // last reference is the same memory.
  bool is_update = false;
};

// Returns the moves of a step with these parameters, which `arena` keeps; null if there are many.
using StepMovesFunction = const StepMoves* (*)(const void* parameters, Arena& arena);

struct Step {
  StepFunction function = nullptr;
  const void* parameters = nullptr;
  std::span<const Reference> references;
  // The operation that it computes, or the last of those fused into it. Null for steps that prepare
  // constants.
  const Operation* operation = nullptr;
  // All operations fused into the step, in order, if there are several.
  std::span<const Operation* const> fused;
  // Work of one execution. The machine charges at most kChunkWork before the step runs; a step that
  // charges its own work has kStepWork.
  int64_t work = kStepWork;
  // Estimate of one whole execution, for progress.
  int64_t estimated_work = kStepWork;
  // For rates: arithmetic operations on elements (a multiply-add is two), and bytes read and
  // written.
  uint64_t operations = 0;
  uint64_t bytes = 0;
  // Null unless it communicates with other processes or does I/O.
  const Traffic* traffic = nullptr;
  // Level kFaithful: the innermost enclosing call or operation with regions; null: none.
  const StepScope* scope = nullptr;
  // Null unless the step may be few moves or terms. Called for steps of loops.
  StepMovesFunction moves = nullptr;
  // Null unless a tape that calls the step can prepare it.
  PrepareStepFunction prepare = nullptr;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_STEP_H_
