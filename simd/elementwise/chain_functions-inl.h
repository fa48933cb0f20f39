// The steps of chains (chain.h), compiled once per SIMD target: the accumulator, and function
// objects that compute one of its vectors.
#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(PADDOCK_SIMD_ELEMENTWISE_CHAIN_FUNCTIONS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_CHAIN_FUNCTIONS_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_CHAIN_FUNCTIONS_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_CHAIN_FUNCTIONS_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/elementwise/chain.h"
#include "simd/elementwise/convert-inl.h"
#include "simd/elementwise/functions-inl.h"
#include "simd/elementwise/integer_quotient-inl.h"
#include "simd/elementwise/map-inl.h"
#include "simd/elementwise/modulus-inl.h"
#include "simd/elementwise/rounding-inl.h"

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
// Lanes of 8 and 16 bits take half of that, so that a block has as many elements as one of 32 bits.
template <class V>
constexpr size_t HalvesOf() {
  return sizeof(hn::TFromV<V>) <= 2 ? 1 : kChainHalves;
}

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
  if constexpr (HalvesOf<V>() == 2) ForEachOfHalf(block.second, 8, function);
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

// Returns lanes of 0 or 1.
template <class D>
HWY_INLINE auto MaskInLanes(D d, hn::MFromD<D> mask) {
  const auto all_ones = hn::BitCast(hn::RebindToUnsigned<D>(), hn::VecFromMask(d, mask));
  return hn::ShiftRight<sizeof(hn::TFromD<D>) * 8 - 1>(all_ones);
}

// A comparison.
template <class Holds>
struct InLanes {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V lhs, V rhs) const {
    return MaskInLanes(d, Holds()(d, lhs, rhs));
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
    const auto bytes = LoadOf(hn::Rebind<uint8_t, hn::DFromV<V>>(), operand, i);
    if constexpr (sizeof(hn::TFromV<V>) == 1) return bytes;
    if constexpr (sizeof(hn::TFromV<V>) > 1) return hn::PromoteTo(du, bytes);
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
// Every other lane of memory, from lane `part` on.
struct LoadedPart {
  const uint8_t* operand;
  size_t part;
  template <class V>
  HWY_INLINE V operator()(V, size_t i) const {
    const hn::DFromV<V> du;
    const V low = LoadOf(du, operand, 2 * i), high = LoadOf(du, operand, 2 * i + 1);
    return part == 0 ? hn::ConcatEven(du, high, low) : hn::ConcatOdd(du, high, low);
  }
};
struct StoredComplex {
  uint8_t* result;
  const uint8_t* imag;
  template <class V>
  HWY_INLINE V operator()(V a, size_t i) const {
    const hn::DFromV<V> du;
    const V b = LoadOf(du, imag, i);
    const size_t lanes = hn::Lanes(du);
    StoreVector(hn::InterleaveWholeLower(du, a, b), du, result, 2 * i * lanes);
    StoreVector(hn::InterleaveWholeUpper(du, a, b), du, result, (2 * i + 1) * lanes);
    return a;
  }
};
struct StoredBoolean {
  uint8_t* result;
  template <class V>
  HWY_INLINE V operator()(V a, size_t i) const {
    const hn::Rebind<uint8_t, hn::DFromV<V>> d8;
    if constexpr (sizeof(hn::TFromV<V>) == 1) StoreVector(a, d8, result, i * hn::Lanes(d8));
    if constexpr (sizeof(hn::TFromV<V>) > 1) {
      StoreVector(hn::TruncateTo(d8, a), d8, result, i * hn::Lanes(d8));
    }
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

struct IsFiniteInLanes {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V operand) const {
    return MaskInLanes(d, hn::IsFinite(operand));
  }
};

// Applies a function of a tag and a vector. Bytes are divided as 16 bits, in two vectors.
template <class D, class V, class Function>
HWY_INLINE V InDividedLanes(D d, V operand, const Function& function) {
  if constexpr (sizeof(hn::TFromD<D>) == 1) {
    const hn::Half<D> half;
    return hn::Combine(d, function(half, hn::UpperHalf(half, operand)),
                       function(half, hn::LowerHalf(half, operand)));
  } else {
    return function(d, operand);
  }
}

// Quotients and remainders by one divisor.
template <class D>
struct QuotientBy {
  UniformDivisor<hn::TFromD<D>> divisor;
  template <class V>
  HWY_INLINE V operator()(V a, size_t) const {
    const auto divide = [this](auto d, auto v) HWY_ATTR { return divisor.Quotient(d, v); };
    return hn::BitCast(hn::DFromV<V>(), InDividedLanes(D(), hn::BitCast(D(), a), divide));
  }
};
template <class D>
struct RemainderBy {
  UniformDivisor<hn::TFromD<D>> divisor;
  template <class V>
  HWY_INLINE V operator()(V a, size_t) const {
    const auto divide = [this](auto d, auto v) HWY_ATTR { return divisor.Remainder(d, v); };
    return hn::BitCast(hn::DFromV<V>(), InDividedLanes(D(), hn::BitCast(D(), a), divide));
  }
};
template <class D>
HWY_INLINE UniformDivisor<hn::TFromD<D>> DivisorAt(const uint8_t* block) {
  hn::TFromD<D> element;
  std::memcpy(&element, block, sizeof(element));
  return UniformDivisor<hn::TFromD<D>>(element);
}

struct TakenElements {
  const uint8_t* table;
  template <class V>
  HWY_INLINE V operator()(V indices, size_t) const {
    using T = hn::TFromV<V>;
    const hn::DFromV<V> d;
    HWY_ALIGN T elements[hn::MaxLanes(d)];
    hn::Store(indices, d, elements);
    for (T& element : elements) {
      std::memcpy(&element, table + static_cast<size_t>(element) * sizeof(T), sizeof(T));
    }
    return hn::Load(d, elements);
  }
};

template <typename Lane>
struct ChainTags {
  // The lanes that operations see: 16 bits are integers.
  static constexpr bool kHasFloat = sizeof(Lane) >= 4;
  static constexpr bool kHasSigned = true;
  static constexpr bool kHasUnsigned = true;
  static constexpr bool kHas16 = sizeof(Lane) == 4;
  static constexpr bool kHas8 = sizeof(Lane) == 2 || sizeof(Lane) == 4;
  // Half of AVX-512's bytes, so that a block has kMostChainElements of them.
  using Unsigned =
      std::conditional_t<sizeof(Lane) == 1, hn::CappedTag<Lane, 32>, hn::ScalableTag<Lane>>;
  using Signed = hn::RebindToSigned<Unsigned>;
  // There are none of 8 bits, and no step needs them.
  using Float =
      hn::RebindToFloat<std::conditional_t<kHasFloat, Unsigned, hn::ScalableTag<uint32_t>>>;
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

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_ELEMENTWISE_CHAIN_FUNCTIONS_INL_H_
