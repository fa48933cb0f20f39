// SpareMemory: memory of released buffers, retained for later ones of the same size. A fresh
// allocation can cost more than a kernel, because of its first touch.
#ifndef PADDOCK_CORE_TENSOR_SPARE_MEMORY_H_
#define PADDOCK_CORE_TENSOR_SPARE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

namespace paddock {

// Thread-safe. Belongs to a program, whose sessions take and return blocks (Buffer).
class SpareMemory {
 public:
  // The allocator itself retains smaller blocks. WebAssembly cannot release memory, so its
  // allocator retains all blocks.
#ifdef __EMSCRIPTEN__
  static constexpr bool kIsUsed = false;
#else
  static constexpr bool kIsUsed = true;
#endif
  static constexpr size_t kLeastKept = size_t{1} << 20;

  SpareMemory() = default;
  ~SpareMemory() { ReleaseDownTo(0); }
  SpareMemory(const SpareMemory&) = delete;
  SpareMemory& operator=(const SpareMemory&) = delete;

  // Returns a block of exactly `bytes` bytes, or `nullptr`.
  void* Take(size_t bytes);
  // Keeps `data`, which is from std::aligned_alloc. Frees the oldest blocks above the greatest
  // `most` of all calls.
  void Keep(void* data, size_t bytes, uint64_t most);
  // Frees the oldest blocks until at most `bytes` bytes are kept.
  void ReleaseDownTo(uint64_t bytes);

  uint64_t kept_bytes() const;

 private:
  struct Piece {
    void* data;
    size_t bytes;
  };
  std::deque<Piece> TakeOldest(uint64_t bytes);
  static void Free(const std::deque<Piece>& pieces);

  mutable std::mutex mutex_;
  // Oldest first.
  std::deque<Piece> pieces_;
  uint64_t kept_ = 0;
  uint64_t most_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_SPARE_MEMORY_H_
