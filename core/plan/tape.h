// Tapes of a plan: its loops in the form that simd/elementwise/tape.h runs. Loops of scalars spend
// most of their time between computations: a step that is a kernel on one element takes ten times
// as long as the operation.
//
// A tape is an alternative to the plan's steps, with the same effect on memory. The machine may
// leave it before any block and continue step by step, so breakpoints, traces and the trap for
// non-finite values do not depend on tapes. Steps that are neither element-wise nor jumps are
// called from the tape.
#ifndef PADDOCK_CORE_PLAN_TAPE_H_
#define PADDOCK_CORE_PLAN_TAPE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simd/elementwise/tape.h"

namespace paddock {

struct TapePlan {
  // Place::reference of scratch memory, and of a zero of any type.
  static constexpr uint32_t kScratch = 0xFFFFFFFF;
  static constexpr uint32_t kZero = 0xFFFFFFFE;
  // References from here on are `constants`.
  static constexpr uint32_t kFirstConstant = 0x80000000;

  struct Place {
    // References are numbered: those of the plan's first step, then those of the second ...
    uint32_t reference = 0;
    // In bytes.
    uint32_t offset = 0;
  };
  struct Instruction {
    enum class Kind : uint8_t {
      kCompute,
      kKernel,
      kMove,  // forms.in_memory; nothing if source and target have one address
      kSlice,
      kJump,
      kBranch,
      kSwitch,
      kStep,  // a step that is called within the block; operand 0 is at its first reference
      kCall,
    };
    Kind kind = Kind::kCompute;
    simd::TapeForms forms;
    Place result;
    Place operands[3];
    const simd::TapeKernel* kernel = nullptr;
    const simd::TapeSlice* slice = nullptr;
    // In `targets`.
    uint32_t first_target = 0;
    uint32_t target_count = 0;
    // kStep, kCall.
    uint32_t step = 0;
  };
  // Straight-line steps of one loop. A called step at the end of a block does not count in it.
  struct Block {
    // The first step; for an end, the step outside the loop.
    uint32_t place = 0;
    bool is_end = false;
    int64_t work = 0;
    uint32_t first_instruction = 0;
    uint32_t instruction_count = 0;
    // In `steps`.
    uint32_t first_step = 0;
    uint32_t step_count = 0;
  };
  // An outermost loop.
  struct Loop {
    uint32_t first_block = 0;
    uint32_t block_count = 0;
  };

  std::vector<Instruction> instructions;
  // Elements that a step would compute from indices. They live as long as the plan.
  std::vector<const std::byte*> constants;
  std::vector<Block> blocks;
  std::vector<Loop> loops;
  std::vector<uint32_t> steps;
  // Numbers of blocks.
  std::vector<uint32_t> targets;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_TAPE_H_
