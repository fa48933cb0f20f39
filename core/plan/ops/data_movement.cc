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

// An operation that only moves elements has a result of equal elements if its operand has.
bool IsSplatMoved(Lowering& lowering, const Operation& operation) {
  Leaf leaf = lowering.Operand(operation, 0);
  if (!leaf.is_splat || lowering.level() != Level::kFast) return false;
  const Value& result = *operation.results[0];
  const Leaf shape = lowering.values().LeavesOf(lowering.TypeOf(result), result.type_span)->front();
  if (shape.count <= 1) return false;
  leaf.shape = shape.shape;
  leaf.count = shape.count;
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

struct BitcastParameters {
  int operand_bits = 0;
  int result_bits = 0;
  size_t operand_bytes = 0;
  size_t result_bytes = 0;
  bool result_is_signed = false;
  int64_t result_count = 0;
};

template <class Phase>
struct BitcastReferences {
  Read<Phase> operand;
  Write<Phase> result;
};

// One element of at most 128 bits.
struct Bits {
  uint64_t words[2] = {0, 0};
};

// Elements narrower than a byte are stored in a byte each, with their value in the low bits, but
// are packed in the bit stream. Only such types are converted here, so speed matters little.
StepStatus BitcastStep(StepContext& context) {
  const auto& parameters = context.As<BitcastParameters>();
  const auto at = Bind<BitcastReferences>(context);
  const auto operand_bits = static_cast<size_t>(parameters.operand_bits);
  const auto result_bits = static_cast<size_t>(parameters.result_bits);
  while (context.position < parameters.result_count) {
    const auto index = static_cast<size_t>(context.position);
    Bits bits;
    for (size_t bit = 0; bit < result_bits; ++bit) {
      const size_t in_stream = index * result_bits + bit;
      const size_t in_element = in_stream % operand_bits;
      const size_t element = in_stream / operand_bits * parameters.operand_bytes;
      const std::byte byte = at.operand[element + in_element / 8];
      const uint64_t value = (std::to_integer<uint64_t>(byte) >> (in_element % 8)) & 1;
      bits.words[bit / 64] |= value << (bit % 64);
    }
    // Narrow signed integers are sign-extended in their byte.
    if (parameters.result_is_signed && result_bits < 8 && (bits.words[0] >> (result_bits - 1))) {
      bits.words[0] |= ~uint64_t{0} << result_bits;
    }
    std::memcpy(at.result + index * parameters.result_bytes, bits.words, parameters.result_bytes);
    ++context.position;
    if (!context.Spend(static_cast<int64_t>(result_bits) * 4) &&
        context.position < parameters.result_count) {
      return StepStatus::kBudgetSpent;
    }
  }
  return StepStatus::kDone;
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
  const simd::IotaPlan plan =
      simd::PlanIota(shape.type, shape.shape, IntegerOf(operation, "iota_dimension", 0));
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
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &BitcastStep;
  const Leaf dense = lowering.Dense(operand);
  BitcastParameters parameters;
  parameters.operand_bits = BitWidth(operand.type);
  parameters.result_bits = BitWidth(shape.type);
  parameters.operand_bytes = ByteSize(operand.type);
  parameters.result_bytes = ByteSize(shape.type);
  parameters.result_is_signed = IsSigned(shape.type);
  parameters.result_count = shape.count;
  spec.parameters = lowering.Own(parameters);
  spec.work = shape.count * BitWidth(shape.type) * 4;
  spec.pays_by_itself = true;
  SetReferences(spec,
                BitcastReferences<Planning>{.operand = dense, .result = lowering.Define(result)});
  lowering.Emit(spec);
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
  auto load = TransposeLoad(operand, permutation);
  const bool is_view = !kHasChainModules && operand.count > 0 &&
                       operand.where != Leaf::Where::kSpread &&
                       lowering.facts().IsReadByProductsOnly(*operation.results[0]);
  if (!load && is_view) load = TransposeView(operand, permutation);
  Move(lowering, operation, load,
       simd::PlanTranspose(operand.element_bytes(), operand.shape, permutation));
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
  Move(lowering, operation, SliceLoad(operand, start_indices, limit_indices, strides),
       simd::PlanSlice(operand.element_bytes(), operand.shape, start_indices, limit_indices,
                       strides));
  return {};
}

Result<void> LowerReverse(Lowering& lowering, const Operation& operation) {
  if (IsSplatMoved(lowering, operation)) return {};
  const Leaf operand = lowering.Operand(operation, 0);
  const auto dimensions = IntegersOf(operation, "dimensions");
  Move(lowering, operation, ReverseLoad(operand, dimensions),
       simd::PlanReverse(operand.element_bytes(), operand.shape, dimensions));
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
  const auto columns = ColumnsOf(lowering, operation, shapes, dimension);
  if (!kHasChainModules && !columns.empty() &&
      lowering.elementwise().Interleave(operation, *operation.results[0], columns)) {
    return {};
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
