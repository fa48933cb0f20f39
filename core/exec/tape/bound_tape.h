// BoundTape: the tapes of a plan with resolved memory. A block that jumps to itself exists twice:
// the first is entered from elsewhere, and the second begins with the value that the block leaves
// in the register.
#ifndef PADDOCK_CORE_EXEC_TAPE_BOUND_TAPE_H_
#define PADDOCK_CORE_EXEC_TAPE_BOUND_TAPE_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/exec/tape/tape_codes.h"
#include "core/plan/tape.h"
#include "simd/elementwise/tape.h"

namespace paddock {

// The memory of a plan's steps.
struct TapeMemory {
  // The address of every reference.
  std::span<std::byte* const> pointers;
  std::byte* scratch = nullptr;

  std::byte* At(const TapePlan::Place& place) const {
    return Begin(place.reference) + place.offset;
  }

 private:
  std::byte* Begin(uint32_t reference) const {
    // No instruction writes it.
    alignas(16) static constexpr std::byte kZeros[16] = {};
    if (reference == TapePlan::kScratch) return scratch;
    if (reference == TapePlan::kZero) return const_cast<std::byte*>(kZeros);
    return pointers[reference];
  }
};

class BoundTape {
 public:
  // `plan` must outlive the tape.
  void Bind(const TapePlan& plan, const TapeMemory& memory);

  // Calls `note` with each step at which a tape can be entered, and its block.
  template <class Note>
  void ForEachEntry(const Note& note) {
    for (size_t i = 0; i < plan_->blocks.size(); ++i) {
      if (!plan_->blocks[i].is_end) note(plan_->blocks[i].place, blocks_[2 * i]);
    }
  }

  // Returns the blocks of the loop that contains `block`.
  std::span<simd::TapeBlock> LoopAround(const simd::TapeBlock& block);

  // Calls `count` with each step of these blocks, its executions since the preceding call, and
  // TapeRun::steps after the last one. A step may occur more than once.
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
  void BindBlock(size_t number, const TapeMemory& memory);
  void BindAgain(const TapePlan::Instruction& last, const HeldValue& held, simd::TapeBlock& first,
                 simd::TapeBlock& again);
  void CollectSlots(const TapePlan::Block& block, const TapeMemory& memory);
  void SetJump(const TapePlan::Instruction& planned, simd::TapeInstruction& instruction);
  bool ComesAgain(const TapePlan::Instruction& last, simd::TapeBlock& block) const;
  void AddInstructions(std::span<const TapeSlot> slots, simd::TapeBlock& block);

  const TapePlan* plan_ = nullptr;
  std::vector<simd::TapeInstruction> instructions_;
  // Two blocks for each block of the plan.
  std::vector<simd::TapeBlock> blocks_;
  // Slots of the block that is being bound.
  std::vector<TapeSlot> slots_;
  // Like TapePlan::targets.
  std::vector<simd::TapeBlock*> targets_;
  std::vector<simd::TapeTargets> switches_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_TAPE_BOUND_TAPE_H_
