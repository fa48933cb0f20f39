// Lowering of concatenate and pad, which join tensors.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/ir/attribute_values.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/movement_step.h"
#include "core/plan/lowering/stacked_parts.h"
#include "core/plan/ops/moved_operands.h"
#include "core/plan/ops/movement_loads.h"
#include "core/plan/ops/negated_parts.h"
#include "simd/movement/movement_plan.h"

namespace paddock {
namespace {

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

// Returns whether operands are few, and one column of the result each.
bool AreFewColumns(std::span<const Leaf> operands, int64_t dimension) {
  constexpr size_t kMostColumns = 8;
  const auto is_column = [&](const Leaf& operand) {
    return static_cast<size_t>(dimension) + 1 == operand.shape.size() && operand.shape.back() == 1;
  };
  return operands.size() > 1 && operands.size() <= kMostColumns &&
         std::ranges::all_of(operands, is_column);
}

// Returns whether a gather may read columns of the type as the components of its index vectors.
bool MayBeIndices(const Lowering& lowering, ElementType type) {
  const bool may_defer = !kHasChainModules && lowering.level() == Level::kFast;
  return may_defer && IsInteger(type) && IsSigned(type) && ByteSize(type) >= 4;
}

// Defers a concatenation of columns that the next operation takes apart. Returns whether it did.
bool JoinApart(Lowering& lowering, const Operation& operation, std::span<const Leaf> joined,
               int64_t dimension) {
  if (lowering.level() != Level::kFast || !IsBoolean(joined[0].type)) return false;
  if (!AreFewColumns(joined, dimension) || !IsTakenApart(lowering, operation)) return false;
  std::vector<simd::Sizes> shapes;
  for (const Leaf& operand : joined) shapes.push_back(operand.shape);
  lowering.elementwise().JoinColumns(
      operation, *operation.results[0], {joined.begin(), joined.end()},
      simd::PlanConcatenate(joined[0].element_bytes(), shapes, dimension));
  return true;
}

// Returns the operands that have elements. A deferred concatenation along the same dimension that
// nothing else uses is replaced by its operands, as long as a tile program may load all of them.
std::vector<Leaf> JoinedOperands(Lowering& lowering, const Operation& operation,
                                 int64_t dimension) {
  constexpr size_t kMost = 8;
  std::vector<Leaf> joined;
  const size_t count = operation.operands.size();
  for (size_t i = 0; i < count; ++i) {
    const Leaf operand = lowering.Operand(operation, i);
    if (operand.count == 0) {
      lowering.elementwise().DoWithout(operand);
      continue;
    }
    const size_t behind = count - i - 1;
    const size_t room = kMost - std::min(kMost, joined.size() + behind);
    std::vector<Leaf> parts;
    // WebAssembly leaves it out, for size.
    if constexpr (!kHasChainModules) {
      parts = lowering.elementwise().TakeParts(operand, static_cast<size_t>(dimension), room);
    }
    if (parts.empty()) {
      joined.push_back(operand);
    } else {
      joined.insert(joined.end(), parts.begin(), parts.end());
    }
  }
  return joined;
}

// Joins operands that are elements of other tensors without writing them first, unless a tile
// program loads all of them as fast. Returns whether it did.
bool JoinViews(Lowering& lowering, const Operation& operation, std::span<const Leaf> joined,
               const std::optional<TileNode>& load, int64_t dimension) {
  ElementwiseScheduler& elementwise = lowering.elementwise();
  const Value& result = *operation.results[0];
  std::vector<simd::MovedElements> elements;
  std::vector<bool> is_view;
  bool are_fast = load.has_value();
  for (const Leaf& leaf : joined) {
    elements.push_back(simd::RowMajorElements(leaf.shape));
    const auto view = elementwise.FindView(leaf);
    is_view.push_back(view.has_value());
    if (!view) continue;
    elements.back().strides = view->strides;
    elements.back().offset = view->offset;
    are_fast = are_fast && IfFast(StridedLoad(leaf.type, elements.back()));
  }
  if (are_fast || std::ranges::find(is_view, true) == is_view.end()) return false;
  std::vector<Leaf> sources(joined.begin(), joined.end());
  if (load && elementwise.MoveRolled(operation, result, *load, sources)) return true;
  // Writing one of them may write the others, which are views no more.
  for (size_t i = 0; i < sources.size(); ++i) {
    if (is_view[i]) sources[i] = elementwise.TakeSource(sources[i]);
  }
  for (Leaf& source : sources) source = lowering.Dense(source);
  EmitMovement(lowering.emitter(), operation,
               simd::PlanConcatenate(joined[0].element_bytes(), elements, dimension), sources,
               lowering.Define(result));
  return true;
}

bool AreZero(std::span<const int64_t> amounts) {
  return std::ranges::all_of(amounts, [](int64_t amount) { return amount == 0; });
}
bool AreAtMostZero(std::span<const int64_t> amounts) {
  return std::ranges::all_of(amounts, [](int64_t amount) { return amount <= 0; });
}
bool AreAtLeastZero(std::span<const int64_t> amounts) {
  return std::ranges::all_of(amounts, [](int64_t amount) { return amount >= 0; });
}

// Returns the operand without edges: amounts of padding, at most 0.
SliceRange RemovedEdges(const Leaf& operand, std::span<const int64_t> low,
                        std::span<const int64_t> high) {
  SliceRange range;
  for (size_t i = 0; i < low.size(); ++i) {
    range.start_indices.push_back(-low[i]);
    range.limit_indices.push_back(operand.shape[i] + high[i]);
    range.strides.push_back(1);
  }
  return range;
}

// Returns whether elements are left without the edges.
bool KeepsElements(const Leaf& operand, std::span<const int64_t> low,
                   std::span<const int64_t> high) {
  for (size_t i = 0; i < low.size(); ++i) {
    if (operand.shape[i] + low[i] + high[i] <= 0) return false;
  }
  return operand.count > 0;
}

}  // namespace

Result<void> LowerConcatenate(Lowering& lowering, const Operation& operation) {
  std::vector<simd::Sizes> shapes;
  for (const Value* operand : operation.operands)
    shapes.push_back(lowering.TypeOf(*operand).shape());
  const Leaf first = lowering.Operand(operation, 0);
  const int64_t dimension = IntegerOf(operation, "dimension", 0);
  const std::vector<Leaf> columns =
      lowering.values().OperandLeaves(operation, 0, operation.operands.size());
  if (MayBeIndices(lowering, first.type) && AreFewColumns(columns, dimension)) {
    lowering.elementwise().JoinColumns(
        operation, *operation.results[0], columns,
        simd::PlanConcatenate(first.element_bytes(), shapes, dimension));
    return {};
  }
  if (const auto only = OnlyOperandOf(lowering, operation)) {
    AliasAs(lowering, *operation.results[0], *only);
    return {};
  }
  if constexpr (!kHasChainModules) {
    if (!IsBoolean(first.type) || !IsTakenApart(lowering, operation)) {
      const auto interleaved = ColumnsOf(lowering, operation, shapes, dimension);
      if (!interleaved.empty() &&
          lowering.elementwise().Interleave(operation, *operation.results[0], interleaved)) {
        return {};
      }
    }
  }
  if (const auto negated = LowerNegatedParts(lowering, operation, dimension)) return *negated;
  const std::vector<Leaf> joined = JoinedOperands(lowering, operation, dimension);
  if (joined.empty()) {
    lowering.Define(*operation.results[0]);
    return {};
  }
  if (!kHasChainModules && JoinApart(lowering, operation, joined, dimension)) return {};
  shapes.clear();
  for (const Leaf& operand : joined) shapes.push_back(operand.shape);
  const auto load = ConcatenateLoad(first.type, shapes, dimension);
  if (!kHasChainModules && JoinViews(lowering, operation, joined, load, dimension)) return {};
  MoveOperands(lowering, operation, joined, load,
               simd::PlanConcatenate(first.element_bytes(), shapes, dimension));
  return {};
}

bool MoveSliceOfPadding(Lowering& lowering, const Operation& operation, const Leaf& padded,
                        const SliceRange& range) {
  ElementwiseScheduler& elementwise = lowering.elementwise();
  const Operation* pad = elementwise.PaddingOf(padded);
  const auto is_one = [](int64_t stride) { return stride == 1; };
  if (pad == nullptr || !std::ranges::all_of(range.strides, is_one)) return false;
  auto low = IntegersOf(*pad, "edge_padding_low"), high = IntegersOf(*pad, "edge_padding_high");
  const auto interior = IntegersOf(*pad, "interior_padding");
  // Others became slices.
  if (!AreZero(interior) || !AreAtLeastZero(low) || !AreAtLeastZero(high)) return false;
  for (size_t i = 0; i < low.size(); ++i) {
    low[i] -= range.start_indices[i];
    high[i] -= padded.shape[i] - range.limit_indices[i];
  }
  const bool is_slice = AreAtMostZero(low) && AreAtMostZero(high);
  const bool is_padded = AreAtLeastZero(low) && AreAtLeastZero(high);
  const auto load = PadLoad(elementwise.SourcesOf(padded)[0], low, high, interior);
  // Another slice of the padded tensor than of its operand is written, unless it can be read.
  if (!is_slice && !is_padded && !load) return false;
  const std::vector<Leaf> sources = elementwise.TakeSources(padded);
  if (is_slice) {
    elementwise.DoWithout(sources[1]);
    MoveSlice(lowering, operation, sources[0], RemovedEdges(sources[0], low, high));
    return true;
  }
  MoveOperands(lowering, operation, sources, load,
               simd::PlanPad(sources[0].element_bytes(), sources[0].shape, low, high, interior));
  return true;
}

Result<void> LowerPad(Lowering& lowering, const Operation& operation) {
  const Leaf operand = lowering.Operand(operation, 0), value = lowering.Operand(operation, 1);
  const auto low = IntegersOf(operation, "edge_padding_low");
  const auto high = IntegersOf(operation, "edge_padding_high");
  const auto interior = IntegersOf(operation, "interior_padding");
  // WebAssembly leaves it out, for size.
  const bool is_slice = !kHasChainModules && lowering.level() == Level::kFast &&
                        AreZero(interior) && AreAtMostZero(low) && AreAtMostZero(high) &&
                        KeepsElements(operand, low, high);
  if (is_slice) {
    lowering.elementwise().DoWithout(value);
    MoveSlice(lowering, operation, operand, RemovedEdges(operand, low, high));
    return {};
  }
  if (const auto negated = LowerNegatedPad(lowering, operation)) return *negated;
  MoveOperands(lowering, operation, {operand, value}, PadLoad(operand, low, high, interior),
               simd::PlanPad(operand.element_bytes(), operand.shape, low, high, interior));
  return {};
}

}  // namespace paddock
