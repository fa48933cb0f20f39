// Checks of computations that are written for each device, in Shardy's terms.
#include "core/check/context.h"

namespace paddock {
namespace {

// Returns whether a tile has the element type and rank of the whole. Sizes are checked once the
// grid is known.
bool MayBeTile(Type tile, Type whole) {
  if (!tile.is_tensor() || !whole.is_tensor()) return false;
  const TensorType a = TensorType::Of(tile);
  const TensorType b = TensorType::Of(whole);
  return a.rank() == b.rank() && a.element == b.element;
}

bool CheckTiles(CheckContext& context, At at, std::string_view what, std::span<const Type> tiles,
                std::span<const Type> wholes) {
  constexpr Constraint kRule = Constraint::kSdyManualComputationX1;
  if (tiles.size() != wholes.size()) {
    context.Fail(kRule, at,
                 Say("the body ", what, " ", tiles.size(), " values, not ", wholes.size()));
    return false;
  }
  for (size_t i = 0; i < tiles.size(); ++i) {
    if (MayBeTile(tiles[i], wholes[i])) continue;
    context.Fail(kRule, at, Say("the body ", what, " ", tiles[i], " as a tile of ", wholes[i]));
    return false;
  }
  return true;
}

}  // namespace

CheckResult CheckManualComputation(CheckContext& context) {
  std::vector<Type> operands;
  std::vector<Type> results;
  for (size_t i = 0; i < context.operand_count(); ++i) operands.push_back(context.operand_type(i));
  for (size_t i = 0; i < context.result_count(); ++i) results.push_back(context.result_type(i));
  if (!CheckTiles(context, At::Region(0), "takes", context.argument_types(0), operands) ||
      !CheckTiles(context, At::Region(0), "returns", context.returned_types(0), results)) {
    return Failed();
  }
  return context.Declared();
}

CheckResult CheckShardingConstraint(CheckContext& context) {
  return InferredTypes{
      context.Infer(context.operand_type(0), Constraint::kSdyShardingConstraintX1)};
}

}  // namespace paddock
