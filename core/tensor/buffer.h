// Buffer: bytes that tensors share. It is the only shared ownership in the project.
#ifndef PADDOCK_CORE_TENSOR_BUFFER_H_
#define PADDOCK_CORE_TENSOR_BUFFER_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

namespace paddock {

class SpareMemory;

// Limit of the total bytes of a session's buffers. Thread-safe.
class MemoryBudget {
 public:
  // Buffers take large blocks from `spare` and return them there, as long as it lives.
  explicit MemoryBudget(uint64_t limit_bytes = std::numeric_limits<uint64_t>::max(),
                        std::weak_ptr<SpareMemory> spare = {})
      : limit_(limit_bytes), spare_(std::move(spare)) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  // Returns false, without reserving, if this would exceed the limit.
  bool Reserve(uint64_t bytes);
  void Release(uint64_t bytes) { used_ -= bytes; }

  uint64_t limit() const { return limit_; }
  uint64_t used() const { return used_; }
  uint64_t peak() const { return peak_; }
  // Returns the number of reservations.
  uint64_t reservations() const { return reservations_; }
  // May return `nullptr`.
  std::shared_ptr<SpareMemory> spare() const { return spare_.lock(); }

 private:
  const uint64_t limit_;
  std::atomic<uint64_t> used_ = 0;
  std::atomic<uint64_t> peak_ = 0;
  std::atomic<uint64_t> reservations_ = 0;
  const std::weak_ptr<SpareMemory> spare_;
};

class Buffer;

// Counted handle to a Buffer, or `nullptr`.
class BufferRef {
 public:
  BufferRef() = default;
  BufferRef(const BufferRef& other);
  BufferRef(BufferRef&& other) noexcept : buffer_(std::exchange(other.buffer_, nullptr)) {}
  BufferRef& operator=(BufferRef other) noexcept {
    std::swap(buffer_, other.buffer_);
    return *this;
  }
  ~BufferRef();

  explicit operator bool() const { return buffer_ != nullptr; }
  Buffer* operator->() const { return buffer_; }
  Buffer* get() const { return buffer_; }

 private:
  friend class Buffer;
  explicit BufferRef(Buffer* adopted) : buffer_(adopted) {}
  Buffer* buffer_ = nullptr;
};

class Buffer {
 public:
  // Alignment of owned buffers in bytes: a cache line, and the widest vector.
  static constexpr size_t kAlignment = 64;

  // Allocates uninitialized bytes. Returns `nullptr` if `budget`, which may be `nullptr`, or the
  // system refuses.
  static BufferRef Allocate(size_t bytes, std::shared_ptr<MemoryBudget> budget = nullptr);

  // Refers to read-only bytes of any alignment, which `owner` keeps alive (a mapped file, a parsed
  // text, a JavaScript array's copy).
  static BufferRef Borrow(const void* data, size_t bytes, std::shared_ptr<const void> owner);

  const std::byte* data() const { return data_; }
  // Only for owned buffers.
  std::byte* mutable_data();
  size_t size() const { return size_; }
  bool is_owned() const { return owner_ == nullptr; }
  // Returns whether there is only one handle, whose holder may write in place.
  bool is_unique() const { return references_.load(std::memory_order_acquire) == 1; }

 private:
  friend class BufferRef;
  Buffer() = default;
  ~Buffer();

  std::atomic<uint32_t> references_ = 1;
  std::byte* data_ = nullptr;
  size_t size_ = 0;
  std::shared_ptr<const void> owner_;
  std::shared_ptr<MemoryBudget> budget_;
};

inline BufferRef::BufferRef(const BufferRef& other) : buffer_(other.buffer_) {
  if (buffer_ != nullptr) buffer_->references_.fetch_add(1, std::memory_order_relaxed);
}

inline BufferRef::~BufferRef() {
  if (buffer_ == nullptr) return;
  if (buffer_->references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete buffer_;
}

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_BUFFER_H_
