// BoundTape: the tapes of a plan with their memory found.
//
// A block that goes back to itself is there twice: the second time it begins with what it left in
// the register. From elsewhere the first one is entered.
#ifndef PADDOCK_CORE_EXEC_TAPE_BOUND_TAPE_H_
#define PADDOCK_CORE_EXEC_TAPE_BOUND_TAPE_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/exec/tape/tape_codes.h"
#include "core/plan/tape.h"
#include "simd/elementwise/tape.h"

namespace paddock {

class BoundTape {
 public:
  // `pointers`: of every reference of the plan's steps. `plan` lives as long as this.
  void Bind(const TapePlan& plan, std::span<std::byte* const> pointers);

  // Calls `note` with each place that a tape can be entered at, and the block there.
  template <class Note>
  void ForEachEntry(const Note& note) {
    for (size_t i = 0; i < plan_->blocks.size(); ++i) {
      if (!plan_->blocks[i].is_end) note(plan_->blocks[i].place, blocks_[2 * i]);
    }
  }

  // The blocks of the loop that `block` is in.
  std::span<simd::TapeBlock> LoopAround(const simd::TapeBlock& block);

  // Calls `count` with each step of these blocks, its executions since the preceding call, and
  // TapeRun::steps after the last one. A step may be passed more than once.
  template <class Count>
  void TakeCounts(std::span<simd::TapeBlock> blocks, const Count& count) const {
    for (simd::TapeBlock& block : blocks) {
      if (block.count == 0) continue;
      const auto number = static_cast<size_t>(&block - blocks_.data()) / 2;
      const TapePlan::Block& planned = plan_->blocks[number];
      for (uint32_t k = 0; k < planned.step_count; ++k) {
        count(plan_->steps[planned.first_step + k], block.count,
              block.last - (planned.step_count - 1 - k));
      }
      block.count = 0;
    }
  }

 private:
  void BindBlock(size_t number, std::span<std::byte* const> pointers);
  void BindAgain(const TapePlan::Instruction& last, const HeldValue& held, simd::TapeBlock& first,
                 simd::TapeBlock& again);
  void CollectSlots(const TapePlan::Block& block, std::span<std::byte* const> pointers);
  void SetJump(const TapePlan::Instruction& planned, simd::TapeInstruction& instruction);
  bool ComesAgain(const TapePlan::Instruction& last, simd::TapeBlock& block) const;
  void AddInstructions(std::span<const TapeSlot> slots, simd::TapeBlock& block);

  const TapePlan* plan_ = nullptr;
  std::vector<simd::TapeInstruction> instructions_;
  // Two for each block of the plan.
  std::vector<simd::TapeBlock> blocks_;
  // Slots of the block that is being bound.
  std::vector<TapeSlot> slots_;
  // As TapePlan::targets.
  std::vector<simd::TapeBlock*> targets_;
  std::vector<simd::TapeTargets> switches_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_TAPE_BOUND_TAPE_H_
