#include "core/plan/quantized/quantized_parameters.h"

#include <algorithm>

#include "core/types/small_float.h"

namespace paddock {
namespace {

// Returns, for each index of the combination with the dimensions `all`, the index into the values
// of `number`.
std::vector<size_t> Indices(const QuantizedParameters& number, const QuantizedParameters& all) {
  std::vector<size_t> result;
  for (size_t linear = 0; linear < all.values.size(); ++linear) {
    size_t rest = linear;
    size_t index = 0;
    size_t stride = 1;
    size_t own = number.dimensions.size();
    for (size_t i = all.dimensions.size(); i-- > 0;) {
      const auto size = static_cast<size_t>(all.sizes[i]);
      if (own > 0 && number.dimensions[own - 1] == all.dimensions[i]) {
        index += rest % size * stride;
        stride *= size;
        --own;
      }
      rest /= size;
    }
    result.push_back(index);
  }
  return result;
}

}  // namespace

QuantizedParameters QuantizedParameters::Along(int64_t dimension, std::vector<double> values) {
  QuantizedParameters result;
  if (dimension >= 0) {
    result.dimensions = {dimension};
    result.sizes = {static_cast<int64_t>(values.size())};
  }
  result.values = std::move(values);
  return result;
}

bool QuantizedParameters::AreAll(double value) const {
  return std::ranges::all_of(values, [&](double number) { return number == value; });
}

QuantizedParameters ScalesOf(const QuantizedType& type) { return ScalesOf(type, type.axis); }

QuantizedParameters ScalesOf(const QuantizedType& type, int64_t dimension) {
  std::vector<double> scales(type.scales.begin(), type.scales.end());
  const ElementType expressed = *type.expressed.element_type();
  if (BitWidth(expressed) < 32) {
    for (double& scale : scales) {
      scale = static_cast<double>(DecodeSmallFloat(expressed, EncodeSmallFloat(expressed, scale)));
    }
  }
  return QuantizedParameters::Along(type.axis < 0 ? -1 : dimension, std::move(scales));
}

QuantizedParameters ZeroPointsOf(const QuantizedType& type) {
  return ZeroPointsOf(type, type.axis);
}

QuantizedParameters ZeroPointsOf(const QuantizedType& type, int64_t dimension) {
  std::vector<double> zero_points;
  for (int64_t zero : type.zero_points) zero_points.push_back(static_cast<double>(zero));
  return QuantizedParameters::Along(type.axis < 0 ? -1 : dimension, std::move(zero_points));
}

QuantizedParameters Combined(const QuantizedParameters& a, const QuantizedParameters& b,
                             const std::function<double(double, double)>& function) {
  QuantizedParameters result = a;
  for (size_t i = 0; i < b.dimensions.size(); ++i) {
    const auto at = std::ranges::lower_bound(result.dimensions, b.dimensions[i]);
    if (at != result.dimensions.end() && *at == b.dimensions[i]) continue;
    result.sizes.insert(result.sizes.begin() + (at - result.dimensions.begin()), b.sizes[i]);
    result.dimensions.insert(at, b.dimensions[i]);
  }
  size_t count = 1;
  for (int64_t size : result.sizes) count *= static_cast<size_t>(size);
  result.values.assign(count, 0);
  const std::vector<size_t> in_a = Indices(a, result);
  const std::vector<size_t> in_b = Indices(b, result);
  for (size_t i = 0; i < count; ++i) {
    result.values[i] = function(a.values[in_a[i]], b.values[in_b[i]]);
  }
  return result;
}

ElementType ComputationType(const QuantizedType& type) {
  return type.expressed.element_type() == ElementType::kF64 ? ElementType::kF64 : ElementType::kF32;
}

ElementType StorageElement(const QuantizedType& type) { return *type.storage_element(); }

ElementType WideInteger(const QuantizedType& type) {
  return BitWidth(StorageElement(type)) < 32 ? ElementType::kI32 : ElementType::kI64;
}

double RoundedTo(ElementType computation, double value) {
  return computation == ElementType::kF64 ? value : static_cast<double>(static_cast<float>(value));
}

}  // namespace paddock
