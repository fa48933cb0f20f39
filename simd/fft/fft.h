// fft of whole tensors: the discrete Fourier transform along the last one to three dimensions,
// of any sizes, in O(n log n).
//
// In portable numerics, and in WebAssembly in both, all sizes and types are computed in f64 and
// rounded to the result type once at the end. Values between dimensions are f64 too. The roots of
// unity are within 0.75 * 2^-52 of the exact ones (roots.h). The error of a result, relative to the
// root mean square of its line, is
//   f64, complex<f64>: about 2^-53 * log2 n; measured, see docs/numerics.md
//   f32, complex<f32>: as above, and half an ULP of the result for the one rounding
// The bits are the same on every machine. Sizes with prime factors above 31 use a convolution of
// two to three times the length, with about twice the error.
//
// Fast numerics computes f32 and complex<f32> in f32, with an error of about 2^-24 * log2 n, and
// real lines of an even length by complex ones of half the length.
//
//   roots    roots of unity
//   passes   the butterflies, on lines side by side
//   pack     real lines by complex ones of half the length
//   moves    elements of tensors into those rows, and back
//   tiles    transposes of rows
//   line     lines of one length: which passes, in which order, over which memory
//   tables   twiddles, chirps and their transforms
//   fft      from tensors to lines and back
#ifndef PADDOCK_SIMD_FFT_FFT_H_
#define PADDOCK_SIMD_FFT_FFT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/types/element_type.h"
#include "simd/fft/line.h"
#include "simd/fft/tables.h"
#include "simd/kernel.h"

namespace paddock::simd {

enum class FftKind : uint8_t { kForward, kInverse, kRealForward, kRealInverse };

enum class FftPlace : uint8_t { kOperand, kBetween, kResult };

// Lines of one dimension. Element k of line (o, i) of a tensor with `length` elements in each is
// at (o * length + k) * inner + i.
struct FftDimension {
  std::shared_ptr<const FftLine> line;
  int64_t outer = 1;
  int64_t inner = 1;
  // Elements of a line in the source and in the target. Real numbers of a packed line are complex
  // ones, half as many.
  int64_t source_length = 0;
  int64_t target_length = 0;
  ElementType source_type = ElementType::kC128;
  ElementType target_type = ElementType::kC128;
  bool is_inverse = false;
  FftPlace source = FftPlace::kBetween;
  FftPlace target = FftPlace::kBetween;
  // Lines side by side, or one that is split. A long line is computed in pieces.
  int64_t width = 1;
  bool is_long = false;

  int64_t lines() const { return outer * inner; }
  int64_t groups() const { return (lines() + width - 1) / width; }
};

struct FftPlan {
  // In order of computation.
  std::vector<FftDimension> dimensions;
  // Tables of long lines, which may be computed in pieces. They must be complete before the
  // functions below are called.
  std::vector<std::shared_ptr<FftTables>> tables;
  // Elements in the buffer between dimensions; 0 if there is none, or the result serves.
  int64_t between_count = 0;
  ElementType between_type = ElementType::kC128;
  // Bytes for each thread, and bytes shared by all for the values between the columns of a long
  // line and its result.
  size_t scratch_bytes = 0;
  size_t workspace_bytes = 0;
  // Approximate complex multiply-adds of all dimensions.
  int64_t work = 0;
};

// Plans a transform of `rank` dimensions, 1 to 3. Shapes are not empty.
FftPlan PlanFft(FftKind kind, ElementType operand_type, std::span<const int64_t> operand_shape,
                ElementType result_type, std::span<const int64_t> result_shape, int64_t rank,
                Numerics numerics, FftTableCache& cache);

struct FftTensors {
  const std::byte* operand;
  std::byte* result;
  std::byte* between;
};

// Computes all lines of a group. `scratch`: scratch_bytes, aligned to 64.
void RunFftGroup(const FftDimension& dimension, const FftTensors& tensors, int64_t group,
                 std::byte* scratch);

// Runs a long line in stages of independent units. Stage 0 reads the line, and the last stage
// writes it.
int64_t LongStageCount(const FftDimension& dimension);
int64_t LongUnitCount(const FftDimension& dimension, int64_t stage);
void RunLongUnits(const FftDimension& dimension, const FftTensors& tensors, int64_t line,
                  int64_t stage, int64_t begin, int64_t end, std::byte* workspace,
                  std::byte* scratch);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_FFT_H_
