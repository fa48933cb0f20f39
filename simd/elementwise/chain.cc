#include "simd/elementwise/chain.h"

#include <algorithm>
#include <cstring>

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

// Dispatching a step costs as much as eight independent vector additions. The accumulator takes
// half of the registers and leaves the rest to the steps: 16 vectors of the 32 registers of
// AVX-512, else eight of 16.
#if HWY_TARGET <= HWY_AVX3
constexpr size_t kChainHalves = 2;
#else
constexpr size_t kChainHalves = 1;
#endif
constexpr size_t kChainVectors = 8 * kChainHalves;

// Not an array: compilers keep these in registers.
template <class V>
struct ChainHalf {
  V v0, v1, v2, v3, v4, v5, v6, v7;
};
template <class V>
struct ChainBlock {
  ChainHalf<V> first, second;
};

template <class V, class Function>
HWY_INLINE void ForEachOfHalf(ChainHalf<V>& half, size_t i, const Function& function) {
  half.v0 = function(half.v0, i);
  half.v1 = function(half.v1, i + 1);
  half.v2 = function(half.v2, i + 2);
  half.v3 = function(half.v3, i + 3);
  half.v4 = function(half.v4, i + 4);
  half.v5 = function(half.v5, i + 5);
  half.v6 = function(half.v6, i + 6);
  half.v7 = function(half.v7, i + 7);
}

template <class V, class Function>
HWY_INLINE void ForEachVector(ChainBlock<V>& block, const Function& function) {
  ForEachOfHalf(block.first, 0, function);
  if constexpr (kChainHalves == 2) ForEachOfHalf(block.second, 8, function);
}

// Vector `i` of a block in memory.
template <class D>
HWY_INLINE hn::VFromD<D> LoadOf(D d, const uint8_t* block, size_t i) {
  return LoadVector(d, block, i * hn::Lanes(d));
}

// Computes one vector of the accumulator, whose lanes are unsigned. D: the lane type that the
// function expects.
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
struct StreamedVector {
  uint8_t* result;
  template <class V>
  HWY_INLINE V operator()(V a, size_t i) const {
    const hn::DFromV<V> du;
    static_assert(hn::MaxLanes(du) * sizeof(hn::TFromD<decltype(du)>) <= kStreamAlignment);
    auto* lanes = reinterpret_cast<hn::TFromD<decltype(du)>*>(result);
    hn::Stream(a, du, lanes + i * hn::Lanes(du));
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

// Converts integers of at most 31 bits, or i1, to floats of their width.
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

// Applies a function to each vector of the accumulator, with one right operand for all.
template <class Function, class D>
struct OnSame {
  hn::VFromD<D> right;
  template <class V>
  HWY_INLINE V operator()(V a, size_t) const {
    return hn::BitCast(hn::DFromV<V>(), Function()(D(), hn::BitCast(D(), a), right));
  }
};
template <class Function, class D>
HWY_INLINE OnSame<Function, D> OnSameOf(const uint8_t* block) {
  hn::TFromD<D> element;
  std::memcpy(&element, block, sizeof(element));
  return {hn::Set(D(), element)};
}

// The parts of pairs (chain_pairs.def), of floats as D has them.
template <class D>
struct ChainParts {
  static HWY_INLINE auto Load(uint8_t* block) { return LoadedVector{block}; }
  static HWY_INLINE auto Store(uint8_t* block) { return StoredVector{block}; }
  static HWY_INLINE auto Stream(uint8_t* block) { return StreamedVector{block}; }
  static HWY_INLINE auto Multiply(uint8_t* block) { return OnLeft<MultiplyFloats, D>{block}; }
  static HWY_INLINE auto Add(uint8_t* block) { return OnLeft<AddFloats, D>{block}; }
  static HWY_INLINE auto Scale(uint8_t* block) { return OnSameOf<MultiplyFloats, D>(block); }
  static HWY_INLINE auto Offset(uint8_t* block) { return OnSameOf<AddFloats, D>(block); }
  static HWY_INLINE auto Square(uint8_t*) { return OnBoth<MultiplyFloats, D>(); }
};

template <class First, class Second>
struct BothParts {
  First first;
  Second second;
  template <class V>
  HWY_INLINE V operator()(V a, size_t i) const {
    return second(first(a, i), i);
  }
};

template <class First, class Second, class V>
HWY_INLINE void RunPair(First first, Second second, ChainBlock<V>& a) {
  ForEachVector(a, BothParts<First, Second>{first, second});
}

template <class V>
HWY_INLINE void RunStep(ChainOp op, uint8_t* first, uint8_t* second, ChainBlock<V>& a) {
  using Tags = ChainTags<hn::TFromV<V>>;
  using Parts = ChainParts<typename Tags::Float>;
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
    case ChainOp::kStream:
      return ForEachVector(a, StreamedVector{first});
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
#define CHAIN_UNARY(name, lanes, function, types, operation) \
  case ChainOp::k##name:                                     \
    return ForEachVector(a, OnAccumulator<function, typename Tags::lanes>());
#define CHAIN_COMMUTATIVE(name, lanes, function, types, operation) \
  case ChainOp::k##name:                                           \
    return ForEachVector(a, OnLeft<function, typename Tags::lanes>{first});
#define CHAIN_BINARY(name, lanes, function, types, operation) \
  CHAIN_COMMUTATIVE(name, lanes, function, types, operation)  \
  case ChainOp::k##name##Reversed:                            \
    return ForEachVector(a, OnRight<function, typename Tags::lanes>{first});
#define CHAIN_ARITHMETIC(name, lanes, function, types, operation) \
  CHAIN_COMMUTATIVE(name, lanes, function, types, operation)      \
  case ChainOp::k##name##Doubled:                                 \
    return ForEachVector(a, OnBoth<function, typename Tags::lanes>());
#define CHAIN_TERNARY(name, lanes, function, types, operation) \
  case ChainOp::k##name:                                       \
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
#define CHAIN_PAIR(one, other)       \
  case ChainOp::k##one##Then##other: \
    return RunPair(Parts::one(first), Parts::other(second), a);
#include "simd/elementwise/chain_pairs.def"
#undef CHAIN_PAIR
  }
}

template <typename Lane>
void RunChain(const ChainStep* steps, size_t step_count, const ChainOperand* operands,
              size_t block_count) {
  const auto zero = hn::Zero(typename ChainTags<Lane>::Unsigned());
  const ChainHalf<std::remove_const_t<decltype(zero)>> half = {zero, zero, zero, zero,
                                                               zero, zero, zero, zero};
  ChainBlock<std::remove_const_t<decltype(zero)>> a = {half, half};
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

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(ChainMachineOf);

ChainMachine FindChainMachine(size_t lane_bytes) {
  return HWY_DYNAMIC_DISPATCH(ChainMachineOf)(lane_bytes);
}

}  // namespace paddock::simd
#endif
