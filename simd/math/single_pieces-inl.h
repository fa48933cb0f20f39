// Functions of f32 by polynomials in pieces, whose coefficients are looked up in registers.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_SINGLE_PIECES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_SINGLE_PIECES_INL_H_
#undef PADDOCK_SIMD_MATH_SINGLE_PIECES_INL_H_
#else
#define PADDOCK_SIMD_MATH_SINGLE_PIECES_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"

#undef PADDOCK_HAS_SINGLE_PIECES
#if HWY_TARGET <= HWY_AVX2
#define PADDOCK_HAS_SINGLE_PIECES 1
#else
#define PADDOCK_HAS_SINGLE_PIECES 0
#endif

#if PADDOCK_HAS_SINGLE_PIECES
HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A table of coefficients.h, in registers: with AVX-512, 32 columns for quarters of a binade; with
// AVX2, eight for halves of a binade of the operand plus 3/4.
struct SinglePieces {
  const float* rows;
  // Number of the last row.
  size_t last_row;
#if HWY_TARGET <= HWY_AVX3
  // Where the lowest column begins, apart from its part down to 0, and the following one.
  float first;
  float second;
#endif
  // The greatest operand: the others are limited to it.
  float last;
};

// Where in the columns an operand is.
template <class D, class V>
HWY_INLINE V PlaceInColumns(D d, V magnitude, const SinglePieces& table) {
#if HWY_TARGET <= HWY_AVX3
  return V{_mm512_max_ps(hn::Set(d, table.first).raw, magnitude.raw)};
#else
  (void)table;
  return hn::Add(magnitude, hn::Set(d, 0.75f));
#endif
}

// Whether an operand is in the first column, or with AVX2 in the first two. There the polynomial of
// an odd function is a multiple of the operand, and added to it.
template <class D, class V>
HWY_INLINE auto IsNearOperand(D d, V place, const SinglePieces& table) {
#if HWY_TARGET <= HWY_AVX3
  return hn::Lt(place, hn::Set(d, table.second));
#else
  (void)table;
  return hn::Lt(place, hn::Set(d, 1.5f));
#endif
}

template <class D, class V>
HWY_INLINE V LookUpColumns(D d, V place, const SinglePieces& table, size_t row) {
  const hn::RebindToUnsigned<D> du;
#if HWY_TARGET <= HWY_AVX3
  const auto column = hn::ShiftRight<21>(hn::BitCast(du, place));
  const V lower = hn::LoadU(d, table.rows + 32 * row);
  const V upper = hn::LoadU(d, table.rows + 32 * row + 16);
  return V{_mm512_permutex2var_ps(lower.raw, column.raw, upper.raw)};
#else
  const auto column = hn::ShiftRight<22>(hn::BitCast(du, place));
  return V{_mm256_permutevar8x32_ps(hn::LoadU(d, table.rows + 8 * row).raw, column.raw)};
#endif
}

// The polynomial of an operand's piece: lead + slope t. At the center of a piece the function is
// nearly a float. So only the added terms and the final sum are rounded.
template <class V>
struct PieceTerms {
  V lead;
  V slope;
  V t;
};

template <class D, class V>
HWY_INLINE PieceTerms<V> PieceTermsOf(D d, V magnitude, V place, const SinglePieces& table) {
  const auto look_up = [&](size_t row) HWY_ATTR { return LookUpColumns(d, place, table, row); };
  const V t = hn::Sub(magnitude, look_up(0));
  V slope = look_up(table.last_row);
  for (size_t i = table.last_row - 1; i >= 2; --i) slope = hn::MulAdd(slope, t, look_up(i));
  return {look_up(1), slope, t};
}

// abs(x), at most `greatest`. The instruction for the least keeps a NaN that is its second operand.
template <class D, class V>
HWY_INLINE V LimitedMagnitude(D d, V x, float greatest) {
#if HWY_TARGET <= HWY_AVX3
  return V{_mm512_min_ps(hn::Set(d, greatest).raw, hn::Abs(x).raw)};
#else
  return V{_mm256_min_ps(hn::Set(d, greatest).raw, hn::Abs(x).raw)};
#endif
}

#if HWY_TARGET == HWY_AVX2
// Tables of four columns, which are looked up in a quarter of the time of eight (Zen 3). The column
// is the nearest integer's last two bits.
template <class D, class V>
HWY_INLINE auto RoundedColumn(D d, V place) {
  return hn::BitCast(hn::RebindToSigned<D>(), hn::Add(place, hn::Set(d, 0x1.8p23f)));
}

template <class D, class Column>
HWY_INLINE hn::Vec<D> LookUpQuads(D d, const float (*rows)[4], Column column, size_t row) {
  return hn::Vec<D>{_mm256_permutevar_ps(hn::LoadDup128(d, rows[row]).raw, column.raw)};
}

// The polynomial of the rows from the third on, with few steps behind each other.
template <class D, class V, class Column, size_t kRows>
HWY_INLINE V QuadSlope(D d, V t, const float (&rows)[kRows][4], Column column) {
  const auto at = [&](size_t i) HWY_ATTR { return LookUpQuads(d, rows, column, i + 2); };
  constexpr size_t kTerms = kRows - 2;
  static_assert(kTerms % 2 == 1);
  const V t2 = hn::Mul(t, t);
  V slope = at(kTerms - 1);
  for (size_t i = kTerms - 1; i >= 2; i -= 2) {
    slope = hn::MulAdd(slope, t2, hn::MulAdd(at(i - 1), t, at(i - 2)));
  }
  return slope;
}
#endif

// An odd function.
template <class D, class V>
HWY_INLINE V ByPieces(D d, V x, const SinglePieces& table) {
  const V magnitude = LimitedMagnitude(d, x, table.last);
  const V place = PlaceInColumns(d, magnitude, table);
  const PieceTerms<V> terms = PieceTermsOf(d, magnitude, place, table);
  const auto is_near = IsNearOperand(d, place, table);
  const V lead = hn::IfThenElse(is_near, magnitude, terms.lead);
  // In AVX-512's first column they are equal.
  const V t = HWY_TARGET <= HWY_AVX3 ? terms.t : hn::IfThenElse(is_near, magnitude, terms.t);
  return hn::CopySign(hn::MulAdd(terms.slope, t, lead), x);
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();
#endif

#endif  // PADDOCK_SIMD_MATH_SINGLE_PIECES_INL_H_
