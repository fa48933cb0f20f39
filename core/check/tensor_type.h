// TensorType: a tensor type taken apart, to compute with; and how types agree.
#ifndef PADDOCK_CORE_CHECK_TENSOR_TYPE_H_
#define PADDOCK_CORE_CHECK_TENSOR_TYPE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/types/type.h"
#include "core/types/type_context.h"

namespace paddock {

// A dimension size; where it is kDynamic, `bound` may say the most that it can be.
struct Dimension {
  int64_t size = kDynamic;
  int64_t bound = kDynamic;

  bool is_static() const { return size != kDynamic; }
  // The largest size that is known of it, or kDynamic.
  int64_t limit() const { return is_static() ? size : bound; }
  bool may_be_one() const { return is_static() ? size == 1 : bound != 0; }
  friend bool operator==(Dimension, Dimension) = default;
};

struct TensorType {
  std::vector<Dimension> shape;
  Type element;
  // Only chlo and custom_call take tensors without a rank; `shape` is empty then.
  bool is_ranked = true;

  // `type` is a tensor, ranked or not.
  static TensorType Of(Type type);

  size_t rank() const { return shape.size(); }
  bool has_static_shape() const;
  std::vector<int64_t> sizes() const;
  // Nothing if a size is unknown or the product does not fit 63 bits.
  std::optional<int64_t> element_count() const;
  Type Make(TypeContext& types) const;
};

// Sizes agree if they are equal or one is unknown; a static one is at most the other's bound.
bool Agree(Dimension a, Dimension b);
bool Agree(std::span<const Dimension> a, std::span<const Dimension> b);
// Also where one of them has no rank.
bool ShapesAgree(const TensorType& a, const TensorType& b);

// Equal up to the parameters of quantization: the specification's baseline_element_type
// without the dimension.
bool SameBaseline(Type a, Type b);
// Whether `declared` may stand for `inferred`: shapes agree, baseline element types are equal;
// types other than tensors are the same.
bool Fits(Type declared, Type inferred);

// The same of values that are passed on as they are stored: element types are equal.
bool FitsAsStored(Type declared, Type inferred);

// What is known of a size that is both a and b; they agree.
Dimension Meet(Dimension a, Dimension b);
// What is known of a size that is a or b; nothing if both are static and differ.
std::optional<Dimension> Join(Dimension a, Dimension b);

bool IsPerAxisQuantized(Type element);
inline bool IsPerTensorQuantized(Type element) {
  return element.is_quantized() && !IsPerAxisQuantized(element);
}
bool IsInteger(Type element);  // i1 and explicitly signed ones included
bool IsBoolean(Type element);
bool IsFloat(Type element);  // the floats of the specification
bool IsComplex(Type element);
// Bits of an element of the table or of any integer; of a quantized one, of its storage.
int64_t BitWidth(Type element);

// The specification's is_promotable, where any float goes to any float: same kind and not
// narrower; a boolean counts as an integer; signedness does not matter.
bool IsPromotable(Type from, Type to);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_TENSOR_TYPE_H_
