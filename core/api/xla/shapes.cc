// Operations that give the elements of an array another shape or order.
#include <algorithm>
#include <limits>

#include "core/api/xla/lower.h"

namespace paddock::xla {
namespace {

std::string OperandAnd(Operands operands, std::string_view name, const Dimensions& numbers) {
  return "operand is " + ToString(operands[0].shape) + ", " + std::string(name) + " is " +
         ToString(numbers);
}

bool IsUniqueBelow(const Dimensions& dimensions, int64_t rank) {
  Dimensions sorted = dimensions;
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) == sorted.end() &&
         (sorted.empty() || (sorted.front() >= 0 && sorted.back() < rank));
}

bool IsPermutationOf(const Dimensions& dimensions, int64_t rank) {
  return static_cast<int64_t>(dimensions.size()) == rank && IsUniqueBelow(dimensions, rank);
}

// Returns the product of sizes, at most the greatest integer.
int64_t Product(const Dimensions& sizes) {
  int64_t product = 1;
  for (const int64_t size : sizes) {
    if (size == 0) return 0;
  }
  for (const int64_t size : sizes) {
    if (product > std::numeric_limits<int64_t>::max() / size) {
      return std::numeric_limits<int64_t>::max();
    }
    product *= size;
  }
  return product;
}

// Returns false after a diagnostic.
bool RequireNewSizes(Emitter& e, Operands operands, const Dimensions& new_sizes) {
  if (!e.RequireShape(ShapeUtil::MakeShape(operands[0].shape.element_type, new_sizes))) {
    return false;
  }
  if (Product(new_sizes) == Product(operands[0].shape.dimensions)) return true;
  e.Fail(CallRule::kXlaReshape2, OperandAnd(operands, "new_sizes", new_sizes));
  return false;
}

build::Value Reshaped(Emitter& e, build::Value operand, PrimitiveType type,
                      const Dimensions& sizes) {
  return e.f().Reshape(operand, build::TensorOf(*ElementTypeOf(type), sizes), {}, e.where());
}

bool IsConsecutive(const Dimensions& dimensions, int64_t rank) {
  if (dimensions.empty() || dimensions.front() < 0 || dimensions.back() >= rank) return false;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i] != dimensions[0] + static_cast<int64_t>(i)) return false;
  }
  return true;
}

}  // namespace

Lowered LowerBroadcast(Emitter& e, Operands operands, const Dimensions& sizes) {
  if (!e.RequireArrays(operands)) return e.Failed();
  if (std::ranges::any_of(sizes, [](int64_t size) { return size < 0; })) {
    return e.Fail(CallRule::kXlaBroadcast1, "broadcast_sizes is " + ToString(sizes));
  }
  // broadcast_in_dim: the specification has no broadcast.
  Shape result = operands[0].shape;
  result.dimensions.insert(result.dimensions.begin(), sizes.begin(), sizes.end());
  Dimensions mapping;
  for (size_t i = sizes.size(); i < result.dimensions.size(); ++i) {
    mapping.push_back(static_cast<int64_t>(i));
  }
  return e.Made(e.f().BroadcastInDim(operands[0].value, TypeOf(result),
                                     {.broadcast_dimensions = mapping}, {}, e.where()));
}

Lowered LowerCollapse(Emitter& e, Operands operands, const Dimensions& dimensions) {
  if (!e.RequireArrays(operands)) return e.Failed();
  const Shape& shape = operands[0].shape;
  if (!IsConsecutive(dimensions, shape.rank())) {
    return e.Fail(CallRule::kXlaCollapse1, OperandAnd(operands, "dimensions", dimensions));
  }
  const auto first = shape.dimensions.begin() + dimensions.front();
  const auto last = shape.dimensions.begin() + dimensions.back() + 1;
  Dimensions sizes(shape.dimensions.begin(), first);
  sizes.push_back(Product(Dimensions(first, last)));
  sizes.insert(sizes.end(), last, shape.dimensions.end());
  return e.Made(Reshaped(e, operands[0].value, shape.element_type, sizes));
}

Lowered LowerReshape(Emitter& e, Operands operands, const Dimensions& new_sizes) {
  if (!e.RequireArrays(operands) || !RequireNewSizes(e, operands, new_sizes)) return e.Failed();
  return e.Made(Reshaped(e, operands[0].value, operands[0].shape.element_type, new_sizes));
}

Lowered LowerReshape(Emitter& e, Operands operands, const Dimensions& dimensions,
                     const Dimensions& new_sizes) {
  if (!e.RequireArrays(operands)) return e.Failed();
  const Shape& shape = operands[0].shape;
  if (!IsPermutationOf(dimensions, shape.rank())) {
    return e.Fail(CallRule::kXlaReshape1, OperandAnd(operands, "dimensions", dimensions));
  }
  if (!RequireNewSizes(e, operands, new_sizes)) return e.Failed();
  build::Value ordered = operands[0].value;
  if (!std::ranges::is_sorted(dimensions)) {
    ordered = e.f().Transpose(ordered, {.permutation = dimensions}, {}, e.where());
  }
  return e.Made(Reshaped(e, ordered, shape.element_type, new_sizes));
}

Lowered LowerTranspose(Emitter& e, Operands operands, const Dimensions& permutation) {
  if (!e.RequireArrays(operands)) return e.Failed();
  if (!IsPermutationOf(permutation, operands[0].shape.rank())) {
    return e.Fail(CallRule::kXlaTranspose1, OperandAnd(operands, "permutation", permutation));
  }
  return e.Made(e.f().Transpose(operands[0].value, {.permutation = permutation}, {}, e.where()));
}

Lowered LowerRev(Emitter& e, Operands operands, const Dimensions& dimensions) {
  if (!e.RequireArrays(operands)) return e.Failed();
  if (!IsUniqueBelow(dimensions, operands[0].shape.rank())) {
    return e.Fail(CallRule::kXlaRev1, OperandAnd(operands, "dimensions", dimensions));
  }
  return e.Made(e.f().Reverse(operands[0].value, {.dimensions = dimensions}, {}, e.where()));
}

}  // namespace paddock::xla
