// SpareMemory: memory of buffers that are gone, kept for the next of the same size. What the
// system gives anew costs more to touch for the first time than many a kernel takes.
#ifndef PADDOCK_CORE_TENSOR_SPARE_MEMORY_H_
#define PADDOCK_CORE_TENSOR_SPARE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

namespace paddock {

// Thread safe. One belongs to a program; its sessions take from it and give back to it (Buffer).
class SpareMemory {
 public:
  // What is smaller the allocator keeps by itself. So does that of WebAssembly whatever there is,
  // which has no way to give memory back.
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

  // Memory of exactly so many bytes, or null.
  void* Take(size_t bytes);
  // `data` is from std::aligned_alloc. No more is kept than the greatest `most` so far: the oldest
  // goes first.
  void Keep(void* data, size_t bytes, uint64_t most);
  // The oldest goes back to the system until no more than so many bytes are kept.
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
  // The oldest first.
  std::deque<Piece> pieces_;
  uint64_t kept_ = 0;
  uint64_t most_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_SPARE_MEMORY_H_
