// The steps of chains on integers narrower than a lane, once per SIMD target.
#include <cstdint>
#include <limits>
#include <type_traits>

#if defined(PADDOCK_SIMD_ELEMENTWISE_CHAIN_NARROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_CHAIN_NARROW_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_CHAIN_NARROW_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_CHAIN_NARROW_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/elementwise/chain_functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// Narrow: the type of the integers; Wide: of its signedness, as wide as a lane.
template <typename Narrow>
struct LoadedNarrow {
  const uint8_t* operand;
  template <class V>
  HWY_INLINE V operator()(V, size_t i) const {
    using D = hn::DFromV<V>;
    using Wide = std::conditional_t<std::is_signed_v<Narrow>, hn::RebindToSigned<D>, D>;
    return hn::BitCast(D(), hn::PromoteTo(Wide(), LoadOf(hn::Rebind<Narrow, D>(), operand, i)));
  }
};
template <typename Narrow>
struct StoredNarrow {
  uint8_t* result;
  template <class V>
  HWY_INLINE V operator()(V a, size_t i) const {
    const hn::Rebind<Narrow, hn::DFromV<V>> d;
    StoreVector(hn::TruncateTo(d, a), d, result, i * hn::Lanes(d));
    return a;
  }
};
template <typename Narrow>
struct Wrapped {
  template <class V>
  HWY_INLINE V operator()(V a, size_t) const {
    const hn::DFromV<V> du;
    const hn::RebindToSigned<decltype(du)> di;
    constexpr int kSpare = 8 * (sizeof(hn::TFromV<V>) - sizeof(Narrow));
    const V high = hn::ShiftLeft<kSpare>(a);
    if constexpr (std::is_signed_v<Narrow>) {
      return hn::BitCast(du, hn::ShiftRight<kSpare>(hn::BitCast(di, high)));
    } else {
      return hn::ShiftRight<kSpare>(high);
    }
  }
};
template <typename Narrow, class FloatToInteger>
struct FloatsToNarrow {
  template <class V>
  HWY_INLINE V operator()(V a, size_t) const {
    const hn::DFromV<V> du;
    const hn::RebindToFloat<decltype(du)> df;
    const hn::RebindToSigned<decltype(du)> di;
    const auto whole = hn::BitCast(di, FloatToInteger()(df, hn::BitCast(df, a)));
    const auto least = hn::Set(di, int32_t{std::numeric_limits<Narrow>::min()});
    const auto greatest = hn::Set(di, int32_t{std::numeric_limits<Narrow>::max()});
    return hn::BitCast(du, hn::Min(hn::Max(whole, least), greatest));
  }
};

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_ELEMENTWISE_CHAIN_NARROW_INL_H_
