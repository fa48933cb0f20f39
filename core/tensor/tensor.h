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

// Value type: copies share the bytes. Elements have the layout of core/types/element_type.h. A
// quantized tensor is a tensor of its storage type; its Type has the rest.
class Tensor {
 public:
  Tensor() = default;

  // Allocates uninitialized elements. Returns a Tensor without a buffer (see has_value) if memory
  // or `budget` does not suffice. Sizes are >= 0 and their product in bytes fits 63 bits.
  static Tensor Allocate(ElementType type, std::span<const int64_t> shape,
                         std::shared_ptr<MemoryBudget> budget = nullptr);
  // Refers to existing bytes; `buffer` holds at least byte_offset + byte_size bytes.
  static Tensor FromBuffer(ElementType type, std::span<const int64_t> shape, BufferRef buffer,
                           size_t byte_offset = 0);
  // Makes a type and a shape without bytes: has_value() returns false, byte_size() the number of
  // bytes.
  static Tensor WithoutBytes(ElementType type, std::span<const int64_t> shape);
  // Copies `elements` in order; T has the width of a stored element.
  template <class T>
  static Tensor FromElements(ElementType type, std::span<const int64_t> shape,
                             std::span<const T> elements);

  bool has_value() const { return static_cast<bool>(buffer_); }
  ElementType element_type() const { return element_type_; }
  std::span<const int64_t> shape() const { return shape_; }
  size_t rank() const { return shape_.size(); }
  int64_t element_count() const { return element_count_; }
  size_t byte_size() const { return static_cast<size_t>(element_count_) * ByteSize(element_type_); }

  // May be unaligned if the buffer is borrowed.
  const std::byte* data() const { return buffer_->data() + byte_offset_; }
  // Only for owned buffers. Writes are visible in every copy of this tensor.
  std::byte* mutable_data() { return buffer_->mutable_data() + byte_offset_; }
  const BufferRef& buffer() const { return buffer_; }

  // Returns the same bytes with another shape of equal element count.
  Tensor Reshaped(std::span<const int64_t> shape) const;

 private:
  ElementType element_type_ = ElementType::kF32;
  std::vector<int64_t> shape_;
  int64_t element_count_ = 0;
  BufferRef buffer_;
  size_t byte_offset_ = 0;
};

// Returns the bytes of a tensor of this type and shape; nothing if they, or the bytes of any
// stride, do not fit 63 bits.
std::optional<int64_t> ByteSizeOf(ElementType type, std::span<const int64_t> shape);

// Returns whether element type, shape and all bytes are equal.
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
