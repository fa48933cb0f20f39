#include "simd/movement/stream_bytes.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/movement/stream_bytes.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Stream requires whole aligned vectors. Bytes before the first and after the last one are copied.
void Stream(uint8_t* result, const uint8_t* source, size_t count) {
  const hn::ScalableTag<uint8_t> d;
  const size_t lanes = hn::Lanes(d);
  const size_t past = reinterpret_cast<uintptr_t>(result) % lanes;
  size_t i = std::min(count, (lanes - past) % lanes);
  std::memcpy(result, source, i);
  for (; i + lanes <= count; i += lanes) hn::Stream(hn::LoadU(d, source + i), d, result + i);
  std::memcpy(result + i, source + i, count - i);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
namespace {

HWY_EXPORT(Stream);

}  // namespace

void StreamBytes(void* result, const void* source, size_t count) {
  HWY_DYNAMIC_DISPATCH(Stream)
  (static_cast<uint8_t*>(result), static_cast<const uint8_t*>(source), count);
}

void FlushStreams() { hwy::FlushStream(); }

void PrefetchBytes(const void* source, size_t count) {
  constexpr size_t kLine = 64;
  const auto* bytes = static_cast<const uint8_t*>(source);
  for (size_t i = 0; i < count; i += kLine) hwy::Prefetch(bytes + i);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
