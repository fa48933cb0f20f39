// Tensor: an element type, a static shape, and its elements in row-major order.
#ifndef PADDOCK_CORE_TENSOR_TENSOR_H_
#define PADDOCK_CORE_TENSOR_TENSOR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/tensor/buffer.h"
#include "core/types/element_type.h"

namespace paddock {

// A value: copies share the bytes. Elements are stored as core/types/element_type.h
// says; a quantized tensor is the tensor of its storage type, its Type knows the rest.
class Tensor {
 public:
  Tensor() = default;

  // Uninitialised; a Tensor without a buffer (see has_value) if memory or `budget` does
  // not suffice. Sizes are >= 0 and their product in bytes fits 63 bits.
  static Tensor Allocate(ElementType type, std::span<const int64_t> shape,
                         std::shared_ptr<MemoryBudget> budget = nullptr);
  // Over bytes that exist; `buffer` holds at least byte_offset + byte_size bytes.
  static Tensor FromBuffer(ElementType type, std::span<const int64_t> shape, BufferRef buffer,
                           size_t byte_offset = 0);
  // A type and a shape whose bytes are elsewhere: has_value() is false, byte_size() says how many
  // they are.
  static Tensor WithoutBytes(ElementType type, std::span<const int64_t> shape);
  // A copy of `elements`, one after the other; T is as wide as the stored element.
  template <class T>
  static Tensor FromElements(ElementType type, std::span<const int64_t> shape,
                             std::span<const T> elements);

  bool has_value() const { return static_cast<bool>(buffer_); }
  ElementType element_type() const { return element_type_; }
  std::span<const int64_t> shape() const { return shape_; }
  size_t rank() const { return shape_.size(); }
  int64_t element_count() const { return element_count_; }
  size_t byte_size() const { return static_cast<size_t>(element_count_) * ByteSize(element_type_); }

  // May be unaligned where the buffer is borrowed.
  const std::byte* data() const { return buffer_->data() + byte_offset_; }
  // Owned buffers only; writes show in every copy of this tensor.
  std::byte* mutable_data() { return buffer_->mutable_data() + byte_offset_; }
  const BufferRef& buffer() const { return buffer_; }

  // The same bytes under another shape of as many elements.
  Tensor Reshaped(std::span<const int64_t> shape) const;

 private:
  ElementType element_type_ = ElementType::kF32;
  std::vector<int64_t> shape_;
  int64_t element_count_ = 0;
  BufferRef buffer_;
  size_t byte_offset_ = 0;
};

// Bytes of a tensor of this type and shape; nothing if it does not fit 63 bits.
std::optional<int64_t> ByteSizeOf(ElementType type, std::span<const int64_t> shape);

// Every byte equal, and element type and shape too.
bool IsBitwiseEqual(const Tensor& a, const Tensor& b);

template <class T>
Tensor Tensor::FromElements(ElementType type, std::span<const int64_t> shape,
                            std::span<const T> elements) {
  Tensor tensor = Allocate(type, shape);
  if (!tensor.has_value() || tensor.byte_size() != elements.size_bytes()) return {};
  if (!elements.empty()) {
    __builtin_memcpy(tensor.mutable_data(), elements.data(), elements.size_bytes());
  }
  return tensor;
}

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_TENSOR_H_
