#include "core/tensor/quantized_value.h"

#include <cstring>

#include "core/types/small_float.h"

namespace paddock {
namespace {

int64_t StoredNumber(ElementType type, const std::byte* element) {
  uint64_t bits = 0;
  std::memcpy(&bits, element, ByteSize(type));
  if (!IsSigned(type)) return static_cast<int64_t>(bits);
  const int unused = 64 - 8 * static_cast<int>(ByteSize(type));
  return static_cast<int64_t>(bits << unused) >> unused;
}

// Difference of two stored numbers: 64 bits and a sign.
struct Difference {
  bool is_negative;
  uint64_t magnitude;

  template <class T>
  T rounded() const {
    const auto value = static_cast<T>(magnitude);
    return is_negative ? -value : value;
  }
};

Difference DifferenceOf(const QuantizedType& type, int64_t number, int64_t zero_point) {
  const auto from = static_cast<uint64_t>(number);
  const auto what = static_cast<uint64_t>(zero_point);
  const bool is_negative = type.IsLess(number, zero_point);
  return {is_negative, is_negative ? what - from : from - what};
}

template <class T>
void Put(T value, std::byte* to) {
  std::memcpy(to, &value, sizeof(T));
}

void PutValue(ElementType expressed, Difference difference, double scale, std::byte* to) {
  if (expressed == ElementType::kF64) return Put(difference.rounded<double>() * scale, to);
  const float value = difference.rounded<float>() * static_cast<float>(scale);
  if (expressed == ElementType::kF32) return Put(value, to);
  const auto code = static_cast<uint16_t>(EncodeSmallFloat(expressed, static_cast<double>(value)));
  std::memcpy(to, &code, ByteSize(expressed));
}

}  // namespace

Tensor Dequantized(const Tensor& stored, const QuantizedType& type) {
  const auto expressed = type.expressed.element_type();
  if (!expressed || type.storage_element() != stored.element_type()) return {};
  int64_t inner = 1;  // adjacent elements that share a scale
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
    PutValue(*expressed, DifferenceOf(type, number, type.zero_points[scale]), type.scale(scale),
             result.mutable_data() + at * to);
  }
  return result;
}

std::optional<std::string> DescribeOutside(const Tensor& stored, const QuantizedType& type) {
  if (type.has_whole_range()) return std::nullopt;
  const size_t width = ByteSize(stored.element_type());
  for (int64_t i = 0; i < stored.element_count(); ++i) {
    const std::byte* const element = stored.data() + static_cast<size_t>(i) * width;
    const int64_t number = StoredNumber(stored.element_type(), element);
    if (type.IsInRange(number)) continue;
    return StoredText(type, number) + " is outside " + StoredText(type, type.storage_min) + " to " +
           StoredText(type, type.storage_max) + ", the range of " + StorageText(type);
  }
  return std::nullopt;
}

void ClampToRange(Tensor& stored, const QuantizedType& type) {
  if (type.has_whole_range()) return;
  const size_t width = ByteSize(stored.element_type());
  for (int64_t i = 0; i < stored.element_count(); ++i) {
    std::byte* const element = stored.mutable_data() + static_cast<size_t>(i) * width;
    const int64_t number = StoredNumber(stored.element_type(), element);
    if (type.IsInRange(number)) continue;
    const int64_t nearest =
        type.IsLess(number, type.storage_min) ? type.storage_min : type.storage_max;
    std::memcpy(element, &nearest, width);
  }
}

}  // namespace paddock
