// Numbers of quantized types.
#include <cmath>
#include <limits>

#include "core/types/small_float.h"
#include "core/types/type.h"

namespace paddock {
namespace {

// Only ui64 has stored numbers above the range of int64_t.
bool IsUnsigned64(const QuantizedType& type) {
  return type.storage->signedness == Signedness::kUnsigned && type.storage->width == 64;
}

}  // namespace

StorageRange StorageRangeOf(Type storage) {
  const uint32_t unused = 64 - storage->width;
  if (storage->signedness == Signedness::kUnsigned) {
    return {0, static_cast<int64_t>(~uint64_t{0} >> unused)};
  }
  const int64_t greatest = INT64_MAX >> unused;
  return {-greatest - 1, greatest};
}

bool IsScaleOf(ElementType expressed, double scale) {
  if (!(scale > 0) || !std::isfinite(scale)) return false;
  if (expressed == ElementType::kF64) return true;
  if (expressed == ElementType::kF32) {
    return scale >= std::numeric_limits<float>::denorm_min() &&
           scale <= std::numeric_limits<float>::max();
  }
  const SmallFloatFormat format = FormatOf(expressed);
  const uint32_t least = format.has_sign ? 1 : 0;
  return scale >= static_cast<double>(DecodeSmallFloat(expressed, least)) &&
         scale <= static_cast<double>(DecodeSmallFloat(expressed, CodesOf(format).greatest));
}

std::optional<ElementType> QuantizedType::storage_element() const {
  if (storage.element_type()) return storage.element_type();
  // si8 is a signed integer, like i8 as an operand.
  return ElementTypeFromSpelling("i" + std::to_string(storage->width));
}

double QuantizedType::scale(size_t i) const {
  const std::optional<ElementType> type = expressed.element_type();
  if (!type || *type == ElementType::kF64) return scales[i];
  if (*type == ElementType::kF32) return static_cast<double>(static_cast<float>(scales[i]));
  return static_cast<double>(DecodeSmallFloat(*type, EncodeSmallFloat(*type, scales[i])));
}

double QuantizedType::NumberOf(int64_t stored) const {
  return IsUnsigned64(*this) ? static_cast<double>(static_cast<uint64_t>(stored))
                             : static_cast<double>(stored);
}

bool QuantizedType::IsLess(int64_t a, int64_t b) const {
  return IsUnsigned64(*this) ? static_cast<uint64_t>(a) < static_cast<uint64_t>(b) : a < b;
}

bool QuantizedType::has_whole_range() const {
  const StorageRange range = StorageRangeOf(storage);
  return storage_min == range.least && storage_max == range.greatest;
}

std::string StoredText(const QuantizedType& type, int64_t stored) {
  return IsUnsigned64(type) ? std::to_string(static_cast<uint64_t>(stored))
                            : std::to_string(stored);
}

}  // namespace paddock
