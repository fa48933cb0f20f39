// Lowering of operations that move elements. Views (reshape, bitcast_convert of equal widths) move
// nothing; broadcasts and iota are loads of tile programs.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/ir/attribute_values.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/movement_step.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/lowering/promoted_operand.h"
#include "core/plan/ops/bitcast_step.h"
#include "core/plan/ops/moved_operands.h"
#include "core/plan/ops/movement_loads.h"
#include "simd/movement/iota.h"
#include "simd/movement/movement_plan.h"

namespace paddock {
namespace {

// Returns whether these are all `count` elements in their order, as where two transposes follow
// each other, or one moves a dimension of size 1.
bool AreInOrder(const simd::MovedElements& elements, int64_t count) {
  const auto loops = MergedLoops(elements.sizes, elements.strides);
  return elements.offset == 0 && loops.size() == 1 && loops[0].source_stride == 1 &&
         loops[0].size == count;
}

// Emits or defers the movement of an operand's elements from where it has them itself.
template <class Find>
void MoveOwnElements(Lowering& lowering, const Operation& operation, const Leaf& operand,
                     bool is_view, Find find) {
  const simd::MovedElements elements = find(simd::RowMajorElements(operand.shape));
  if (lowering.level() == Level::kFast && AreInOrder(elements, operand.count)) {
    return AliasAs(lowering, *operation.results[0], operand);
  }
  TileNode load = StridedLoad(operand.type, elements);
  const auto deferred = is_view ? std::optional(std::move(load)) : IfFast(std::move(load));
  if (!kHasChainModules && !deferred &&
      lowering.elementwise().MoveNarrowSources(operation, operand, find)) {
    return;
  }
  MoveOperands(lowering, operation, {operand}, deferred,
               simd::PlanElements(operand.element_bytes(), elements));
}

// Emits or defers the movement of an operand's elements, which `find` returns for a view of them.
// If the operand is itself deferred and has strides, the elements of its source are moved instead.
// `is_view`: it is deferred even if its load is slow.
template <class Find>
void MoveElements(Lowering& lowering, const Operation& operation, const Leaf& operand, bool is_view,
                  Find find) {
  const Value& result = *operation.results[0];
  const auto view = lowering.elementwise().FindView(operand);
  if (view) {
    const simd::MovedElements elements =
        find({{operand.shape.begin(), operand.shape.end()}, view->strides, view->offset});
    if (AreInOrder(elements, lowering.elementwise().SourceCount(operand))) {
      return AliasAs(lowering, result, lowering.elementwise().TakeSource(operand));
    }
    // WebAssembly leaves other views of views out, for size.
    if constexpr (kHasChainModules)
      return MoveOwnElements(lowering, operation, operand, is_view, find);
    auto load = IfFast(StridedLoad(operand.type, elements));
    if (load && operand.count >= ElementwiseScheduler::kFewestLoaded) {
      const Leaf source = lowering.elementwise().TakeSource(operand);
      return lowering.elementwise().Move(operation, result, std::move(*load), {source},
                                         simd::PlanElements(operand.element_bytes(), elements));
    }
    // Few elements of a transpose that may not be written at all.
    constexpr int64_t kLeastPart = 8;
    const Leaf shape =
        lowering.values().LeavesOf(lowering.TypeOf(result), result.type_span)->front();
    if (!load && shape.count <= operand.count / kLeastPart) {
      const Leaf source = lowering.InMemory(lowering.elementwise().TakeSource(operand));
      return EmitMovement(lowering.emitter(), operation,
                          simd::PlanElements(operand.element_bytes(), elements),
                          std::span(&source, 1), lowering.Define(result));
    }
  }
  MoveOwnElements(lowering, operation, operand, is_view, find);
}

// An operation that only moves elements has a result of equal elements if its operand has.
bool IsSplatMoved(Lowering& lowering, const Operation& operation, Leaf leaf) {
  if (!leaf.is_splat || lowering.level() != Level::kFast) return false;
  const Value& result = *operation.results[0];
  const Leaf shape = lowering.values().LeavesOf(lowering.TypeOf(result), result.type_span)->front();
  if (shape.count == 0) return false;
  leaf.shape = shape.shape;
  leaf.count = shape.count;
  leaf.is_splat = leaf.count != 1;
  lowering.Alias(result, std::span(&leaf, 1));
  return true;
}

// Slices of fewer elements are written first.
constexpr int64_t kFewestOfJoined = 128;

// Returns whether a concatenation is the only operation that uses the result, soon after.
bool IsJoinedNext(const Lowering& lowering, const Operation& operation) {
  const Operation* next = lowering.facts().NextUser(operation);
  return next != nullptr && next->is(OpKind::kStablehloConcatenate);
}

// Returns whether the transpose moves the first dimension behind the others.
bool MovesFirstToLast(std::span<const int64_t> permutation) {
  const auto last = static_cast<int64_t>(permutation.size()) - 1;
  for (int64_t i = 0; i < last; ++i) {
    if (permutation[static_cast<size_t>(i)] != i + 1) return false;
  }
  return last > 0;
}

// Returns the loops of a broadcast over the result's dimensions.
std::vector<simd::CopyDimension> BroadcastLoops(const Leaf& operand,
                                                std::span<const int64_t> dimensions,
                                                std::span<const int64_t> shape) {
  std::vector<int64_t> strides(shape.size(), 0);
  int64_t stride = 1;
  for (size_t i = dimensions.size(); i-- > 0;) {
    if (operand.shape[i] != 1) strides[static_cast<size_t>(dimensions[i])] = stride;
    stride *= operand.shape[i];
  }
  return MergedLoops(shape, strides);
}

bool IsView(std::span<const simd::CopyDimension> loops, const Leaf& operand, int64_t count) {
  return operand.count == count &&
         (loops.empty() || (loops.size() == 1 && loops[0].source_stride == 1));
}

Result<void> LowerBroadcastAlong(Lowering& lowering, const Operation& operation,
                                 std::span<const int64_t> dimensions) {
  const Value& result = *operation.results[0];
  const Leaf operand = lowering.Operand(operation, 0);
  const Leaf shape =
      lowering.values().LeavesOf(lowering.TypeOf(result), operation.name_span)->front();
  TileNode node;
  node.kind = TileNode::Kind::kStrided;
  node.loops = BroadcastLoops(operand, dimensions, shape.shape);
  if (!operand.is_splat && IsView(node.loops, operand, shape.count)) {
    AliasAs(lowering, result, operand);
  } else {
    lowering.elementwise().Load(operation, result, std::move(node), &operand);
  }
  return {};
}

// Fewer elements are computed faster than they are read.
constexpr int64_t kFewestRepeated = 512;
// The ramp stays in the first-level cache beside other operands.
constexpr int64_t kMostRampBytes = 16 << 10;

// Returns whether the iota is loaded as a broadcast of one ramp: rows of it need no copy, or are
// one element each.
bool IsBroadcastRamp(const Lowering& lowering, const simd::IotaPlan& plan, int64_t count) {
  return lowering.level() == Level::kFast && count >= kFewestRepeated && plan.size > 1 &&
         plan.size < count && plan.size * plan.element_bytes <= kMostRampBytes;
}

void LoadRamp(Lowering& lowering, const Operation& operation, const simd::IotaPlan& plan,
              int64_t dimension, const Leaf& shape) {
  std::vector<std::byte> elements(static_cast<size_t>(plan.size * plan.element_bytes));
  plan.ramp(elements.data(), 0, plan.size);
  Arena& arena = lowering.emitter().arena();
  Leaf ramp = shape;
  ramp.where = Leaf::Where::kConstant;
  ramp.address = CopyConstant(arena, elements.data(), elements.size());
  ramp.count = plan.size;
  ramp.shape = arena.CopyArray(std::span(&plan.size, 1));
  TileNode node;
  node.kind = TileNode::Kind::kStrided;
  node.loops = BroadcastLoops(ramp, std::span(&dimension, 1), shape.shape);
  lowering.elementwise().Load(operation, *operation.results[0], std::move(node), &ramp);
}

bool HasSpareBits(ElementType type) {
  return static_cast<size_t>(BitWidth(type)) != ByteSize(type) * 8;
}

}  // namespace

Result<void> LowerConstant(Lowering& lowering, const Operation& operation) {
  const Attribute* value = operation.Find("value");
  const Leaf shape = lowering.values()
                         .LeavesOf(lowering.TypeOf(*operation.results[0]), operation.name_span)
                         ->front();
  if (value == nullptr || value->value == nullptr || value->value->element_type() != shape.type) {
    return lowering.Fail(operation, "literal-type",
                         std::string(operation.name) +
                             ": the value is not a literal with elements of type " +
                             std::string(Spelling(shape.type)));
  }
  Leaf leaf = shape;
  leaf.where = Leaf::Where::kConstant;
  leaf.address = value->value->data();
  leaf.is_splat = value->is_splat && leaf.count != 1;
  if (!value->is_splat && value->value->element_count() != leaf.count) {
    return lowering.Fail(operation, "run", "the constant's elements do not fill its type");
  }
  lowering.Bind(*operation.results[0], leaf);
  return {};
}

Result<void> LowerIota(Lowering& lowering, const Operation& operation) {
  const Value& result = *operation.results[0];
  const Leaf shape =
      lowering.values().LeavesOf(lowering.TypeOf(result), operation.name_span)->front();
  const int64_t dimension = IntegerOf(operation, "iota_dimension", 0);
  const simd::IotaPlan plan = simd::PlanIota(shape.type, shape.shape, dimension);
  if (IsBroadcastRamp(lowering, plan, shape.count)) {
    LoadRamp(lowering, operation, plan, dimension, shape);
    return {};
  }
  TileNode node;
  node.kind = TileNode::Kind::kIota;
  node.ramp = plan.ramp;
  node.inner = plan.inner;
  node.size = plan.size;
  lowering.elementwise().Load(operation, result, std::move(node), nullptr);
  return {};
}

Result<void> LowerBroadcastInDim(Lowering& lowering, const Operation& operation) {
  return LowerBroadcastAlong(lowering, operation, IntegersOf(operation, "broadcast_dimensions"));
}

Result<void> LowerBroadcast(Lowering& lowering, const Operation& operation) {
  const size_t added = IntegersOf(operation, "broadcast_sizes").size();
  std::vector<int64_t> dimensions;
  for (size_t i = 0; i < lowering.TypeOf(*operation.operands[0]).rank(); ++i) {
    dimensions.push_back(static_cast<int64_t>(added + i));
  }
  return LowerBroadcastAlong(lowering, operation, dimensions);
}

Result<void> LowerReshape(Lowering& lowering, const Operation& operation) {
  AliasAs(lowering, *operation.results[0], lowering.Operand(operation, 0));
  return {};
}

Result<void> LowerBitcastConvert(Lowering& lowering, const Operation& operation) {
  Leaf operand = lowering.Operand(operation, 0);
  const Value& result = *operation.results[0];
  const Leaf shape =
      lowering.values().LeavesOf(lowering.TypeOf(result), operation.name_span)->front();
  const bool shows_bits = shape.type != operand.type;
  if (shows_bits && lowering.numerics() == simd::Numerics::kPortable) {
    operand = WithCanonicalNaNs(lowering, operation, operand);
  }
  // Without spare bits, both types have the same bytes.
  if (!HasSpareBits(operand.type) && !HasSpareBits(shape.type)) {
    const bool same_width = ByteSize(operand.type) == ByteSize(shape.type);
    if (!same_width) operand = lowering.Dense(operand);
    AliasAs(lowering, result, operand);
    return {};
  }
  EmitBitcast(lowering, operation, lowering.Dense(operand), shape);
  return {};
}

Result<void> LowerTranspose(Lowering& lowering, const Operation& operation) {
  const Leaf operand = lowering.Operand(operation, 0);
  if (IsSplatMoved(lowering, operation, operand)) return {};
  const auto permutation = IntegersOf(operation, "permutation");
  const bool may_interleave = !kHasChainModules && MovesFirstToLast(permutation);
  if (may_interleave &&
      lowering.elementwise().InterleaveRows(operation, *operation.results[0], operand)) {
    return {};
  }
  const Value& result = *operation.results[0];
  const bool is_computed = lowering.values().Resolved(operand).where == Leaf::Where::kNode;
  const bool is_read_in_place = is_computed ? lowering.facts().IsReadByProductsOnly(result)
                                            : lowering.facts().IsReadThroughStrides(result);
  const bool is_view =
      operand.count > 0 && operand.where != Leaf::Where::kSpread && is_read_in_place;
  MoveElements(lowering, operation, operand, is_view, [&](const simd::MovedElements& moved) {
    return simd::TransposedElements(moved, permutation);
  });
  return {};
}

void MoveSlice(Lowering& lowering, const Operation& operation, Leaf operand, SliceRange range) {
  const auto shape = lowering.TypeOf(*operation.results[0]).shape();
  // WebAssembly leaves it out, for size.
  if constexpr (!kHasChainModules) {
    if (const auto part =
            lowering.elementwise().TakePart(operand, range.start_indices, range.limit_indices)) {
      operand = part->leaf;
      range.start_indices[part->dimension] -= part->begin;
      range.limit_indices[part->dimension] -= part->begin;
    }
  }
  if (IsSplatMoved(lowering, operation, operand)) return;
  const bool has_all = std::ranges::equal(shape, operand.shape);
  if (!kHasChainModules && has_all && lowering.level() == Level::kFast) {
    return AliasAs(lowering, *operation.results[0], operand);
  }
  if (!kHasChainModules && MoveSliceOfPadding(lowering, operation, operand, range)) return;
  const bool is_view = !kHasChainModules && operand.where != Leaf::Where::kSpread &&
                       operand.count >= kFewestOfJoined && IsJoinedNext(lowering, operation);
  const auto slice = [&](const simd::MovedElements& moved) {
    return simd::SlicedElements(moved, range.start_indices, range.limit_indices, range.strides);
  };
  if (!kHasChainModules && lowering.elementwise().ComputeSlice(operation, operand, slice)) return;
  MoveElements(lowering, operation, operand, is_view, slice);
}

Result<void> LowerSlice(Lowering& lowering, const Operation& operation) {
  MoveSlice(lowering, operation, lowering.Operand(operation, 0),
            {IntegersOf(operation, "start_indices"), IntegersOf(operation, "limit_indices"),
             IntegersOf(operation, "strides")});
  return {};
}

Result<void> LowerReverse(Lowering& lowering, const Operation& operation) {
  const Leaf operand = lowering.Operand(operation, 0);
  if (IsSplatMoved(lowering, operation, operand)) return {};
  const auto dimensions = IntegersOf(operation, "dimensions");
  MoveElements(lowering, operation, operand, false, [&](const simd::MovedElements& moved) {
    return simd::ReversedElements(moved, dimensions);
  });
  return {};
}

}  // namespace paddock
