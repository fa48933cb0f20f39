#include "simd/fft/row_moves.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/fft/row_moves.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// A vector, or a part of a row, of `Real` numbers.
template <class Real>
using MoveTag = hn::CappedTag<Real, kFftLanes<Real>>;
template <class Real>
using MoveVector = hn::Vec<MoveTag<Real>>;
// The same number of elements of type T.
template <class T, class Real>
using ElementTag = hn::Rebind<T, MoveTag<Real>>;

template <class T, class Real>
HWY_INLINE MoveVector<Real> Widen(hn::Vec<ElementTag<T, Real>> value) {
  if constexpr (sizeof(T) < sizeof(Real)) {
    return hn::PromoteTo(MoveTag<Real>(), value);
  } else {
    return value;
  }
}

template <class T, class Real>
HWY_INLINE hn::Vec<ElementTag<T, Real>> Narrow(MoveVector<Real> value) {
  if constexpr (sizeof(T) < sizeof(Real)) {
    return hn::DemoteTo(ElementTag<T, Real>(), value);
  } else {
    return value;
  }
}

template <class T, bool kIsComplex, class Real>
void ReadRows(const FftRowMove& move, Real* to) {
  const MoveTag<Real> d;
  const ElementTag<T, Real> d_element;
  const size_t lanes = hn::Lanes(d);
  const int64_t im_at = move.is_swapped ? 0 : kFftLanes<Real>;
  for (int64_t k = 0; k < move.count; ++k, to += move.row_step) {
    const T* from = reinterpret_cast<const T*>(move.first + k * move.step);
    for (size_t v = 0; v < kFftLanes<Real>; v += lanes) {
      Real* const re_to = to + (kFftLanes<Real> - im_at) + v;
      Real* const im_to = to + im_at + v;
      if constexpr (kIsComplex) {
        hn::Vec<decltype(d_element)> re, im;
        hn::LoadInterleaved2(d_element, from + 2 * v, re, im);
        hn::StoreU(Widen<T, Real>(re), d, re_to);
        hn::StoreU(Widen<T, Real>(im), d, im_to);
      } else {
        hn::StoreU(Widen<T, Real>(hn::LoadU(d_element, from + v)), d, re_to);
        hn::StoreU(hn::Zero(d), d, im_to);
      }
    }
  }
}

// A power of two divides as exactly as it multiplies.
template <class T, bool kIsComplex, class Real>
void WriteRows(const FftRowMove& move, const Real* from, double divisor) {
  const MoveTag<Real> d;
  const ElementTag<T, Real> d_element;
  const size_t lanes = hn::Lanes(d);
  const int64_t im_at = move.is_swapped ? 0 : kFftLanes<Real>;
  int exponent;
  const bool is_power = std::frexp(divisor, &exponent) == 0.5;
  const auto scale = hn::Set(d, static_cast<Real>(is_power ? 1 / divisor : divisor));
  for (int64_t k = 0; k < move.count; ++k, from += move.row_step) {
    T* to = reinterpret_cast<T*>(move.first + k * move.step);
    for (size_t v = 0; v < kFftLanes<Real>; v += lanes) {
      const auto narrow = [&](const Real* numbers) HWY_ATTR {
        const auto value = hn::LoadU(d, numbers);
        return Narrow<T, Real>(is_power ? hn::Mul(value, scale) : hn::Div(value, scale));
      };
      const auto re = narrow(from + (kFftLanes<Real> - im_at) + v);
      if constexpr (kIsComplex) {
        hn::StoreInterleaved2(re, narrow(from + im_at + v), d_element, to + 2 * v);
      } else {
        hn::StoreU(re, d_element, to + v);
      }
    }
  }
}

}  // namespace

void ReadRowsInF64(ElementType type, const FftRowMove& move, double* to) {
  switch (type) {
    case ElementType::kF32:
      return ReadRows<float, false>(move, to);
    case ElementType::kF64:
      return ReadRows<double, false>(move, to);
    case ElementType::kC64:
      return ReadRows<float, true>(move, to);
    default:
      return ReadRows<double, true>(move, to);
  }
}

void WriteRowsInF64(ElementType type, const FftRowMove& move, const double* from, double divisor) {
  switch (type) {
    case ElementType::kF32:
      return WriteRows<float, false>(move, from, divisor);
    case ElementType::kF64:
      return WriteRows<double, false>(move, from, divisor);
    case ElementType::kC64:
      return WriteRows<float, true>(move, from, divisor);
    default:
      return WriteRows<double, true>(move, from, divisor);
  }
}

#if !defined(__wasm__)
void ReadRowsInF32(ElementType type, const FftRowMove& move, float* to) {
  return type == ElementType::kF32 ? ReadRows<float, false>(move, to)
                                   : ReadRows<float, true>(move, to);
}

void WriteRowsInF32(ElementType type, const FftRowMove& move, const float* from, double divisor) {
  return type == ElementType::kF32 ? WriteRows<float, false>(move, from, divisor)
                                   : WriteRows<float, true>(move, from, divisor);
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(ReadRowsInF64);
HWY_EXPORT(WriteRowsInF64);

#if !defined(__wasm__)
HWY_EXPORT(ReadRowsInF32);
HWY_EXPORT(WriteRowsInF32);
#endif

void ReadFftRows(ElementType type, const FftRowMove& move, double* to) {
  HWY_DYNAMIC_DISPATCH(ReadRowsInF64)(type, move, to);
}
void WriteFftRows(ElementType type, const FftRowMove& move, const double* from, double divisor) {
  HWY_DYNAMIC_DISPATCH(WriteRowsInF64)(type, move, from, divisor);
}
#if !defined(__wasm__)
void ReadFftRows(ElementType type, const FftRowMove& move, float* to) {
  HWY_DYNAMIC_DISPATCH(ReadRowsInF32)(type, move, to);
}
void WriteFftRows(ElementType type, const FftRowMove& move, const float* from, double divisor) {
  HWY_DYNAMIC_DISPATCH(WriteRowsInF32)(type, move, from, divisor);
}
#endif

}  // namespace paddock::simd
#endif
