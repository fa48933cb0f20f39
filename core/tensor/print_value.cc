#include "core/tensor/print_value.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "core/base/overflow.h"
#include "core/tensor/element_text.h"
#include "core/tensor/literal.h"
#include "core/tensor/print_numpy.h"
#include "core/tensor/quantized_value.h"

namespace paddock {
namespace {

// Appends six decimals if they are exact, else the shortest text that reads back.
void AppendShownFloat(std::string& out, ElementType type, const std::byte* element) {
  const double value = FloatValue(type, element);
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
  if (IsFloat(type)) return AppendShownFloat(out, type, element);
  if (!IsComplex(type)) return AppendElement(out, type, element);
  const ElementType part = PartType(type);
  out += '[';
  AppendShownFloat(out, part, element);
  out += ", ";
  AppendShownFloat(out, part, element + ByteSize(part));
  out += ']';
}

// Maximum number of lists for a tensor without elements.
constexpr int64_t kMostEmptyLists = 1000;

// Returns the tensor to print: one list if it has no elements and too many lists.
Tensor Shown(const Tensor& value) {
  if (value.element_count() > 0) return value;
  const auto empty = std::ranges::find(value.shape(), 0);
  const auto lists = CheckedProduct(std::span(value.shape().begin(), empty));
  constexpr int64_t kNone[] = {0};
  return lists.value_or(INT64_MAX) > kMostEmptyLists ? value.Reshaped(kNone) : value;
}

// Writes nested lists, each innermost one on a line.
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

  // The program reader bounds the rank, and thus the recursion.
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
    const double value = FloatValue(type, element);
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

std::string PrintDense(const Tensor& value, std::string_view type) {
  // Writes a scalar like an attribute: `1.5 : f32`.
  const bool is_scalar = !type.ends_with('>') || type.starts_with("complex<");
  std::string out = is_scalar ? "" : "dense<";
  AppendLiteral(out, value, false, {.maximum_listed = INT64_MAX});
  return out + (is_scalar ? " : " : "> : ") + std::string(type);
}

void AppendBraces(std::string& out, const Tensor& given, const PrintValueOptions& options) {
  const Tensor value = Shown(given);
  out += " {";
  if (value.rank() == 0) {
    AppendShown(out, value.element_type(), value.data());
  } else {
    out += '\n';
    // The reference interpreter prints a tensor whose first dimension is empty as one list.
    Lists(value, value.element_count() > options.elide_above, out).Append(0, 0);
    out += '\n';
  }
  out += '}';
}

}  // namespace

std::string PrintValue(const Tensor& value, std::string_view type,
                       const PrintValueOptions& options) {
  if (options.form == ValueForm::kNumpy) return PrintNumpy(Shown(value), type, options.elide_above);
  if (options.form == ValueForm::kDense) return PrintDense(value, type);
  std::string out(type);
  AppendBraces(out, value, options);
  if (options.quantized == nullptr) return out;
  const Tensor meant = Dequantized(value, *options.quantized);
  if (!meant.has_value()) return out;
  out += " = tensor<";
  for (int64_t size : meant.shape()) out += std::to_string(size) + "x";
  out += std::string(Spelling(meant.element_type())) + ">";
  AppendBraces(out, meant, options);
  return out;
}

std::string PrintValue(Type type, std::span<const Tensor>& leaves,
                       const PrintValueOptions& options) {
  const std::string text = ToString(type);
  if (type.is(TypeKind::kTuple)) {
    std::string out = text + " (";
    for (size_t i = 0; i < type->elements.size(); ++i) {
      out += (i == 0 ? "\n" : ",\n") + PrintValue(type->elements[i], leaves, options);
    }
    return out + "\n)";
  }
  const Tensor& value = leaves.front();
  leaves = leaves.subspan(1);
  if (!value.has_value()) return text;
  PrintValueOptions own = options;
  own.quantized = type.is_tensor() ? type.element()->quantized : nullptr;
  return PrintValue(value, text, own);
}

std::string PrintJson(const Tensor& given) {
  const Tensor value = Shown(given);
  std::string out;
  const std::byte* at = value.data();
  AppendJsonList(out, value, 0, at);
  return out;
}

}  // namespace paddock
