// Chains: sequences of cheap element-wise operations on a block of elements that stays in vector
// registers. Separate kernels over arrays would store each intermediate result and load it again.
//
// The machine has one accumulator, which holds a block. A step computes it from itself and up to
// two operands in memory, or loads or stores it. All elements are as wide as a lane, except i1 (a
// lane of 0 or 1 in registers, a byte in memory) and, in machine code, integers narrower than a
// lane, which are extended in registers, and floats of 16 bits, which are f32 there unless the code
// needs no arithmetic. Results have the bits of the kernels over arrays.
#ifndef PADDOCK_SIMD_ELEMENTWISE_CHAIN_H_
#define PADDOCK_SIMD_ELEMENTWISE_CHAIN_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/types/element_type.h"

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
  // For f32 in fast numerics, in modules and with AVX2 (simd/math/chain_exponential.h).
  kExponential,
  kExponentialMinusOne,  // in modules alone
  // The operand of select that is in the accumulator. The others are operands 0 and 1.
  kSelectByPredicate,
  kSelectOnTrue,
  kSelectOnFalse,
#define CHAIN_UNARY(name, lanes, function, types, operation) k##name,
#define CHAIN_BINARY(name, lanes, function, types, operation) k##name, k##name##Reversed,
#define CHAIN_COMMUTATIVE(name, lanes, function, types, operation) k##name,
#define CHAIN_ARITHMETIC(name, lanes, function, types, operation) k##name, k##name##Doubled,
#define CHAIN_TERNARY(name, lanes, function, types, operation) k##name,
#define CHAIN_COMPARE(name, lanes, function, types, direction) k##name, k##name##Reversed,
#define CHAIN_DIVISION(name, lanes, function, types, operation) k##name,
#include "simd/elementwise/chain_ops.def"
#ifndef __wasm__
#include "simd/elementwise/chain_native_ops.def"
  // Values of fewer bits than a lane: extended in lanes, narrow in memory.
  kLoadI8,
  kLoadU8,
  kLoadI16,
  kLoadU16,
  kStoreLow8,
  kStoreLow16,
  // To the low bits of an integer, and from a float to the nearest of these values.
  kWrapI8,
  kWrapU8,
  kWrapI16,
  kWrapU16,
  kFloatToI8,
  kFloatToU8,
  kFloatToI16,
  kFloatToU16,
  // Floats of 16 bits are f32 in lanes, narrow in memory.
  kLoadF16,
  kLoadBF16,
  kStoreF16,
  kStoreBF16,
  // From the result of arithmetic on such floats, or on integers, to the nearest one.
  kRoundF16,
  kRoundBF16,
  // From any f32 to the nearest one. A NaN keeps its payload.
  kToF16,
  kToBF16,
  // The elements of operand 0, which is whole, at the indices in the accumulator. Elements are as
  // wide as indices, which are all inside and, with their sign, not negative.
  kTake,
  // Parts of the complex numbers of operand 0.
  kLoadReal,
  kLoadImag,
  // To operand 0, as the real parts of complex numbers. Operand 1 has the imaginary parts.
  kStoreComplex,
  // Combines each lane with that of the row's total. Operand 0 is the slot of these, operand 1 the
  // number of the total. Only machine code for rows has it, and keeps the accumulator.
  kReduce,
#endif
#undef CHAIN_DIVISION
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
  // Indices of operands, in the operation's order.
  uint16_t operands[2] = {};
};

// Memory of any alignment. The next block is `block_bytes` further on; 0: every step reads the
// same block.
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

// `lane_bytes`: 1 or 2 (machine code alone, and without floats), 4 or 8.
ChainMachine FindChainMachine(size_t lane_bytes);
inline constexpr size_t kStreamAlignment = 64;
// Most elements of a block.
inline constexpr size_t kMostChainElements = 256;

// Returns whether the step's operand in memory must be one element for all.
constexpr bool NeedsSameOperand(ChainOp op) {
#ifndef __wasm__
  return op == ChainOp::kDivideSigned || op == ChainOp::kDivideUnsigned ||
         op == ChainOp::kRemainderSigned || op == ChainOp::kRemainderUnsigned;
#else
  return op == ChainOp::kNone && false;
#endif
}

// Returns whether the step reads parts of numbers that no lane holds.
constexpr bool LoadsPart([[maybe_unused]] ChainOp op) {
#ifndef __wasm__
  return op == ChainOp::kLoadReal || op == ChainOp::kLoadImag;
#else
  return false;
#endif
}
constexpr bool StoresComplex([[maybe_unused]] ChainOp op) {
#ifndef __wasm__
  return op == ChainOp::kStoreComplex;
#else
  return false;
#endif
}

// Returns the bytes of the lanes that compute with elements of a type; 0: any.
constexpr size_t ChainLaneBytesOf(ElementType type) {
#ifndef __wasm__
  if (type == ElementType::kF16 || type == ElementType::kBF16) return 4;
  if (IsComplex(type)) return ByteSize(PartType(type));
#endif
  return IsBoolean(type) ? 0 : ByteSize(type);
}

// Returns the step that rounds the result of `op` to a type, kNone if it needs none.
constexpr ChainOp ChainRoundingOf([[maybe_unused]] ChainOp op, [[maybe_unused]] ElementType type) {
#ifndef __wasm__
  if (type != ElementType::kF16 && type != ElementType::kBF16) return ChainOp::kNone;
  switch (op) {
    case ChainOp::kAddFloat:
    case ChainOp::kAddFloatDoubled:
    case ChainOp::kSubtractFloat:
    case ChainOp::kSubtractFloatReversed:
    case ChainOp::kMultiplyFloat:
    case ChainOp::kMultiplyFloatDoubled:
    case ChainOp::kDivideFloat:
    case ChainOp::kDivideFloatReversed:
    case ChainOp::kSqrtFloat:
    case ChainOp::kIntegerToFloat:
      return type == ElementType::kF16 ? ChainOp::kRoundF16 : ChainOp::kRoundBF16;
    default:
      return ChainOp::kNone;
  }
#else
  return ChainOp::kNone;
#endif
}

// The steps that load and store a value of a type: of i1, or narrower or not than a lane.
constexpr ChainOp ChainLoadOf(ElementType type, [[maybe_unused]] size_t lane_bytes) {
  if (IsBoolean(type)) return ChainOp::kLoadBoolean;
#ifndef __wasm__
  if (ByteSize(type) < lane_bytes && ByteSize(type) == 1) {
    return IsSigned(type) ? ChainOp::kLoadI8 : ChainOp::kLoadU8;
  }
  if (ByteSize(type) < lane_bytes && ByteSize(type) == 2) {
    if (type == ElementType::kF16) return ChainOp::kLoadF16;
    if (type == ElementType::kBF16) return ChainOp::kLoadBF16;
    return IsSigned(type) ? ChainOp::kLoadI16 : ChainOp::kLoadU16;
  }
#endif
  return ChainOp::kLoad;
}
constexpr ChainOp ChainStoreOf(ElementType type, [[maybe_unused]] size_t lane_bytes) {
  if (IsBoolean(type)) return ChainOp::kStoreBoolean;
#ifndef __wasm__
  if (ByteSize(type) < lane_bytes && ByteSize(type) == 1) return ChainOp::kStoreLow8;
  if (ByteSize(type) < lane_bytes && type == ElementType::kF16) return ChainOp::kStoreF16;
  if (ByteSize(type) < lane_bytes && type == ElementType::kBF16) return ChainOp::kStoreBF16;
  if (ByteSize(type) < lane_bytes && ByteSize(type) == 2) return ChainOp::kStoreLow16;
#endif
  return ChainOp::kStore;
}

// The steps that compute an operation. Empty: chains do not support it.
struct ChainForms {
  // Indexed by the operand in the accumulator; kNone: that operand cannot be there.
  ChainOp with[3] = {};
  // The step with both operands in the accumulator.
  ChainOp doubled = ChainOp::kNone;

  constexpr bool is_empty() const {
    return with[0] == ChainOp::kNone && with[1] == ChainOp::kNone && with[2] == ChainOp::kNone;
  }
};

// The forms of a gather of elements by indices, operand 1; empty if chains have none.
constexpr ChainForms TakeForms([[maybe_unused]] size_t element_bytes,
                               [[maybe_unused]] size_t index_bytes) {
#ifndef __wasm__
  if (element_bytes == index_bytes && element_bytes > 1)
    return {.with = {ChainOp::kNone, ChainOp::kTake}};
#endif
  return {};
}

// Returns one step equivalent to two neighbouring steps, or nothing if there is none.
// `first_is_same` and `second_is_same`: all elements of the block that the step reads are equal.
// The joined step reads and writes the same vectors in the same order.
std::optional<ChainStep> JoinChainSteps(const ChainStep& first, bool first_is_same,
                                        const ChainStep& second, bool second_is_same);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_ELEMENTWISE_CHAIN_H_
