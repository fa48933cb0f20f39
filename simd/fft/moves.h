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
// parts. Lanes from `count` on repeat the last one and are not written.
struct FftLanes {
  std::array<std::byte*, kFftLanes> first;
  int64_t count;
  int64_t step;
  ElementType type;
  // Exchanges real and imaginary parts.
  bool is_swapped;
};

// Reads rows `begin` to `end`. `rows` begins with row 0.
void ReadFftLanes(const FftLanes& lanes, int64_t begin, int64_t end, double* rows);
// Divides by `divisor`.
void WriteFftLanes(const FftLanes& lanes, int64_t begin, int64_t end, const double* rows,
                   double divisor);

// Reads one row of any elements; null means zero.
void ReadFftRow(const std::array<const std::byte*, kFftLanes>& elements, ElementType type,
                bool is_swapped, double* row);

// Tiles of kFftLanes rows, `step` numbers from one to the next: row i of one becomes lane i.
struct FftTiles {
  const double* from;
  int64_t from_step;
  double* to;
  int64_t to_step;
  int64_t count;
};
void TransposeFftTiles(const FftTiles& tiles);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_MOVES_H_
