#include "simd/elementwise/chain.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "simd/elementwise/elementwise.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/chain.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/convert-inl.h"
#include "simd/elementwise/functions-inl.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// Eight vectors: to find the next step costs about as much as two or three additions of vectors,
// and with eight the accumulator leaves half of 16 registers for what a step computes with.
constexpr size_t kChainVectors = 8;

// Not an array: compilers keep these in registers.
template <class V>
struct ChainBlock {
  V v0, v1, v2, v3, v4, v5, v6, v7;
};

template <class V, class Function>
HWY_INLINE void ForEachVector(ChainBlock<V>& block, const Function& function) {
  block.v0 = function(block.v0, 0);
  block.v1 = function(block.v1, 1);
  block.v2 = function(block.v2, 2);
  block.v3 = function(block.v3, 3);
  block.v4 = function(block.v4, 4);
  block.v5 = function(block.v5, 5);
  block.v6 = function(block.v6, 6);
  block.v7 = function(block.v7, 7);
}

// Vector `i` of a block in memory.
template <class D>
HWY_INLINE hn::VFromD<D> LoadOf(D d, const uint8_t* block, size_t i) {
  return LoadVector(d, block, i * hn::Lanes(d));
}

// How a step computes one vector of the accumulator, whose lanes are unsigned; D: what the
// function takes them for.
template <class Function, class D>
struct OnAccumulator {
  template <class V>
  HWY_INLINE V operator()(V a, size_t) const {
    return hn::BitCast(hn::DFromV<V>(), Function()(D(), hn::BitCast(D(), a)));
  }
};
template <class Function, class D>
struct OnLeft {
  const uint8_t* right;
  template <class V>
  HWY_INLINE V operator()(V a, size_t i) const {
    const D d;
    return hn::BitCast(hn::DFromV<V>(), Function()(d, hn::BitCast(d, a), LoadOf(d, right, i)));
  }
};
template <class Function, class D>
struct OnRight {
  const uint8_t* left;
  template <class V>
  HWY_INLINE V operator()(V a, size_t i) const {
    const D d;
    return hn::BitCast(hn::DFromV<V>(), Function()(d, LoadOf(d, left, i), hn::BitCast(d, a)));
  }
};
template <class Function, class D>
struct OnBoth {
  template <class V>
  HWY_INLINE V operator()(V a, size_t) const {
    const auto value = hn::BitCast(D(), a);
    return hn::BitCast(hn::DFromV<V>(), Function()(D(), value, value));
  }
};
template <class Function, class D>
struct OnMiddle {
  const uint8_t* left;
  const uint8_t* right;
  template <class V>
  HWY_INLINE V operator()(V a, size_t i) const {
    const D d;
    return hn::BitCast(hn::DFromV<V>(),
                       Function()(d, LoadOf(d, left, i), hn::BitCast(d, a), LoadOf(d, right, i)));
  }
};

// A comparison as lanes of 0 or 1.
template <class Holds>
struct InLanes {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V lhs, V rhs) const {
    const hn::RebindToUnsigned<D> du;
    const auto all_ones = hn::BitCast(du, hn::VecFromMask(d, Holds()(d, lhs, rhs)));
    return hn::ShiftRight<sizeof(hn::TFromD<D>) * 8 - 1>(all_ones);
  }
};

struct LoadedVector {
  const uint8_t* operand;
  template <class V>
  HWY_INLINE V operator()(V, size_t i) const {
    return LoadOf(hn::DFromV<V>(), operand, i);
  }
};
struct LoadedBoolean {
  const uint8_t* operand;
  template <class V>
  HWY_INLINE V operator()(V, size_t i) const {
    const hn::DFromV<V> du;
    return hn::PromoteTo(du, LoadOf(hn::Rebind<uint8_t, hn::DFromV<V>>(), operand, i));
  }
};
struct StoredVector {
  uint8_t* result;
  template <class V>
  HWY_INLINE V operator()(V a, size_t i) const {
    const hn::DFromV<V> du;
    StoreVector(a, du, result, i * hn::Lanes(du));
    return a;
  }
};
struct StoredBoolean {
  uint8_t* result;
  template <class V>
  HWY_INLINE V operator()(V a, size_t i) const {
    const hn::Rebind<uint8_t, hn::DFromV<V>> d8;
    StoreVector(hn::TruncateTo(d8, a), d8, result, i * hn::Lanes(d8));
    return a;
  }
};

template <class V>
HWY_INLINE V Chosen(V predicate, V on_true, V on_false) {
  const auto is_false = hn::Eq(predicate, hn::Zero(hn::DFromV<V>()));
  return hn::IfThenElse(is_false, on_false, on_true);
}
struct ChosenByPredicate {
  const uint8_t* on_true;
  const uint8_t* on_false;
  template <class V>
  HWY_INLINE V operator()(V a, size_t i) const {
    const hn::DFromV<V> du;
    return Chosen(a, LoadOf(du, on_true, i), LoadOf(du, on_false, i));
  }
};
struct ChosenOnTrue {
  const uint8_t* predicate;
  const uint8_t* on_false;
  template <class V>
  HWY_INLINE V operator()(V a, size_t i) const {
    const hn::DFromV<V> du;
    return Chosen(LoadOf(du, predicate, i), a, LoadOf(du, on_false, i));
  }
};
struct ChosenOnFalse {
  const uint8_t* predicate;
  const uint8_t* on_true;
  template <class V>
  HWY_INLINE V operator()(V a, size_t i) const {
    const hn::DFromV<V> du;
    return Chosen(LoadOf(du, predicate, i), LoadOf(du, on_true, i), a);
  }
};

// Integers of at most 31 bits, or i1, to floats of their width.
struct IntegerToFloat {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V operand) const {
    return hn::ConvertTo(hn::Rebind<hwy::MakeFloat<hn::TFromD<D>>, D>(), operand);
  }
};

template <typename Lane>
struct ChainTags {
  using Unsigned = hn::ScalableTag<Lane>;
  using Signed = hn::RebindToSigned<Unsigned>;
  using Float = hn::RebindToFloat<Unsigned>;
  using FloatToInteger = FloatsToIntegers<Lane, sizeof(Lane) * 8, true>;
};

template <class V>
HWY_INLINE void RunStep(ChainOp op, uint8_t* first, uint8_t* second, ChainBlock<V>& a) {
  using Tags = ChainTags<hn::TFromV<V>>;
  switch (op) {
    case ChainOp::kNone:
    case ChainOp::kSame:
      return;
    case ChainOp::kLoad:
      return ForEachVector(a, LoadedVector{first});
    case ChainOp::kLoadBoolean:
      return ForEachVector(a, LoadedBoolean{first});
    case ChainOp::kStore:
      return ForEachVector(a, StoredVector{first});
    case ChainOp::kStoreBoolean:
      return ForEachVector(a, StoredBoolean{first});
    case ChainOp::kIntegerToFloat:
      return ForEachVector(a, OnAccumulator<IntegerToFloat, typename Tags::Signed>());
    case ChainOp::kFloatToInteger:
      return ForEachVector(a, OnAccumulator<typename Tags::FloatToInteger, typename Tags::Float>());
    case ChainOp::kSelectByPredicate:
      return ForEachVector(a, ChosenByPredicate{first, second});
    case ChainOp::kSelectOnTrue:
      return ForEachVector(a, ChosenOnTrue{first, second});
    case ChainOp::kSelectOnFalse:
      return ForEachVector(a, ChosenOnFalse{first, second});
#define CHAIN_UNARY(name, lanes, function, types, spelling) \
  case ChainOp::k##name:                                    \
    return ForEachVector(a, OnAccumulator<function, typename Tags::lanes>());
#define CHAIN_COMMUTATIVE(name, lanes, function, types, spelling) \
  case ChainOp::k##name:                                          \
    return ForEachVector(a, OnLeft<function, typename Tags::lanes>{first});
#define CHAIN_BINARY(name, lanes, function, types, spelling) \
  CHAIN_COMMUTATIVE(name, lanes, function, types, spelling)  \
  case ChainOp::k##name##Reversed:                           \
    return ForEachVector(a, OnRight<function, typename Tags::lanes>{first});
#define CHAIN_ARITHMETIC(name, lanes, function, types, spelling) \
  CHAIN_COMMUTATIVE(name, lanes, function, types, spelling)      \
  case ChainOp::k##name##Doubled:                                \
    return ForEachVector(a, OnBoth<function, typename Tags::lanes>());
#define CHAIN_TERNARY(name, lanes, function, types, spelling) \
  case ChainOp::k##name:                                      \
    return ForEachVector(a, OnMiddle<function, typename Tags::lanes>{first, second});
#define CHAIN_COMPARE(name, lanes, function, types, direction) \
  CHAIN_BINARY(name, lanes, InLanes<function>, types, direction)
#include "simd/elementwise/chain_ops.def"
#undef CHAIN_UNARY
#undef CHAIN_COMMUTATIVE
#undef CHAIN_BINARY
#undef CHAIN_ARITHMETIC
#undef CHAIN_TERNARY
#undef CHAIN_COMPARE
  }
}

template <typename Lane>
void RunChain(const ChainStep* steps, size_t step_count, const ChainOperand* operands,
              size_t block_count) {
  const auto zero = hn::Zero(typename ChainTags<Lane>::Unsigned());
  ChainBlock<std::remove_const_t<decltype(zero)>> a = {zero, zero, zero, zero,
                                                       zero, zero, zero, zero};
  for (size_t block = 0; block < block_count; ++block) {
    for (const ChainStep* step = steps; step != steps + step_count; ++step) {
      const ChainOperand& first = operands[step->operands[0]];
      const ChainOperand& second = operands[step->operands[1]];
      RunStep(step->op, first.address + block * first.block_bytes,
              second.address + block * second.block_bytes, a);
    }
  }
}

template <typename Lane>
ChainMachine MachineOf() {
  const size_t lanes = hn::Lanes(typename ChainTags<Lane>::Unsigned());
  return {&RunChain<Lane>, std::min(kMostChainElements, lanes * kChainVectors)};
}

ChainMachine ChainMachineOf(size_t lane_bytes) {
  static_assert(hn::MaxLanes(ChainTags<uint32_t>::Unsigned()) * kChainVectors <=
                kMostChainElements);
  return lane_bytes == 4 ? MachineOf<uint32_t>() : MachineOf<uint64_t>();
}

// ------------------------------------------------ which kernel is which step

struct ChainRow {
  ElementwiseKernel kernel;
  ElementType operand;
  ElementType result;
  ChainForms forms;

  uintptr_t address() const { return reinterpret_cast<uintptr_t>(kernel); }
};

using ChainTypes = std::initializer_list<ElementType>;

class ChainTable {
 public:
  ChainTable() {
    using enum ElementType;
    const ChainTypes kFloats = {kF32, kF64};
    const ChainTypes kSigned = {kI32, kI64};
    const ChainTypes kUnsigned = {kUI32, kUI64};
    const ChainTypes kIntegers = {kI32, kI64, kUI32, kUI64};
    const ChainTypes kBooleans = {kI1};
    const ChainTypes kBits = {kI32, kI64, kUI32, kUI64, kI1};
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
    for (const ChainTypes types : {kFloats, kBits}) {
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
    std::ranges::sort(rows_, {}, &ChainRow::address);
  }

  std::optional<ChainForms> Find(ElementwiseKernel kernel, ElementType operand,
                                 ElementType result) const {
    const auto key = reinterpret_cast<uintptr_t>(kernel);
    const auto found = std::ranges::equal_range(rows_, key, {}, &ChainRow::address);
    for (const ChainRow& row : found) {
      if (row.operand == operand && row.result == result) return row.forms;
    }
    return std::nullopt;
  }

 private:
  void AddOp(std::string_view spelling, ChainTypes types, const ChainForms& forms) {
    for (ElementType type : types) {
      rows_.push_back({FindElementwise(spelling, type, Numerics::kPortable), type, type, forms});
    }
  }
  // Greater is less with the operands exchanged.
  void AddCompare(ComparisonDirection direction, ChainTypes types, ChainOp op, ChainOp reversed) {
    using enum ComparisonDirection;
    for (ElementType type : types) {
      AddCompareOf(direction, type, op, reversed);
      if (direction == kLt) AddCompareOf(kGt, type, reversed, op);
      if (direction == kLe) AddCompareOf(kGe, type, reversed, op);
    }
  }
  void AddCompareOf(ComparisonDirection direction, ElementType type, ChainOp first,
                    ChainOp second) {
    rows_.push_back(
        {FindCompare(direction, false, type), type, ElementType::kI1, {{first, second}}});
  }
  void AddConvert(ElementType from, ElementType to, ChainOp op) {
    rows_.push_back({FindConvert(from, to), from, to, {{op}}});
  }

  // By the address of the kernel.
  std::vector<ChainRow> rows_;
};

std::optional<ChainForms> ChainFormsOf(ElementwiseKernel kernel, ElementType operand,
                                       ElementType result) {
  static const ChainTable table;
  return table.Find(kernel, operand, result);
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(ChainMachineOf);
HWY_EXPORT(ChainFormsOf);

ChainMachine FindChainMachine(size_t lane_bytes) {
  return HWY_DYNAMIC_DISPATCH(ChainMachineOf)(lane_bytes);
}

std::optional<ChainForms> FindChainForms(ElementwiseKernel kernel, ElementType operand,
                                         ElementType result) {
  return HWY_DYNAMIC_DISPATCH(ChainFormsOf)(kernel, operand, result);
}

}  // namespace paddock::simd
#endif
