// Tapes: operations on single elements one after the other, with jumps between them. To call a
// kernel over an array of one element costs more than what it computes; here an instruction is a
// few loads, the same arithmetic, a store, and a jump to the next.
//
// All values are in memory, each where the kernels would leave it, so that a tape can be left
// and entered before any block. A block is a stretch of instructions that is run through to its
// end: budget and counts are looked after once for each.
#ifndef PADDOCK_SIMD_ELEMENTWISE_TAPE_H_
#define PADDOCK_SIMD_ELEMENTWISE_TAPE_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "simd/kernel.h"

namespace paddock::simd {

struct TapeInstruction {
  // Of the machine of this target: see TapeForms and FindTapeCode.
  uintptr_t code = 0;
  void* result = nullptr;
  const void* operands[3] = {};
  // Of a branch, also one with a comparison: TapeBlock* const[2], when false and when true. Of a
  // switch: TapeTargets. Of a jump: TapeBlock. Of a kernel: TapeKernel. Of a call: the caller's.
  const void* extra = nullptr;
};

// The last of them ends in a jump, a branch, a switch or a call.
struct TapeBlock {
  const TapeInstruction* instructions = nullptr;
  // What a run through it costs, and by how much it counts.
  int64_t work = 0;
  uint64_t steps = 0;
  // How often it was entered; TapeRun::steps when it was last, with its own.
  uint64_t count = 0;
  uint64_t last = 0;
  // What TapeRun::at is set to where the tape is left before this block.
  uint32_t place = 0;
};

// No budget is enough for it: a tape is left here.
inline constexpr int64_t kTapeEnd = std::numeric_limits<int64_t>::max();

struct TapeTargets {
  TapeBlock* const* blocks = nullptr;
  int64_t count = 0;
};

// `kernel` on `count` elements.
struct TapeKernel {
  ElementwiseKernel kernel = nullptr;
  const void* attributes = nullptr;
  size_t count = 1;
};

struct TapeRun {
  // A block is entered if there is more left than its work, which is then paid.
  int64_t budget = 0;
  uint64_t steps = 0;
  uint32_t at = 0;
  // What a call instruction calls, with its `extra`: gives the block to go on with; null: the tape
  // is left, and `at` is set. It may change all of the above.
  TapeBlock* (*call)(TapeRun& run, const void* extra) = nullptr;
  void* host = nullptr;
};

// Runs from `entry` until the tape is left.
void RunTape(TapeBlock& entry, TapeRun& run);

enum class TapeControl : uint8_t {
  kJump,
  kBranch,  // on the byte at operand 0
  kSwitch,  // on the i32 at operand 0; an index out of range takes the last target
  kKernel,
  kCall,
  // So many bytes.
  kMove1,
  kMove2,
  kMove4,
  kMove8,
  kMove16,
};
uintptr_t FindTapeCode(TapeControl control);

// Where the operands of an operation are; 0: there is no code for that.
struct TapeCodes {
  // All operands are in memory.
  uintptr_t in_memory = 0;
  // The left operand, the right one, or both are in the register, where an instruction before of
  // this table left its result, which was as wide.
  uintptr_t after_left = 0;
  uintptr_t after_right = 0;
  uintptr_t after_both = 0;
};

// The codes of an operation, which leave its result in the register, too.
struct TapeForms : TapeCodes {
  // Those that leave the register as it is.
  TapeCodes keeping;
  // Of a comparison: it, and then the branch on its result. Leaves the register as it is.
  uintptr_t and_branch = 0;
  // Of an operand of an `after_` form; of the result that it leaves in the register, 0: none.
  uint8_t operand_bytes = 0;
  uint8_t result_bytes = 0;
  // The instruction takes the right operand first.
  bool is_exchanged = false;
};

// What `kernel` is on one element; nothing where that is for TapeControl::kKernel.
std::optional<TapeForms> FindTapeForms(ElementwiseKernel kernel);

// Two instructions next to each other as one, which has the first one's place; `first` and `second`
// are what they are in memory (or with a branch), and `is_right` says which operand of the second
// the first one's result is. All 0 where the two are no pair. With a branch the register is left
// as it is.
TapeCodes FindTapePair(uintptr_t first, uintptr_t second, bool is_right);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_ELEMENTWISE_TAPE_H_
