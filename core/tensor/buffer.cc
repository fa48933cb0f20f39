#include "core/tensor/buffer.h"

#include <cstdlib>
#include <new>

#include "core/base/check.h"

namespace paddock {

bool MemoryBudget::Reserve(uint64_t bytes) {
  uint64_t used = used_.load(std::memory_order_relaxed);
  do {
    if (bytes > limit_ || used > limit_ - bytes) return false;
  } while (!used_.compare_exchange_weak(used, used + bytes));
  const uint64_t now = used + bytes;
  uint64_t peak = peak_.load(std::memory_order_relaxed);
  while (peak < now && !peak_.compare_exchange_weak(peak, now)) {
  }
  return true;
}

BufferRef Buffer::Allocate(size_t bytes, std::shared_ptr<MemoryBudget> budget) {
  if (bytes > std::numeric_limits<size_t>::max() - kAlignment) return {};
  const size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (budget != nullptr && !budget->Reserve(bytes)) return {};
  void* data = std::aligned_alloc(kAlignment, rounded == 0 ? kAlignment : rounded);
  if (data == nullptr) {
    if (budget != nullptr) budget->Release(bytes);
    return {};
  }
  Buffer* buffer = new Buffer();
  buffer->data_ = static_cast<std::byte*>(data);
  buffer->size_ = bytes;
  buffer->budget_ = std::move(budget);
  return BufferRef(buffer);
}

BufferRef Buffer::Borrow(const void* data, size_t bytes, std::shared_ptr<const void> owner) {
  PADDOCK_CHECK(owner != nullptr);
  Buffer* buffer = new Buffer();
  buffer->data_ = static_cast<std::byte*>(const_cast<void*>(data));
  buffer->size_ = bytes;
  buffer->owner_ = std::move(owner);
  return BufferRef(buffer);
}

std::byte* Buffer::mutable_data() {
  PADDOCK_CHECK(is_owned());
  return data_;
}

Buffer::~Buffer() {
  if (owner_ != nullptr) return;
  std::free(data_);
  if (budget_ != nullptr) budget_->Release(size_);
}

}  // namespace paddock
