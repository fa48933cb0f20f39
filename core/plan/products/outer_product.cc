#include "core/plan/products/outer_product.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "core/base/contains.h"
#include "core/base/overflow.h"
#include "core/ir/attribute_values.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/dot_dimensions.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/products/transposed_result.h"

namespace paddock {
namespace {

// Fewer results are no tiles.
constexpr int64_t kFewestResults = 1024;
// Shorter rows are copied side by side, which takes longer than kernels of products. Those take
// another pass to transpose the result.
constexpr int64_t kShortestRow = 64;
constexpr int64_t kShortestTransposedRow = 16;

// Returns the type of the sums of these types; nothing if kernels of products multiply otherwise.
std::optional<ElementType> FactorType(ElementType lhs, ElementType rhs, ElementType result) {
  const ElementType types[] = {lhs, rhs, result};
  const auto all = [&](auto predicate) { return std::ranges::all_of(types, predicate); };
  if (all([](ElementType type) { return IsInteger(type) && BitWidth(type) >= 8; })) return result;
  if (!all([](ElementType type) { return IsFloat(type) && BitWidth(type) >= 16; })) {
    return std::nullopt;
  }
  const bool is_wide = std::ranges::find(types, ElementType::kF64) != std::end(types);
  return is_wide ? ElementType::kF64 : ElementType::kF32;
}

// Whether an operation on each element is the only one that uses the result, so that the product
// need not be written.
bool IsComputedWithNext(const Lowering& lowering, const Operation& operation) {
  const Operation* next = lowering.facts().NextUser(operation);
  constexpr OpKind kKinds[] = {OpKind::kStablehloAdd, OpKind::kStablehloSubtract,
                               OpKind::kStablehloMultiply, OpKind::kStablehloDivide,
                               OpKind::kStablehloConvert};
  return next != nullptr &&
         std::ranges::any_of(kKinds, [&](OpKind kind) { return next->is(kind); });
}

// An operand in the dimensions of the result.
class Factor {
 public:
  Factor(Composition& made, Value* operand) : made_(made), operand_(operand) {}

  // Adds the dimension of the result in which a dimension of the operand is.
  void Place(int64_t dimension, int64_t in_result) { places_.emplace_back(dimension, in_result); }

  // Contracting dimensions have no place.
  Value* InResult(ElementType type, std::span<const int64_t> shape) {
    std::ranges::sort(places_);
    std::vector<int64_t> kept, dimensions;
    for (const auto& [dimension, in_result] : places_) {
      kept.push_back(operand_->type.shape()[static_cast<size_t>(dimension)]);
      dimensions.push_back(in_result);
    }
    Value* value = operand_;
    if (kept.size() < value->type.shape().size()) {
      value = made_.Reshape(value, made_.TensorOf(kept, *value->type.element_type()));
    }
    return made_.Broadcast(made_.Convert(value, type), dimensions, made_.TensorOf(shape, type));
  }

 private:
  Composition& made_;
  Value* operand_;
  std::vector<std::pair<int64_t, int64_t>> places_;
};

}  // namespace

bool IsOuterProduct(Lowering& lowering, const Operation& operation) {
  if (lowering.level() != Level::kFast) return false;
  const Type lhs = lowering.TypeOf(*operation.operands[0]);
  const Type rhs = lowering.TypeOf(*operation.operands[1]);
  const Type result = lowering.TypeOf(*operation.results[0]);
  if (!lhs.element_type() || !rhs.element_type() || !result.element_type() ||
      !FactorType(*lhs.element_type(), *rhs.element_type(), *result.element_type())) {
    return false;
  }
  const std::span<const int64_t> shape = result.shape();
  const DotDimensions dimensions = DotDimensionsOf(operation, lhs.shape().size());
  const bool is_one = std::ranges::all_of(dimensions.lhs_contracting, [&](int64_t dimension) {
    return lhs.shape()[static_cast<size_t>(dimension)] == 1;
  });
  const int64_t results = CheckedProduct(shape).value_or(0);
  if (!is_one || results < kFewestResults) return false;
  const auto are_as_many = [&](const Type& operand) {
    return CheckedProduct(operand.shape()).value_or(0) == results;
  };
  if (are_as_many(lhs) || are_as_many(rhs)) return true;
  const Operation* const transpose = FindTranspose(lowering, operation);
  if (transpose == nullptr) {
    // Kernels of outer products multiply elements of 32 bits and more. WebAssembly has none.
    const bool is_converted = kHasChainModules || BitWidth(*lhs.element_type()) < 32 ||
                              BitWidth(*rhs.element_type()) < 32 ||
                              lhs.element_type() != result.element_type() ||
                              rhs.element_type() != result.element_type();
    return shape.back() >= kShortestRow &&
           (is_converted || IsComputedWithNext(lowering, operation));
  }
  const auto last = static_cast<size_t>(IntegersOf(*transpose, "permutation").back());
  return shape[last] >= kShortestTransposedRow;
}

// A sum of floats begins with +0, so a product of -0 becomes +0.
Result<void> LowerOuterProduct(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Value* const operands[] = {made.operand(0), made.operand(1)};
  const Type result = made.result_type(0);
  const ElementType type = *FactorType(*operands[0]->type.element_type(),
                                       *operands[1]->type.element_type(), *result.element_type());
  const Operation* const transpose = FindTranspose(lowering, operation);
  std::vector<int64_t> order;
  if (transpose != nullptr) order = IntegersOf(*transpose, "permutation");
  std::vector<int64_t> shape(result.shape().begin(), result.shape().end());
  for (size_t i = 0; i < order.size(); ++i)
    shape[i] = result.shape()[static_cast<size_t>(order[i])];
  const auto place_of = [&](int64_t dimension) {
    const auto at = std::ranges::find(order, dimension);
    return at == order.end() ? dimension : at - order.begin();
  };
  const DotDimensions dimensions = DotDimensionsOf(operation, operands[0]->type.shape().size());
  Factor lhs(made, operands[0]), rhs(made, operands[1]);
  int64_t next = 0;
  for (size_t i = 0; i < dimensions.lhs_batching.size(); ++i, ++next) {
    lhs.Place(dimensions.lhs_batching[i], place_of(next));
    rhs.Place(dimensions.rhs_batching[i], place_of(next));
  }
  const auto place_others = [&](Factor& factor, const Value* operand,
                                const std::vector<int64_t>& batching,
                                const std::vector<int64_t>& contracting) {
    for (size_t i = 0; i < operand->type.shape().size(); ++i) {
      if (Contains(batching, i) || Contains(contracting, i)) continue;
      factor.Place(static_cast<int64_t>(i), place_of(next++));
    }
  };
  place_others(lhs, operands[0], dimensions.lhs_batching, dimensions.lhs_contracting);
  place_others(rhs, operands[1], dimensions.rhs_batching, dimensions.rhs_contracting);
  Value* product =
      made.Binary(OpKind::kStablehloMultiply, lhs.InResult(type, shape), rhs.InResult(type, shape));
  if (IsFloat(type)) {
    product = made.Binary(OpKind::kStablehloAdd, product, made.Constant(product->type, 0));
  }
  product = made.Convert(product, *result.element_type());
  if (transpose == nullptr) return made.Give({product});
  const auto leaves = made.Lower(std::span(&product, 1));
  if (!leaves) return Failed();
  BindTransposed(lowering, operation, order, leaves->front());
  return {};
}

}  // namespace paddock
