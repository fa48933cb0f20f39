#include "core/explain/same_dimensions.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>

#include "core/explain/explain.h"

namespace paddock {
namespace {

using ValueList = std::span<Value* const>;

bool HasKnownCells(const Value* value) {
  return value->type.is_tensor() && value->type.has_static_shape() &&
         std::ranges::find(value->type.shape(), 0) == value->type.shape().end();
}

int64_t SizeOf(ValueDimension dimension) {
  return dimension.value->type.shape()[dimension.dimension];
}

// Links all dimensions of two values of one shape.
void LinkAll(const Value* a, const Value* b, const LinkDimensions& link) {
  if (!a->type.is_tensor() || !b->type.is_tensor()) return;
  if (!std::ranges::equal(a->type.shape(), b->type.shape())) return;
  for (uint32_t d = 0; d < a->type.rank(); ++d) link({a, d}, {b, d});
}

void LinkEach(ValueList some, ValueList others, const LinkDimensions& link) {
  if (some.size() != others.size()) return;
  for (size_t i = 0; i < some.size(); ++i) LinkAll(some[i], others[i], link);
}

// Returns whether the range has moved by one cell, at one end or both, because a window at an edge
// grows.
bool IsStep(CellRange from, CellRange to) {
  const auto last = [](CellRange range) { return range.start + (range.count - 1) * range.stride; };
  const int64_t start = std::abs(to.start - from.start);
  const int64_t end = std::abs(last(to) - last(from));
  return start <= 1 && end <= 1 && start + end > 0;
}

// Returns the only dimension along which a box has moved by one step; nothing if there are others.
std::optional<uint32_t> SteppedDimension(const CellBox& from, const CellBox& to) {
  std::optional<uint32_t> stepped;
  for (uint32_t d = 0; d < from.ranges.size(); ++d) {
    if (from.ranges[d] == to.ranges[d]) continue;
    if (stepped || !IsStep(from.ranges[d], to.ranges[d])) return {};
    stepped = d;
  }
  return stepped;
}

// Finds the cells that feed two neighbours in the middle of a result.
class RelationLinks {
 public:
  RelationLinks(const Operation& operation, const LinkDimensions& link)
      : operation_(operation), link_(link) {}

  void LinkResult(uint32_t result) const {
    const std::span<const int64_t> shape = operation_.results[result]->type.shape();
    std::vector<int64_t> cell;
    for (const int64_t size : shape) cell.push_back(size / 2);
    const std::vector<CellBox> middle = Explain(result, cell);
    for (uint32_t d = 0; d < shape.size(); ++d) {
      if (shape[d] < 2) continue;
      --cell[d];
      LinkBoxes({operation_.results[result], d}, middle, Explain(result, cell));
      ++cell[d];
    }
  }

 private:
  std::vector<CellBox> Explain(uint32_t result, std::span<const int64_t> cell) const {
    DiagnosticSink sink;
    return ExplainCell(operation_, result, cell, sink).value_or(std::vector<CellBox>());
  }

  static const CellBox* FirstOf(const std::vector<CellBox>& boxes, uint32_t operand) {
    const auto found = std::ranges::find(boxes, operand, &CellBox::operand);
    return found == boxes.end() ? nullptr : &*found;
  }

  void LinkBoxes(ValueDimension result, const std::vector<CellBox>& middle,
                 const std::vector<CellBox>& neighbour) const {
    for (uint32_t i = 0; i < operation_.operands.size(); ++i) {
      const CellBox* from = FirstOf(middle, i);
      const CellBox* to = FirstOf(neighbour, i);
      if (from == nullptr || to == nullptr) continue;
      const auto dimension = SteppedDimension(*from, *to);
      if (!dimension) continue;
      const ValueDimension operand{operation_.operands[i], *dimension};
      if (SizeOf(operand) != SizeOf(result)) continue;
      link_(operand, result);
      LinkAlike(operand, result);
    }
  }

  // Links `operand` with the other operands if they are joined to one result: only one of them
  // feeds the middle cell, and the others have the same dimensions.
  void LinkAlike(ValueDimension operand, ValueDimension result) const {
    if (operation_.results.size() != 1 || operation_.info->operands.size() != 1) return;
    for (const Value* other : operation_.operands) {
      const Type type = other->type;
      const bool is_alike = type.rank() == operand.value->type.rank() &&
                            type.shape()[operand.dimension] == SizeOf(result);
      if (is_alike) link_({other, operand.dimension}, result);
    }
  }

  const Operation& operation_;
  const LinkDimensions& link_;
};

// Links the values that enter and leave a region that carries values. Bodies over single elements
// have no dimensions.
void LinkRegion(const Operation& operation, const Region& region, const LinkDimensions& link) {
  const Block* block = region.only_block();
  if (block == nullptr || block->last == nullptr) return;
  LinkEach(operation.operands, block->arguments, link);
  LinkEach(block->last->operands, operation.results, link);
  const bool carries = block->arguments.size() == operation.results.size();
  if (carries) LinkEach(block->arguments, operation.results, link);
}

void LinkCallee(const Module& module, const Operation& operation, const LinkDimensions& link) {
  for (const NamedAttribute& attribute : operation.attributes) {
    const Attribute* symbol = attribute.value;
    if (symbol == nullptr || symbol->kind != AttributeKind::kSymbol) continue;
    const Operation* function = module.FindSymbol(symbol->text);
    if (function == nullptr || !function->is(OpKind::kFuncFunc)) continue;
    const Block* body = FunctionBody(*function);
    if (body == nullptr || body->last == nullptr) continue;
    LinkEach(operation.operands, body->arguments, link);
    LinkEach(body->last->operands, operation.results, link);
  }
}

}  // namespace

void LinkSameDimensions(const Module& module, const Operation& operation,
                        const LinkDimensions& link) {
  if (operation.info == nullptr || operation.is(OpKind::kFuncFunc)) return;
  if (operation.info->has(kElementwise)) {
    for (const Value* operand : operation.operands) LinkAll(operand, operation.results[0], link);
  } else if (HasRelation(operation.info->kind) &&
             std::ranges::all_of(operation.operands, HasKnownCells) &&
             std::ranges::all_of(operation.results, HasKnownCells)) {
    const RelationLinks links(operation, link);
    for (uint32_t i = 0; i < operation.results.size(); ++i) links.LinkResult(i);
  }
  for (const auto [lhs, rhs] : ContractionsOf(operation)) {
    link({operation.operands[0], lhs}, {operation.operands[1], rhs});
  }
  for (const Region* region : operation.regions) LinkRegion(operation, *region, link);
  LinkCallee(module, operation, link);
}

}  // namespace paddock
