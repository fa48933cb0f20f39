// Writes that bypass the caches.
#ifndef PADDOCK_SIMD_MOVEMENT_STREAM_BYTES_H_
#define PADDOCK_SIMD_MOVEMENT_STREAM_BYTES_H_

#include <cstddef>

namespace paddock::simd {

// Copies like memcpy, but without first reading the written memory into a cache, where the target
// can. For results that leave the caches before they are read.
void StreamBytes(void* result, const void* source, size_t count);
// Orders this thread's streamed bytes before its later synchronisation with other threads. It waits
// for memory, so call it once for many copies.
void FlushStreams();
// Prefetches bytes that will be read soon.
void PrefetchBytes(const void* source, size_t count);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_STREAM_BYTES_H_
