// What a quantized tensor means: the real numbers that its stored elements stand for.
#ifndef PADDOCK_CORE_TENSOR_QUANTIZED_VALUE_H_
#define PADDOCK_CORE_TENSOR_QUANTIZED_VALUE_H_

#include <optional>
#include <string>

#include "core/tensor/tensor.h"
#include "core/types/type.h"

namespace paddock {

// (stored - zero point) * scale as elements of the expressed type, the bits that
// uniform_dequantize gives; a Tensor without a buffer if memory does not suffice, or if
// `stored` has not the type's storage elements or number of scales.
Tensor Dequantized(const Tensor& stored, const QuantizedType& type);

// "120 is outside -10 to 10, the range of i8<-10:10>" of the first element that `type` does not
// store; nothing if there is none. `stored` has the type's storage elements.
std::optional<std::string> DescribeOutside(const Tensor& stored, const QuantizedType& type);

// Replaces each element outside of the type's range by the nearest inside.
void ClampToRange(Tensor& stored, const QuantizedType& type);

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_QUANTIZED_VALUE_H_
