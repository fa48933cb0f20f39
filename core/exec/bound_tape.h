// BoundTape: the tapes of a plan with their memory found.
#ifndef PADDOCK_CORE_EXEC_BOUND_TAPE_H_
#define PADDOCK_CORE_EXEC_BOUND_TAPE_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/plan/tape_plan.h"
#include "simd/elementwise/tape.h"

namespace paddock {

class BoundTape {
 public:
  // `pointers`: of every reference of the plan's steps. `plan` lives as long as this.
  void Bind(const TapePlan& plan, std::span<std::byte* const> pointers);

  // Calls `note` with each place that a tape can be entered at, and the block there.
  template <class Note>
  void ForEachEntry(const Note& note) {
    for (size_t i = 0; i < blocks_.size(); ++i) {
      if (!plan_->blocks[i].is_end) note(plan_->blocks[i].place, blocks_[i]);
    }
  }

  // The blocks of the loop that `block` is in.
  std::span<simd::TapeBlock> LoopAround(const simd::TapeBlock& block);

  // Calls `count` with each step of these blocks, how often it ran since this was last done, and
  // TapeRun::steps after the last time; a step may come more than once.
  template <class Count>
  void TakeCounts(std::span<simd::TapeBlock> blocks, const Count& count) const {
    for (simd::TapeBlock& block : blocks) {
      if (block.count == 0) continue;
      const auto number = static_cast<size_t>(&block - blocks_.data());
      const TapePlan::Block& planned = plan_->blocks[number];
      for (uint32_t k = 0; k < planned.step_count; ++k) {
        count(plan_->steps[planned.first_step + k], block.count,
              block.last - (planned.step_count - 1 - k));
      }
      block.count = 0;
    }
  }

 private:
  struct Previous;
  void BindBlock(const TapePlan::Block& block, std::span<std::byte* const> pointers);
  bool BindFused(const TapePlan::Instruction& planned, const void* predicate,
                 const Previous& previous);

  const TapePlan* plan_ = nullptr;
  std::vector<simd::TapeInstruction> instructions_;
  std::vector<simd::TapeBlock> blocks_;
  // As TapePlan::targets.
  std::vector<simd::TapeBlock*> targets_;
  std::vector<simd::TapeTargets> switches_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_BOUND_TAPE_H_
