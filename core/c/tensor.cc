#include "core/c/tensor.h"

#include <span>
#include <string>

#include "core/c/tensor_handle.h"
#include "core/tensor/print_value.h"
#include "core/types/type.h"

namespace paddock::c {
namespace {

// Returns whether a byte is an element of the type. Narrow types have invalid codes, and kernels
// use the code as an index of tables.
bool IsElement(ElementType type, uint8_t byte) {
  const int bits = BitWidth(type);
  if (IsBoolean(type)) return byte <= 1;
  if (!IsSigned(type)) return byte >> bits == 0;
  const int least = -(1 << (bits - 1));
  const int value = static_cast<int8_t>(byte);
  return least <= value && value < -least;
}

bool HasElementsAlone(ElementType type, const void* data, size_t byte_size) {
  if (BitWidth(type) >= 8) return true;
  for (uint8_t byte : std::span(static_cast<const uint8_t*>(data), byte_size)) {
    if (!IsElement(type, byte)) return false;
  }
  return true;
}

paddock_status CheckElements(paddock_element_type type, const int64_t* shape, size_t rank,
                             const void* data, size_t byte_size) {
  if (paddock_element_type_bytes(type) == 0) return PADDOCK_OUT_OF_RANGE;
  if ((shape == nullptr && rank > 0) || (data == nullptr && byte_size > 0)) {
    return PADDOCK_NULL_ARGUMENT;
  }
  const std::span<const int64_t> sizes(shape, rank);
  for (int64_t size : sizes) {
    if (size < 0) return PADDOCK_OUT_OF_RANGE;
  }
  const auto element = static_cast<ElementType>(type);
  const auto bytes = ByteSizeOf(element, sizes);
  const bool fits = bytes && static_cast<size_t>(*bytes) == byte_size;
  return CheckRange(fits && HasElementsAlone(element, data, byte_size));
}

}  // namespace

ViewedTensor::ViewedTensor(Tensor tensor)
    : tensor_(std::move(tensor)), byte_strides_(tensor_.rank()) {
  auto stride = static_cast<int64_t>(ByteSize(tensor_.element_type()));
  for (size_t i = tensor_.rank(); i-- > 0;) {
    byte_strides_[i] = stride;
    stride *= tensor_.shape()[i];
  }
}

paddock_tensor_view ViewedTensor::view() const {
  const bool has_shape = tensor_.rank() > 0;
  return {.struct_size = sizeof(paddock_tensor_view),
          .data = tensor_.has_value() ? tensor_.data() : nullptr,
          .byte_size = tensor_.byte_size(),
          .element_type = static_cast<paddock_element_type>(tensor_.element_type()),
          .rank = static_cast<uint32_t>(tensor_.rank()),
          .shape = has_shape ? tensor_.shape().data() : nullptr,
          .byte_strides = has_shape ? byte_strides_.data() : nullptr};
}

std::shared_ptr<const void> OwnerOf(paddock_release release, void* user_data) {
  // The owner must not be null, even if the caller's pointer is.
  static constexpr char kOwner = 0;
  return std::shared_ptr<const void>(&kOwner, [release, user_data](const void*) {
    if (release != nullptr) release(user_data);
  });
}

paddock_status StoreTensor(Tensor tensor, paddock_tensor** out) {
  if (!tensor.has_value()) return PADDOCK_NO_VALUE;
  *out = new paddock_tensor{.value = ViewedTensor(std::move(tensor))};
  return PADDOCK_OK;
}

}  // namespace paddock::c

using namespace paddock::c;

paddock_status paddock_tensor_copy(paddock_element_type type, const int64_t* shape, size_t rank,
                                   const void* data, size_t byte_size, paddock_tensor** tensor) {
  const auto status =
      FirstOf({CheckPointer(tensor), CheckElements(type, shape, rank, data, byte_size)});
  if (status != PADDOCK_OK) return status;
  paddock::Tensor copy =
      paddock::Tensor::Allocate(static_cast<paddock::ElementType>(type), std::span(shape, rank));
  if (!copy.has_value()) return PADDOCK_OUT_OF_MEMORY;
  if (byte_size > 0) std::memcpy(copy.mutable_data(), data, byte_size);
  return StoreTensor(std::move(copy), tensor);
}

paddock_status paddock_tensor_borrow(paddock_element_type type, const int64_t* shape, size_t rank,
                                     const void* data, size_t byte_size, paddock_release release,
                                     void* user_data, paddock_tensor** tensor) {
  const auto status =
      FirstOf({CheckPointer(tensor), CheckElements(type, shape, rank, data, byte_size)});
  if (status != PADDOCK_OK) return status;
  auto buffer = paddock::Buffer::Borrow(data, byte_size, OwnerOf(release, user_data));
  return StoreTensor(paddock::Tensor::FromBuffer(static_cast<paddock::ElementType>(type),
                                                 std::span(shape, rank), std::move(buffer)),
                     tensor);
}

paddock_status paddock_tensor_get(const paddock_tensor* tensor, paddock_tensor_view* view) {
  const auto status = FirstOf({CheckHandle(tensor), CheckStruct(view)});
  if (status == PADDOCK_OK) WriteStruct(view, tensor->value.view());
  return status;
}

paddock_status paddock_tensor_print(const paddock_tensor* tensor, paddock_bytes** text) {
  const auto status = FirstOf({CheckHandle(tensor), CheckPointer(text)});
  if (status != PADDOCK_OK) return status;
  const paddock::Tensor& value = tensor->value.tensor();
  const std::string type = paddock::TensorTypeText(value.element_type(), value.shape());
  *text = MakeBytes(paddock::PrintValue(value, type, {.form = paddock::ValueForm::kDense}));
  return PADDOCK_OK;
}

void paddock_tensor_free(paddock_tensor* tensor) { FreeHandle(tensor); }
