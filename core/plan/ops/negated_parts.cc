#include "core/plan/ops/negated_parts.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/ir/attribute_values.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/unchanged_operand.h"

namespace paddock {
namespace {

// Tile programs load that many parts.
constexpr size_t kMostNegatedParts = 8;

// Returns the negation that makes the operand for this operation alone, as far as it is deferred;
// else null.
const Operation* NegationOf(const Lowering& lowering, const Operation& operation, size_t index) {
  const Value& part = *operation.operands[index];
  const Operation* const negation = part.operation;
  if (negation == nullptr || !negation->is(OpKind::kStablehloNegate)) return nullptr;
  if (lowering.facts().UseCount(part) != 1) return nullptr;
  if (lowering.Operand(operation, index).where != Leaf::Where::kNode) return nullptr;
  return lowering.Operand(*negation, 0).where == Leaf::Where::kNone ? nullptr : negation;
}

// The same if the negation's operand is not computed.
const Operation* NegationOfMoved(const Lowering& lowering, const Operation& operation,
                                 size_t index) {
  const Operation* const negation = NegationOf(lowering, operation, index);
  const bool is_moved =
      negation != nullptr && lowering.Operand(*negation, 0).where != Leaf::Where::kNode;
  return is_moved ? negation : nullptr;
}

bool IsNegatedExactly(ElementType type) { return IsUsualFloat(type) || IsInteger(type); }

// The composition for the operation reads the negation's operand instead of its own.
void HoldNegated(Lowering& lowering, const Operation& operation, size_t index) {
  lowering.elementwise().Hold(lowering.Operand(*operation.operands[index]->operation, 0));
}

}  // namespace

std::optional<Result<void>> LowerNegatedParts(Lowering& lowering, const Operation& operation,
                                              int64_t dimension) {
  const size_t count = operation.operands.size();
  if (kHasChainModules || lowering.level() != Level::kFast || count > kMostNegatedParts) {
    return std::nullopt;
  }
  // Long parts of other dimensions are as fast by themselves.
  const Type type = lowering.TypeOf(*operation.results[0]);
  const auto rank = static_cast<int64_t>(type.rank());
  if (rank < 2 || dimension + 1 != rank) return std::nullopt;
  const ElementType element = *type.element_type();
  if (!IsNegatedExactly(element)) return std::nullopt;
  std::vector<Value*> parts;
  std::vector<uint8_t> is_negated;
  for (size_t i = 0; i < count; ++i) {
    const Operation* const negation = NegationOfMoved(lowering, operation, i);
    // A computed part is written first in any case.
    if (negation == nullptr && lowering.Operand(operation, i).where == Leaf::Where::kNode) {
      return std::nullopt;
    }
    const int64_t size = lowering.Operand(operation, i).shape[static_cast<size_t>(dimension)];
    parts.push_back(negation == nullptr ? operation.operands[i] : negation->operands[0]);
    is_negated.insert(is_negated.end(), static_cast<size_t>(size), negation == nullptr ? 0 : 1);
  }
  if (std::ranges::find(is_negated, 1) == is_negated.end()) return std::nullopt;
  Composition made(lowering, operation);
  for (size_t i = 0; i < count; ++i) {
    if (parts[i] == operation.operands[i]) {
      parts[i] = made.operand(i);
    } else {
      HoldNegated(lowering, operation, i);
    }
  }
  const NamedAttribute attributes[] = {made.Integer("dimension", dimension)};
  Value* const joined =
      made.AddAll(OpKind::kStablehloConcatenate, parts, std::span(&type, 1), attributes)[0];
  const int64_t mask_shape[] = {static_cast<int64_t>(is_negated.size())};
  Value* const mask = made.ConstantOf(made.TensorOf(mask_shape, ElementType::kI1),
                                      std::span<const uint8_t>(is_negated));
  const int64_t dimensions[] = {dimension};
  Value* const negated = made.Unary(OpKind::kStablehloNegate, joined);
  return made.Give({made.Select(
      made.Broadcast(mask, dimensions, made.LikeOf(joined, ElementType::kI1)), negated, joined)});
}

std::optional<Result<void>> LowerNegatedPad(Lowering& lowering, const Operation& operation) {
  if (kHasChainModules || lowering.level() != Level::kFast) return std::nullopt;
  const Operation* const negation = NegationOf(lowering, operation, 0);
  if (negation == nullptr || lowering.facts().UseCount(*negation->operands[0]) < 2) {
    return std::nullopt;
  }
  const Type type = lowering.TypeOf(*operation.results[0]);
  if (!IsNegatedExactly(*type.element_type())) return std::nullopt;
  Composition made(lowering, operation);
  HoldNegated(lowering, operation, 0);
  const auto amounts = [&](std::string_view name) {
    return made.Integers(name, IntegersOf(operation, name));
  };
  Value* const value = made.Unary(OpKind::kStablehloNegate, made.operand(1));
  Value* const padded = made.Add(
      OpKind::kStablehloPad, {negation->operands[0], value}, type,
      {amounts("edge_padding_low"), amounts("edge_padding_high"), amounts("interior_padding")});
  return made.Give({made.Unary(OpKind::kStablehloNegate, padded)});
}

}  // namespace paddock
