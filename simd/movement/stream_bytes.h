// Writing past the caches.
#ifndef PADDOCK_SIMD_MOVEMENT_STREAM_BYTES_H_
#define PADDOCK_SIMD_MOVEMENT_STREAM_BYTES_H_

#include <cstddef>

namespace paddock::simd {

// memcpy that does not read the memory it writes into a cache first, where the target can: for a
// result that will be gone from the caches before it is read.
void StreamBytes(void* result, const void* source, size_t count);
// What another thread then learns from this one in the ordinary ways comes after all bytes that
// this one streamed before. It waits for the memory, so once for many of them.
void FlushStreams();
// Asks for bytes that will be read soon.
void PrefetchBytes(const void* source, size_t count);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_STREAM_BYTES_H_
