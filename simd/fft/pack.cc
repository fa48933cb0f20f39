#include "simd/fft/pack.h"

#include <algorithm>

#include "simd/fft/passes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/fft/pack.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

#if !defined(__wasm__)
HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
struct PackComplex {
  hn::Vec<D> re;
  hn::Vec<D> im;
};

// Elements k and size - k of both lines.
template <class D>
struct PackPair {
  PackComplex<D> first;
  PackComplex<D> second;
};

template <class D>
HWY_INLINE PackPair<D> Exchange(D d, const PackPair<D>& z, const PackComplex<D>& factor) {
  const auto half = hn::Set(d, 0.5f);
  const auto sum_re = hn::Add(z.first.re, z.second.re);
  const auto sum_im = hn::Sub(z.first.im, z.second.im);
  const auto re = hn::Sub(z.first.re, z.second.re);
  const auto im = hn::Add(z.first.im, z.second.im);
  const auto d_re = hn::MulSub(re, factor.re, hn::Mul(im, factor.im));
  const auto d_im = hn::MulAdd(re, factor.im, hn::Mul(im, factor.re));
  return {{hn::MulAdd(sum_re, half, d_re), hn::MulAdd(sum_im, half, d_im)},
          {hn::MulSub(sum_re, half, d_re), hn::NegMulAdd(sum_im, half, d_im)}};
}

template <class D>
HWY_INLINE hn::Vec<D> NegateIf(D, hn::Vec<D> value, bool is_negated) {
  return is_negated ? hn::Neg(value) : value;
}

template <class Real>
void PackRows(const FftPackedRows<Real>& packed) {
  using D = hn::CappedTag<Real, kFftLanes<Real>>;
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t im_at = packed.is_inverse ? 0 : kFftLanes<Real>;
  const int64_t re_at = kFftLanes<Real> - im_at;
  for (int64_t k = 0; k < FftPairCount(packed.size); ++k) {
    Real* const first = packed.rows + k * kFftRow<Real>;
    Real* const second = packed.rows + (packed.size - k) * kFftRow<Real>;
    // Z[size] is Z[0].
    const Real* const read = k == 0 && !packed.is_inverse ? first : second;
    const PackComplex<D> factor{hn::Set(d, packed.factor_re[k]),
                                NegateIf(d, hn::Set(d, packed.factor_im[k]), packed.is_inverse)};
    for (int64_t v = 0; v < kFftLanes<Real>; v += lanes) {
      PackPair<D> pair{{hn::LoadU(d, first + re_at + v), hn::LoadU(d, first + im_at + v)},
                       {hn::LoadU(d, read + re_at + v), hn::LoadU(d, read + im_at + v)}};
      if (k == 0 && packed.is_inverse) pair.first.im = pair.second.im = hn::Zero(d);
      pair = Exchange(d, pair, factor);
      hn::StoreU(pair.first.re, d, first + re_at + v);
      hn::StoreU(pair.first.im, d, first + im_at + v);
      if (k == 0 && packed.is_inverse) continue;
      hn::StoreU(pair.second.re, d, second + re_at + v);
      hn::StoreU(pair.second.im, d, second + im_at + v);
    }
  }
}

// One pair of a line.
template <class Real>
void PackOne(const FftPackedLine<Real>& packed, int64_t k) {
  using D = hn::CappedTag<Real, 1>;
  const D d;
  const Real* const first = packed.from + 2 * k;
  const Real* const second =
      k == 0 && !packed.is_inverse ? first : packed.from + 2 * (packed.size - k);
  PackPair<D> pair{{hn::LoadU(d, first), hn::LoadU(d, first + 1)},
                   {hn::LoadU(d, second), hn::LoadU(d, second + 1)}};
  if (k == 0 && packed.is_inverse) pair.first.im = pair.second.im = hn::Zero(d);
  const auto im = NegateIf(d, hn::LoadU(d, packed.factor_im + k), packed.is_inverse);
  pair = Exchange(d, pair, {hn::LoadU(d, packed.factor_re + k), im});
  hn::StoreU(pair.first.re, d, packed.to + 2 * k);
  hn::StoreU(pair.first.im, d, packed.to + 2 * k + 1);
  if (k == 0 && packed.is_inverse) return;
  hn::StoreU(pair.second.re, d, packed.to + 2 * (packed.size - k));
  hn::StoreU(pair.second.im, d, packed.to + 2 * (packed.size - k) + 1);
}

template <class Real>
void PackLine(const FftPackedLine<Real>& packed, int64_t begin, int64_t end) {
  using D = hn::ScalableTag<Real>;
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t k = begin;
  if (k == 0) PackOne(packed, k++);
  // While a vector of elements and one of their partners do not overlap.
  for (; k + lanes <= end && 2 * (k + lanes - 1) < packed.size; k += lanes) {
    const int64_t mirrored = packed.size - k - lanes + 1;
    PackPair<D> pair;
    hn::LoadInterleaved2(d, packed.from + 2 * k, pair.first.re, pair.first.im);
    hn::LoadInterleaved2(d, packed.from + 2 * mirrored, pair.second.re, pair.second.im);
    pair.second = {hn::Reverse(d, pair.second.re), hn::Reverse(d, pair.second.im)};
    const auto im = NegateIf(d, hn::LoadU(d, packed.factor_im + k), packed.is_inverse);
    pair = Exchange(d, pair, {hn::LoadU(d, packed.factor_re + k), im});
    hn::StoreInterleaved2(pair.first.re, pair.first.im, d, packed.to + 2 * k);
    hn::StoreInterleaved2(hn::Reverse(d, pair.second.re), hn::Reverse(d, pair.second.im), d,
                          packed.to + 2 * mirrored);
  }
  for (; k < end; ++k) PackOne(packed, k);
}

}  // namespace

void PackRowsInF64(const FftPackedRows<double>& packed) { PackRows(packed); }
void PackRowsInF32(const FftPackedRows<float>& packed) { PackRows(packed); }
void PackLineInF64(const FftPackedLine<double>& packed, int64_t begin, int64_t end) {
  PackLine(packed, begin, end);
}
void PackLineInF32(const FftPackedLine<float>& packed, int64_t begin, int64_t end) {
  PackLine(packed, begin, end);
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(PackRowsInF64);
HWY_EXPORT(PackRowsInF32);
HWY_EXPORT(PackLineInF64);
HWY_EXPORT(PackLineInF32);

void RunFftPacking(const FftPackedRows<double>& packed) {
  HWY_DYNAMIC_DISPATCH(PackRowsInF64)(packed);
}
void RunFftPacking(const FftPackedRows<float>& packed) {
  HWY_DYNAMIC_DISPATCH(PackRowsInF32)(packed);
}
void RunFftPacking(const FftPackedLine<double>& packed, int64_t begin, int64_t end) {
  HWY_DYNAMIC_DISPATCH(PackLineInF64)(packed, begin, end);
}
void RunFftPacking(const FftPackedLine<float>& packed, int64_t begin, int64_t end) {
  HWY_DYNAMIC_DISPATCH(PackLineInF32)(packed, begin, end);
}

}  // namespace paddock::simd
#endif
#endif
