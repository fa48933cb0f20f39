// Butterflies over whole vectors of lanes.
#include "simd/fft/passes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/fft/passes.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// One vector or a part of a row.
template <class Real>
using RowTag = hn::CappedTag<Real, kFftLanes<Real>>;

template <class Real>
struct Complex {
  hn::Vec<RowTag<Real>> re;
  hn::Vec<RowTag<Real>> im;
};

template <class C>
HWY_INLINE C Add(C a, C b) {
  return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}
template <class C>
HWY_INLINE C Sub(C a, C b) {
  return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)};
}
// a - i b and a + i b.
template <class C>
HWY_INLINE C SubI(C a, C b) {
  return {hn::Add(a.re, b.im), hn::Sub(a.im, b.re)};
}
template <class C>
HWY_INLINE C AddI(C a, C b) {
  return {hn::Sub(a.re, b.im), hn::Add(a.im, b.re)};
}
HWY_INLINE Complex<double> Times(Complex<double> a, Complex<double> b) {
  return {hn::Sub(hn::Mul(a.re, b.re), hn::Mul(a.im, b.im)),
          hn::Add(hn::Mul(a.re, b.im), hn::Mul(a.im, b.re))};
}
HWY_INLINE Complex<float> Times(Complex<float> a, Complex<float> b) {
  return {hn::MulSub(a.re, b.re, hn::Mul(a.im, b.im)), hn::MulAdd(a.re, b.im, hn::Mul(a.im, b.re))};
}

// sum + a * factor and sum - a * factor.
template <class V>
HWY_INLINE Complex<double> AddTimes(Complex<double> sum, Complex<double> a, V factor) {
  return {hn::Add(sum.re, hn::Mul(a.re, factor)), hn::Add(sum.im, hn::Mul(a.im, factor))};
}
template <class V>
HWY_INLINE Complex<double> SubTimes(Complex<double> sum, Complex<double> a, V factor) {
  return {hn::Sub(sum.re, hn::Mul(a.re, factor)), hn::Sub(sum.im, hn::Mul(a.im, factor))};
}
template <class V>
HWY_INLINE Complex<float> AddTimes(Complex<float> sum, Complex<float> a, V factor) {
  return {hn::MulAdd(a.re, factor, sum.re), hn::MulAdd(a.im, factor, sum.im)};
}
template <class V>
HWY_INLINE Complex<float> SubTimes(Complex<float> sum, Complex<float> a, V factor) {
  return {hn::NegMulAdd(a.re, factor, sum.re), hn::NegMulAdd(a.im, factor, sum.im)};
}

template <class Real>
HWY_INLINE Complex<Real> Load(const Real* row) {
  const RowTag<Real> d;
  return {hn::LoadU(d, row), hn::LoadU(d, row + kFftLanes<Real>)};
}
template <class Real>
HWY_INLINE void Store(Complex<Real> value, Real* row) {
  const RowTag<Real> d;
  hn::StoreU(value.re, d, row);
  hn::StoreU(value.im, d, row + kFftLanes<Real>);
}

struct Radix2 {
  static constexpr int64_t kRadix = 2;
  template <class Real, class C = Complex<Real>>
  static HWY_INLINE void Apply(const FftPassArguments<Real>&, int64_t, const C* x, C* y) {
    y[0] = Add(x[0], x[1]);
    y[1] = Sub(x[0], x[1]);
  }
};

struct Radix4 {
  static constexpr int64_t kRadix = 4;
  template <class Real, class C = Complex<Real>>
  static HWY_INLINE void Apply(const FftPassArguments<Real>&, int64_t, const C* x, C* y) {
    const C a = Add(x[0], x[2]), b = Sub(x[0], x[2]);
    const C c = Add(x[1], x[3]), e = Sub(x[1], x[3]);
    y[0] = Add(a, c);
    y[1] = SubI(b, e);
    y[2] = Sub(a, c);
    y[3] = AddI(b, e);
  }
};

// Any odd radix, computing each pair k, radix - k together; 0: known only at run time.
template <int64_t kOddRadix>
struct OddRadix {
  static constexpr int64_t kRadix = kOddRadix == 0 ? kMaximumRadix : kOddRadix;
  template <class Real, class C = Complex<Real>>
  static HWY_INLINE void Apply(const FftPassArguments<Real>& pass, int64_t radix, const C* x,
                               C* y) {
    const RowTag<Real> d;
    const int64_t count = kOddRadix == 0 ? radix : kOddRadix;
    const int64_t half = (count - 1) / 2;
    C sums[kRadix / 2], differences[kRadix / 2];
    y[0] = x[0];
    for (int64_t j = 1; j <= half; ++j) {
      sums[j - 1] = Add(x[j], x[count - j]);
      differences[j - 1] = Sub(x[j], x[count - j]);
      y[0] = Add(y[0], sums[j - 1]);
    }
    for (int64_t k = 1; k <= half; ++k) {
      C even = x[0];
      C odd = {hn::Zero(d), hn::Zero(d)};
      int64_t root = 0;
      for (int64_t j = 1; j <= half; ++j) {
        root = root + k >= count ? root + k - count : root + k;
        even = AddTimes(even, sums[j - 1], hn::Set(d, pass.roots[2 * root]));
        // The roots' imaginary parts are those of exp(-i t).
        odd = SubTimes(odd, differences[j - 1], hn::Set(d, pass.roots[2 * root + 1]));
      }
      y[k] = SubI(even, odd);
      y[count - k] = AddI(even, odd);
    }
  }
};

// The twiddles of a part, one row each. Twiddles of 1 are omitted, for some lanes or all.
template <class Real>
struct Twiddles {
  const Real* rows;
  int64_t plain_lanes;

  // Multiplies the lanes from `lane` on by their twiddles.
  HWY_INLINE Complex<Real> Turn(Complex<Real> y, int64_t k, int64_t lane) const {
    if (plain_lanes == kFftLanes<Real>) return y;
    const Complex<Real> turned = Times(y, Load(rows + (k - 1) * kFftRow<Real> + lane));
    if (lane >= plain_lanes) return turned;
    const RowTag<Real> d;
    const auto is_plain = hn::FirstN(d, static_cast<size_t>(plain_lanes));
    return {hn::IfThenElse(is_plain, y.re, turned.re), hn::IfThenElse(is_plain, y.im, turned.im)};
  }
};

// `room`: space for as many rows, where shared twiddles are broadcast to lanes.
template <class Real>
HWY_INLINE Twiddles<Real> TwiddlesOf(const FftPassArguments<Real>& pass, const Real* twiddles,
                                     int64_t radix, int64_t part, Real* room) {
  if (pass.has_lane_twiddles) {
    const int64_t plain_lanes = pass.is_first && part == 0 ? 1 : 0;
    return {twiddles + part * (radix - 1) * kFftRow<Real>, plain_lanes};
  }
  if (part == 0) return {room, kFftLanes<Real>};
  const RowTag<Real> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const Real* factor = twiddles + 2 * part * (radix - 1);
  for (int64_t k = 0; k < radix - 1; ++k) {
    const Complex<Real> all{hn::Set(d, factor[2 * k]), hn::Set(d, factor[2 * k + 1])};
    for (int64_t v = 0; v < kFftLanes<Real>; v += lanes) Store(all, room + k * kFftRow<Real> + v);
  }
  return {room, 0};
}

template <class Radix, class Real>
void RunPass(const FftPassArguments<Real>& pass) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(RowTag<Real>()));
  // A constant lets the compiler unroll.
  const int64_t radix = Radix::kRadix == kMaximumRadix ? pass.radix : Radix::kRadix;
  const int64_t from_step = pass.stride * pass.parts * kFftRow<Real>;
  const int64_t to_step = pass.stride * kFftRow<Real>;
  HWY_ALIGN Real room[(Radix::kRadix - 1) * kFftRow<Real>];
  for (int64_t part = 0; part < pass.parts; ++part) {
    const Twiddles<Real> twiddles = TwiddlesOf(pass, pass.twiddles, radix, part, room);
    const Real* from = pass.from + part * to_step;
    Real* to = pass.to + part * radix * to_step;
    for (int64_t q = 0; q < pass.stride; ++q, from += kFftRow<Real>, to += kFftRow<Real>) {
      for (int64_t v = 0; v < kFftLanes<Real>; v += lanes) {
        Complex<Real> x[Radix::kRadix], y[Radix::kRadix];
        for (int64_t j = 0; j < radix; ++j) x[j] = Load(from + j * from_step + v);
        Radix::Apply(pass, radix, x, y);
        Store(y[0], to + v);
        for (int64_t k = 1; k < radix; ++k) {
          Store(twiddles.Turn(y[k], k, v), to + k * to_step + v);
        }
      }
    }
  }
}

#if !defined(__wasm__)
// Two passes of radix 4: parts of the second, each of four of the first.
template <class Real>
void RunPassPair(const FftPassArguments<Real>& pass) {
  constexpr int64_t kRow = kFftRow<Real>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(RowTag<Real>()));
  const int64_t step = pass.stride * kRow;
  const int64_t parts = pass.parts / 4;
  HWY_ALIGN Real room[5 * 3 * kRow];
  for (int64_t part = 0; part < parts; ++part) {
    Twiddles<Real> first[4];
    for (int64_t i = 0; i < 4; ++i) {
      first[i] = TwiddlesOf(pass, pass.twiddles, 4, part + parts * i, room + i * 3 * kRow);
    }
    const Twiddles<Real> second = TwiddlesOf(pass, pass.next_twiddles, 4, part, room + 12 * kRow);
    const Real* from = pass.from + part * step;
    Real* to = pass.to + part * 16 * step;
    for (int64_t q = 0; q < pass.stride; ++q, from += kRow, to += kRow) {
      for (int64_t v = 0; v < kFftLanes<Real>; v += lanes) {
        Complex<Real> x[4], y[4], between[4][4];
        for (int64_t i = 0; i < 4; ++i) {
          for (int64_t j = 0; j < 4; ++j)
            x[j] = Load(from + (parts * i + pass.parts * j) * step + v);
          Radix4::Apply(pass, 4, x, y);
          between[0][i] = y[0];
          for (int64_t k = 1; k < 4; ++k) between[k][i] = first[i].Turn(y[k], k, v);
        }
        for (int64_t i = 0; i < 4; ++i) {
          Radix4::Apply(pass, 4, between[i], y);
          Store(y[0], to + i * step + v);
          for (int64_t k = 1; k < 4; ++k)
            Store(second.Turn(y[k], k, v), to + (i + 4 * k) * step + v);
        }
      }
    }
  }
}

#endif

template <class Real>
void Pass(const FftPassArguments<Real>& pass) {
#if !defined(__wasm__)
  if (pass.next_twiddles != nullptr) return RunPassPair(pass);
#endif
  switch (pass.radix) {
    case 2:
      return RunPass<Radix2>(pass);
    case 3:
      return RunPass<OddRadix<3>>(pass);
    case 4:
      return RunPass<Radix4>(pass);
    case 5:
      return RunPass<OddRadix<5>>(pass);
#if !defined(__wasm__)
    case 7:
      return RunPass<OddRadix<7>>(pass);
#endif
    default:
      return RunPass<OddRadix<0>>(pass);
  }
}

template <class Real>
void Product(const FftProductArguments<Real>& product) {
  const RowTag<Real> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t k = 0; k < product.count; ++k) {
    const Real* re = product.factor_re + k * product.factor_step;
    const Real* im = product.factor_im + k * product.factor_step;
    for (int64_t v = 0; v < kFftLanes<Real>; v += lanes) {
      Real* row = product.rows + k * kFftRow<Real> + v;
      const Complex<Real> factor = product.has_lane_factors
                                       ? Complex<Real>{hn::LoadU(d, re + v), hn::LoadU(d, im + v)}
                                       : Complex<Real>{hn::Set(d, *re), hn::Set(d, *im)};
      Complex<Real> value = Load(row);
      if (product.is_swapped_before) value = {value.im, value.re};
      value = Times(value, factor);
      if (product.is_swapped_after) value = {value.im, value.re};
      Store(value, row);
    }
  }
}

}  // namespace

void PassInF64(const FftPassArguments<double>& pass) { Pass(pass); }
void ProductInF64(const FftProductArguments<double>& product) { Product(product); }

#if !defined(__wasm__)
void PassInF32(const FftPassArguments<float>& pass) { Pass(pass); }
void ProductInF32(const FftProductArguments<float>& product) { Product(product); }
#endif

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(PassInF64);
HWY_EXPORT(ProductInF64);

void RunFftPass(const FftPassArguments<double>& arguments) {
  HWY_DYNAMIC_DISPATCH(PassInF64)(arguments);
}
void RunFftProduct(const FftProductArguments<double>& arguments) {
  HWY_DYNAMIC_DISPATCH(ProductInF64)(arguments);
}

#if !defined(__wasm__)
HWY_EXPORT(PassInF32);
HWY_EXPORT(ProductInF32);

void RunFftPass(const FftPassArguments<float>& arguments) {
  HWY_DYNAMIC_DISPATCH(PassInF32)(arguments);
}
void RunFftProduct(const FftProductArguments<float>& arguments) {
  HWY_DYNAMIC_DISPATCH(ProductInF32)(arguments);
}
#endif

}  // namespace paddock::simd
#endif
