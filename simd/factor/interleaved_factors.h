// Batches of small real matrices, factored in the lanes of vectors, with the bits of routine.h.
#ifndef PADDOCK_SIMD_FACTOR_INTERLEAVED_FACTORS_H_
#define PADDOCK_SIMD_FACTOR_INTERLEAVED_FACTORS_H_

#include <cstddef>
#include <cstdint>

#include "simd/factor/routine.h"
#include "simd/linalg/interleaved.h"

namespace paddock::simd {

// --- Kernels of one group. Each returns the bits of matrices whose results are undefined, because
// they need what one matrix has by itself: a stop, a scale, or numbers that are not finite.

// P a = L U in the place of `a`. Pivots count from 0.
uint32_t FactorLu(const Interleaved& a, int64_t rows, int64_t columns, double* pivots,
                  bool is_fused);
// R above the reflectors in the place of `a`, which has at least as many rows as columns.
uint32_t FactorQr(const Interleaved& a, int64_t rows, int64_t columns, double* tau);

// q = H(0) H(1) .. of `count` reflectors below the diagonal of v.
struct InterleavedReflectors {
  Interleaved v;
  Interleaved q;
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t count = 0;
  const double* tau = nullptr;
  // count * count and count * columns vectors.
  Interleaved triangle;
  Interleaved scaled;
};
uint32_t MultiplyReflectors(const InterleavedReflectors& all);

// --- Batches.

// Returns the bytes for a group, aligned to 64; 0 if the call is not interleaved.
size_t InterleavedBytes(const FactorCall& call);

// Computes `count` matrices, at most kInterleaved, that follow each other from `first` on. Returns
// the bits of those that BeginFactor must compute again.
uint32_t RunInterleaved(const FactorCall& call, const FactorBuffers& first, int64_t count,
                        std::byte* workspace);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_INTERLEAVED_FACTORS_H_
