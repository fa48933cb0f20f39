// Butterflies over whole vectors of lanes. No multiply-add is fused, so both numerics have the same
// bits.
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

using D = hn::CappedTag<double, kFftLanes>;
using V = hn::Vec<D>;

struct Complex {
  V re;
  V im;
};

HWY_INLINE Complex Add(Complex a, Complex b) { return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)}; }
HWY_INLINE Complex Sub(Complex a, Complex b) { return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)}; }
// a - i b and a + i b.
HWY_INLINE Complex SubI(Complex a, Complex b) { return {hn::Add(a.re, b.im), hn::Sub(a.im, b.re)}; }
HWY_INLINE Complex AddI(Complex a, Complex b) { return {hn::Sub(a.re, b.im), hn::Add(a.im, b.re)}; }
HWY_INLINE Complex Times(Complex a, V factor) {
  return {hn::Mul(a.re, factor), hn::Mul(a.im, factor)};
}
HWY_INLINE Complex Times(Complex a, Complex b) {
  return {hn::Sub(hn::Mul(a.re, b.re), hn::Mul(a.im, b.im)),
          hn::Add(hn::Mul(a.re, b.im), hn::Mul(a.im, b.re))};
}

HWY_INLINE Complex Load(const double* row) {
  const D d;
  return {hn::LoadU(d, row), hn::LoadU(d, row + kFftLanes)};
}
HWY_INLINE void Store(Complex value, double* row) {
  const D d;
  hn::StoreU(value.re, d, row);
  hn::StoreU(value.im, d, row + kFftLanes);
}

struct Radix2 {
  static constexpr int64_t kRadix = 2;
  static HWY_INLINE void Apply(const FftPassArguments&, int64_t, const Complex* x, Complex* y) {
    y[0] = Add(x[0], x[1]);
    y[1] = Sub(x[0], x[1]);
  }
};

struct Radix4 {
  static constexpr int64_t kRadix = 4;
  static HWY_INLINE void Apply(const FftPassArguments&, int64_t, const Complex* x, Complex* y) {
    const Complex a = Add(x[0], x[2]), b = Sub(x[0], x[2]);
    const Complex c = Add(x[1], x[3]), e = Sub(x[1], x[3]);
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
  static HWY_INLINE void Apply(const FftPassArguments& pass, int64_t radix, const Complex* x,
                               Complex* y) {
    const D d;
    const int64_t count = kOddRadix == 0 ? radix : kOddRadix;
    const int64_t half = (count - 1) / 2;
    Complex sums[kRadix / 2], differences[kRadix / 2];
    y[0] = x[0];
    for (int64_t j = 1; j <= half; ++j) {
      sums[j - 1] = Add(x[j], x[count - j]);
      differences[j - 1] = Sub(x[j], x[count - j]);
      y[0] = Add(y[0], sums[j - 1]);
    }
    for (int64_t k = 1; k <= half; ++k) {
      Complex even = x[0];
      Complex odd = {hn::Zero(d), hn::Zero(d)};
      int64_t root = 0;
      for (int64_t j = 1; j <= half; ++j) {
        root = root + k >= count ? root + k - count : root + k;
        even = Add(even, Times(sums[j - 1], hn::Set(d, pass.roots[2 * root])));
        // The roots' imaginary parts are those of exp(-i t).
        odd = Sub(odd, Times(differences[j - 1], hn::Set(d, pass.roots[2 * root + 1])));
      }
      y[k] = SubI(even, odd);
      y[count - k] = AddI(even, odd);
    }
  }
};

// The twiddles of a part, one row each. Twiddles of 1 are omitted, for some lanes or all.
struct Twiddles {
  const double* rows;
  int64_t plain_lanes;

  // Multiplies the lanes from `lane` on by their twiddles.
  HWY_INLINE Complex Turn(Complex y, int64_t k, int64_t lane) const {
    if (plain_lanes == kFftLanes) return y;
    const Complex turned = Times(y, Load(rows + (k - 1) * kFftRow + lane));
    if (lane >= plain_lanes) return turned;
    const D d;
    const auto is_plain = hn::FirstN(d, static_cast<size_t>(plain_lanes));
    return {hn::IfThenElse(is_plain, y.re, turned.re), hn::IfThenElse(is_plain, y.im, turned.im)};
  }
};

// `room`: space for as many rows, where shared twiddles are broadcast to lanes.
HWY_INLINE Twiddles TwiddlesOf(const FftPassArguments& pass, const double* twiddles, int64_t radix,
                               int64_t part, double* room) {
  if (pass.has_lane_twiddles) {
    const int64_t plain_lanes = pass.is_first && part == 0 ? 1 : 0;
    return {twiddles + part * (radix - 1) * kFftRow, plain_lanes};
  }
  if (part == 0) return {room, kFftLanes};
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const double* factor = twiddles + 2 * part * (radix - 1);
  for (int64_t k = 0; k < radix - 1; ++k) {
    const Complex all{hn::Set(d, factor[2 * k]), hn::Set(d, factor[2 * k + 1])};
    for (int64_t v = 0; v < kFftLanes; v += lanes) Store(all, room + k * kFftRow + v);
  }
  return {room, 0};
}

template <class Radix>
void RunPass(const FftPassArguments& pass) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
  // A constant lets the compiler unroll.
  const int64_t radix = Radix::kRadix == kMaximumRadix ? pass.radix : Radix::kRadix;
  const int64_t from_step = pass.stride * pass.parts * kFftRow;
  const int64_t to_step = pass.stride * kFftRow;
  HWY_ALIGN double room[(Radix::kRadix - 1) * kFftRow];
  for (int64_t part = 0; part < pass.parts; ++part) {
    const Twiddles twiddles = TwiddlesOf(pass, pass.twiddles, radix, part, room);
    const double* from = pass.from + part * to_step;
    double* to = pass.to + part * radix * to_step;
    for (int64_t q = 0; q < pass.stride; ++q, from += kFftRow, to += kFftRow) {
      for (int64_t v = 0; v < kFftLanes; v += lanes) {
        Complex x[Radix::kRadix], y[Radix::kRadix];
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
void RunPassPair(const FftPassArguments& pass) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
  const int64_t step = pass.stride * kFftRow;
  const int64_t parts = pass.parts / 4;
  HWY_ALIGN double room[5 * 3 * kFftRow];
  for (int64_t part = 0; part < parts; ++part) {
    Twiddles first[4];
    for (int64_t i = 0; i < 4; ++i) {
      first[i] = TwiddlesOf(pass, pass.twiddles, 4, part + parts * i, room + i * 3 * kFftRow);
    }
    const Twiddles second = TwiddlesOf(pass, pass.next_twiddles, 4, part, room + 12 * kFftRow);
    const double* from = pass.from + part * step;
    double* to = pass.to + part * 16 * step;
    for (int64_t q = 0; q < pass.stride; ++q, from += kFftRow, to += kFftRow) {
      for (int64_t v = 0; v < kFftLanes; v += lanes) {
        Complex x[4], y[4], between[4][4];
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

void Pass(const FftPassArguments& pass) {
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

void Product(const FftProductArguments& product) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t k = 0; k < product.count; ++k) {
    const double* re = product.factor_re + k * product.factor_step;
    const double* im = product.factor_im + k * product.factor_step;
    for (int64_t v = 0; v < kFftLanes; v += lanes) {
      double* row = product.rows + k * kFftRow + v;
      const Complex factor = product.has_lane_factors
                                 ? Complex{hn::LoadU(d, re + v), hn::LoadU(d, im + v)}
                                 : Complex{hn::Set(d, *re), hn::Set(d, *im)};
      Complex value = Load(row);
      if (product.is_swapped_before) value = {value.im, value.re};
      value = Times(value, factor);
      if (product.is_swapped_after) value = {value.im, value.re};
      Store(value, row);
    }
  }
}

}  // namespace

void FftPassKernel(const FftPassArguments& pass) { Pass(pass); }
void FftProductKernel(const FftProductArguments& product) { Product(product); }

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(FftPassKernel);
HWY_EXPORT(FftProductKernel);

void RunFftPass(const FftPassArguments& arguments) {
  HWY_DYNAMIC_DISPATCH(FftPassKernel)(arguments);
}
void RunFftProduct(const FftProductArguments& arguments) {
  HWY_DYNAMIC_DISPATCH(FftProductKernel)(arguments);
}

}  // namespace paddock::simd
#endif
