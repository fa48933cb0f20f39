// Tapes: sequences of operations on single elements, with jumps between them. Calling a kernel for
// an array of one element costs more than the arithmetic. An instruction of a tape is a few loads,
// that arithmetic, a store, and a jump to the next instruction.
//
// All values are in memory, where the kernels would leave them, so that a tape can be left and
// entered before any block. A block is a basic block: its instructions all run, in order. Budget
// and counts are updated once per block.
#ifndef PADDOCK_SIMD_ELEMENTWISE_TAPE_H_
#define PADDOCK_SIMD_ELEMENTWISE_TAPE_H_

#include <cstddef>
#include <cstdint>
#include <limits>

#include "simd/kernel.h"

namespace paddock::simd {

struct TapeInstruction {
  // Machine code for this SIMD target; see TapeForms and FindTapeCode.
  uintptr_t code = 0;
  void* result = nullptr;
  const void* operands[3] = {};
  // Depends on the instruction:
  //   branch, also fused with a comparison: TapeBlock* const[2], for false and for true
  //   switch: TapeTargets
  //   jump: TapeBlock
  //   kernel: TapeKernel
  //   joined: TapeJoinedKernel
  //   slice: TapeSlice
  //   call: defined by the caller
  const void* extra = nullptr;
};

// A basic block. Its last instruction is a jump, a branch, a switch or a call.
struct TapeBlock {
  const TapeInstruction* instructions = nullptr;
  // Work and steps of one execution of the block.
  int64_t work = 0;
  uint64_t steps = 0;
  // Number of entries of the block, and TapeRun::steps at the last entry, including this block's
  // steps.
  uint64_t count = 0;
  uint64_t last = 0;
  // Value of TapeRun::at if the tape is left before this block.
  uint32_t place = 0;
};

// No budget suffices for this work, so the tape is left here.
inline constexpr int64_t kTapeEnd = std::numeric_limits<int64_t>::max();

struct TapeTargets {
  TapeBlock* const* blocks = nullptr;
  int64_t count = 0;
};

// Runs `function` on `count` elements.
struct TapeKernel {
  ElementwiseFunction function = nullptr;
  const void* attributes = nullptr;
  size_t count = 1;
  // The operands of a function of one or two floats that gives one of equal width, and the bytes of
  // each. 0: another function.
  uint8_t arity = 0;
  uint8_t element_bytes = 0;
  // FindFunctionOfFour (simd/math/math.h), for machine code; 0 if there is none.
  uintptr_t of_four = 0;
  // TapeCodes::in_memory of the operation on one element, whose operands and result, other than
  // booleans, have as many bytes each; or the code of the move of an element that is repeated. 0 if
  // there is none, or if there are more than kMostOfVector elements.
  uintptr_t of_element = 0;
  // That operation has its first two operands swapped.
  bool is_mirrored = false;
  static constexpr size_t kMostOfVector = 32;
};

// Runs a function on elements of several places: a call takes as long for as many as a vector has.
// Natively only.
struct TapeJoinedKernel {
  static constexpr size_t kMost = 4;
  const TapeKernel* kernel = nullptr;
  size_t count = 0;
  // Behind `count`, operands repeat.
  const void* operands[2][kMost] = {};
  void* results[kMost] = {};
};

// Moves bytes from operand 0. Two indices, operands 1 and 2, displace them: each is clamped to 0 ..
// limit and multiplied by its stride, in bytes. Natively only.
struct TapeSlice {
  struct Index {
    int64_t limit = 0;
    int64_t stride = 0;
  };
  Index indices[2];
  uint32_t bytes = 0;
  // The type of the indices.
  uint8_t index_bytes = 4;
  bool is_signed = true;
  // Displaces the result, not the operand.
  bool is_update = false;
  // Moves nothing if an index is outside 0 .. limit, instead of clamping it.
  bool drops_outside = false;
};

struct TapeRun {
  // Remaining work. A block is entered only if the budget exceeds its work, which is then
  // subtracted.
  int64_t budget = 0;
  uint64_t steps = 0;
  uint32_t at = 0;
  // Called by a call instruction with its `extra`. Returns the block to continue with, or null
  // after setting `at`, to leave the tape. It may change all members above.
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
  // Moves of 1 to 16 bytes.
  kMove1,
  kMove2,
  kMove4,
  kMove8,
  kMove16,
  kSlice,
  kJoined,
};
uintptr_t FindTapeCode(TapeControl control);

// Codes of an operation by the location of its operands. 0: no such code.
struct TapeCodes {
  // All operands are in memory.
  uintptr_t in_memory = 0;
  // The left operand, the right one, or both are in the register. An earlier instruction of this
  // table left them there, with the same width.
  uintptr_t after_left = 0;
  uintptr_t after_right = 0;
  uintptr_t after_both = 0;
};

// Codes of an operation. They store the result and leave it in the register.
struct TapeForms : TapeCodes {
  // Codes that preserve the register.
  TapeCodes keeping;
  // Code of a comparison fused with the branch on its result. It preserves the register. 0: no such
  // code.
  uintptr_t and_branch = 0;
  // Sizes of the register operand of an `after_` form, and of the result in the register. 0: no
  // result there.
  uint8_t operand_bytes = 0;
  uint8_t result_bytes = 0;
};

// Returns the codes of an operation whose operands have so many bytes each.
using TapeFormsFunction = TapeForms (*)(size_t operand_bytes);

// Returns the codes of operand 0 * operand 1 + operand 2 on floats of 4 or 8 bytes. Fast numerics
// round once where the target can; otherwise the product is rounded too.
TapeForms FindTapeMultiplyAdd(size_t operand_bytes, Numerics numerics);

// Returns the codes of two neighbouring instructions fused into one, which replaces the first.
// `first` and `second` are their codes with operands in memory, or with a branch. `is_right`: the
// first one's result is the right operand of the second. All codes are 0 if the two cannot be
// fused. A pair with a branch preserves the register.
TapeCodes FindTapePair(uintptr_t first, uintptr_t second, bool is_right);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_ELEMENTWISE_TAPE_H_
