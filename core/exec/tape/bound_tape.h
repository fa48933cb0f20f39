// BoundTape: the tapes of a plan with resolved memory. A block that jumps to itself exists twice:
// the first is entered from elsewhere, and the second begins with the value that the block leaves
// in the register.
#ifndef PADDOCK_CORE_EXEC_TAPE_BOUND_TAPE_H_
#define PADDOCK_CORE_EXEC_TAPE_BOUND_TAPE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/exec/native/native_end.h"
#include "core/exec/native/native_segment.h"
#include "core/exec/tape/called_steps.h"
#include "core/exec/tape/joined_calls.h"
#include "core/exec/tape/tape_codes.h"
#include "core/native/assembler.h"
#include "core/native/executable_memory.h"
#include "core/plan/step.h"
#include "core/plan/tape.h"
#include "simd/elementwise/tape.h"

namespace paddock {

// The memory of a plan's steps.
struct TapeMemory {
  // The address of every reference.
  std::span<std::byte* const> pointers;
  std::byte* scratch = nullptr;
  // TapePlan::constants.
  std::span<const std::byte* const> constants = {};
  // The steps of the plan, and the services that they call.
  std::span<const Step> steps = {};
  StepHost* host = nullptr;
  size_t scratch_stride = 0;

  std::byte* At(const TapePlan::Place& place) const {
    return Begin(place.reference) + place.offset;
  }

 private:
  std::byte* Begin(uint32_t reference) const {
    // No instruction writes it.
    alignas(16) static constexpr std::byte kZeros[16] = {};
    if (reference == TapePlan::kScratch) return scratch;
    if (reference == TapePlan::kZero) return const_cast<std::byte*>(kZeros);
    // Instructions only read constants.
    return reference < TapePlan::kFirstConstant
               ? pointers[reference]
               : const_cast<std::byte*>(constants[reference - TapePlan::kFirstConstant]);
  }
};

class BoundTape {
 public:
  // Does nothing if the tape is bound to this plan and memory. `may_be_native`: replaces
  // instructions by machine code, if this is the first plan.
  void Bind(std::shared_ptr<const TapePlan> plan, const TapeMemory& memory, bool may_be_native);

  // Whether the tape is bound to the memory of the same steps, for any host.
  bool IsBoundTo(const TapeMemory& memory) const {
    return scratch_ == memory.scratch && steps_ == memory.steps.data() &&
           std::ranges::equal(pointers_, memory.pointers);
  }
  const std::shared_ptr<const TapePlan>& plan() const { return plan_; }
  // Releases the plan and the host between two machines, and continues with the plan, which is the
  // same, and with another host.
  void Rest() { Resume(nullptr, nullptr); }
  void Resume(std::shared_ptr<const TapePlan> plan, StepHost* host) {
    plan_ = std::move(plan);
    called_.SetHost(host);
  }

  // Replaces instructions by machine code, where the system and the processor allow it. Blocks stay
  // where they are, so the tape may be between any two of them.
  void MakeNative();
  // Returns the rest of the work after which a tape becomes native: `least`, and as much as making
  // the code of an instruction takes. Returns nothing if the tape is native, or cannot be.
  std::optional<int64_t> WorkUntilNative(int64_t least) const {
    constexpr int64_t kWorkOfInstruction = 512;
    if (!kHasNativeTapes || is_native_) return std::nullopt;
    if (least == 0) return 0;
    const auto count = static_cast<int64_t>(plan_->instructions.size());
    return std::max<int64_t>(0, least + kWorkOfInstruction * count - work_);
  }
  void AddWork(int64_t work) { work_ += work; }

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
  // Instructions of a block that machine code replaces. `begin` counts its slots.
  struct Segment {
    size_t block = 0;
    size_t begin = 0;
    size_t count = 0;
    // In the code.
    size_t offset = 0;
    // Includes the block's jump, which follows for blocks that code does not enter.
    bool has_end = false;
    std::vector<TapeSlot> replaced = {};
  };

  void BindCalledSteps(const TapeMemory& memory);
  void FindConstants(const TapeMemory& memory);
  void PlaceBlocks();
  void WriteCode();
  void BindBlocks();
  void WriteSegments(size_t number, Assembler& assembler);
  // Returns what code for the block's jump does; nothing for a call of a step.
  std::optional<NativeEnd> EndOf(size_t number) const;
  void WriteSegment(size_t number, std::span<TapeSlot> slots, const NativeEnd* end,
                    Assembler& assembler);
  bool HasNativeEnd(size_t number) const;
  // Gives a block of so many instructions several iterations if it branches to itself.
  void RepeatItself(size_t number, size_t instructions, NativeEnd& end) const;
  const TapePlan::Instruction& LastOf(size_t number) const;
  TapeSlot BranchOf(const TapePlan::Instruction& last);
  void ReplaceSegments(size_t number);
  void BindBlock(size_t number);
  void BindAgain(const TapePlan::Instruction& last, const HeldValue& held, simd::TapeBlock& first,
                 simd::TapeBlock& again);
  void CollectSlots(const TapePlan::Block& block);
  void SetJump(const TapePlan::Instruction& planned, simd::TapeInstruction& instruction);
  bool ComesAgain(const TapePlan::Instruction& last, simd::TapeBlock& block) const;
  void AddInstructions(std::span<const TapeSlot> slots, simd::TapeBlock& block);

  TapeMemory Memory() const { return {pointers_, scratch_, plan_->constants}; }

  std::shared_ptr<const TapePlan> plan_;
  std::vector<std::byte*> pointers_;
  std::byte* scratch_ = nullptr;
  const Step* steps_ = nullptr;
  int64_t work_ = 0;
  bool is_native_ = false;
  CalledSteps called_;
  NativeConstants constants_;
  std::unique_ptr<const ExecutableMemory> code_;
  std::vector<Segment> segments_;
  std::vector<simd::TapeInstruction> instructions_;
  // Two blocks for each block of the plan.
  std::vector<simd::TapeBlock> blocks_;
  // Slots of the block that is being bound.
  std::vector<TapeSlot> slots_;
  // Their numbers in TapePlan::instructions.
  std::vector<size_t> numbers_;
  JoinedCalls joined_;
  // Like TapePlan::targets.
  std::vector<simd::TapeBlock*> targets_;
  std::vector<simd::TapeTargets> switches_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_TAPE_BOUND_TAPE_H_
