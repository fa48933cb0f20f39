// Tensors for Python, which may outlive the arrays that they were made from.
#ifndef PADDOCK_PYTHON_SRC_TENSOR_H_
#define PADDOCK_PYTHON_SRC_TENSOR_H_

#include "core/tensor/tensor.h"

namespace paddock::python {

// Returns a copy with bytes of its own. Throws std::bad_alloc.
Tensor OwnedCopy(const Tensor& tensor);

}  // namespace paddock::python

#endif  // PADDOCK_PYTHON_SRC_TENSOR_H_
