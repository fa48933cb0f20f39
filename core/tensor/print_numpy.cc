#include "core/tensor/print_numpy.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "core/tensor/element_text.h"

namespace paddock {
namespace {

// Returns the shortest text that reads back. Infinities and NaNs are words.
std::string TextOf(ElementType type, const std::byte* element) {
  if (IsComplex(type)) {
    const ElementType part = PartType(type);
    return "(" + TextOf(part, element) + ", " + TextOf(part, element + ByteSize(part)) + ")";
  }
  std::string text;
  AppendElement(text, type, element);
  if (!IsFloat(type)) return text;
  const double value = FloatValue(type, element);
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return text;
}

class NumpyPrinter {
 public:
  NumpyPrinter(const Tensor& value, bool is_elided) : value_(value), is_elided_(is_elided) {
    strides_.resize(value.rank());
    int64_t stride = 1;
    for (size_t d = value.rank(); d-- > 0;) {
      strides_[d] = stride;
      stride *= value.shape()[d];
    }
  }

  std::string Print() {
    ForEachShown(0, 0, [this](int64_t offset) { width_ = std::max(width_, Text(offset).size()); });
    Append(0, 0);
    return std::move(out_);
  }

 private:
  std::string Text(int64_t offset) const {
    const ElementType type = value_.element_type();
    return TextOf(type, value_.data() + static_cast<size_t>(offset) * ByteSize(type));
  }

  bool IsGap(size_t dimension, int64_t i) const {
    return is_elided_ && value_.shape()[dimension] > 2 * kKeptAtEachEnd && i == kKeptAtEachEnd;
  }
  int64_t AfterGap(size_t dimension) const { return value_.shape()[dimension] - kKeptAtEachEnd; }

  // The program reader bounds the rank, and thus the recursion.
  void ForEachShown(size_t dimension, int64_t offset, const std::function<void(int64_t)>& show) {
    if (dimension == value_.rank()) return show(offset);
    for (int64_t i = 0; i < value_.shape()[dimension]; ++i) {
      if (IsGap(dimension, i)) i = AfterGap(dimension);
      ForEachShown(dimension + 1, offset + i * strides_[dimension], show);
    }
  }

  void Append(size_t dimension, int64_t offset) {
    if (dimension == value_.rank()) {
      const std::string text = Text(offset);
      out_.append(value_.rank() == 0 ? 0 : width_ - text.size(), ' ') += text;
      return;
    }
    out_ += '[';
    for (int64_t i = 0; i < value_.shape()[dimension]; ++i) {
      if (i > 0) Separate(dimension);
      if (IsGap(dimension, i)) {
        out_ += "...";
        i = AfterGap(dimension);
        Separate(dimension);
      }
      Append(dimension + 1, offset + i * strides_[dimension]);
    }
    out_ += ']';
  }

  // Writes rows on separate lines, and matrices with empty lines between them.
  void Separate(size_t dimension) {
    const size_t inner = value_.rank() - dimension - 1;
    if (inner == 0) {
      out_ += ", ";
      return;
    }
    out_ += ',';
    out_.append(inner, '\n').append(dimension + 1, ' ');
  }

  const Tensor& value_;
  const bool is_elided_;
  std::vector<int64_t> strides_;
  size_t width_ = 0;
  std::string out_;
};

}  // namespace

std::string PrintNumpy(const Tensor& value, std::string_view type, int64_t elide_above) {
  const char* separator = value.rank() == 0 ? " " : "\n";
  return std::string(type) + separator +
         NumpyPrinter(value, value.element_count() > elide_above).Print();
}

}  // namespace paddock
