// cholesky, one matrix after another, in f64. Each element is rounded once, when it is stored. Only
// the named triangle is read, and the result's other triangle is zero. The whole result is NaN if
// the matrix is not positive definite.
#ifndef PADDOCK_SIMD_LINALG_CHOLESKY_H_
#define PADDOCK_SIMD_LINALG_CHOLESKY_H_

#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"
#include "simd/linalg/interleaved.h"

namespace paddock::simd {

struct Cholesky {
  ElementType type = ElementType::kF32;
  bool is_lower = false;
  int64_t batch = 1;
  int64_t size = 0;

  // Whether small matrices are factored in the lanes of vectors (interleaved.h).
  bool is_interleaved() const {
    return CanInterleave(type) && batch > 1 && size <= kMostInterleaved;
  }
};

// Bytes for one matrix, kept from its first piece to its last, or for a group; aligned to 16.
size_t WorkspaceBytes(const Cholesky& cholesky);

// Computes matrix number `matrix`, in 2 * size pieces: the rows of the factor, then those of the
// result.
void FactorRows(const Cholesky& cholesky, const std::byte* a, std::byte* result, int64_t matrix,
                int64_t begin, int64_t end, std::byte* workspace);

// Computes matrices begin .. end of an interleaved batch, with the bits of FactorRows.
void FactorInterleaved(const Cholesky& cholesky, const std::byte* a, std::byte* result,
                       int64_t begin, int64_t end, std::byte* workspace);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_LINALG_CHOLESKY_H_
