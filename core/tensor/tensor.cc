#include "core/tensor/tensor.h"

#include <algorithm>
#include <cstring>

#include "core/base/check.h"
#include "core/base/overflow.h"

namespace paddock {

std::optional<int64_t> ByteSizeOf(ElementType type, std::span<const int64_t> shape) {
  const std::optional<int64_t> reach = CheckedReach(shape);
  if (!reach || !CheckedMultiply(*reach, static_cast<int64_t>(ByteSize(type)))) return std::nullopt;
  return *CheckedProduct(shape) * static_cast<int64_t>(ByteSize(type));
}

Tensor Tensor::Allocate(ElementType type, std::span<const int64_t> shape,
                        std::shared_ptr<MemoryBudget> budget) {
  const std::optional<int64_t> bytes = ByteSizeOf(type, shape);
  if (!bytes) return {};
  if (static_cast<uint64_t>(*bytes) > std::numeric_limits<size_t>::max()) return {};
  BufferRef buffer = Buffer::Allocate(static_cast<size_t>(*bytes), std::move(budget));
  if (!buffer) return {};
  return FromBuffer(type, shape, std::move(buffer));
}

Tensor Tensor::FromBuffer(ElementType type, std::span<const int64_t> shape, BufferRef buffer,
                          size_t byte_offset) {
  const std::optional<int64_t> bytes = ByteSizeOf(type, shape);
  PADDOCK_CHECK(bytes && byte_offset + static_cast<size_t>(*bytes) <= buffer->size());
  Tensor tensor = WithoutBytes(type, shape);
  tensor.buffer_ = std::move(buffer);
  tensor.byte_offset_ = byte_offset;
  return tensor;
}

Tensor Tensor::WithoutBytes(ElementType type, std::span<const int64_t> shape) {
  PADDOCK_CHECK(ByteSizeOf(type, shape));
  Tensor tensor;
  tensor.element_type_ = type;
  tensor.shape_.assign(shape.begin(), shape.end());
  tensor.element_count_ = *CheckedProduct(shape);
  return tensor;
}

Tensor Tensor::Reshaped(std::span<const int64_t> shape) const {
  PADDOCK_CHECK(CheckedProduct(shape) == element_count_);
  Tensor tensor = *this;
  tensor.shape_.assign(shape.begin(), shape.end());
  return tensor;
}

bool IsBitwiseEqual(const Tensor& a, const Tensor& b) {
  return a.element_type() == b.element_type() && std::ranges::equal(a.shape(), b.shape()) &&
         (a.byte_size() == 0 || std::memcmp(a.data(), b.data(), a.byte_size()) == 0);
}

}  // namespace paddock
