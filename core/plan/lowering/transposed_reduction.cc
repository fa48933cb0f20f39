#include "core/plan/lowering/transposed_reduction.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Whether the body is one operation on two scalars of this type.
bool HasOneOperation(const Block& body, ElementType type) {
  const bool has_scalars = std::ranges::all_of(body.arguments, [&](const Value* argument) {
    return argument->type.rank() == 0 && argument->type.element_type() == type;
  });
  const Operation* const first = body.first;
  const Operation* const last = first == nullptr ? nullptr : first->next;
  return has_scalars && last != nullptr && last->next == nullptr;
}

}  // namespace

bool ReducesTransposed(const Operation& operation) {
  if (!operation.is(OpKind::kStablehloReduce) || operation.operands.size() != 2) return false;
  const Value& operand = *operation.operands[0];
  const Operation* const transpose = operand.operation;
  if (transpose == nullptr || !transpose->is(OpKind::kStablehloTranspose)) return false;
  const auto type = operand.type.element_type();
  const Block* const body = operation.regions.empty() ? nullptr : operation.regions[0]->first;
  if (!type || body == nullptr || !HasOneOperation(*body, *type)) return false;
  std::vector<int64_t> dimensions = IntegersOf(operation, "dimensions");
  std::ranges::sort(dimensions);
  const std::vector<int64_t> permutation = IntegersOf(*transpose, "permutation");
  std::vector<int64_t> sources;
  for (int64_t d : dimensions) {
    if (d < 0 || d >= static_cast<int64_t>(permutation.size())) return false;
    sources.push_back(permutation[static_cast<size_t>(d)]);
  }
  return std::ranges::is_sorted(sources);
}

std::optional<SourceReduction> FindSourceReduction(std::span<const int64_t> shape,
                                                   std::span<const int64_t> strides,
                                                   std::span<const int64_t> dimensions) {
  const auto rank = static_cast<int64_t>(shape.size());
  std::vector<int64_t> order(shape.size());
  std::iota(order.begin(), order.end(), int64_t{0});
  // Dimensions of size 1 have any stride, and come first.
  const auto rank_of = [&](int64_t d) {
    return shape[static_cast<size_t>(d)] == 1 ? INT64_MAX : strides[static_cast<size_t>(d)];
  };
  std::ranges::sort(order, [&](int64_t a, int64_t b) {
    return rank_of(a) != rank_of(b) ? rank_of(a) > rank_of(b) : a < b;
  });
  int64_t stride = 1;
  for (int64_t i = rank; i-- > 0;) {
    const auto d = static_cast<size_t>(order[static_cast<size_t>(i)]);
    if (shape[d] != 1 && strides[d] != stride) return std::nullopt;
    stride *= shape[d];
  }
  SourceReduction found;
  // Where the source has each dimension of the view.
  std::vector<int64_t> place(shape.size());
  for (int64_t i = 0; i < rank; ++i) {
    const int64_t d = order[static_cast<size_t>(i)];
    place[static_cast<size_t>(d)] = i;
    found.shape.push_back(shape[static_cast<size_t>(d)]);
  }
  for (int64_t d = 0; d < rank; ++d) {
    const bool is_reduced = std::ranges::find(dimensions, d) != dimensions.end();
    (is_reduced ? found.dimensions : found.kept).push_back(place[static_cast<size_t>(d)]);
  }
  if (!std::ranges::is_sorted(found.dimensions)) return std::nullopt;
  return found;
}

}  // namespace paddock
