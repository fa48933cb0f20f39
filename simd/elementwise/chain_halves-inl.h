// The steps of chains (chain.h) on floats of 16 bits, which are f32 in lanes.
#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"

#if defined(PADDOCK_SIMD_ELEMENTWISE_CHAIN_HALVES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_CHAIN_HALVES_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_CHAIN_HALVES_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_CHAIN_HALVES_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/elementwise/chain_functions-inl.h"
#include "simd/elementwise/small_float_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

template <ElementType kType, class V>
HWY_INLINE V HalvesToLanes(V codes) {
  const hn::RebindToFloat<hn::DFromV<V>> df;
  const DecodeConstants& constants = kDecodeConstants[static_cast<size_t>(kType)];
  return hn::BitCast(hn::DFromV<V>(), DecodeVector(df, constants, codes));
}
template <ElementType kType, class V>
HWY_INLINE V LanesToHalves(V a) {
  const hn::RebindToFloat<hn::DFromV<V>> df;
  const EncodeConstants& constants = kEncodeConstants[static_cast<size_t>(kType)];
  return EncodeVector(df, constants, hn::BitCast(df, a));
}
template <ElementType kType>
struct LoadedHalves {
  const uint8_t* operand;
  template <class V>
  HWY_INLINE V operator()(V, size_t i) const {
    const hn::DFromV<V> du;
    const auto codes = LoadOf(hn::Rebind<uint16_t, hn::DFromV<V>>(), operand, i);
    return HalvesToLanes<kType>(hn::PromoteTo(du, codes));
  }
};
template <ElementType kType>
struct StoredHalves {
  uint8_t* result;
  template <class V>
  HWY_INLINE V operator()(V a, size_t i) const {
    const hn::Rebind<uint16_t, hn::DFromV<V>> d;
    StoreVector(hn::TruncateTo(d, LanesToHalves<kType>(a)), d, result, i * hn::Lanes(d));
    return a;
  }
};
template <ElementType kType>
struct RoundedToHalves {
  template <class V>
  HWY_INLINE V operator()(V a, size_t) const {
    return HalvesToLanes<kType>(LanesToHalves<kType>(a));
  }
};

// The steps of one type.
struct HalvesSteps {
  ChainOp load, store, round, to;
};
template <ElementType kType, class V>
HWY_INLINE void RunHalvesStep(ChainOp op, const HalvesSteps& steps, uint8_t* block,
                              ChainBlock<V>& a) {
  if (op == steps.load) return ForEachVector(a, LoadedHalves<kType>{block});
  if (op == steps.store) return ForEachVector(a, StoredHalves<kType>{block});
  if (op == steps.round || op == steps.to) ForEachVector(a, RoundedToHalves<kType>());
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_ELEMENTWISE_CHAIN_HALVES_INL_H_
