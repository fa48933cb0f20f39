// Plan: the steps and the memory of a run, determined before it starts. Immutable and shared.
#ifndef PADDOCK_CORE_PLAN_PLAN_H_
#define PADDOCK_CORE_PLAN_PLAN_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/arena.h"
#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/ir/module.h"
#include "core/plan/step.h"
#include "core/plan/suspension.h"
#include "core/plan/tape.h"
#include "core/run/custom_call.h"
#include "core/run/level.h"
#include "core/run/process_grid.h"
#include "simd/kernel.h"

namespace paddock::simd {
class FftTableCache;
}

namespace paddock {

struct LowerTable;

struct PlanOptions {
  Level level = Level::kFast;
  simd::Numerics numerics = simd::Numerics::kFast;
  // Seed of `rng`.
  uint64_t seed = 0;
  // Planning fails with `memory` above this peak, in bytes.
  uint64_t memory_limit = std::numeric_limits<uint64_t>::max();
  // Level kFaithful: if all values together need more bytes, the largest are not kept past their
  // last use.
  uint64_t retention_limit = uint64_t{1} << 30;
  // Planning fails with `limit` above this number of steps. Calls are planned in place, so a
  // program can need many.
  uint32_t step_limit = 4'000'000;
  // Whether cheap element-wise operations keep values in vector registers
  // (core/plan/fusion/tile_chain.h): off in tests that compare both forms.
  bool chains = true;
  // Grid that collectives are validated against.
  GridSize grid;
  // Functions for custom_call targets; may be null.
  std::shared_ptr<const CustomCallRegistry> custom_calls;
  // Shared by all plans of a program; may be null.
  std::shared_ptr<simd::FftTableCache> fft_tables;
  // Nesting depth of interpreter.run_parallel around the function.
  uint32_t parallel_depth = 0;

  friend bool operator==(const PlanOptions&, const PlanOptions&) = default;
};

// An argument or a result of the planned function; tuples are flattened into their
// leaves. Tokens have no element type and no memory.
struct PlanValue {
  Type type;
  bool is_token = false;
  ElementType element_type = ElementType::kI1;
  std::span<const int64_t> shape;
  Reference reference;
  // All elements are equal, and only one is stored.
  bool is_splat = false;

  bool is_whole_in_arena() const {
    return !is_token && !is_splat && reference.kind == MemoryKind::kArena;
  }
};

// Place at which a value of the program, or a leaf of a tuple, can be observed. A value has several
// entries if its function is called from several places.
struct PlanLocation {
  const Value* value = nullptr;
  // Index of a tuple's leaf; 0 for any other value.
  uint32_t part = 0;
  PlanValue where;
  // The value exists once `step` has run, except while the machine is between `step` and `ready`
  // (in a loop or a branch that computes it). kNoStep: arguments and constants.
  uint32_t step = kNoStep;
  uint32_t ready = kNoStep;
  // No other value uses its memory until this step has run; kNoStep: to the end.
  uint32_t valid_until = kNoStep;

  static constexpr uint32_t kNoStep = std::numeric_limits<uint32_t>::max();
};

// State that a suspended plan passes to its continuation (core/plan/suspension.h).
struct Suspension {
  struct Live {
    const Value* value = nullptr;
    std::vector<PlanValue> leaves;
    // Planning reads its elements.
    bool is_needed = false;
    std::optional<LiveFuture> future = {};
  };
  std::vector<SuspensionFrame> path;
  std::vector<Live> live;
};

// An argument whose elements planning read.
struct FixedArgument {
  // Index among the arguments that are no token.
  size_t index = 0;
  Tensor value;
};

class Plan {
 public:
  const Module& module() const { return *module_; }
  const Operation& function() const { return *function_; }
  const PlanOptions& options() const { return options_; }
  Level level() const { return options_.level; }
  uint64_t retention_limit() const { return options_.retention_limit; }
  simd::Numerics numerics() const { return options_.numerics; }
  GridSize grid() const { return options_.grid; }

  std::span<const Step> steps() const { return steps_; }
  // Returns null if no loop is worth a tape.
  const std::shared_ptr<const TapePlan>& tapes() const { return tapes_; }
  // Returns whether every step runs once, in order: no loop or branch depends on values.
  bool is_straight() const { return is_straight_; }
  std::span<const PlanValue> arguments() const { return arguments_; }
  // Empty if the plan is suspended.
  std::span<const PlanValue> results() const { return results_; }
  // Returns null unless the plan ends before the function does.
  const Suspension* suspension() const { return suspension_.get(); }
  // Returns whether the plan is valid for inputs of these sizes, and of these values where sizes
  // depend on them.
  bool Takes(std::span<const Tensor> inputs) const;
  std::span<const FixedArgument> fixed_arguments() const { return fixed_arguments_; }
  // Sorted by value id. Values that are fused away have none.
  std::span<const PlanLocation> locations() const { return locations_; }

  uint64_t arena_bytes() const { return arena_bytes_; }
  // Bytes of live values in the arena at each step. Their maximum is the lower bound of any arena.
  std::span<const uint64_t> live_bytes() const { return live_bytes_; }
  uint64_t least_arena_bytes() const {
    return live_bytes_.empty() ? 0 : std::ranges::max(live_bytes_);
  }
  // For each thread.
  uint64_t scratch_bytes() const { return scratch_bytes_; }
  // Returns whether results in the arena are returned in place, without a copy. They are
  // about half of the arena or more, so retaining one pins little else.
  bool lends_results() const { return lends_results_; }
  // Maximum bytes that a run holds on one thread: arena, scratch memory and copies of results.
  // Excludes arguments and the program's constants.
  uint64_t peak_bytes() const { return peak_bytes_; }
  // Work of a run in which every step runs once.
  int64_t estimated_work() const { return estimated_work_; }

 private:
  friend class PlanBuilder;
  // The Lower functions of this plan, for its continuations.
  const LowerTable* table_ = nullptr;
  const Module* module_ = nullptr;
  const Operation* function_ = nullptr;
  // Null unless this is the plan of a late body (core/plan/lowering/late_body.h).
  Block* body_ = nullptr;
  size_t value_count_ = 0;
  PlanOptions options_;
  Arena memory_;
  // Parameters of steps that need destructors.
  std::vector<std::shared_ptr<const void>> owned_;
  std::vector<Step> steps_;
  std::shared_ptr<const TapePlan> tapes_;
  std::vector<PlanValue> arguments_;
  std::vector<PlanValue> results_;
  std::vector<PlanLocation> locations_;
  std::unique_ptr<const Suspension> suspension_;
  std::vector<FixedArgument> fixed_arguments_;
  std::vector<const Operation*> late_;
  std::vector<uint64_t> live_bytes_;
  uint64_t arena_bytes_ = 0;
  uint64_t scratch_bytes_ = 0;
  uint64_t peak_bytes_ = 0;
  int64_t estimated_work_ = 0;
  bool is_straight_ = true;
  bool lends_results_ = false;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PLAN_H_
