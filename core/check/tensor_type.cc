#include "core/check/tensor_type.h"

#include <algorithm>

#include "core/base/overflow.h"

namespace paddock {

TensorType TensorType::Of(Type type) {
  TensorType tensor;
  tensor.element = type.element();
  tensor.is_ranked = type.is_tensor();
  if (!tensor.is_ranked) return tensor;
  const std::span<const int64_t> bounds = type->bounds;
  for (size_t i = 0; i < type.rank(); ++i) {
    const int64_t bound = i < bounds.size() && type.shape()[i] == kDynamic ? bounds[i] : kDynamic;
    tensor.shape.push_back({type.shape()[i], bound});
  }
  return tensor;
}

bool TensorType::has_static_shape() const {
  return is_ranked && std::ranges::all_of(shape, &Dimension::is_static);
}

std::vector<int64_t> TensorType::sizes() const {
  std::vector<int64_t> sizes;
  for (const Dimension& dimension : shape) sizes.push_back(dimension.size);
  return sizes;
}

std::optional<int64_t> TensorType::element_count() const {
  if (!has_static_shape()) return std::nullopt;
  return CheckedProduct(sizes());
}

Type TensorType::Make(TypeContext& types) const {
  if (!is_ranked) return types.GetUnrankedTensor(element);
  std::vector<int64_t> bounds;
  for (const Dimension& dimension : shape) bounds.push_back(dimension.bound);
  return types.GetTensor(sizes(), element, bounds);
}

bool Agree(Dimension a, Dimension b) {
  if (a.is_static() && b.is_static()) return a.size == b.size;
  if (a.is_static()) return b.bound == kDynamic || a.size <= b.bound;
  if (b.is_static()) return a.bound == kDynamic || b.size <= a.bound;
  return true;
}

bool Agree(std::span<const Dimension> a, std::span<const Dimension> b) {
  return std::ranges::equal(a, b, [](Dimension x, Dimension y) { return Agree(x, y); });
}

bool ShapesAgree(const TensorType& a, const TensorType& b) {
  return !a.is_ranked || !b.is_ranked || Agree(a.shape, b.shape);
}

bool SameBaseline(Type a, Type b) {
  if (!a.is_quantized() || !b.is_quantized()) return a == b;
  const QuantizedType& x = *a->quantized;
  const QuantizedType& y = *b->quantized;
  return x.storage == y.storage && x.storage_min == y.storage_min &&
         x.storage_max == y.storage_max && x.expressed == y.expressed &&
         (x.axis < 0) == (y.axis < 0);
}

bool Fits(Type declared, Type inferred) {
  const auto is_tensor = [](Type type) {
    return type.is_tensor() || type.is(TypeKind::kUnrankedTensor);
  };
  if (!is_tensor(declared) || !is_tensor(inferred)) return declared == inferred;
  return SameBaseline(declared.element(), inferred.element()) &&
         ShapesAgree(TensorType::Of(declared), TensorType::Of(inferred));
}

bool FitsAsStored(Type declared, Type inferred) {
  if (!Fits(declared, inferred)) return false;
  return declared == inferred || declared.element() == inferred.element();
}

Dimension Meet(Dimension a, Dimension b) {
  if (a.is_static()) return a;
  if (b.is_static()) return b;
  if (a.bound == kDynamic || b.bound == kDynamic) return {kDynamic, std::max(a.bound, b.bound)};
  return {kDynamic, std::min(a.bound, b.bound)};
}

std::optional<Dimension> Join(Dimension a, Dimension b) {
  if (a.is_static() && b.is_static()) {
    if (a.size != b.size) return std::nullopt;
    return a;
  }
  if (a.limit() == kDynamic || b.limit() == kDynamic) return Dimension();
  return Dimension{kDynamic, std::max(a.limit(), b.limit())};
}

bool IsPerAxisQuantized(Type element) {
  return element.is(TypeKind::kQuantized) && element->quantized->axis >= 0;
}

bool IsInteger(Type element) { return element.is(TypeKind::kScalar) && element->is_integer; }

bool IsBoolean(Type element) { return element.element_type() == ElementType::kI1; }

bool IsFloat(Type element) {
  const std::optional<ElementType> type = element.element_type();
  return type.has_value() && IsFloat(*type);
}

bool IsComplex(Type element) { return element.is(TypeKind::kComplex); }

int64_t BitWidth(Type element) {
  if (element.is(TypeKind::kQuantized)) return BitWidth(element->quantized->storage);
  if (IsInteger(element)) return element->width;
  const std::optional<ElementType> type = element.element_type();
  return type.has_value() ? BitWidth(*type) : 0;
}

bool IsPromotable(Type from, Type to) {
  if (IsFloat(from) && IsFloat(to)) return true;
  if (from.is_quantized() && to.is_quantized()) {
    return from->quantized->expressed == to->quantized->expressed && BitWidth(from) <= BitWidth(to);
  }
  const bool same_kind = (IsInteger(from) && IsInteger(to)) || (IsComplex(from) && IsComplex(to));
  return same_kind && BitWidth(from) <= BitWidth(to);
}

}  // namespace paddock
