// Writing past the caches.
#ifndef PADDOCK_SIMD_MOVEMENT_STREAM_BYTES_H_
#define PADDOCK_SIMD_MOVEMENT_STREAM_BYTES_H_

#include <cstddef>

namespace paddock::simd {

// memcpy that does not read the memory it writes into a cache first, where the target can: for a
// result that will be gone from the caches before it is read. What another thread then learns from
// this one in the ordinary ways comes after these bytes.
void StreamBytes(void* result, const void* source, size_t count);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_STREAM_BYTES_H_
