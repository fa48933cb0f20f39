// Tensors: an element type, a shape, and elements in row-major order.
#ifndef PADDOCK_CORE_C_TENSOR_H_
#define PADDOCK_CORE_C_TENSOR_H_

#include "core/c/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// Immutable tensor. Handles of one tensor share its bytes.
typedef struct paddock_tensor paddock_tensor;

// Tensor in memory. The pointers are valid while the handle lives that the view was read from, or,
// in a callback, until the callback returns.
typedef struct paddock_tensor_view {
  size_t struct_size;
  // First element. May be unaligned if the memory belongs to the caller.
  const void* data;
  size_t byte_size;
  paddock_element_type element_type;
  uint32_t rank;
  // `rank` dimension sizes, and the bytes between indices of each dimension. NULL if rank is 0.
  const int64_t* shape;
  const int64_t* byte_strides;
} paddock_tensor_view;

// Called once, with the pointer passed along with it, when the memory is no longer used. Any thread
// may call it.
typedef void (*paddock_release)(void* user_data);

// Makes a tensor with a copy of the elements. `byte_size` is the number of bytes at `data`, which
// must match the type and the shape. Narrow elements must have the form that paddock_element_type
// describes, otherwise the status is PADDOCK_OUT_OF_RANGE.
PADDOCK_C_API paddock_status paddock_tensor_copy(paddock_element_type type, const int64_t* shape,
                                                 size_t rank, const void* data, size_t byte_size,
                                                 paddock_tensor** tensor);

// Makes a tensor that reads the caller's memory in place, without a copy. The memory must stay
// valid and unchanged until `release` is called: after the last handle, program and run that use
// it. `release` may be NULL for memory that is never released. It is called only if the function
// returns PADDOCK_OK.
PADDOCK_C_API paddock_status paddock_tensor_borrow(paddock_element_type type, const int64_t* shape,
                                                   size_t rank, const void* data, size_t byte_size,
                                                   paddock_release release, void* user_data,
                                                   paddock_tensor** tensor);

// Reads the view of the elements, without a copy.
PADDOCK_C_API paddock_status paddock_tensor_get(const paddock_tensor* tensor,
                                                paddock_tensor_view* view);

// Makes a text like `dense<[[1.0, 2.5], [3.0, 4.0]]> : tensor<2x2xf32>`, the notation of programs.
PADDOCK_C_API paddock_status paddock_tensor_print(const paddock_tensor* tensor,
                                                  paddock_bytes** text);

PADDOCK_C_API void paddock_tensor_free(paddock_tensor* tensor);

#ifdef __cplusplus
}
#endif

#endif  // PADDOCK_CORE_C_TENSOR_H_
