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
#include "core/plan/ops/movement_loads.h"
#include "simd/movement/iota.h"
#include "simd/movement/movement_plan.h"

namespace paddock {
namespace {

// Emits the movement, or defers it if a tile program loads its result as fast by `load`.
void Move(Lowering& lowering, const Operation& operation, const std::optional<TileNode>& load,
          simd::MovementPlan plan) {
  const Value& result = *operation.results[0];
  std::vector<Leaf> operands;
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    operands.push_back(lowering.Operand(operation, i));
  }
  const bool is_small = std::ranges::all_of(operands, [](const Leaf& operand) {
    return operand.count < ElementwiseScheduler::kFewestLoaded;
  });
  const bool is_loaded = load && !is_small && lowering.level() == Level::kFast;
  if (is_loaded) {
    return lowering.elementwise().Move(operation, result, *load, operands, std::move(plan));
  }
  for (Leaf& operand : operands) operand = lowering.Dense(operand);
  EmitMovement(lowering.emitter(), operation, std::move(plan), operands, lowering.Define(result));
}

// Moves the elements of the operand's source if they have fewer bytes, as those of a picture that
// becomes floats. Returns whether it did.
bool MoveNarrowSource(Lowering& lowering, const Operation& operation, const Leaf& operand,
                      const simd::MovedElements& elements) {
  const auto source = lowering.elementwise().NarrowSource(operand);
  if (!source) return false;
  const Value& result = *operation.results[0];
  const Leaf moved = lowering.NewLeaf(source->type, lowering.TypeOf(result).shape());
  EmitMovement(lowering.emitter(), operation, simd::PlanElements(source->element_bytes(), elements),
               std::span(&*source, 1), moved);
  lowering.elementwise().ComputeMoved(operation, result, operand, moved);
  return true;
}

// Emits or defers the movement of an operand's elements, which `find` returns for a view of them.
// If the operand is itself deferred and has strides, the elements of its source are moved instead.
// `is_view`: it is deferred even if its load is slow.
template <class Find>
void MoveElements(Lowering& lowering, const Operation& operation, bool is_view, Find find) {
  const Leaf operand = lowering.Operand(operation, 0);
  const Value& result = *operation.results[0];
  const auto view = lowering.elementwise().FindView(operand);
  // WebAssembly leaves views of views out, for size.
  if (!kHasChainModules && view) {
    const simd::MovedElements elements =
        find({{operand.shape.begin(), operand.shape.end()}, view->strides, view->offset});
    auto load = IfFast(StridedLoad(operand.type, elements));
    if (load && operand.count >= ElementwiseScheduler::kFewestLoaded) {
      const Leaf source = lowering.elementwise().TakeSource(operand);
      return lowering.elementwise().Move(operation, result, std::move(*load), {source},
                                         simd::PlanElements(operand.element_bytes(), elements));
    }
  }
  const simd::MovedElements elements = find(simd::RowMajorElements(operand.shape));
  TileNode load = StridedLoad(operand.type, elements);
  const auto deferred = is_view ? std::optional(std::move(load)) : IfFast(std::move(load));
  if (!kHasChainModules && !deferred && MoveNarrowSource(lowering, operation, operand, elements)) {
    return;
  }
  Move(lowering, operation, deferred, simd::PlanElements(operand.element_bytes(), elements));
}

// An operation that only moves elements has a result of equal elements if its operand has.
bool IsSplatMoved(Lowering& lowering, const Operation& operation) {
  Leaf leaf = lowering.Operand(operation, 0);
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

// Returns whether the transpose moves the first dimension behind the others.
bool MovesFirstToLast(std::span<const int64_t> permutation) {
  const auto last = static_cast<int64_t>(permutation.size()) - 1;
  for (int64_t i = 0; i < last; ++i) {
    if (permutation[static_cast<size_t>(i)] != i + 1) return false;
  }
  return last > 0;
}

// Returns the operands of a concatenation if each is one column of the result.
std::vector<Leaf> ColumnsOf(Lowering& lowering, const Operation& operation,
                            std::span<const simd::Sizes> shapes, int64_t dimension) {
  std::vector<Leaf> columns;
  for (size_t i = 0; i < shapes.size(); ++i) {
    const bool is_column =
        static_cast<size_t>(dimension) + 1 == shapes[i].size() && shapes[i].back() == 1;
    if (!is_column) return {};
    columns.push_back(lowering.Operand(operation, i));
  }
  return columns;
}

// Returns the only operand of a concatenation that has elements; nothing if several have.
std::optional<Leaf> OnlyOperandOf(Lowering& lowering, const Operation& operation) {
  // WebAssembly leaves this and slices of everything out, for size.
  if (kHasChainModules || lowering.level() != Level::kFast) return std::nullopt;
  std::optional<Leaf> only;
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    const Leaf operand = lowering.Operand(operation, i);
    if (operand.count == 0) continue;
    if (only) return std::nullopt;
    only = operand;
  }
  return only;
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

// Binds the result to the operand's elements, with another shape and perhaps another type of the
// same width.
void AliasAs(Lowering& lowering, const Value& result, Leaf leaf) {
  const Leaf shape = lowering.values().LeavesOf(lowering.TypeOf(result), result.type_span)->front();
  leaf.type = shape.type;
  leaf.shape = shape.shape;
  leaf.count = shape.count;
  lowering.Alias(result, std::span(&leaf, 1));
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

// Returns whether a gather may read the operands as the components of its index vectors.
bool AreIndexColumns(const Lowering& lowering, ElementType type,
                     std::span<const simd::Sizes> shapes, int64_t dimension) {
  constexpr size_t kMostComponents = 8;
  const bool may_defer = !kHasChainModules && lowering.level() == Level::kFast;
  const bool is_index = IsInteger(type) && IsSigned(type) && ByteSize(type) >= 4;
  const auto is_column = [&](const simd::Sizes& shape) {
    return static_cast<size_t>(dimension) + 1 == shape.size() && shape.back() == 1;
  };
  return may_defer && is_index && shapes.size() > 1 && shapes.size() <= kMostComponents &&
         std::ranges::all_of(shapes, is_column);
}

// Fewer elements are computed faster than they are read.
constexpr int64_t kFewestRepeated = 512;
// The ramp stays in the first-level cache beside other operands.
constexpr int64_t kMostRampBytes = 16 << 10;

// Returns whether the iota is loaded as a broadcast of one ramp: rows of it need no copy, or are
// one element each.
bool IsBroadcastRamp(const Lowering& lowering, const simd::IotaPlan& plan, int64_t count) {
  return !kHasChainModules && lowering.level() == Level::kFast && count >= kFewestRepeated &&
         plan.size > 1 && plan.size < count && plan.size * plan.element_bytes <= kMostRampBytes;
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
  if (IsSplatMoved(lowering, operation)) return {};
  const Leaf operand = lowering.Operand(operation, 0);
  const auto permutation = IntegersOf(operation, "permutation");
  const bool may_interleave = !kHasChainModules && MovesFirstToLast(permutation);
  if (may_interleave &&
      lowering.elementwise().InterleaveRows(operation, *operation.results[0], operand)) {
    return {};
  }
  const bool is_view = !kHasChainModules && operand.count > 0 &&
                       operand.where != Leaf::Where::kSpread &&
                       lowering.facts().IsReadByProductsOnly(*operation.results[0]);
  MoveElements(lowering, operation, is_view, [&](const simd::MovedElements& moved) {
    return simd::TransposedElements(moved, permutation);
  });
  return {};
}

Result<void> LowerSlice(Lowering& lowering, const Operation& operation) {
  if (IsSplatMoved(lowering, operation)) return {};
  const Leaf operand = lowering.Operand(operation, 0);
  const auto shape = lowering.TypeOf(*operation.results[0]).shape();
  const auto start_indices = IntegersOf(operation, "start_indices");
  const auto limit_indices = IntegersOf(operation, "limit_indices");
  const auto strides = IntegersOf(operation, "strides");
  const bool has_all = std::ranges::equal(shape, operand.shape);
  if (!kHasChainModules && has_all && lowering.level() == Level::kFast) {
    AliasAs(lowering, *operation.results[0], operand);
    return {};
  }
  MoveElements(lowering, operation, false, [&](const simd::MovedElements& moved) {
    return simd::SlicedElements(moved, start_indices, limit_indices, strides);
  });
  return {};
}

Result<void> LowerReverse(Lowering& lowering, const Operation& operation) {
  if (IsSplatMoved(lowering, operation)) return {};
  const auto dimensions = IntegersOf(operation, "dimensions");
  MoveElements(lowering, operation, false, [&](const simd::MovedElements& moved) {
    return simd::ReversedElements(moved, dimensions);
  });
  return {};
}

Result<void> LowerConcatenate(Lowering& lowering, const Operation& operation) {
  std::vector<simd::Sizes> shapes;
  for (const Value* operand : operation.operands)
    shapes.push_back(lowering.TypeOf(*operand).shape());
  const Leaf first = lowering.Operand(operation, 0);
  const int64_t dimension = IntegerOf(operation, "dimension", 0);
  if (AreIndexColumns(lowering, first.type, shapes, dimension)) {
    std::vector<Leaf> columns;
    for (size_t i = 0; i < shapes.size(); ++i) columns.push_back(lowering.Operand(operation, i));
    lowering.elementwise().JoinColumns(
        operation, *operation.results[0], std::move(columns),
        simd::PlanConcatenate(first.element_bytes(), shapes, dimension));
    return {};
  }
  if (const auto only = OnlyOperandOf(lowering, operation)) {
    AliasAs(lowering, *operation.results[0], *only);
    return {};
  }
  if constexpr (!kHasChainModules) {
    const auto columns = ColumnsOf(lowering, operation, shapes, dimension);
    if (!columns.empty() &&
        lowering.elementwise().Interleave(operation, *operation.results[0], columns)) {
      return {};
    }
  }
  Move(lowering, operation, ConcatenateLoad(first.type, shapes, dimension),
       simd::PlanConcatenate(first.element_bytes(), shapes, dimension));
  return {};
}

Result<void> LowerPad(Lowering& lowering, const Operation& operation) {
  const Leaf operand = lowering.Operand(operation, 0);
  const auto low = IntegersOf(operation, "edge_padding_low");
  const auto high = IntegersOf(operation, "edge_padding_high");
  const auto interior = IntegersOf(operation, "interior_padding");
  Move(lowering, operation, PadLoad(operand, low, high, interior),
       simd::PlanPad(operand.element_bytes(), operand.shape, low, high, interior));
  return {};
}

}  // namespace paddock
