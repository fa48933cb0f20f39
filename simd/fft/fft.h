// fft of whole tensors: the discrete Fourier transform along the last one to three dimensions,
// of any sizes, in O(n log n).
//
// All sizes and types are computed in f64 and rounded to the result type once at the end. Values
// between dimensions are f64 too. The roots of unity are within 0.75 * 2^-52 of the exact ones
// (roots.h). The error of a result, relative to the root mean square of its line, is
//   f64, complex<f64>: about 2^-53 * log2 n; measured, see docs/numerics.md
//   f32, complex<f32>: as above, and half an ULP of the result for the one rounding
// Results have the same bits on every machine and in both numerics. Sizes with prime factors above
// 31 use a convolution of two to three times the length, with about twice the error.
//
//   roots    roots of unity
//   passes   the butterflies, on eight lines side by side
//   moves    elements of tensors into those rows, and back
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

namespace paddock::simd {

enum class FftKind : uint8_t { kForward, kInverse, kRealForward, kRealInverse };

// Lines of one dimension. Element k of line (o, i) of a tensor with `length` elements in each is
// at (o * length + k) * inner + i.
struct FftDimension {
  std::shared_ptr<const FftLine> line;
  int64_t outer = 1;
  int64_t inner = 1;
  // Elements of a line in the source and in the target.
  int64_t source_length = 0;
  int64_t target_length = 0;
  ElementType source_type = ElementType::kC128;
  ElementType target_type = ElementType::kC128;
  bool is_inverse = false;
  // Whether the source is the operand, and the target the result. Otherwise it is the buffer
  // between dimensions.
  bool reads_operand = false;
  bool writes_result = false;
  // Lines side by side: eight, or one that is split. A long line is computed in pieces.
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
  // Elements of complex<f64> in the buffer between dimensions; 0 if there is none.
  int64_t between_count = 0;
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
                FftTableCache& cache);

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
