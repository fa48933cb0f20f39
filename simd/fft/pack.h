// Real lines of an even length 2 h by complex ones of length h, whose real parts are the even
// elements, in fast numerics only. With z the complex line, Z its transform and X that of the real
// line, w = exp(-pi i / h):
//
//   e = (Z[k] + conj Z[h - k]) / 2,  d = (Z[k] - conj Z[h - k]) / 2 * f,  f = -i w^k
//   X[k] = e + d,  X[h - k] = conj(e - d)
//
// Z follows from X in the same way, with conj f. Z[h] is Z[0]; the imaginary parts of X[0] and
// X[h] are zero.
#ifndef PADDOCK_SIMD_FFT_PACK_H_
#define PADDOCK_SIMD_FFT_PACK_H_

#include <cstdint>

namespace paddock::simd {

// Elements that a line of length `size` has pairs k, size - k.
inline int64_t FftPairCount(int64_t size) { return size / 2 + 1; }

// X in place of Z, or the reverse, in lines side by side (passes.h). Rows 0 to `size` are written.
template <class Real>
struct FftPackedRows {
  Real* rows;
  int64_t size;
  // f / 2 of each pair.
  const Real* factor_re;
  const Real* factor_im;
  // Z from X. Real and imaginary parts are exchanged in the rows.
  bool is_inverse;
};
void RunFftPacking(const FftPackedRows<double>& packed);
void RunFftPacking(const FftPackedRows<float>& packed);

// The same of pairs `begin` to `end` of one line of adjacent complex numbers. `to` may be `from`.
// Element `size` is not written if `is_inverse`.
template <class Real>
struct FftPackedLine {
  const Real* from;
  Real* to;
  int64_t size;
  const Real* factor_re;
  const Real* factor_im;
  bool is_inverse;
};
void RunFftPacking(const FftPackedLine<double>& packed, int64_t begin, int64_t end);
void RunFftPacking(const FftPackedLine<float>& packed, int64_t begin, int64_t end);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_PACK_H_
