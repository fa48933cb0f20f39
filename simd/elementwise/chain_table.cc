// The steps of chains that compute a kernel, and those that are two steps.
#include <utility>

#include "simd/elementwise/kernel_forms.h"

namespace paddock::simd {
namespace {

enum class ChainPart : uint8_t {
  kNone,
  kLoad,
  kStore,
  kStream,
  kMultiply,
  kAdd,
  kScale,
  kOffset,
  kSquare,
};

ChainPart PartOf(ChainOp op, bool is_same) {
  switch (op) {
    case ChainOp::kLoad:
      return ChainPart::kLoad;
    case ChainOp::kStore:
      return ChainPart::kStore;
    case ChainOp::kStream:
      return ChainPart::kStream;
    case ChainOp::kMultiplyFloat:
      return is_same ? ChainPart::kScale : ChainPart::kMultiply;
    case ChainOp::kAddFloat:
      return is_same ? ChainPart::kOffset : ChainPart::kAdd;
    case ChainOp::kMultiplyFloatDoubled:
      return ChainPart::kSquare;
    default:
      return ChainPart::kNone;
  }
}

ChainOp PairOf(ChainPart first, ChainPart second) {
#define CHAIN_PAIR(one, other)                                       \
  if (first == ChainPart::k##one && second == ChainPart::k##other) { \
    return ChainOp::k##one##Then##other;                             \
  }
#include "simd/elementwise/chain_pairs.def"
#undef CHAIN_PAIR
  return ChainOp::kNone;
}

struct ChainRow {
  KernelPattern kernels;
  ChainForms forms;
};

// The element types of chain_ops.def: those as wide as a lane, and i1.
struct ChainTable {
  using enum ElementType;
  using enum ElementwiseOp;
#ifdef __wasm__
  static constexpr ElementTypes kFloats = {kF32, kF64};
  static constexpr ElementTypes kSigned = {kI32, kI64};
  static constexpr ElementTypes kUnsigned = {kUI32, kUI64};
#else
  static constexpr ElementTypes kHalves = {kF16, kBF16};
  static constexpr ElementTypes kWideFloats = {kF32, kF64};
  static constexpr ElementTypes kFloats = kHalves | kWideFloats;
  static constexpr ElementTypes kSigned = {kI8, kI16, kI32, kI64};
  static constexpr ElementTypes kUnsigned = {kUI8, kUI16, kUI32, kUI64};
  // Kernels of quotients are faster than chains in 64-bit lanes, for which there is no machine
  // code.
  static constexpr ElementTypes kDividedSigned = {kI8, kI16, kI32};
  static constexpr ElementTypes kDividedUnsigned = {kUI8, kUI16, kUI32};
  // Narrower than a lane.
  static constexpr ElementTypes kNarrow = {kI8, kUI8, kI16, kUI16};
  static constexpr ElementTypes kWords = {kI32, kUI32};
  static constexpr ElementTypes kNarrowFloats = kHalves | ElementTypes{kF32};
#endif
  static constexpr ElementTypes kIntegers = kSigned | kUnsigned;
  static constexpr ElementTypes kBooleans = {kI1};
  static constexpr ElementTypes kBits = kIntegers | kBooleans;

  static constexpr ChainRow kRows[] = {
#define CHAIN_UNARY(name, lanes, function, types, operation) \
  {{k##operation, types}, {{ChainOp::k##name}}},
#define CHAIN_BINARY(name, lanes, function, types, operation) \
  {{k##operation, types}, {{ChainOp::k##name, ChainOp::k##name##Reversed}}},
#define CHAIN_COMMUTATIVE(name, lanes, function, types, operation) \
  {{k##operation, types}, {{ChainOp::k##name, ChainOp::k##name}}},
#define CHAIN_ARITHMETIC(name, lanes, function, types, operation) \
  {{k##operation, types}, {{ChainOp::k##name, ChainOp::k##name}, ChainOp::k##name##Doubled}},
#define CHAIN_TERNARY(name, lanes, function, types, operation) \
  {{k##operation, types}, {{ChainOp::kNone, ChainOp::k##name}}},
#define CHAIN_COMPARE(name, lanes, function, types, direction)             \
  {{kCompare, types, ElementTypes::All(), ComparisonDirection::direction}, \
   {{ChainOp::k##name, ChainOp::k##name##Reversed}}},
#define CHAIN_DIVISION(name, lanes, function, types, operation) \
  {{k##operation, types}, {{ChainOp::k##name}}},
#include "simd/elementwise/chain_ops.def"
#ifndef __wasm__
#include "simd/elementwise/chain_native_ops.def"
#endif
#undef CHAIN_DIVISION
#undef CHAIN_UNARY
#undef CHAIN_BINARY
#undef CHAIN_COMMUTATIVE
#undef CHAIN_ARITHMETIC
#undef CHAIN_TERNARY
#undef CHAIN_COMPARE
#ifndef __wasm__
      // Modules have no step for a product of one value with itself.
      {{kSquare, kFloats}, {{ChainOp::kMultiplyFloatDoubled}}},
      {{kSquare, kIntegers}, {{ChainOp::kMultiplyIntegerDoubled}}},
      {{kCompare, kBooleans, ElementTypes::All(), ComparisonDirection::kNe},
       {{ChainOp::kXor, ChainOp::kXor}}},
      {{kConvert, kNarrow, kWords}, {{ChainOp::kSame}}},
      {{kConvert, {kI8, kUI8}, {kI16, kUI16}}, {{ChainOp::kSame}}},
      {{kConvert, {kI8}, {kUI8}}, {{ChainOp::kSame}}},
      {{kConvert, {kUI8}, {kI8}}, {{ChainOp::kSame}}},
      {{kConvert, {kI16}, {kUI16}}, {{ChainOp::kSame}}},
      {{kConvert, {kUI16}, {kI16}}, {{ChainOp::kSame}}},
      {{kConvert, kNarrow, kNarrowFloats}, {{ChainOp::kIntegerToFloat}}},
      // Integers that f32 rounds are infinite as f16; bf16 would be rounded twice.
      {{kConvert, {kI32}, {kF16}}, {{ChainOp::kIntegerToFloat}}},
      {{kConvert, kHalves, {kF32}}, {{ChainOp::kSame}}},
      {{kConvert, {kF32, kBF16}, {kF16}}, {{ChainOp::kToF16}}},
      {{kConvert, {kF32, kF16}, {kBF16}}, {{ChainOp::kToBF16}}},
      {{kConvert, kWords | ElementTypes{kI16, kUI16}, {kI8}}, {{ChainOp::kWrapI8}}},
      {{kConvert, kWords | ElementTypes{kI16, kUI16}, {kUI8}}, {{ChainOp::kWrapU8}}},
      {{kConvert, kWords, {kI16}}, {{ChainOp::kWrapI16}}},
      {{kConvert, kWords, {kUI16}}, {{ChainOp::kWrapU16}}},
      {{kConvert, kNarrowFloats, {kI8}}, {{ChainOp::kFloatToI8}}},
      {{kConvert, kNarrowFloats, {kUI8}}, {{ChainOp::kFloatToU8}}},
      {{kConvert, kNarrowFloats, {kI16}}, {{ChainOp::kFloatToI16}}},
      {{kConvert, kNarrowFloats, {kUI16}}, {{ChainOp::kFloatToU16}}},
      {{kConvert, kHalves, {kI32}}, {{ChainOp::kFloatToInteger}}},
      {{kReal, {kC64, kC128}}, {{ChainOp::kLoadReal}}},
      {{kImag, {kC64, kC128}}, {{ChainOp::kLoadImag}}},
      {{kComplex, kWideFloats}, {{ChainOp::kStoreComplex}}},
#endif
      {{kSelect, kFloats | kBits},
       {{ChainOp::kSelectByPredicate, ChainOp::kSelectOnTrue, ChainOp::kSelectOnFalse}}},
      {{kConvert, {kI32}, {kF32}}, {{ChainOp::kIntegerToFloat}}},
      {{kConvert, {kF32}, {kI32}}, {{ChainOp::kFloatToInteger}}},
      {{kConvert, kBooleans, kFloats}, {{ChainOp::kIntegerToFloat}}},
      {{kConvert, kBooleans, kIntegers}, {{ChainOp::kSame}}},
      {{kConvert, {kI32}, {kUI32}}, {{ChainOp::kSame}}},
      {{kConvert, {kUI32}, {kI32}}, {{ChainOp::kSame}}},
      {{kConvert, {kI64}, {kUI64}}, {{ChainOp::kSame}}},
      {{kConvert, {kUI64}, {kI64}}, {{ChainOp::kSame}}},
  };
};

}  // namespace

ChainForms FindChainForms(const ElementwiseKernel& kernel) {
  for (const ChainRow& row : ChainTable::kRows) {
    if (!row.kernels.Matches(kernel)) continue;
    ChainForms forms = row.forms;
    if (IsMirrored(kernel.direction)) std::swap(forms.with[0], forms.with[1]);
    return forms;
  }
  return {};
}

std::optional<ChainStep> JoinChainSteps(const ChainStep& first, bool first_is_same,
                                        const ChainStep& second, bool second_is_same) {
  const ChainOp op = PairOf(PartOf(first.op, first_is_same), PartOf(second.op, second_is_same));
  if (op == ChainOp::kNone) return std::nullopt;
  return ChainStep{op, {first.operands[0], second.operands[0]}};
}

}  // namespace paddock::simd
