// TensorType: a decomposed tensor type, and functions to compare types.
#ifndef PADDOCK_CORE_CHECK_TENSOR_TYPE_H_
#define PADDOCK_CORE_CHECK_TENSOR_TYPE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/types/type.h"
#include "core/types/type_context.h"

namespace paddock {

// Size of a dimension. If it is kDynamic, `bound` may hold its maximum.
struct Dimension {
  int64_t size = kDynamic;
  int64_t bound = kDynamic;

  bool is_static() const { return size != kDynamic; }
  // Returns the largest possible size, or kDynamic if it is unknown.
  int64_t limit() const { return is_static() ? size : bound; }
  bool may_be_one() const { return is_static() ? size == 1 : bound != 0; }
  friend bool operator==(Dimension, Dimension) = default;
};

struct TensorType {
  std::vector<Dimension> shape;
  Type element;
  // Only chlo and custom_call take unranked tensors; their `shape` is empty.
  bool is_ranked = true;

  // `type` must be a tensor, ranked or not.
  static TensorType Of(Type type);

  size_t rank() const { return shape.size(); }
  bool has_static_shape() const;
  std::vector<int64_t> sizes() const;
  // Returns nothing if a size is unknown or the product does not fit 63 bits.
  std::optional<int64_t> element_count() const;
  Type Make(TypeContext& types) const;
};

// Returns whether sizes are equal or one is unknown. A static size must not exceed the other's
// bound.
bool Agree(Dimension a, Dimension b);
bool Agree(std::span<const Dimension> a, std::span<const Dimension> b);
// Returns true also if a type is unranked.
bool ShapesAgree(const TensorType& a, const TensorType& b);

// Returns whether types are equal up to quantization parameters: the specification's
// baseline_element_type without the dimension.
bool SameBaseline(Type a, Type b);
// Returns whether `declared` may stand for `inferred`: shapes agree and baseline element types are
// equal. Types other than tensors must be identical.
bool Fits(Type declared, Type inferred);

// Like Fits, for values that are passed on in stored form: element types must be equal.
bool FitsAsStored(Type declared, Type inferred);

// Returns the known part of a size that is both a and b, which agree.
Dimension Meet(Dimension a, Dimension b);
// Returns the known part of a size that is a or b; nothing if both are static and differ.
std::optional<Dimension> Join(Dimension a, Dimension b);

bool IsPerAxisQuantized(Type element);
inline bool IsPerTensorQuantized(Type element) {
  return element.is_quantized() && !IsPerAxisQuantized(element);
}
bool IsInteger(Type element);  // includes i1 and explicitly signed types
bool IsBoolean(Type element);
bool IsFloat(Type element);  // floats of the specification
bool IsComplex(Type element);
// Returns the bits of an element type of the table or any integer; for a quantized one, of its
// storage.
int64_t BitWidth(Type element);

// The specification's is_promotable, with any float promotable to any float: same kind and not
// narrower. A boolean counts as an integer; signedness is ignored.
bool IsPromotable(Type from, Type to);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_TENSOR_TYPE_H_
