// Lowering of gather. Dynamic slices and scatter have their own files.
#include <algorithm>

#include "core/ir/attribute_values.h"
#include "core/plan/chunked_step.h"
#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/lowering/step_moves.h"
#include "core/plan/ops/indexed_moves.h"
#include "simd/movement/gather.h"
#include "simd/movement/row_major.h"

namespace paddock {
namespace {

struct GatherParameters {
  simd::GatherPlan plan;
  int64_t chunk_work = 1;
};

template <class Phase>
struct GatherReferences {
  Read<Phase> operand;
  Read<Phase> start_indices;
  Write<Phase> result;
};

StepStatus GatherStep(StepContext& context) {
  const auto& parameters = context.As<GatherParameters>();
  return RunChunks(context, simd::ChunkCount(parameters.plan), parameters.chunk_work,
                   [&](int64_t chunk, size_t) {
                     const auto at = Bind<GatherReferences>(context);
                     simd::RunChunk(parameters.plan, at.operand, at.start_indices, at.result,
                                    chunk);
                   });
}

const StepMoves* MovesOfFewGathered(const void* its_parameters, Arena& arena) {
  const auto& parameters = *static_cast<const GatherParameters*>(its_parameters);
  const int64_t work = simd::ChunkCount(parameters.plan) * parameters.chunk_work;
  const StepMoves* const moves = MovesOfGather(parameters.plan, work, arena);
  return moves != nullptr ? moves : CallInBlock(work, arena);
}

// Fewer elements are gathered by a step of their own: tiles without machine code cost their setup.
int64_t FewestTaken() {
  constexpr int64_t kFewestInTiles = 1024;
  return HasChainCode() ? kFewestInCode : kFewestInTiles;
}

// Returns the summands of the gathered elements' numbers, without their indices; nothing if slices
// are no single elements, or have too large numbers for the indices' type.
std::vector<IndexComponent> ComponentsOf(const simd::GatherDimensionNumbers& numbers,
                                         const Leaf& operand, const Leaf& indices,
                                         std::span<const int64_t> slice_sizes) {
  const bool has_elements =
      std::ranges::all_of(slice_sizes, [](int64_t size) { return size == 1; });
  const size_t bytes = indices.element_bytes();
  const bool has_room = bytes == 8 || (bytes == 4 && operand.count <= (int64_t{1} << 31));
  if (!has_elements || !IsInteger(indices.type) || !has_room || operand.count == 0) return {};
  const auto strides = simd::RowMajorStrides(operand.shape);
  std::vector<IndexComponent> components;
  for (int64_t dimension : numbers.start_index_map) {
    const auto d = static_cast<size_t>(dimension);
    components.push_back(
        {.index = {}, .dimension = d, .greatest = operand.shape[d] - 1, .stride = strides[d]});
  }
  for (size_t i = 0; i < numbers.operand_batching_dims.size(); ++i) {
    const auto d = static_cast<size_t>(numbers.operand_batching_dims[i]);
    IndexComponent batch{
        .index = {}, .dimension = d, .greatest = operand.shape[d] - 1, .stride = strides[d]};
    batch.is_iota = true;
    for (auto k = static_cast<size_t>(numbers.start_indices_batching_dims[i]) + 1;
         k < indices.shape.size(); ++k) {
      if (static_cast<int64_t>(k) != numbers.index_vector_dim) batch.inner *= indices.shape[k];
    }
    components.push_back(batch);
  }
  return components;
}

// Returns whether the indices are in memory and the result is only returned, so that a step of its
// own has less to do.
bool StandsAlone(const Lowering& lowering, const Operation& operation, const Leaf& indices) {
  if (IsDeferred(indices)) return false;
  const Value* result = operation.results[0];
  const auto& returned = operation.parent->last->operands;
  return lowering.facts().UseCount(*result) == 1 &&
         std::ranges::find(returned, result) != returned.end();
}

// Returns whether the elements are gathered where their indices are computed.
bool TakeElements(Lowering& lowering, const Operation& operation,
                  const simd::GatherDimensionNumbers& numbers) {
  if (kHasChainModules || lowering.level() != Level::kFast) return false;
  const Value& result = *operation.results[0];
  const Leaf shape =
      lowering.values().LeavesOf(lowering.TypeOf(result), operation.name_span)->front();
  const Leaf indices = lowering.Operand(operation, 1);
  if (StandsAlone(lowering, operation, indices)) return false;
  Leaf operand = lowering.Operand(operation, 0);
  std::vector<IndexComponent> components =
      ComponentsOf(numbers, operand, indices, IntegersOf(operation, "slice_sizes"));
  const size_t given = numbers.start_index_map.size();
  ElementwiseScheduler& elementwise = lowering.elementwise();
  const auto has_columns = [&] { return elementwise.HasColumns(indices, shape.count, given); };
  if (shape.count < FewestTaken() || given == 0 || components.empty() || !has_columns())
    return false;
  if (elementwise.ChooseParts(operation, result, operand, indices, components, given)) return true;
  operand = lowering.Dense(operand);
  // The operand may be computed from the joined index vectors.
  if (!has_columns()) return false;
  const std::vector<Leaf> columns = elementwise.TakeColumns(indices, given);
  for (size_t i = 0; i < given; ++i) components[i].index = columns[i];
  elementwise.TakeElements(operation, result, operand, components);
  return true;
}

void EmitGather(Lowering& lowering, const Operation& operation, simd::GatherPlan plan,
                const Leaf& operand, const Leaf& indices) {
  const Leaf result = lowering.Define(*operation.results[0]);
  if (result.count == 0) return;
  GatherParameters parameters{std::move(plan), 1};
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &GatherStep;
  SetReferences(spec, GatherReferences<Planning>{
                          .operand = operand, .start_indices = indices, .result = result});
  spec.work = 2 * static_cast<int64_t>(result.bytes() + indices.bytes());
  spec.pays_by_itself = true;
  parameters.chunk_work = WorkOfChunk(spec.work, simd::ChunkCount(parameters.plan));
  if (!kHasChainModules) spec.moves = &MovesOfFewGathered;
  spec.parameters = lowering.Own(std::move(parameters));
  lowering.Emit(spec);
}

// Returns whether the slices are whole rows: all of the last dimensions, at one place of the first
// ones, of which there are as many as components.
bool AreRows(const simd::GatherDimensionNumbers& numbers, const Leaf& operand,
             std::span<const int64_t> slice_sizes, const Leaf& result) {
  const size_t given = numbers.start_index_map.size();
  if (!numbers.operand_batching_dims.empty() || numbers.collapsed_slice_dims.size() != given) {
    return false;
  }
  for (size_t d = 0; d < operand.shape.size(); ++d) {
    const bool is_indexed = std::ranges::find(numbers.start_index_map, static_cast<int64_t>(d)) !=
                            numbers.start_index_map.end();
    if (is_indexed != (d < given)) return false;
    if (slice_sizes[d] != (is_indexed ? 1 : operand.shape[d])) return false;
  }
  const size_t offsets = numbers.offset_dims.size();
  for (size_t i = 0; i < offsets; ++i) {
    if (numbers.offset_dims[i] != static_cast<int64_t>(result.shape.size() - offsets + i)) {
      return false;
    }
  }
  return true;
}

// Gathers rows whose numbers are computed with the components of their index vectors, which are not
// joined then. Returns false for any other gather.
bool TakeRows(Lowering& lowering, const Operation& operation,
              const simd::GatherDimensionNumbers& numbers) {
  const auto given = static_cast<int64_t>(numbers.start_index_map.size());
  if (kHasChainModules || lowering.level() != Level::kFast || given < 2) return false;
  const Leaf result = lowering.values()
                          .LeavesOf(lowering.TypeOf(*operation.results[0]), operation.name_span)
                          ->front();
  const Leaf indices = lowering.Operand(operation, 1);
  Leaf operand = lowering.Operand(operation, 0);
  const std::vector<int64_t> sizes = IntegersOf(operation, "slice_sizes");
  const int64_t count = indices.count / given;
  if (count < FewestTaken() || operand.count == 0 || !AreRows(numbers, operand, sizes, result)) {
    return false;
  }
  const int64_t row = result.count / count, rows = operand.count / row;
  const bool has_room =
      indices.element_bytes() == 8 || (indices.element_bytes() == 4 && rows <= (int64_t{1} << 31));
  ElementwiseScheduler& elementwise = lowering.elementwise();
  const auto has_columns = [&] {
    return elementwise.HasColumns(indices, count, static_cast<size_t>(given));
  };
  if (row == 0 || !has_room || !has_columns()) return false;
  operand = lowering.Dense(operand);
  // The operand may be computed from the joined index vectors.
  if (!has_columns()) return false;
  const auto strides = simd::RowMajorStrides(operand.shape);
  const std::vector<Leaf> columns = elementwise.TakeColumns(indices, static_cast<size_t>(given));
  std::vector<IndexComponent> components;
  for (size_t i = 0; i < columns.size(); ++i) {
    const auto d = static_cast<size_t>(numbers.start_index_map[i]);
    components.push_back({.index = columns[i],
                          .dimension = d,
                          .greatest = operand.shape[d] - 1,
                          .stride = strides[d] / row});
  }
  const Leaf taken = elementwise.ClampedNumbers(operation, components, count);
  const int64_t shape[] = {rows, row}, vectors[] = {count, 1}, slice[] = {1, row};
  const int64_t first[] = {0}, second[] = {1};
  EmitGather(lowering, operation,
             simd::PlanGather(operand.element_bytes(), shape, taken.type, vectors,
                              {second, first, {}, {}, first, 1}, slice),
             operand, taken);
  return true;
}

}  // namespace

Result<void> LowerGather(Lowering& lowering, const Operation& operation) {
  const Attribute* attribute = operation.Find("dimension_numbers");
  const std::vector<int64_t> offset = IntegersOf(attribute, "offset_dims");
  const std::vector<int64_t> collapsed = IntegersOf(attribute, "collapsed_slice_dims");
  const std::vector<int64_t> batching = IntegersOf(attribute, "operand_batching_dims");
  const std::vector<int64_t> index_batching = IntegersOf(attribute, "start_indices_batching_dims");
  const std::vector<int64_t> map = IntegersOf(attribute, "start_index_map");
  const simd::GatherDimensionNumbers numbers{offset,   collapsed,
                                             batching, index_batching,
                                             map,      IntegerOf(attribute, "index_vector_dim", 0)};
  if (TakeElements(lowering, operation, numbers)) return {};
  if (TakeRows(lowering, operation, numbers)) return {};
  const Leaf operand = lowering.DenseOperand(operation, 0);
  const Leaf indices = lowering.DenseOperand(operation, 1);
  EmitGather(lowering, operation,
             simd::PlanGather(operand.element_bytes(), operand.shape, indices.type, indices.shape,
                              numbers, IntegersOf(operation, "slice_sizes")),
             operand, indices);
  return {};
}

// result[i.., j.., k..] = operand[i.., index[i[:batch_dims].., j..], k..], where i are `dim`
// indices.
Result<void> LowerTorchIndexSelect(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Value* const operand = made.operand(0);
  Value* const index = made.operand(1);
  const auto rank = static_cast<int64_t>(operand->type.rank());
  const auto index_rank = static_cast<int64_t>(index->type.rank());
  int64_t dim = IntegerOf(operation, "dim", 0);
  int64_t batch = IntegerOf(operation, "batch_dims", 0);
  if (dim < 0) dim += rank;
  if (batch < 0) batch += index_rank;
  std::vector<int64_t> batching, offsets, slice_sizes;
  const std::span<const int64_t> shape = operand->type.shape();
  for (int64_t i = 0; i < rank; ++i) {
    const bool is_offset = i >= batch && i != dim;
    slice_sizes.push_back(is_offset ? shape[static_cast<size_t>(i)] : 1);
    if (i < batch) batching.push_back(i);
    if (is_offset) offsets.push_back(i < dim ? i : i - 1 + index_rank - batch);
  }
  const int64_t along[] = {dim};
  const NamedAttribute fields[] = {made.Integers("offset_dims", offsets),
                                   made.Integers("collapsed_slice_dims", along),
                                   made.Integers("operand_batching_dims", batching),
                                   made.Integers("start_indices_batching_dims", batching),
                                   made.Integers("start_index_map", along),
                                   made.Integer("index_vector_dim", index_rank)};
  return made.Give({made.Add(OpKind::kStablehloGather, {operand, index}, made.result_type(0),
                             {made.Struct("dimension_numbers", "gather", fields),
                              made.Integers("slice_sizes", slice_sizes)})});
}

}  // namespace paddock
