// Minima and maxima of many bf16 or f16 in lanes of 16 bits: integers have the order of the numbers
// whose bits they are, once those of negative numbers are turned around.
#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"
#include "simd/reduce/monoid.h"

#if defined(PADDOCK_SIMD_REDUCE_KEYED_EXTREME_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_KEYED_EXTREME_INL_H_
#undef PADDOCK_SIMD_REDUCE_KEYED_EXTREME_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_KEYED_EXTREME_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/reduce/unaligned-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// A body with a template KeyedExtreme<D>; see small_float_monoids.cc. WebAssembly has none, for
// code size.
template <class Body>
inline constexpr bool kHasKeys = false;

// The sign of zeros counts. A NaN of either sign is beyond an infinity: then the body's own op must
// be used, which takes the first of several.
template <ElementType kType, bool kIsMaximum, class D>
class SmallFloatExtreme {
 public:
  using V = hn::Vec<D>;

  static HWY_INLINE V Load(const uint16_t* from) { return LoadAny(D(), from); }

  HWY_INLINE void Begin(V bits) { least_ = greatest_ = Turned(bits); }
  HWY_INLINE void Add(V bits) {
    const V key = Turned(bits);
    least_ = hn::Min(least_, key);
    greatest_ = hn::Max(greatest_, key);
  }
  HWY_INLINE bool IsOpen() const {
    const D d;
    const V infinity = hn::Set(d, kInfinity);
    const auto is_positive = hn::Gt(greatest_, infinity);
    const auto is_negative = hn::Lt(least_, hn::Not(infinity));
    return !hn::AllFalse(d, hn::Or(is_positive, is_negative));
  }
  HWY_INLINE V Total() const { return Turned(kIsMaximum ? greatest_ : least_); }
  HWY_INLINE V TotalOfLanes() const {
    const D d;
    return Turned(kIsMaximum ? hn::MaxOfLanes(d, greatest_) : hn::MinOfLanes(d, least_));
  }
  HWY_INLINE void Add(const SmallFloatExtreme& other) {
    least_ = hn::Min(least_, other.least_);
    greatest_ = hn::Max(greatest_, other.greatest_);
  }

 private:
  static constexpr int16_t kInfinity = kType == ElementType::kBF16 ? 0x7F80 : 0x7C00;

  // Its own inverse.
  static HWY_INLINE V Turned(V bits) {
    const D d;
    return hn::Xor(bits, hn::And(hn::BroadcastSignBit(bits), hn::Set(d, int16_t{0x7FFF})));
  }

  V least_, greatest_;
};

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_KEYED_EXTREME_INL_H_
