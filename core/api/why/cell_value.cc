#include "core/api/why/cell_value.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/ir/value_name.h"
#include "core/tensor/element_text.h"
#include "core/types/element_type.h"

namespace paddock {
namespace {

std::string FloatText(ElementType type, const std::byte* element, double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
  std::string text;
  AppendElement(text, type, element);
  return text;
}

CellValue FloatCell(ElementType type, const std::byte* element) {
  const double number = FloatValue(type, element);
  return {FloatText(type, element, number), number, {}, std::isnan(number), std::isinf(number)};
}

// Returns NaN if a part is.
double LargerOf(double real, double imag) {
  const double larger = std::max(std::abs(real), std::abs(imag));
  return std::isnan(imag) ? imag : larger;
}

CellValue ComplexCell(ElementType type, const std::byte* element) {
  const ElementType part = type == ElementType::kC64 ? ElementType::kF32 : ElementType::kF64;
  const CellValue real = FloatCell(part, element);
  const CellValue imag = FloatCell(part, element + ByteSize(part));
  return {"(" + real.text + ", " + imag.text + ")",
          LargerOf(real.number, imag.number),
          {},
          real.is_nan || imag.is_nan,
          real.is_infinite || imag.is_infinite};
}

// Stored elements are little-endian, and sign-extended if they are signed.
int64_t IntegerOf(ElementType type, const std::byte* element) {
  uint64_t bits = 0;
  const size_t width = ByteSize(type);
  std::memcpy(&bits, element, width);
  if (IsUnsigned(type) || IsBoolean(type) || width == 8) return static_cast<int64_t>(bits);
  const auto shift = static_cast<unsigned>(64 - 8 * width);
  return static_cast<int64_t>(bits << shift) >> shift;
}

double NumberOf(ElementType type, int64_t integer) {
  if (!IsUnsigned(type)) return static_cast<double>(integer);
  return static_cast<double>(static_cast<uint64_t>(integer));
}

CellValue IntegerCell(ElementType type, const std::byte* element) {
  CellValue value;
  AppendElement(value.text, type, element);
  value.integer = IntegerOf(type, element);
  value.number = NumberOf(type, *value.integer);
  return value;
}

std::string Joined(std::string_view name, const std::vector<std::string>& parts) {
  std::string text(name);
  if (parts.empty()) return text;
  for (size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "[" : ", ") + parts[i];
  return text + "]";
}

std::string RangeText(CellRange range) {
  if (range.count == 1) return std::to_string(range.start);
  const int64_t end = range.start + (range.count - 1) * range.stride + 1;
  const std::string text = std::to_string(range.start) + ":" + std::to_string(end);
  return range.stride == 1 ? text : text + ":" + std::to_string(range.stride);
}

// Returns null if the cell lies outside.
const std::byte* ElementAt(const ValueView& view, std::span<const int64_t> cell) {
  if (cell.size() != view.shape.size()) return nullptr;
  int64_t linear = 0;
  for (size_t d = 0; d < cell.size(); ++d) {
    if (cell[d] < 0 || cell[d] >= view.shape[d]) return nullptr;
    linear = linear * view.shape[d] + cell[d];
  }
  const auto at = view.is_splat ? size_t{0} : static_cast<size_t>(linear);
  return view.elements.data() + at * ByteSize(view.elements.element_type());
}

}  // namespace

std::optional<CellValue> ReadCell(const ValueView& view, std::span<const int64_t> cell) {
  const std::byte* element = ElementAt(view, cell);
  if (element == nullptr) return std::nullopt;
  const ElementType type = view.elements.element_type();
  if (IsFloat(type)) return FloatCell(type, element);
  if (IsComplex(type)) return ComplexCell(type, element);
  return IntegerCell(type, element);
}

std::optional<double> ReadNumber(const ValueView& view, std::span<const int64_t> cell) {
  const std::byte* element = ElementAt(view, cell);
  if (element == nullptr) return std::nullopt;
  const ElementType type = view.elements.element_type();
  if (IsFloat(type)) return FloatValue(type, element);
  if (!IsComplex(type)) return NumberOf(type, IntegerOf(type, element));
  const ElementType part = type == ElementType::kC64 ? ElementType::kF32 : ElementType::kF64;
  return LargerOf(FloatValue(part, element), FloatValue(part, element + ByteSize(part)));
}

std::optional<int64_t> ReadInteger64(const ValueView& view, std::span<const int64_t> cell) {
  const std::byte* element = ElementAt(view, cell);
  if (element == nullptr) return std::nullopt;
  const ElementType type = view.elements.element_type();
  if (IsFloat(type) || IsComplex(type)) return std::nullopt;
  const int64_t integer = IntegerOf(type, element);
  return IsUnsigned(type) && integer < 0 ? INT64_MAX : integer;
}

std::string CellName(const Value& value, std::span<const int64_t> cell) {
  std::vector<std::string> parts;
  for (const int64_t index : cell) parts.push_back(std::to_string(index));
  return Joined(WrittenName(value), parts);
}

std::string BoxName(const Value& value, const CellBox& box) {
  std::vector<std::string> parts;
  for (const CellRange range : box.ranges) parts.push_back(RangeText(range));
  return Joined(WrittenName(value), parts);
}

}  // namespace paddock
