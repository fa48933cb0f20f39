// Parts of power for fast numerics: of f32 in f64 with enough digits for one rounding, and of
// operands that have shorter functions, 2^y and x^(1/2).
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_FAST_POWER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_FAST_POWER_INL_H_
#undef PADDOCK_SIMD_MATH_FAST_POWER_INL_H_
#else
#define PADDOCK_SIMD_MATH_FAST_POWER_INL_H_
#endif

#include <cstddef>
#include <limits>

#include "hwy/highway.h"
#include "simd/math/coefficients.h"
#include "simd/math/exponential-inl.h"
#include "simd/math/logarithm-inl.h"
#include "simd/math/pair-inl.h"
#include "simd/math/sixteenth-inl.h"
#include "simd/math/sixteenth_coefficients.h"

#if !HWY_ARCH_WASM
HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// x^(1/2). Unlike the square root it is +0 for -0, and infinite for -infinity.
template <class D, class V>
HWY_INLINE V PowerOfOneHalf(D d, V x) {
  const V infinity = hn::Set(d, std::numeric_limits<hn::TFromD<D>>::infinity());
  const V root = hn::Add(hn::Sqrt(x), hn::Zero(d));
  return hn::IfThenElse(hn::Eq(hn::Abs(x), infinity), infinity, root);
}

// ln 2 less its rounding to f64.
inline constexpr double kLn2Lost = 0x1.abc9e3b39803fp-56;

// 2^y: y = k + r, abs(r) <= 1/2.
template <class Element, Numerics kNumerics, class D, class V>
HWY_INLINE V PowerOfTwoReal(D d, V y) {
  const V limited = Limit(d, y, -1100.0, 1100.0);
  const auto k = RoundToInteger(d, limited);
  const V r = hn::Sub(limited, k.value);
  V mantissa;
  if constexpr (sizeof(Element) == 4) {
    mantissa = Polynomial<kNumerics>(d, r, kExp2Short);
  } else {
    const V log = hn::Mul(r, hn::Set(d, kLn2));
    const V lost = hn::MulAdd(r, hn::Set(d, kLn2Lost), hn::MulSub(r, hn::Set(d, kLn2), log));
    const V square = hn::Mul(log, log);
    const V tail = hn::MulAdd(square, Polynomial<kNumerics>(d, log, kExpTailF64), lost);
    mantissa = hn::Add(hn::Set(d, 1.0), hn::Add(log, tail));
  }
  return hn::IfThenElse(hn::IsNaN(y), y, Scale(d, mantissa, k.value));
}

#if PADDOCK_HAS_SIXTEENTHS
// magnitude^y for 0 < magnitude < infinity and finite y, of f32: 2^(y log2 magnitude), where the
// logarithm is that of a sixteenth's middle and log2(1 + r).
template <class D, class V>
HWY_INLINE V ShortPowerOfWhole(D d, V magnitude, V y) {
  const hn::RebindToSigned<D> di;
  const auto bits = hn::BitCast(di, magnitude);
  const auto offset = hn::Sub(bits, hn::Set(di, kLeastOfSixteenths));
  const auto exponent = hn::ShiftRight<52>(offset);
  const auto column = hn::ShiftRight<48>(offset);
  const V mantissa = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<52>(exponent)));
  const V r =
      hn::MulSub(mantissa, LookUpSixteenth(d, column, kInverseOfSixteenth), hn::Set(d, 1.0));
  const V lead = hn::Add(hn::ConvertTo(d, exponent), LookUpSixteenth(d, column, kLog2OfSixteenth));
  const V log = hn::MulAdd(r, Polynomial<Numerics::kFast>(d, r, kLog2OnePlus), lead);
  const V product = hn::Mul(y, log);
  const V k = hn::Round(product);
  const V power = Polynomial<Numerics::kFast>(d, hn::Sub(product, k), kExp2Short);
  return ScaleByFloor(d, power, k);
}

// The same for vectors of any length.
template <class D, class V>
HWY_INLINE V ShortPowerOfMagnitude(D d, V magnitude, V y) {
  const hn::ScalableTag<double> whole;
  if constexpr (hn::MaxLanes(d) == hn::MaxLanes(whole)) {
    return ShortPowerOfWhole(d, magnitude, y);
  } else {
    return hn::ResizeBitCast(d, ShortPowerOfWhole(whole, hn::ResizeBitCast(whole, magnitude),
                                                  hn::ResizeBitCast(whole, y)));
  }
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();
#else

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// x^y of f32 with the steps of ShortPowerOfWhole, for normal positive x and finite y.
class ShortPowers {
 public:
  using D = hn::ScalableTag<float>;
  using V = hn::Vec<D>;
  using DD = hn::ScalableTag<double>;
  using VD = hn::Vec<DD>;
  using DI = hn::RebindToSigned<D>;

  static HWY_INLINE V Apply(V x, V y) {
    const DI di;
    // The least number of the first sixteenth, with the exponent's bias of f32.
    constexpr int64_t kLeast = (kLeastOfSixteenths >> 29) - ((int64_t{1023} - 127) << 23);
    const auto bits = hn::BitCast(di, x);
    const auto offset = hn::Sub(bits, hn::Set(di, static_cast<int32_t>(kLeast)));
    const auto exponent = hn::ShiftRight<23>(offset);
    const V mantissa = hn::BitCast(D(), hn::Sub(bits, hn::ShiftLeft<23>(exponent)));
    HWY_ALIGN int32_t columns[4];
    hn::Store(hn::And(hn::ShiftRight<19>(offset), hn::Set(di, 15)), di, columns);
    const DD dd;
    const VD low = Two(hn::PromoteLowerTo(dd, mantissa), hn::PromoteLowerTo(dd, exponent),
                       hn::PromoteLowerTo(dd, y), columns);
    const VD high = Two(hn::PromoteUpperTo(dd, mantissa), hn::PromoteUpperTo(dd, exponent),
                        hn::PromoteUpperTo(dd, y), columns + 2);
    const hn::Half<D> half;
    return hn::Combine(D(), hn::DemoteTo(half, high), hn::DemoteTo(half, low));
  }

 private:
  static HWY_INLINE VD LookUp(const double (&table)[16], const int32_t* columns) {
    const hn::CappedTag<double, 1> d1;
    return hn::Combine(DD(), hn::LoadU(d1, table + columns[1]), hn::LoadU(d1, table + columns[0]));
  }

  static HWY_INLINE VD Two(VD mantissa, VD exponent, VD y, const int32_t* columns) {
    const DD d;
    const VD r = hn::Sub(hn::Mul(mantissa, LookUp(kInverseOfSixteenth, columns)), hn::Set(d, 1.0));
    const VD lead = hn::Add(exponent, LookUp(kLog2OfSixteenth, columns));
    const VD log = hn::Add(hn::Mul(r, Polynomial<Numerics::kFast>(d, r, kLog2OnePlus)), lead);
    // Beyond, results overflow or vanish.
    const VD product = Limit(d, hn::Mul(y, log), -160.0, 160.0);
    const auto k = RoundToInteger(d, product);
    const VD power = Polynomial<Numerics::kFast>(d, hn::Sub(product, k.value), kExp2Short);
    return hn::Mul(power, PowerOfTwo(d, k.bits));
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();
#endif  // !HWY_ARCH_WASM

#endif  // PADDOCK_SIMD_MATH_FAST_POWER_INL_H_
