#include "core/tensor/buffer.h"

#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "core/base/check.h"
#include "core/tensor/spare_memory.h"

namespace paddock {
namespace {

// Buffers from this size on use huge pages if the system supports them. The first touch of 64 MB in
// pages of 4 KB takes several times longer than filling it.
constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kHugeBuffer = 2 * kHugePage;

void* AllocateAligned(size_t bytes) {
  const size_t alignment = bytes < kHugeBuffer ? Buffer::kAlignment : kHugePage;
  if (bytes > std::numeric_limits<size_t>::max() - alignment) return nullptr;
  const size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* data = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
#ifdef __linux__
  if (data != nullptr && alignment == kHugePage) madvise(data, rounded, MADV_HUGEPAGE);
#endif
  return data;
}

std::shared_ptr<SpareMemory> SpareOf(size_t bytes, const MemoryBudget* budget) {
  if (!SpareMemory::kIsUsed || budget == nullptr || bytes < SpareMemory::kLeastKept) return nullptr;
  return budget->spare();
}

// Allocates memory that the budget already reserved. Retained memory and the session's memory
// together stay within its limit.
void* Obtain(size_t bytes, const MemoryBudget* budget) {
  const std::shared_ptr<SpareMemory> spare = SpareOf(bytes, budget);
  if (spare == nullptr) return AllocateAligned(bytes);
  if (void* kept = spare->Take(bytes)) return kept;
  spare->ReleaseDownTo(budget->limit() - budget->used());
  if (void* fresh = AllocateAligned(bytes)) return fresh;
  spare->ReleaseDownTo(0);
  return AllocateAligned(bytes);
}

}  // namespace

bool MemoryBudget::Reserve(uint64_t bytes) {
  uint64_t used = used_.load(std::memory_order_relaxed);
  do {
    if (bytes > limit_ || used > limit_ - bytes) return false;
  } while (!used_.compare_exchange_weak(used, used + bytes));
  reservations_.fetch_add(1, std::memory_order_relaxed);
  const uint64_t now = used + bytes;
  uint64_t peak = peak_.load(std::memory_order_relaxed);
  while (peak < now && !peak_.compare_exchange_weak(peak, now)) {
  }
  return true;
}

BufferRef Buffer::Allocate(size_t bytes, std::shared_ptr<MemoryBudget> budget) {
  if (budget != nullptr && !budget->Reserve(bytes)) return {};
  void* data = Obtain(bytes, budget.get());
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
  const std::shared_ptr<SpareMemory> spare = SpareOf(size_, budget_.get());
  if (budget_ != nullptr) budget_->Release(size_);
  if (spare != nullptr) {
    spare->Keep(data_, size_, budget_->peak());
  } else {
    std::free(data_);
  }
}

}  // namespace paddock
