#include "core/tensor/quantized_value.h"

#include <cstring>

#include "core/types/small_float.h"

namespace paddock {
namespace {

int64_t StoredNumber(ElementType type, const std::byte* element) {
  uint32_t bits = 0;
  std::memcpy(&bits, element, ByteSize(type));
  if (!IsSigned(type)) return bits;
  const int unused = 32 - 8 * static_cast<int>(ByteSize(type));
  return static_cast<int32_t>(bits << unused) >> unused;
}

double RoundedScale(ElementType expressed, double scale) {
  if (BitWidth(expressed) >= 32) return scale;
  return static_cast<double>(DecodeSmallFloat(expressed, EncodeSmallFloat(expressed, scale)));
}

template <class T>
void Put(T value, std::byte* to) {
  std::memcpy(to, &value, sizeof(T));
}

void PutValue(ElementType expressed, int64_t difference, double scale, std::byte* to) {
  if (expressed == ElementType::kF64) return Put(static_cast<double>(difference) * scale, to);
  const float value = static_cast<float>(difference) * static_cast<float>(scale);
  if (expressed == ElementType::kF32) return Put(value, to);
  const auto code = static_cast<uint16_t>(EncodeSmallFloat(expressed, static_cast<double>(value)));
  std::memcpy(to, &code, ByteSize(expressed));
}

}  // namespace

Tensor Dequantized(const Tensor& stored, const QuantizedType& type) {
  const auto expressed = type.expressed.element_type();
  if (!expressed || type.storage_element() != stored.element_type()) return {};
  int64_t inner = 1;  // elements that follow each other under one scale
  int64_t scales = 1;
  if (type.axis >= 0) {
    if (static_cast<size_t>(type.axis) >= stored.rank()) return {};
    scales = stored.shape()[static_cast<size_t>(type.axis)];
    for (size_t i = static_cast<size_t>(type.axis) + 1; i < stored.rank(); ++i) {
      inner *= stored.shape()[i];
    }
  }
  if (static_cast<size_t>(scales) != type.scales.size()) return {};
  Tensor result = Tensor::Allocate(*expressed, stored.shape());
  if (!result.has_value()) return result;
  const size_t from = ByteSize(stored.element_type());
  const size_t to = ByteSize(*expressed);
  for (int64_t i = 0; i < stored.element_count(); ++i) {
    const auto at = static_cast<size_t>(i);
    const auto scale = static_cast<size_t>(i / inner % scales);
    const int64_t number = StoredNumber(stored.element_type(), stored.data() + at * from);
    PutValue(*expressed, number - type.zero_points[scale],
             RoundedScale(*expressed, type.scales[scale]), result.mutable_data() + at * to);
  }
  return result;
}

}  // namespace paddock
