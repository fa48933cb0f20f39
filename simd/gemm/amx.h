// Products of bytes by AMX, which multiplies tiles of 16 rows of 64 bytes. Exact in sums of 32 bits
// that wrap. AMX is not a Highway target: a kernel of the AVX-512 targets requests it.
#ifndef PADDOCK_SIMD_GEMM_AMX_H_
#define PADDOCK_SIMD_GEMM_AMX_H_

#include <cstddef>
#include <cstdint>

namespace paddock::simd {

inline constexpr int64_t kAmxRows = 32;
inline constexpr int64_t kAmxColumns = 32;
// Rows of a tile, and groups of four bytes of k in each row.
inline constexpr int64_t kAmxTileRows = 16;
inline constexpr int64_t kAmxDepth = 16;

// kAmxRows x kAmxColumns sums over `depth` groups of k, a multiple of kAmxDepth. lhs: for each
// kAmxTileRows rows, their tiles one after the other along k, so that the second cache is read
// in order. rhs: a panel [group][column] of four bytes each.
struct AmxProduct {
  const std::byte* lhs;
  const uint32_t* rhs;
  int64_t depth;
  uint32_t* sums;
  int64_t sum_stride;  // in bytes
  bool continues;      // from what `sums` hold, else from zero
};

// Returns the kernel for the signs of lhs and rhs, for calls between BeginAmx and EndAmx on the
// same thread. Null if the processor has no AMX, or the system denies this process its registers,
// which Linux grants on request.
using AmxKernel = void (*)(const AmxProduct& product);
AmxKernel AmxKernelFor(bool lhs_is_signed, bool rhs_is_signed);

void BeginAmx();
void EndAmx();

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_AMX_H_
