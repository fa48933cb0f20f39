#include "simd/movement/index_value.h"

#include <type_traits>

namespace paddock::simd {
namespace {

template <class Index>
int64_t Widened(Index index) {
  if constexpr (std::is_same_v<Index, uint64_t>) {
    constexpr uint64_t kGreatest = std::numeric_limits<int64_t>::max();
    return static_cast<int64_t>(std::min(index, kGreatest));
  } else {
    return index;
  }
}

template <class Index>
void ReadAtSteps(const uint8_t* first, int64_t stride, int64_t count, int64_t* result) {
  constexpr auto kBytes = static_cast<int64_t>(sizeof(Index));
  for (int64_t i = 0; i < count; ++i) {
    result[i] = Widened(LoadUnaligned<Index>(first + i * stride * kBytes));
  }
}

// Constant strides have loops of their own, which compilers turn into vectors.
template <class Index>
void ReadIndices(const void* first, int64_t stride, int64_t count, int64_t* result) {
  const auto* at = static_cast<const uint8_t*>(first);
  if (stride == 1) return ReadAtSteps<Index>(at, 1, count, result);
  if (stride == 2) return ReadAtSteps<Index>(at, 2, count, result);
  ReadAtSteps<Index>(at, stride, count, result);
}

}  // namespace

ReadIndicesFunction FindReadIndices(ElementType type) {
  const size_t bytes = ByteSize(type);
  if (IsSigned(type)) {
    if (bytes == 1) return &ReadIndices<int8_t>;
    if (bytes == 2) return &ReadIndices<int16_t>;
    return bytes == 4 ? &ReadIndices<int32_t> : &ReadIndices<int64_t>;
  }
  if (bytes == 1) return &ReadIndices<uint8_t>;
  if (bytes == 2) return &ReadIndices<uint16_t>;
  return bytes == 4 ? &ReadIndices<uint32_t> : &ReadIndices<uint64_t>;
}

}  // namespace paddock::simd
