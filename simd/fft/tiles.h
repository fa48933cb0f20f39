// Transposes rows of passes.h, between elements of lines and lanes.
#ifndef PADDOCK_SIMD_FFT_TILES_H_
#define PADDOCK_SIMD_FFT_TILES_H_

#include <cstdint>

#include "simd/fft/passes.h"

namespace paddock::simd {

// Tiles of kFftLanes rows, `step` numbers from one to the next: row i of one becomes lane i.
template <class Real>
struct FftTiles {
  const Real* from;
  int64_t from_step;
  Real* to;
  int64_t to_step;
  int64_t count;
};
void TransposeFftTiles(const FftTiles<double>& tiles);
void TransposeFftTiles(const FftTiles<float>& tiles);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FFT_TILES_H_
