// Real numbers that the stored elements of a quantized tensor represent.
#ifndef PADDOCK_CORE_TENSOR_QUANTIZED_VALUE_H_
#define PADDOCK_CORE_TENSOR_QUANTIZED_VALUE_H_

#include <optional>
#include <string>

#include "core/tensor/tensor.h"
#include "core/types/type.h"

namespace paddock {

// Returns (stored - zero point) * scale as elements of the expressed type, with the bits of
// uniform_dequantize. Returns a Tensor without a buffer if memory does not suffice, or if `stored`
// does not have the type's storage elements or number of scales.
Tensor Dequantized(const Tensor& stored, const QuantizedType& type);

// Describes the first element outside the range of `type`: "120 is outside -10 to 10, the range of
// i8<-10:10>". Returns nothing if there is none. `stored` must have the type's storage elements.
std::optional<std::string> DescribeOutside(const Tensor& stored, const QuantizedType& type);

// Replaces each element outside the type's range by the nearest one inside.
void ClampToRange(Tensor& stored, const QuantizedType& type);

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_QUANTIZED_VALUE_H_
