// Moves between elements of tensors and the rows of passes.h.
#ifndef PADDOCK_SIMD_FFT_MOVES_H_
#define PADDOCK_SIMD_FFT_MOVES_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"
#include "simd/fft/passes.h"

namespace paddock::simd {

// The element of row k and lane l is at first[l] + k * step bytes. Real types have no imaginary
// parts. Lanes from `count` on repeat the last one and are not written. Rows of f32 take its types
// only.
template <class Real>
struct FftLanes {
  std::array<std::byte*, kFftLanes<Real>> first;
  int64_t count;
  int64_t step;
  ElementType type;
  // Exchanges real and imaginary parts.
  bool is_swapped;
};

// Reads rows `begin` to `end`. `rows` begins with row 0.
template <class Real>
void ReadFftLanes(const FftLanes<Real>& lanes, int64_t begin, int64_t end, Real* rows);
// Divides by `divisor`.
template <class Real>
void WriteFftLanes(const FftLanes<Real>& lanes, int64_t begin, int64_t end, const Real* rows,
                   double divisor);

// Reads one row of any elements; null means zero.
template <class Real>
void ReadFftRow(const std::array<const std::byte*, kFftLanes<Real>>& elements, ElementType type,
                bool is_swapped, Real* row);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_MOVES_H_
