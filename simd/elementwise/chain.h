// Chains: cheap element-wise operations one after the other on a block of elements that stays in
// vector registers. A kernel over an array stores its result only to load it again for the next.
//
// The machine has one accumulator, a block. A step computes it anew from itself and up to two
// operands in memory, or loads or stores it. All elements are as wide as a lane, but for i1, which
// is a lane of 0 or 1 inside and a byte in memory. Bits are those of the kernels over arrays.
#ifndef PADDOCK_SIMD_ELEMENTWISE_CHAIN_H_
#define PADDOCK_SIMD_ELEMENTWISE_CHAIN_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/types/element_type.h"
#include "simd/kernel.h"

namespace paddock::simd {

enum class ChainOp : uint8_t {
  kNone,
  kLoad,
  kLoadBoolean,   // bytes in memory
  kStore,         // to operand 0
  kStoreBoolean,  //
  kStream,        // kStore past the caches (stream_bytes.h), to a multiple of kStreamAlignment
  kSame,          // a conversion that changes no bit
  kIntegerToFloat,
  kFloatToInteger,
  // Which operand of select the accumulator is; the others are operands 0 and 1.
  kSelectByPredicate,
  kSelectOnTrue,
  kSelectOnFalse,
#define CHAIN_UNARY(name, lanes, function, types, spelling) k##name,
#define CHAIN_BINARY(name, lanes, function, types, spelling) k##name, k##name##Reversed,
#define CHAIN_COMMUTATIVE(name, lanes, function, types, spelling) k##name,
#define CHAIN_ARITHMETIC(name, lanes, function, types, spelling) k##name, k##name##Doubled,
#define CHAIN_TERNARY(name, lanes, function, types, spelling) k##name,
#define CHAIN_COMPARE(name, lanes, function, types, direction) k##name, k##name##Reversed,
#include "simd/elementwise/chain_ops.def"
#undef CHAIN_UNARY
#undef CHAIN_BINARY
#undef CHAIN_COMMUTATIVE
#undef CHAIN_ARITHMETIC
#undef CHAIN_TERNARY
#undef CHAIN_COMPARE
#define CHAIN_PAIR(first, second) k##first##Then##second,
#include "simd/elementwise/chain_pairs.def"
#undef CHAIN_PAIR
};

struct ChainStep {
  ChainOp op = ChainOp::kNone;
  // Indices of operands, in the order that the operation has them.
  uint16_t operands[2] = {};
};

// Memory of any alignment; the next block is so many bytes further on, 0: it is always the same.
struct ChainOperand {
  uint8_t* address;
  size_t block_bytes;
};

using ChainKernel = void (*)(const ChainStep* steps, size_t step_count,
                             const ChainOperand* operands, size_t block_count);

struct ChainMachine {
  ChainKernel run = nullptr;
  size_t block_elements = 0;
};

// `lane_bytes`: 4 or 8.
ChainMachine FindChainMachine(size_t lane_bytes);
inline constexpr size_t kStreamAlignment = 64;
// No block has more elements.
inline constexpr size_t kMostChainElements = 256;

// An operation as a step.
struct ChainForms {
  // By the operand that is in the accumulator; kNone: that one cannot be.
  ChainOp with[3] = {};
  // Both operands are.
  ChainOp doubled = ChainOp::kNone;
};

// Returns the chain operations that compute `kernel`, from elements of `operand` (the type of its
// last operand) to `result`. Nothing if chains do not support it.
std::optional<ChainForms> FindChainForms(ElementwiseKernel kernel, ElementType operand,
                                         ElementType result);

// Returns one step equivalent to two neighbouring steps, or nothing if there is none.
// `first_is_same` and `second_is_same`: all elements of the block that the step reads are equal.
// The joined step reads and writes the same vectors in the same order.
std::optional<ChainStep> JoinChainSteps(const ChainStep& first, bool first_is_same,
                                        const ChainStep& second, bool second_is_same);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_ELEMENTWISE_CHAIN_H_
