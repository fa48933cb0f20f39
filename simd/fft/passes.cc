// Butterflies over whole vectors of neighbouring lines or sub-transforms. No multiply-add is
// fused: both numerics give these bits.
#include "simd/fft/passes.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/fft/passes.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
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

// Reads and writes `lanes` neighbours.
struct Access {
  const FftPassArguments& pass;
  size_t lanes;

  HWY_INLINE Complex Load(int64_t at) const {
    const D d;
    if (lanes == hn::Lanes(d)) {
      return {hn::LoadU(d, pass.from_re + at), hn::LoadU(d, pass.from_im + at)};
    }
    return {hn::LoadN(d, pass.from_re + at, lanes), hn::LoadN(d, pass.from_im + at, lanes)};
  }

  HWY_INLINE void Store(Complex value, int64_t at) const {
    const D d;
    if (lanes == hn::Lanes(d)) {
      hn::StoreU(value.re, d, pass.to_re + at);
      hn::StoreU(value.im, d, pass.to_im + at);
      return;
    }
    hn::StoreN(value.re, d, pass.to_re + at, lanes);
    hn::StoreN(value.im, d, pass.to_im + at, lanes);
  }
};

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

// Any odd radix, each pair k, radix - k together; 0: known only at run time.
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

template <class Radix>
HWY_INLINE void RunButterflies(const FftPassArguments& pass, int64_t part, int64_t q,
                               size_t lanes) {
  const D d;
  const Access access{pass, lanes};
  const int64_t radix = pass.radix;
  Complex x[Radix::kRadix], y[Radix::kRadix];
  for (int64_t j = 0; j < radix; ++j) {
    x[j] = access.Load(q + pass.stride * (part + pass.parts * j));
  }
  Radix::Apply(pass, radix, x, y);
  access.Store(y[0], q + pass.stride * radix * part);
  for (int64_t k = 1; k < radix; ++k) {
    const double* factor = pass.twiddles + 2 * (part * (radix - 1) + k - 1);
    // The first part's factors are 1.
    const Complex turned =
        part == 0 ? y[k] : Times(y[k], Complex{hn::Set(d, factor[0]), hn::Set(d, factor[1])});
    access.Store(turned, q + pass.stride * (radix * part + k));
  }
}

template <class Radix>
void RunPass(const FftPassArguments& pass) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
  const int64_t blocks = (pass.stride + kFftBlock - 1) / kFftBlock;
  FftPassArguments here = pass;
  // A constant lets the compiler unroll.
  if constexpr (Radix::kRadix != kMaximumRadix) here.radix = Radix::kRadix;
  for (int64_t unit = pass.begin; unit < pass.end; ++unit) {
    const int64_t part = blocks == 1 ? unit : unit / blocks;
    int64_t q = blocks == 1 ? 0 : unit % blocks * kFftBlock;
    const int64_t end = std::min(q + kFftBlock, pass.stride);
    for (; q + lanes <= end; q += lanes) {
      RunButterflies<Radix>(here, part, q, static_cast<size_t>(lanes));
    }
    if (q < end) RunButterflies<Radix>(here, part, q, static_cast<size_t>(end - q));
  }
}

void Pass(const FftPassArguments& pass) {
  switch (pass.radix) {
    case 2:
      return RunPass<Radix2>(pass);
    case 3:
      return RunPass<OddRadix<3>>(pass);
    case 4:
      return RunPass<Radix4>(pass);
    case 5:
      return RunPass<OddRadix<5>>(pass);
    case 7:
      return RunPass<OddRadix<7>>(pass);
    default:
      return RunPass<OddRadix<0>>(pass);
  }
}

// One line: neighbours have factors of their own.
void ProductOfLine(const FftProductArguments& product) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t k = product.begin; k < product.end; k += lanes) {
    const auto count = static_cast<size_t>(std::min(lanes, product.end - k));
    const Complex factor{hn::LoadN(d, product.factor_re + k, count),
                         hn::LoadN(d, product.factor_im + k, count)};
    const Complex value = Times(
        Complex{hn::LoadN(d, product.re + k, count), hn::LoadN(d, product.im + k, count)}, factor);
    hn::StoreN(value.re, d, product.re + k, count);
    hn::StoreN(value.im, d, product.im + k, count);
  }
}

void Product(const FftProductArguments& product) {
  if (product.width == 1) return ProductOfLine(product);
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t k = product.begin; k < product.end; ++k) {
    const Complex factor{hn::Set(d, product.factor_re[k]), hn::Set(d, product.factor_im[k])};
    for (int64_t w = 0; w < product.width; w += lanes) {
      const auto count = static_cast<size_t>(std::min(lanes, product.width - w));
      double* re = product.re + k * product.width + w;
      double* im = product.im + k * product.width + w;
      const Complex value =
          Times(Complex{hn::LoadN(d, re, count), hn::LoadN(d, im, count)}, factor);
      hn::StoreN(value.re, d, re, count);
      hn::StoreN(value.im, d, im, count);
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
