// The discrete Fourier transform of lines of one length, in rows of several side by side
// (passes.h). Every line takes the same operations, whatever its layout.
//
// A length whose prime factors are at most 31 is a Stockham transform of mixed radix: each pass
//   for p < m, k < r:  y[q + s * (r * p + k)] = w^(p * k) * sum_j x[q + s * (p + m * j)] * v^(j *
//   k)
// for q < s, w = exp(-2 pi i / (r * m)), v = exp(-2 pi i / r), begins with s = 1 and the whole
// length r * m, and leaves m for the next, which has s * r. Nothing is permuted afterwards.
//
// Lines that are alone, or too long for caches, are split. Element c + columns * i is in column c.
// The first passes stay within a column and leave its elements as q = 0, 1 ... The other passes
// stay within the elements of one q. So as many columns as a row has lanes, and then as many q, are
// computed side by side in little memory, with a transposition in between (here of eight lanes):
//
//   line ---> 8 columns ---> tables of columns x 8 q, one after the other ---> line
//
// Any other length n is a convolution with exp(pi i k^2 / n) (Bluestein), computed by transforms of
// a length of at least 2 n - 1.
//
// A packed line of length h is that of 2 h real numbers, the even ones as real parts (pack.h).
#ifndef PADDOCK_SIMD_FFT_LINE_H_
#define PADDOCK_SIMD_FFT_LINE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/types/element_type.h"
#include "simd/fft/passes.h"

namespace paddock::simd {

struct FftPass {
  int64_t radix;
  int64_t parts;   // m
  int64_t stride;  // s, for one line
  // Offset into the line's twiddles (passes.h).
  size_t twiddles;
  // Offset into the line's radix roots: v^0, v^1 ... as (re, im).
  size_t roots;
};

// How a line is to be computed.
struct FftLineForm {
  int64_t size = 0;
  bool is_split = false;
  // In f32.
  bool is_single = false;
  bool is_packed = false;

  int64_t lanes() const { return kHasFastFft && is_single ? kFftLanes<float> : kFftLanes<double>; }
};

// Factors, with a row of zeros as readable padding after them.
template <class Real>
struct FftFactorTable {
  std::unique_ptr<Real[]> re;
  std::unique_ptr<Real[]> im;
};

struct FftLine {
  int64_t size = 0;
  // Length of the transforms; greater than size for a convolution.
  int64_t length = 0;
  std::vector<FftPass> passes;
  // Number of columns; 1 if the line is not split. The first passes go along columns.
  int64_t columns = 1;
  size_t column_passes = 0;
  size_t twiddle_count = 0;
  size_t radix_root_count = 0;
  FftLineForm form;

  bool is_single() const { return kHasFastFft && form.is_single; }
  bool is_packed() const { return kHasFastFft && form.is_packed; }
  int64_t lanes() const { return form.lanes(); }
  bool is_convolution() const { return length != size; }
  bool is_split() const { return columns > 1; }
  int64_t column_length() const { return length / columns; }
  int64_t column_blocks() const;
  int64_t row_blocks() const;
};

template <class Real>
struct FftLineOf : FftLine {
  std::unique_ptr<Real[]> twiddles;
  std::unique_ptr<Real[]> radix_roots;
  // For a convolution only: exp(-pi i k^2 / n), and the transform of its conjugate.
  FftFactorTable<Real> chirp;
  FftFactorTable<Real> spectrum;
  // For a packed line only: the factors of pack.h.
  FftFactorTable<Real> packing;
};

// Plans a line without its tables, which FftTables computes (tables.h). It is an FftLineOf<float>
// if the form is single, else an FftLineOf<double>. A length without two factors that fill the
// lanes is not split, even if the form is.
std::shared_ptr<FftLine> PlanFftLine(const FftLineForm& form);

// Returns the numbers in a buffer for lines side by side, or for columns or q of a split line.
int64_t FftBufferCount(const FftLine& line);
// Returns the numbers in the tables between columns and q.
int64_t FftTableCount(const FftLine& line);

// Transform lines side by side in `rows`, for a line that is not split, and return the buffer with
// the result: `rows` or `other`. RunFftPasses runs the passes alone. RunFftLanes also applies the
// factors of a convolution.
template <class Real>
Real* RunFftPasses(const FftLineOf<Real>& line, Real* rows, Real* other);
template <class Real>
Real* RunFftLanes(const FftLineOf<Real>& line, Real* rows, Real* other);

// A split line in memory. Elements from `length` up to `mirrored_length` are the conjugates of the
// first ones, in reverse order. Elements after them are zeros.
struct FftLineMemory {
  std::byte* first;
  int64_t step;  // bytes
  int64_t length;
  int64_t mirrored_length;
  ElementType type;
  // Exchanges real and imaginary parts. An inverse transform is a forward one with the parts
  // exchanged before and after.
  bool is_swapped;
};

enum class FftFactors : uint8_t { kNone, kChirp, kSpectrum };

// One transform of a split line. Each thread passes two buffers as `room`.
template <class Real>
struct FftSplit {
  const FftLineOf<Real>* line;
  FftLineMemory source;
  FftFactors source_factors;
  FftLineMemory target;
  FftFactors target_factors;
  double divisor;
  Real* tables;
  // Memory to prefetch, which will be read next.
  const std::byte* next = nullptr;
  int64_t next_bytes = 0;
};
template <class Real>
void RunFftColumns(const FftSplit<Real>& split, int64_t block, Real* room);
template <class Real>
void RunFftRows(const FftSplit<Real>& split, int64_t block, Real* room);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_LINE_H_
