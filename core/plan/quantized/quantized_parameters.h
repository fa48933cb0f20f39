// Scales and zero points of quantized tensors as numbers over a shape.
#ifndef PADDOCK_CORE_PLAN_QUANTIZED_QUANTIZED_PARAMETERS_H_
#define PADDOCK_CORE_PLAN_QUANTIZED_QUANTIZED_PARAMETERS_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "core/types/type.h"

namespace paddock {

// One number for all elements, or, if there are dimensions, one for each of their indices: values
// are row-major over `sizes`. Dimensions ascend.
struct QuantizedParameters {
  std::vector<int64_t> dimensions;
  std::vector<int64_t> sizes;
  std::vector<double> values;

  static QuantizedParameters Same(double value) { return {{}, {}, {value}}; }
  // Returns one number for each index of `dimension`; one for all elements if it is negative.
  static QuantizedParameters Along(int64_t dimension, std::vector<double> values);

  bool AreAll(double value) const;
};

// Scales are rounded to the expressed type if that is narrower than f32. `dimension` overrides the
// type's quantization dimension.
QuantizedParameters ScalesOf(const QuantizedType& type);
QuantizedParameters ScalesOf(const QuantizedType& type, int64_t dimension);
QuantizedParameters ZeroPointsOf(const QuantizedType& type);
QuantizedParameters ZeroPointsOf(const QuantizedType& type, int64_t dimension);

// Combines the numbers pairwise, over the dimensions of both.
QuantizedParameters Combined(const QuantizedParameters& a, const QuantizedParameters& b,
                             const std::function<double(double, double)>& function);

// Type of computation in quantization: f64 if the expressed type is f64, else f32.
ElementType ComputationType(const QuantizedType& type);
// Returns an integer type that holds differences and sums of a few stored elements.
ElementType WideInteger(const QuantizedType& type);
ElementType StorageElement(const QuantizedType& type);
// Rounds `value` to f32 or f64.
double RoundedTo(ElementType computation, double value);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_QUANTIZED_QUANTIZED_PARAMETERS_H_
