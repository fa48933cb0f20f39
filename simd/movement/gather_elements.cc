#include "simd/movement/gather_elements.h"

#include <algorithm>
#include <cstring>

#include "core/base/element_width.h"

namespace paddock::simd {
namespace {

// Copies that the compiler unrolls: the offsets, in vectors, arrive faster than a loop counts.
constexpr size_t kUnrolled = 8;

template <class Index>
void AddStarts(const uint8_t* indices, int64_t stride, const ComponentRun& run, int64_t count,
               uint32_t* offsets) {
  constexpr auto kBytes = static_cast<int64_t>(sizeof(Index));
  const auto greatest =
      static_cast<Index>(std::min<int64_t>(run.greatest_start, std::numeric_limits<Index>::max()));
  const auto bytes = static_cast<uint32_t>(run.start_bytes);
  for (int64_t i = 0; i < count; ++i) {
    const auto index = LoadUnaligned<Index>(indices + i * stride * kBytes);
    const Index start = std::max<Index>(0, std::min(index, greatest));
    offsets[i] += static_cast<uint32_t>(start) * bytes;
  }
}

template <size_t kBytes>
void CopyAtSteps(const uint8_t* operand, const uint32_t* offsets, uint8_t* result, int64_t step,
                 int64_t count) {
  constexpr auto kAtOnce = static_cast<int64_t>(kUnrolled);
  int64_t i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce) {
    for (int64_t j = 0; j < kAtOnce; ++j) {
      std::memcpy(result + (i + j) * step, operand + offsets[i + j], kBytes);
    }
  }
  for (; i < count; ++i) std::memcpy(result + i * step, operand + offsets[i], kBytes);
}

template <size_t kBytes>
void Copy(const uint8_t* operand, const uint32_t* offsets, uint8_t* result, int64_t step,
          int64_t count) {
  constexpr auto kStep = static_cast<int64_t>(kBytes);
  if (step == kStep) return CopyAtSteps<kBytes>(operand, offsets, result, kStep, count);
  CopyAtSteps<kBytes>(operand, offsets, result, step, count);
}

template <size_t kBytes, class Index>
void TakeElements(const void* const* operands, void* result, size_t count, const void*) {
  const auto* table = static_cast<const uint8_t*>(operands[0]);
  const auto* indices = static_cast<const uint8_t*>(operands[1]);
  auto* to = static_cast<uint8_t*>(result);
  size_t i = 0;
  for (; i + kUnrolled <= count; i += kUnrolled) {
    for (size_t j = i; j < i + kUnrolled; ++j) {
      const auto index = LoadUnaligned<Index>(indices + j * sizeof(Index));
      std::memcpy(to + j * kBytes, table + static_cast<size_t>(index) * kBytes, kBytes);
    }
  }
  for (; i < count; ++i) {
    const auto index = LoadUnaligned<Index>(indices + i * sizeof(Index));
    std::memcpy(to + i * kBytes, table + static_cast<size_t>(index) * kBytes, kBytes);
  }
}

template <size_t kBytes>
ElementwiseFunction TakeElementsBy(size_t index_bytes) {
  return index_bytes == 4 ? &TakeElements<kBytes, uint32_t> : &TakeElements<kBytes, uint64_t>;
}

}  // namespace

ElementwiseFunction FindTakeElements(size_t element_bytes, size_t index_bytes) {
  return VisitWidth(element_bytes, [&](auto width) { return TakeElementsBy<width>(index_bytes); });
}

void AddStartOffsets(ElementType index_type, ReadIndicesFunction read_indices,
                     const ComponentRun& run, int64_t count, uint32_t* offsets) {
  if (IsSigned(index_type) && ByteSize(index_type) == 4) {
    if (run.index_stride == 1) return AddStarts<int32_t>(run.indices, 1, run, count, offsets);
    return AddStarts<int32_t>(run.indices, run.index_stride, run, count, offsets);
  }
  const bool is_i64 = IsSigned(index_type) && ByteSize(index_type) == 8;
  if (is_i64 && run.index_stride == 1) {
    return AddStarts<int64_t>(run.indices, 1, run, count, offsets);
  }
  int64_t starts[kElementBlock];
  read_indices(run.indices, run.index_stride, count, starts);
  AddStarts<int64_t>(reinterpret_cast<const uint8_t*>(starts), 1, run, count, offsets);
}

void CopyElementsAt(int64_t element_bytes, const uint8_t* operand, const uint32_t* offsets,
                    uint8_t* result, int64_t result_step, int64_t count) {
  VisitWidth(static_cast<size_t>(element_bytes),
             [&](auto width) { Copy<width>(operand, offsets, result, result_step, count); });
}

}  // namespace paddock::simd
