#include "core/api/build/elements.h"

#include <algorithm>
#include <cstring>

#include "core/base/overflow.h"
#include "core/tensor/element_text.h"
#include "core/tensor/literal.h"
#include "core/types/small_float.h"

namespace paddock::build {
namespace {

// Writes a double as a float element, rounded to nearest even.
void StoreFloat(ElementType type, double value, std::byte* element) {
  if (type == ElementType::kF64) {
    std::memcpy(element, &value, sizeof value);
  } else if (type == ElementType::kF32) {
    const auto single = static_cast<float>(value);
    std::memcpy(element, &single, sizeof single);
  } else {
    const uint16_t code = EncodeSmallFloat(type, value);
    std::memcpy(element, &code, ByteSize(type));
  }
}

// Returns false, with the number in `text`, if `to` has no such number.
bool ConvertElement(ElementType from, const std::byte* source, ElementType to, std::byte* target,
                    std::string& text) {
  if (IsFloat(from) && IsFloat(to)) {
    StoreFloat(to, FloatValue(from, source), target);
    return true;
  }
  text.clear();
  AppendElement(text, from, source);
  if (!IsComplex(to)) return ParseElement(text, to, target);
  const ElementType part = PartType(to);
  std::memset(target, 0, ByteSize(to));
  return ConvertElement(from, source, part, target, text);
}

}  // namespace

Elements Elements::Wrong(std::string problem) {
  Elements wrong;
  wrong.problem_ = std::move(problem);
  return wrong;
}

Elements::Elements(std::initializer_list<Elements> rows) {
  if (rows.size() == 0) {
    tensor_ = Tensor::FromElements<float>(ElementType::kF32, std::vector<int64_t>{0}, {});
    return;
  }
  const Tensor& first = rows.begin()->tensor_;
  for (const Elements& row : rows) {
    problem_ = row.problem_;
    if (problem_.empty() && (row.is_splat_ || !row.tensor_.has_value())) {
      problem_ = "a list holds elements without values";
    }
    if (!problem_.empty()) return;
    if (row.tensor_.element_type() != first.element_type()) {
      problem_ = "a list holds " + std::string(Spelling(first.element_type())) + " and " +
                 std::string(Spelling(row.tensor_.element_type()));
      return;
    }
    if (!std::ranges::equal(row.tensor_.shape(), first.shape())) {
      problem_ = "the rows of a list have different lengths";
      return;
    }
  }
  std::vector<int64_t> shape = {static_cast<int64_t>(rows.size())};
  shape.insert(shape.end(), first.shape().begin(), first.shape().end());
  tensor_ = Tensor::Allocate(first.element_type(), shape);
  size_t offset = 0;
  for (const Elements& row : rows) {
    const size_t bytes = row.tensor_.byte_size();
    if (bytes != 0) std::memcpy(tensor_.mutable_data() + offset, row.tensor_.data(), bytes);
    offset += bytes;
  }
}

std::vector<int64_t> Elements::shape() const {
  if (is_splat_) return splat_shape_;
  return {tensor_.shape().begin(), tensor_.shape().end()};
}

Elements Elements::FromHex(ElementType type, std::vector<int64_t> shape, std::string_view digits) {
  const auto is_no_size = [](int64_t size) { return size < 0; };
  if (std::ranges::any_of(shape, is_no_size) || !ByteSizeOf(type, shape)) {
    return Wrong("the shape has a size that is no number of elements");
  }
  // A literal without elements has no text.
  const std::string text = digits.empty() ? "" : "\"0x" + std::string(digits) + '"';
  auto literal = ParseLiteral(text, type, shape);
  if (!literal) return Wrong(literal.error().message);
  Elements elements(std::move(literal->value));
  return literal->is_splat ? elements.Splat(std::move(shape)) : elements;
}

Elements Elements::As(ElementType type) const {
  if (!problem_.empty() || !tensor_.has_value() || tensor_.element_type() == type) return *this;
  const ElementType from = tensor_.element_type();
  if (IsComplex(from)) return Wrong("complex elements do not convert");
  Elements result = *this;
  result.tensor_ = Tensor::Allocate(type, tensor_.shape());
  if (!result.tensor_.has_value()) return Wrong("the elements do not fit into memory");
  std::string text;
  for (size_t i = 0; i < static_cast<size_t>(tensor_.element_count()); ++i) {
    if (!ConvertElement(from, tensor_.data() + i * ByteSize(from), type,
                        result.tensor_.mutable_data() + i * ByteSize(type), text)) {
      return Wrong(text + " is no " + std::string(Spelling(type)));
    }
  }
  return result;
}

Elements Elements::Reshaped(std::vector<int64_t> shape) const {
  if (!problem_.empty()) return *this;
  if (is_splat_ || !tensor_.has_value()) return Wrong("only elements with values have a shape");
  int64_t count = 1;
  for (const int64_t size : shape) {
    const auto product = size < 0 ? std::nullopt : CheckedMultiply(count, size);
    if (!product) return Wrong("the shape has a size that is no number of elements");
    count = *product;
  }
  if (count != tensor_.element_count()) {
    return Wrong(std::to_string(tensor_.element_count()) + " elements in a shape for " +
                 std::to_string(count));
  }
  return tensor_.Reshaped(shape);
}

Elements Elements::Splat(std::vector<int64_t> shape) const {
  if (!problem_.empty()) return *this;
  if (!tensor_.has_value() || tensor_.element_count() != 1) {
    return Wrong("a splat has one element");
  }
  if (std::ranges::any_of(shape, [](int64_t size) { return size < 0; })) {
    return Wrong("a splat has a size below 0");
  }
  Elements result = *this;
  result.tensor_ = tensor_.Reshaped({});
  result.is_splat_ = true;
  result.splat_shape_ = std::move(shape);
  return result;
}

}  // namespace paddock::build
