#include "simd/linalg/rows.h"

#include <algorithm>
#include <bit>

#include "simd/linalg/row_blocks.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/linalg/rows.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using V = hn::Vec<D>;

// Columns c .. c + kVectors * Lanes of complex rows, or `rest` of one vector.
template <size_t kVectors>
HWY_INLINE void SubtractColumns(const RowCombination& all, int64_t c, size_t rest) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  const auto load = [&](const double* from) {
    return rest == lanes ? hn::LoadU(d, from) : hn::LoadN(d, from, rest);
  };
  V re[kVectors], im[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    re[v] = load(all.target.re + c + v * lanes);
    im[v] = load(all.target.im + c + v * lanes);
  }
  for (int64_t k = 0; k < all.count; ++k) {
    const int64_t at = k * all.row_stride + c;
    const V factor_re = hn::Set(d, all.factors_re[k]);
    const V factor_im = hn::Set(d, all.factors_im[k]);
    for (size_t v = 0; v < kVectors; ++v) {
      const V row_re = load(all.rows.re + at + v * lanes);
      const V row_im = load(all.rows.im + at + v * lanes);
      re[v] = hn::Sub(re[v], hn::Sub(hn::Mul(factor_re, row_re), hn::Mul(factor_im, row_im)));
      im[v] = hn::Sub(im[v], hn::Add(hn::Mul(factor_re, row_im), hn::Mul(factor_im, row_re)));
    }
  }
  const auto store = [&](V value, double* to) {
    rest == lanes ? hn::StoreU(value, d, to) : hn::StoreN(value, d, to, rest);
  };
  for (size_t v = 0; v < kVectors; ++v) {
    store(re[v], all.target.re + c + v * lanes);
    store(im[v], all.target.im + c + v * lanes);
  }
}

}  // namespace

void SubtractRowsKernel(const RowCombination& all) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
  const auto whole = static_cast<size_t>(lanes);
  int64_t c = 0;
  for (; c + 4 * lanes <= all.columns; c += 4 * lanes) SubtractColumns<4>(all, c, whole);
  for (; c + lanes <= all.columns; c += lanes) SubtractColumns<1>(all, c, whole);
  if (c < all.columns) SubtractColumns<1>(all, c, static_cast<size_t>(all.columns - c));
}

// Adds the lanes' products x[c] * y[c] to `sums`, or subtracts them.
template <bool kSubtracts>
HWY_INLINE void AddProducts(const double* x, const double* y, int64_t columns, double* sums) {
  const hn::CappedTag<double, 8> d;
  constexpr size_t kLanes = HWY_MAX_LANES_D(decltype(d));
  constexpr size_t kCount = 8 / kLanes;
  hn::Vec<decltype(d)> lanes[kCount];
  for (size_t i = 0; i < kCount; ++i) lanes[i] = hn::LoadU(d, sums + i * kLanes);
  int64_t c = 0;
  for (; c + 8 <= columns; c += 8) {
    for (size_t i = 0; i < kCount; ++i) {
      const auto product =
          hn::Mul(hn::LoadU(d, x + c + i * kLanes), hn::LoadU(d, y + c + i * kLanes));
      lanes[i] = kSubtracts ? hn::Sub(lanes[i], product) : hn::Add(lanes[i], product);
    }
  }
  for (size_t i = 0; i < kCount; ++i) hn::StoreU(lanes[i], d, sums + i * kLanes);
  for (int64_t l = 0; c < columns; ++c, ++l) {
    sums[l] = kSubtracts ? sums[l] - x[c] * y[c] : sums[l] + x[c] * y[c];
  }
}

double Halved(const double* sums) {
  const double a = sums[0] + sums[4], b = sums[1] + sums[5], c = sums[2] + sums[6],
               e = sums[3] + sums[7];
  return (a + c) + (b + e);
}

void DotRowsKernel(Row a, Row b, int64_t columns, bool conjugates_a, Number& result) {
  double re[8] = {};
  AddProducts<false>(a.re, b.re, columns, re);
  if (a.im == nullptr) {
    result = {Halved(re), 0};
    return;
  }
  double im[8] = {};
  AddProducts<false>(a.re, b.im, columns, im);
  if (conjugates_a) {
    AddProducts<false>(a.im, b.im, columns, re);
    AddProducts<true>(a.im, b.re, columns, im);
  } else {
    AddProducts<true>(a.im, b.im, columns, re);
    AddProducts<false>(a.im, b.re, columns, im);
  }
  result = {Halved(re), Halved(im)};
}

#if !HWY_ARCH_WASM
// Rows at once, so that their sums hide the latency of an addition.
template <size_t kRows>
HWY_INLINE void DotSomeRows(const double* rows, int64_t row_stride, const double* b,
                            int64_t columns, double* products) {
  const hn::CappedTag<double, 8> d;
  constexpr size_t kLanes = HWY_MAX_LANES_D(decltype(d));
  constexpr size_t kCount = 8 / kLanes;
  hn::Vec<decltype(d)> lanes[kRows][kCount];
  for (auto& row : lanes) {
    for (auto& sum : row) sum = hn::Zero(d);
  }
  int64_t c = 0;
  for (; c + 8 <= columns; c += 8) {
    HWY_UNROLL(4)
    for (size_t i = 0; i < kCount; ++i) {
      const auto factor = hn::LoadU(d, b + c + i * kLanes);
      HWY_UNROLL(4)
      for (size_t r = 0; r < kRows; ++r) {
        const double* const row = rows + static_cast<int64_t>(r) * row_stride + c;
        lanes[r][i] = hn::Add(lanes[r][i], hn::Mul(hn::LoadU(d, row + i * kLanes), factor));
      }
    }
  }
  for (size_t r = 0; r < kRows; ++r) {
    double sums[8];
    for (size_t i = 0; i < kCount; ++i) hn::StoreU(lanes[r][i], d, sums + i * kLanes);
    const double* const row = rows + static_cast<int64_t>(r) * row_stride;
    for (int64_t l = c; l < columns; ++l) sums[l - c] += row[l] * b[l];
    products[r] = Halved(sums);
  }
}

void DotEachRowKernel(const double* rows, int64_t row_stride, int64_t count, const double* b,
                      int64_t columns, double* products) {
  int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    DotSomeRows<4>(rows + i * row_stride, row_stride, b, columns, products + i);
  }
  for (; i < count; ++i) {
    DotSomeRows<1>(rows + i * row_stride, row_stride, b, columns, products + i);
  }
}
#endif

// The row that two neighbouring rotations share stays in a register.
template <size_t kVectors>
HWY_INLINE void RotateColumns(const RowRotations& all, int64_t column, size_t rest) {
  const D d;
  const size_t lanes = hn::Lanes(d);
  const auto load = [&](const double* from) {
    return rest == lanes ? hn::LoadU(d, from) : hn::LoadN(d, from, rest);
  };
  const auto store = [&](V value, double* to) {
    rest == lanes ? hn::StoreU(value, d, to) : hn::StoreN(value, d, to, rest);
  };
  const int64_t step = all.is_rising ? all.row_stride : -all.row_stride;
  double* at = all.rows + column + (all.is_rising ? 0 : all.count * all.row_stride);
  V shared[kVectors];
  for (size_t v = 0; v < kVectors; ++v) shared[v] = load(at + v * lanes);
  for (int64_t i = 0; i < all.count; ++i, at += step) {
    const int64_t k = all.is_rising ? i : all.count - 1 - i;
    const V c = hn::Set(d, all.cosines[k]);
    // Seen from the shared row, the sine of a falling rotation has the other sign.
    const V s = hn::Set(d, all.is_rising ? all.sines[k] : -all.sines[k]);
    for (size_t v = 0; v < kVectors; ++v) {
      const V next = load(at + step + v * lanes);
      store(hn::Add(hn::Mul(c, shared[v]), hn::Mul(s, next)), at + v * lanes);
      shared[v] = hn::Sub(hn::Mul(c, next), hn::Mul(s, shared[v]));
    }
  }
  for (size_t v = 0; v < kVectors; ++v) store(shared[v], at + v * lanes);
}

void RotateRowsKernel(const RowRotations& all) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(D()));
  const auto whole = static_cast<size_t>(lanes);
  int64_t c = 0;
  for (; c + 4 * lanes <= all.columns; c += 4 * lanes) RotateColumns<4>(all, c, whole);
  for (; c + lanes <= all.columns; c += lanes) RotateColumns<1>(all, c, whole);
  if (c < all.columns) RotateColumns<1>(all, c, static_cast<size_t>(all.columns - c));
}

double SquareRootKernel(double value) {
  const hn::CappedTag<double, 1> d;
  return hn::GetLane(hn::Sqrt(hn::Set(d, value)));
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(SubtractRowsKernel);
HWY_EXPORT(SquareRootKernel);
HWY_EXPORT(DotRowsKernel);
HWY_EXPORT(RotateRowsKernel);

void SubtractRows(const RowCombination& combination) {
  if (combination.target.im != nullptr) {
    return HWY_DYNAMIC_DISPATCH(SubtractRowsKernel)(combination);
  }
  SubtractBlock({combination.target.re, 0, 1, combination.rows.re, combination.row_stride,
                 combination.count, combination.factors_re, 0, 1, combination.columns,
                 combination.is_fused});
}
Number DotRows(Row a, Row b, int64_t columns, bool conjugates_a) {
  Number result;
  HWY_DYNAMIC_DISPATCH(DotRowsKernel)(a, b, columns, conjugates_a, result);
  return result;
}
#if !HWY_ARCH_WASM
HWY_EXPORT(DotEachRowKernel);

void DotEachRow(const double* rows, int64_t row_stride, int64_t count, const double* b,
                int64_t columns, double* products) {
  HWY_DYNAMIC_DISPATCH(DotEachRowKernel)(rows, row_stride, count, b, columns, products);
}
#endif
void RotateRows(const RowRotations& rotations) {
  HWY_DYNAMIC_DISPATCH(RotateRowsKernel)(rotations);
}
double SquareRoot(double value) { return HWY_DYNAMIC_DISPATCH(SquareRootKernel)(value); }

namespace {

double Magnitude(double value) {
  return std::bit_cast<double>(std::bit_cast<uint64_t>(value) & ~(uint64_t{1} << 63));
}

// Returns a power of two that scales `value` to about 1.
double ScaleOf(double value) {
  const auto exponent = static_cast<int>(std::bit_cast<uint64_t>(value) >> 52 & 0x7FF);
  const int64_t biased = std::clamp(2046 - exponent, 1, 2046);
  return std::bit_cast<double>(static_cast<uint64_t>(biased) << 52);
}

}  // namespace

void DivideRow(Row row, Number divisor, int64_t columns) {
  if (row.im == nullptr) {
    for (int64_t c = 0; c < columns; ++c) row.re[c] /= divisor.re;
    return;
  }
  const double scale = ScaleOf(std::max(Magnitude(divisor.re), Magnitude(divisor.im)));
  const double re = divisor.re * scale;
  const double im = divisor.im * scale;
  const double square = re * re + im * im;
  for (int64_t c = 0; c < columns; ++c) {
    // About as large as the quotient.
    const double x = row.re[c] * scale;
    const double y = row.im[c] * scale;
    row.re[c] = (x * re + y * im) / square;
    row.im[c] = (y * re - x * im) / square;
  }
}

}  // namespace paddock::simd
#endif
