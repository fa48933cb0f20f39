#include "core/tensor/print_value.h"

#include <cmath>
#include <cstdio>
#include <cstring>

#include "core/tensor/element_text.h"
#include "core/types/small_float.h"

namespace paddock {
namespace {

constexpr int64_t kKeptAtEachEnd = 3;

double NumberOf(ElementType type, const std::byte* element) {
  if (type == ElementType::kF64) {
    double value;
    std::memcpy(&value, element, sizeof(value));
    return value;
  }
  if (type == ElementType::kF32) {
    float value;
    std::memcpy(&value, element, sizeof(value));
    return static_cast<double>(value);
  }
  uint32_t code = 0;
  std::memcpy(&code, element, ByteSize(type));
  return static_cast<double>(DecodeSmallFloat(type, code));
}

// With six decimals where that is exact, else the shortest text that reads back.
void AppendFloat(std::string& out, ElementType type, const std::byte* element) {
  const double value = NumberOf(type, element);
  if (std::isnan(value)) {
    out += "nan";
    return;
  }
  if (std::isinf(value)) {
    out += value > 0 ? "inf" : "-inf";
    return;
  }
  char text[40];
  std::snprintf(text, sizeof(text), "%.6e", value);
  std::byte read[sizeof(double)];
  if (ParseElement(text, type, read) && std::memcmp(read, element, ByteSize(type)) == 0) {
    out += text;
  } else {
    AppendElement(out, type, element);
  }
}

void AppendShown(std::string& out, ElementType type, const std::byte* element) {
  if (IsFloat(type)) return AppendFloat(out, type, element);
  if (!IsComplex(type)) return AppendElement(out, type, element);
  const ElementType part = PartType(type);
  out += '[';
  AppendFloat(out, part, element);
  out += ", ";
  AppendFloat(out, part, element + ByteSize(part));
  out += ']';
}

// Writes nested lists, the innermost ones in a line each.
class Lists {
 public:
  Lists(const Tensor& value, bool is_elided, std::string& out)
      : value_(value), is_elided_(is_elided), out_(out) {
    strides_.resize(value.rank());
    int64_t stride = 1;
    for (size_t i = value.rank(); i-- > 0;) {
      strides_[i] = stride;
      stride *= value.shape()[i];
    }
  }

  // Rank is bounded by the reader of programs, so recursion is too.
  void Append(size_t dimension, int64_t offset) {
    const bool is_row = dimension + 1 == value_.rank();
    const int64_t size = value_.shape()[dimension];
    const std::string indentation(2 * dimension + 2, ' ');
    out_ += indentation + "[";
    if (!is_row && size > 0) out_ += '\n';
    for (int64_t i = 0; i < size; ++i) {
      const bool is_gap = is_elided_ && size > 2 * kKeptAtEachEnd && i == kKeptAtEachEnd;
      if (is_gap) {
        out_ += is_row ? "..., " : indentation + "  ...,\n";
        i = size - kKeptAtEachEnd;
      }
      AppendItem(dimension, offset + i * strides_[dimension], is_row);
      if (i + 1 < size) out_ += is_row ? ", " : ",";
      if (!is_row) out_ += '\n';
    }
    if (!is_row && size > 0) out_ += indentation;
    out_ += ']';
  }

 private:
  void AppendItem(size_t dimension, int64_t offset, bool is_row) {
    if (!is_row) return Append(dimension + 1, offset);
    const size_t width = ByteSize(value_.element_type());
    AppendShown(out_, value_.element_type(), value_.data() + static_cast<size_t>(offset) * width);
  }

  const Tensor& value_;
  const bool is_elided_;
  std::string& out_;
  std::vector<int64_t> strides_;
};

void AppendJsonNumber(std::string& out, ElementType type, const std::byte* element) {
  if (IsFloat(type)) {
    const double value = NumberOf(type, element);
    if (std::isnan(value)) {
      out += "\"NaN\"";
    } else if (std::isinf(value)) {
      out += value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
    } else {
      AppendElement(out, type, element);
    }
    return;
  }
  const bool is_wide = BitWidth(type) == 64;
  if (is_wide) out += '"';
  AppendElement(out, type, element);
  if (is_wide) out += '"';
}

void AppendJsonElement(std::string& out, ElementType type, const std::byte* element) {
  if (!IsComplex(type)) return AppendJsonNumber(out, type, element);
  const ElementType part = PartType(type);
  out += '[';
  AppendJsonNumber(out, part, element);
  out += ", ";
  AppendJsonNumber(out, part, element + ByteSize(part));
  out += ']';
}

void AppendJsonList(std::string& out, const Tensor& value, size_t dimension, const std::byte*& at) {
  if (dimension == value.rank()) {
    AppendJsonElement(out, value.element_type(), at);
    at += ByteSize(value.element_type());
    return;
  }
  out += '[';
  for (int64_t i = 0; i < value.shape()[dimension]; ++i) {
    if (i > 0) out += ", ";
    AppendJsonList(out, value, dimension + 1, at);
  }
  out += ']';
}

}  // namespace

std::string PrintValue(const Tensor& value, std::string_view type,
                       const PrintValueOptions& options) {
  std::string out(type);
  out += " {";
  if (value.rank() == 0) {
    AppendShown(out, value.element_type(), value.data());
    return out + "}";
  }
  out += '\n';
  // The reference interpreter shows a tensor whose first dimension is empty as one list.
  Lists(value, value.element_count() > options.elide_above, out).Append(0, 0);
  return out + "\n}";
}

std::string PrintJson(const Tensor& value) {
  std::string out;
  const std::byte* at = value.data();
  AppendJsonList(out, value, 0, at);
  return out;
}

}  // namespace paddock
