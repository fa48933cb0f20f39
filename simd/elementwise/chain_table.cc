#include "simd/elementwise/chain_table.h"

#include <algorithm>

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

}  // namespace

std::optional<ChainStep> JoinChainSteps(const ChainStep& first, bool first_is_same,
                                        const ChainStep& second, bool second_is_same) {
  const ChainOp op = PairOf(PartOf(first.op, first_is_same), PartOf(second.op, second_is_same));
  if (op == ChainOp::kNone) return std::nullopt;
  return ChainStep{op, {first.operands[0], second.operands[0]}};
}

ChainTable::ChainTable() {
  using enum ElementType;
  const Types kFloats = {kF32, kF64};
  const Types kSigned = {kI32, kI64};
  const Types kUnsigned = {kUI32, kUI64};
  const Types kIntegers = {kI32, kI64, kUI32, kUI64};
  const Types kBooleans = {kI1};
  const Types kBits = {kI32, kI64, kUI32, kUI64, kI1};
#define CHAIN_UNARY(name, lanes, function, types, spelling) \
  AddOp(spelling, types, {{ChainOp::k##name}});
#define CHAIN_BINARY(name, lanes, function, types, spelling) \
  AddOp(spelling, types, {{ChainOp::k##name, ChainOp::k##name##Reversed}});
#define CHAIN_COMMUTATIVE(name, lanes, function, types, spelling) \
  AddOp(spelling, types, {{ChainOp::k##name, ChainOp::k##name}});
#define CHAIN_ARITHMETIC(name, lanes, function, types, spelling) \
  AddOp(spelling, types, {{ChainOp::k##name, ChainOp::k##name}, ChainOp::k##name##Doubled});
#define CHAIN_TERNARY(name, lanes, function, types, spelling) \
  AddOp(spelling, types, {{ChainOp::kNone, ChainOp::k##name}});
#define CHAIN_COMPARE(name, lanes, function, types, direction) \
  AddCompare(ComparisonDirection::direction, types, ChainOp::k##name, ChainOp::k##name##Reversed);
#include "simd/elementwise/chain_ops.def"
#undef CHAIN_UNARY
#undef CHAIN_BINARY
#undef CHAIN_COMMUTATIVE
#undef CHAIN_ARITHMETIC
#undef CHAIN_TERNARY
#undef CHAIN_COMPARE
  for (const Types types : {kFloats, kBits}) {
    AddOp("select", types,
          {{ChainOp::kSelectByPredicate, ChainOp::kSelectOnTrue, ChainOp::kSelectOnFalse}});
  }
  AddConvert(kI32, kF32, ChainOp::kIntegerToFloat);
  AddConvert(kF32, kI32, ChainOp::kFloatToInteger);
  for (ElementType to : kFloats) AddConvert(kI1, to, ChainOp::kIntegerToFloat);
  for (ElementType to : kIntegers) AddConvert(kI1, to, ChainOp::kSame);
  AddConvert(kI32, kUI32, ChainOp::kSame);
  AddConvert(kUI32, kI32, ChainOp::kSame);
  AddConvert(kI64, kUI64, ChainOp::kSame);
  AddConvert(kUI64, kI64, ChainOp::kSame);
  std::ranges::sort(rows_, {}, &Row::address);
}

std::optional<ChainForms> ChainTable::Find(ElementwiseKernel kernel, ElementType operand,
                                           ElementType result) const {
  const auto key = reinterpret_cast<uintptr_t>(kernel);
  const auto found = std::ranges::equal_range(rows_, key, {}, &Row::address);
  for (const Row& row : found) {
    if (row.operand == operand && row.result == result) return row.forms;
  }
  return std::nullopt;
}

void ChainTable::AddOp(std::string_view spelling, Types types, const ChainForms& forms) {
  for (ElementType type : types) {
    rows_.push_back({FindElementwise(spelling, type, Numerics::kPortable), type, type, forms});
  }
}

// Greater is less with the operands exchanged.
void ChainTable::AddCompare(ComparisonDirection direction, Types types, ChainOp op,
                            ChainOp reversed) {
  using enum ComparisonDirection;
  for (ElementType type : types) {
    AddCompareOf(direction, type, op, reversed);
    if (direction == kLt) AddCompareOf(kGt, type, reversed, op);
    if (direction == kLe) AddCompareOf(kGe, type, reversed, op);
  }
}

void ChainTable::AddCompareOf(ComparisonDirection direction, ElementType type, ChainOp first,
                              ChainOp second) {
  rows_.push_back({FindCompare(direction, false, type), type, ElementType::kI1, {{first, second}}});
}

void ChainTable::AddConvert(ElementType from, ElementType to, ChainOp op) {
  rows_.push_back({FindConvert(from, to), from, to, {{op}}});
}

}  // namespace paddock::simd
