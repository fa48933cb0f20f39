// Moves between rows of neighbouring elements and the rows of passes.h.
#ifndef PADDOCK_SIMD_FFT_ROW_MOVES_H_
#define PADDOCK_SIMD_FFT_ROW_MOVES_H_

#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"
#include "simd/fft/passes.h"

namespace paddock::simd {

// Rows of kFftLanes neighbouring elements, `step` bytes and `row_step` numbers from one to the
// next.
struct FftRowMove {
  std::byte* first;
  int64_t step;
  int64_t count;
  int64_t row_step;
  // Exchanges real and imaginary parts.
  bool is_swapped;
};

void ReadFftRows(ElementType type, const FftRowMove& move, double* to);
// Divides by `divisor`.
void WriteFftRows(ElementType type, const FftRowMove& move, const double* from, double divisor);
#if !defined(__wasm__)
// Rows of f32 take its types only.
void ReadFftRows(ElementType type, const FftRowMove& move, float* to);
void WriteFftRows(ElementType type, const FftRowMove& move, const float* from, double divisor);
#endif

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_ROW_MOVES_H_
