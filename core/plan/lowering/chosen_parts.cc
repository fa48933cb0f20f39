// Gathers from a deferred concatenation that take each element at its own place in one of the
// operands, as jnp.choose does: the operands are selected from, and not written side by side.
#include <algorithm>
#include <vector>

#include "core/plan/lowering/elementwise_scheduler.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

// One more operand costs a comparison and a selection of every element.
constexpr int64_t kMostChosen = 8;

}  // namespace

// Returns whether the element at each place is (place / inner) % size.
bool ElementwiseScheduler::IsIota(const Leaf& leaf, int64_t inner, int64_t size) const {
  Leaf resolved = values_.Resolved(leaf);
  if (resolved.where == Leaf::Where::kSpread) {
    const int64_t shape[] = {resolved.count / (inner * size), size, inner};
    resolved.shape = shape;
    const auto view = FindView(resolved);
    const bool is_ramp = view && view->offset == 0 && view->strides[0] == 0 &&
                         view->strides[1] == 1 && view->strides[2] == 0;
    if (!is_ramp) return false;
    const Spread& spread = spreads_[resolved.index];
    resolved = values_.Resolved(spread.sources[spread.load.source]);
    return resolved.count == size && IsIota(resolved, 1, size);
  }
  if (resolved.where != Leaf::Where::kNode) return false;
  const TileNode& node = groups_[resolved.index]->graph.nodes()[resolved.node];
  return node.kind == TileNode::Kind::kIota && node.inner == inner && node.size == size;
}

// Returns the dimension in which the leaf is a deferred concatenation of operands that have one
// element in it each, and no other use; nothing if it is none, or of too many operands.
std::optional<size_t> ElementwiseScheduler::DimensionOfStacked(const Leaf& leaf) const {
  const auto joined = DimensionOfJoined(leaf);
  if (!joined || leaf.shape[*joined] > kMostChosen) return std::nullopt;
  const Spread& spread = spreads_[values_.Resolved(leaf).index];
  const auto is_one = [&](const Leaf& source) { return source.shape[*joined] == 1; };
  const bool are_stacked = spread.uses_left == 1 && std::ranges::all_of(spread.sources, is_one);
  return are_stacked ? joined : std::nullopt;
}

// Returns whether the component is the place's index in its dimension of an operand that is stacked
// with `parts` others along `dimension`.
bool ElementwiseScheduler::IsPlace(const IndexComponent& component, const Leaf& column,
                                   size_t dimension, int64_t parts) const {
  const int64_t size = component.greatest + 1;
  const int64_t inner =
      component.dimension < dimension ? component.stride / parts : component.stride;
  if (component.is_iota) return component.inner == inner;
  return size == 1 || IsIota(column, inner, size);
}

bool ElementwiseScheduler::ChooseParts(const Operation& operation, const Value& result,
                                       const Leaf& operand, const Leaf& indices,
                                       std::span<const IndexComponent> components, size_t given) {
  const auto stacked = DimensionOfStacked(operand);
  if (!stacked) return false;
  const int64_t count = ShapeOf(operation, result).count;
  const int64_t parts = operand.shape[*stacked];
  const std::vector<Leaf> columns =
      given == 1 ? std::vector<Leaf>{indices} : spreads_[values_.Resolved(indices).index].sources;
  int64_t places = 1;
  std::optional<size_t> choice;
  for (size_t i = 0; i < components.size(); ++i) {
    const bool is_given = i < given;
    if (components[i].dimension == *stacked && is_given) {
      choice = i;
    } else if (IsPlace(components[i], is_given ? columns[i] : Leaf(), *stacked, parts)) {
      places *= components[i].greatest + 1;
    } else {
      return false;
    }
  }
  if (!choice || places != count || count * parts != operand.count) return false;
  TakeColumns(indices, given);
  for (size_t i = 0; i < given; ++i) {
    if (i != *choice) DoWithout(columns[i]);
  }
  Choose(operation, result, columns[*choice],
         TakeParts(operand, *stacked, static_cast<size_t>(parts)));
  return true;
}

// Computes result[i] = parts[index[i]][i]. An index outside takes the first or last part.
void ElementwiseScheduler::Choose(const Operation& operation, const Value& result,
                                  const Leaf& index, std::span<const Leaf> parts) {
  using simd::ComparisonDirection;
  const simd::ElementwiseKernel at_most =
      simd::FindCompare(ComparisonDirection::kLe, false, index.type);
  const simd::ElementwiseKernel select =
      simd::FindElementwise("select", parts.front().type, simd::Numerics::kPortable);
  const auto last = static_cast<int64_t>(parts.size()) - 1;
  AddUses(index, last - 1);
  Leaf rest = parts.back();
  for (int64_t i = last; i-- > 0;) {
    const Leaf compared[] = {index, EqualElements(emitter_.arena(), index.type, i, index.count)};
    const Leaf selected[] = {Derive(operation, at_most, compared, index.count),
                             parts[static_cast<size_t>(i)], rest};
    if (i == 0) return Compute(operation, result, select, nullptr, selected);
    rest = Derive(operation, select, selected, index.count);
  }
}

}  // namespace paddock
