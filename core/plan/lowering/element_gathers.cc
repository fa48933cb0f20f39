// Gathers of single elements in element groups: their indices are computed with the other elements.
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"
#include "simd/elementwise/elementwise.h"
#include "simd/movement/gather_elements.h"
#include "simd/movement/iota.h"

namespace paddock {
namespace {

// An element is read at an address that is computed first: as long as two cheap operations.
constexpr int64_t kTakeWork = 2;

// A loop of gathers alone waits for many elements of a larger operand at once, one with many other
// instructions for those of a vector or two. Interpolating at 262,144 places, in a loop of 65
// operations and four gathers, takes 0.78 of the time of separate loops for 1 MB, 1.1 for 36 MB
// (Zen 4 with 1 MB of second-level cache).
constexpr size_t kMostTakenInChains = size_t{4} << 20;

simd::ElementwiseKernel IntegerKernel(std::string_view op, ElementType type) {
  return simd::FindElementwise(op, type, simd::Numerics::kPortable);
}

}  // namespace

void ElementwiseScheduler::JoinColumns(const Operation& operation, const Value& result,
                                       std::vector<Leaf> columns, simd::MovementPlan movement) {
  Spread spread;
  spread.load.kind = TileNode::Kind::kJoined;
  spread.load.type = columns.front().type;
  spread.has_columns = true;
  spread.sources = std::move(columns);
  spread.movement = std::make_unique<simd::MovementPlan>(std::move(movement));
  BindSpread(operation, result, std::move(spread));
}

bool ElementwiseScheduler::HasColumns(const Leaf& indices, int64_t count, size_t components) const {
  if (components == 1) return indices.count == count;
  const Leaf leaf = values_.Resolved(indices);
  if (leaf.where != Leaf::Where::kSpread) return false;
  const Spread& spread = spreads_[leaf.index];
  return spread.has_columns && spread.sources.size() == components &&
         leaf.count == count * static_cast<int64_t>(components);
}

std::vector<Leaf> ElementwiseScheduler::TakeColumns(const Leaf& indices, size_t components) {
  if (components == 1) return {indices};
  Spread& spread = spreads_[values_.Resolved(indices).index];
  --spread.uses_left;
  return spread.sources;
}

// Returns a value of `count` elements that has one use.
Leaf ElementwiseScheduler::AddNode(const Operation& operation, TileNode node, int64_t count) {
  Leaf made;
  made.where = Leaf::Where::kNode;
  made.type = node.type;
  made.count = count;
  made.index = OpenGroup(count, 1);
  ElementGroup& group = *groups_[made.index];
  made.node = group.graph.Add(std::move(node));
  group.AddUses(made.node, 1);
  group.NoteOperation(&position_.Source(operation), made.node);
  return made;
}

Leaf ElementwiseScheduler::Derive(const Operation& operation, const simd::ElementwiseKernel& kernel,
                                  std::span<const Leaf> operands, int64_t count) {
  FlushOthers(operands, count);
  const uint32_t group = OpenGroup(count, operands.size() + 1);
  TileNode node;
  node.kind = TileNode::Kind::kCompute;
  node.type = kernel.result;
  node.kernel = kernel;
  for (const Leaf& operand : operands) {
    node.operands[node.operand_count++] = AddOperand(group, operand);
  }
  return AddNode(operation, std::move(node), count);
}

// Returns the elements that the component contributes.
Leaf ElementwiseScheduler::ElementsOf(const Operation& operation, const IndexComponent& component,
                                      ElementType type, int64_t count) {
  Leaf index = component.index;
  const auto constant = [&](int64_t value) {
    return EqualElements(emitter_.arena(), type, value, count);
  };
  if (component.is_iota) {
    TileNode node;
    node.kind = TileNode::Kind::kIota;
    node.type = type;
    node.ramp = simd::PlanIota(type, std::span(&count, 1), 0).ramp;
    node.inner = component.inner;
    node.size = component.greatest + 1;
    index = AddNode(operation, std::move(node), count);
  } else {
    const Leaf operands[] = {constant(0), index, constant(component.greatest)};
    index = Derive(operation, IntegerKernel("clamp", type), operands, count);
  }
  if (component.stride == 1) return index;
  const Leaf operands[] = {index, constant(component.stride)};
  return Derive(operation, IntegerKernel("multiply", type), operands, count);
}

Leaf ElementwiseScheduler::ElementNumbers(const Operation& operation,
                                          std::span<const IndexComponent> components,
                                          int64_t count) {
  using enum simd::ComparisonDirection;
  const ElementType type = components.front().index.type;
  const auto constant = [&](int64_t value) {
    return EqualElements(emitter_.arena(), type, value, count);
  };
  const auto derive = [&](const simd::ElementwiseKernel& kernel, std::vector<Leaf> operands) {
    return Derive(operation, kernel, operands, count);
  };
  const simd::ElementwiseKernel both = IntegerKernel("and", ElementType::kI1);
  std::optional<Leaf> number, inside;
  for (const IndexComponent& component : components) {
    const Leaf index = component.index;
    AddUses(index, 2);
    const Leaf low = derive(simd::FindCompare(kGe, false, type), {index, constant(0)});
    const Leaf high =
        derive(simd::FindCompare(kLe, false, type), {index, constant(component.greatest)});
    const Leaf holds = derive(both, {low, high});
    const Leaf elements =
        derive(IntegerKernel("multiply", type), {index, constant(component.stride)});
    inside = inside ? derive(both, {*inside, holds}) : holds;
    number = number ? derive(IntegerKernel("add", type), {*number, elements}) : elements;
  }
  return Dense(derive(IntegerKernel("select", type), {*inside, *number, constant(-1)}));
}

// Returns the sums of the components' clamped elements.
Leaf ElementwiseScheduler::ClampedSums(const Operation& operation,
                                       std::span<const IndexComponent> components, int64_t count) {
  const ElementType type = components.front().index.type;
  Leaf sum = ElementsOf(operation, components.front(), type, count);
  for (const IndexComponent& component : components.subspan(1)) {
    const Leaf operands[] = {sum, ElementsOf(operation, component, type, count)};
    sum = Derive(operation, IntegerKernel("add", type), operands, count);
  }
  return sum;
}

Leaf ElementwiseScheduler::ClampedNumbers(const Operation& operation,
                                          std::span<const IndexComponent> components,
                                          int64_t count) {
  return Dense(ClampedSums(operation, components, count));
}

void ElementwiseScheduler::TakeElements(const Operation& operation, const Value& result,
                                        const Leaf& operand,
                                        std::span<const IndexComponent> components) {
  const Leaf shape = ShapeOf(operation, result);
  const Leaf element = ClampedSums(operation, components, shape.count);
  const ElementType type = element.type;
  FlushOthers(std::span(&element, 1), shape.count);
  const uint32_t group_index = OpenGroup(shape.count, 2);
  ElementGroup& group = *groups_[group_index];
  TileNode table;
  table.kind = TileNode::Kind::kWhole;
  table.type = operand.type;
  table.source = AddSource(group, operand);
  TileNode node;
  node.kind = TileNode::Kind::kCompute;
  node.type = operand.type;
  node.kernel.function = simd::FindTakeElements(operand.element_bytes(), element.element_bytes());
  node.kernel.work = kTakeWork;
  const bool is_lane = simd::ChainLaneBytesOf(operand.type) == operand.element_bytes();
  if (!kHasChainModules && is_lane && operand.bytes() <= kMostTakenInChains) {
    node.kernel.chain = simd::TakeForms(operand.element_bytes(), element.element_bytes());
  }
  node.kernel.operand = type;
  node.kernel.result = operand.type;
  node.operands[node.operand_count++] = group.graph.Add(std::move(table));
  node.operands[node.operand_count++] = AddOperand(group_index, element);
  BindNode(operation, result, group_index, group.graph.Add(std::move(node)));
}

}  // namespace paddock
