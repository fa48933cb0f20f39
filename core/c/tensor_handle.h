// Handles of tensors, with the data that a view of one points to.
#ifndef PADDOCK_CORE_C_TENSOR_HANDLE_H_
#define PADDOCK_CORE_C_TENSOR_HANDLE_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/c/handle.h"
#include "core/c/tensor.h"
#include "core/tensor/tensor.h"

namespace paddock::c {

// Tensor with the strides for its views.
class ViewedTensor {
 public:
  explicit ViewedTensor(Tensor tensor);

  const Tensor& tensor() const { return tensor_; }
  // Valid while this object lives and does not move.
  paddock_tensor_view view() const;

 private:
  Tensor tensor_;
  std::vector<int64_t> byte_strides_;
};

// Returns an owner that calls `release`, unless that is null, when its last copy is destroyed.
std::shared_ptr<const void> OwnerOf(paddock_release release, void* user_data);

// Stores a new handle, or returns PADDOCK_NO_VALUE if the tensor has no value.
paddock_status StoreTensor(Tensor tensor, paddock_tensor** out);

}  // namespace paddock::c

struct paddock_tensor {
  static constexpr uint64_t kTag = paddock::c::TagOf("pd-tensr");
  uint64_t tag = kTag;
  paddock::c::ViewedTensor value;
};

#endif  // PADDOCK_CORE_C_TENSOR_HANDLE_H_
