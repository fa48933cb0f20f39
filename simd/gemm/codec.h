// Conversion of stored elements to lanes of sums, and of sums to stored elements.
#ifndef PADDOCK_SIMD_GEMM_CODEC_H_
#define PADDOCK_SIMD_GEMM_CODEC_H_

#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"

namespace paddock::simd {

enum class GemmAccumulation : uint8_t;

// Lanes of a complex element go to two planes: real parts at `lanes`, imaginary
// ones `plane_stride` lanes further. Sources need no alignment.
//
// Run reads `count` neighbours at `source`; gather reads source[offsets[i]].
// `table` holds the value of each byte, for the floats of at most 8 bits.
using GemmDecodeRun = void (*)(const float* table, const std::byte* source, int64_t count,
                               void* lanes, int64_t plane_stride);
using GemmDecodeGather = void (*)(const float* table, const std::byte* source,
                                  const int64_t* offsets, int64_t count, void* lanes,
                                  int64_t plane_stride);

struct GemmDecoder {
  GemmDecodeRun run = nullptr;
  GemmDecodeGather gather = nullptr;
  const float* table = nullptr;
  // A stored element is a lane already.
  bool is_identity = false;
};

// Rounds or wraps `count` sums into neighbours at `result`; `parameter` is the
// result's element type.
using GemmEncode = void (*)(const void* sums, int64_t plane_stride, int64_t count,
                            std::byte* result, int64_t parameter);

struct GemmEncoder {
  GemmEncode encode = nullptr;
  // A sum is a stored element already.
  bool is_identity = false;
};

// Only for types that AccumulationFor accepts.
GemmDecoder GemmDecoderFor(ElementType type, GemmAccumulation accumulation);
GemmEncoder GemmEncoderFor(ElementType type, GemmAccumulation accumulation);

// Decodes integers of at most 16 bits to components of dot instructions. Elements of one byte
// become i8 or ui8, shifted by 128 if the component's signedness differs. All others but ui16
// become i16.
GemmDecoder GemmComponentDecoderFor(ElementType type, ElementType component);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_CODEC_H_
