// The discrete Fourier transform of lines of one length, in f64, `width` lines side by side:
// element k of line w is at [k * width + w], real and imaginary parts apart. Every line is
// computed as if it were alone, with the same operations on every machine.
//
// A length whose prime factors are at most 31 is a Stockham transform of mixed radix: each pass
//   for p < m, k < r:  y[q + s * (r * p + k)] = w^(p * k) * sum_j x[q + s * (p + m * j)] * v^(j *
//   k)
// for q < s, w = exp(-2 pi i / (r * m)), v = exp(-2 pi i / r), begins with s = 1 and the whole
// length r * m, and leaves m for the next, which has s * r. Nothing is permuted afterwards.
//
// Any other length n is a convolution with exp(pi i k^2 / n) (Bluestein), which transforms of a
// length of at least 2 n - 1 compute.
#ifndef PADDOCK_SIMD_FFT_LINE_H_
#define PADDOCK_SIMD_FFT_LINE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simd/fft/roots.h"

namespace paddock::simd {

struct FftPass {
  int64_t radix;
  int64_t parts;   // m
  int64_t stride;  // s, for one line
  // Where in the line's twiddles: for each p, w^p, w^(2 p) .. as (re, im).
  size_t twiddles;
  // In its radix roots: v^0, v^1 .. as (re, im).
  size_t roots;
};

struct FftStage {
  enum class Kind : uint8_t {
    kPass,
    kChirp,     // multiplies by exp(-pi i k^2 / n), zeros past n
    kSpectrum,  // multiplies by the transform of the chirp
  };
  Kind kind;
  size_t pass;
  // Which buffers it reads; a pass writes the other ones, the others their own.
  int from;
  // Real and imaginary parts change places: an inverse transform.
  bool is_swapped;
};

struct FftLine {
  int64_t size = 0;
  // Elements that the buffers hold of each line; more than size for a convolution.
  int64_t length = 0;
  std::vector<FftPass> passes;
  std::vector<FftStage> stages;

  // Of a convolution only: exp(-pi i k^2 / n), and the transform of its conjugate.
  ComplexTable chirp;
  ComplexTable spectrum;
  std::vector<double> twiddles;
  std::vector<double> radix_roots;
  bool is_convolution() const { return length != size; }

  // Where the result is when all stages are done; parts change places again if is_swapped.
  int result_buffer = 0;
  bool is_result_swapped = false;
};

// Without its tables, which FftTables computes (tables.h).
FftLine PlanFftLine(int64_t size);
// Its passes from buffers[0] on; gives where their result is.
int AddPassStages(const FftLine& line, int from, bool is_swapped, std::vector<FftStage>& stages);

// `length` * width numbers each. The lines are put into re[0], im[0].
struct FftBuffers {
  double* re[2];
  double* im[2];
  int64_t width;
};

// A stage has independent units, of about 2^13 elements at most.
int64_t UnitCount(const FftLine& line, const FftStage& stage, int64_t width);
void RunUnits(const FftLine& line, const FftStage& stage, const FftBuffers& buffers, int64_t begin,
              int64_t end);
void RunLines(const FftLine& line, const FftBuffers& buffers);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_LINE_H_
