// Lowering of sort and top_k. Comparators that order by a number have kernels; all others run as
// bodies.
#include <algorithm>
#include <limits>
#include <string>

#include "core/ir/attribute_values.h"
#include "core/plan/bodies/comparator.h"
#include "core/plan/bodies/comparator_sort.h"
#include "core/plan/bodies/iota_values.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "simd/sort/key_sort.h"

namespace paddock {
namespace {

// Slices up to this length are sorted whole, in chunks of about kTogether elements for the threads.
// Longer slices are sorted in pieces.
constexpr int64_t kLongSlice = 1 << 16;
constexpr int64_t kTogether = 1 << 15;
// Work of one element in one pass.
constexpr int64_t kElementWork = 8;

struct KeySortParameters {
  simd::KeySortPlan plan;
  size_t operand_count = 0;
  // Number of short slices in a chunk.
  int64_t slices_at_once = 1;
  int64_t chunk_work = 1;

  size_t result_count() const { return plan.outputs.size(); }
};

template <class Phase>
struct ShortSortReferences {
  ReadSpan<Phase, &KeySortParameters::operand_count> operands;
  WriteSpan<Phase, &KeySortParameters::result_count> results;
};

template <class Phase>
struct LongSortReferences {
  ReadSpan<Phase, &KeySortParameters::operand_count> operands;
  WriteSpan<Phase, &KeySortParameters::result_count> results;
  Write<Phase> workspace;
};

StepStatus SortShortSlices(StepContext& context) {
  const auto& parameters = context.As<KeySortParameters>();
  const auto at = Bind<ShortSortReferences>(context, parameters);
  const simd::KeySortPlan& plan = parameters.plan;
  const int64_t slices = plan.shape.slices();
  const int64_t at_once = parameters.slices_at_once;
  const int64_t chunks = (slices + at_once - 1) / at_once;
  return RunChunks(context, chunks, parameters.chunk_work, [&](int64_t chunk, size_t thread) {
    const simd::SortBuffers buffers{at.operands.data(), at.results.data(),
                                    context.scratch + thread * context.scratch_stride};
    const int64_t end = std::min(slices, (chunk + 1) * at_once);
    for (int64_t slice = chunk * at_once; slice < end; ++slice) {
      simd::SortSlice(plan, buffers, slice);
    }
  });
}

StepStatus SortLongSlices(StepContext& context) {
  const auto& parameters = context.As<KeySortParameters>();
  const simd::KeySortPlan& plan = parameters.plan;
  const auto at = Bind<LongSortReferences>(context, parameters);
  const simd::SortBuffers buffers{at.operands.data(), at.results.data(), at.workspace};
  const int64_t pieces = simd::PieceCount(plan);
  const int64_t count = plan.shape.slices() * pieces;
  while (context.position < count) {
    const int64_t together = simd::PiecesTogether(plan, context.position % pieces);
    const StepStatus status = RunChunks(
        context, context.position + together, parameters.chunk_work,
        [&](int64_t piece, size_t) {
          simd::SortPiece(plan, buffers, piece / pieces, piece % pieces);
        },
        together, kWakingWork);
    if (status != StepStatus::kDone) return status;
    if (context.budget <= 0 && context.position < count) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
}

void EmitKeySort(Emitter& emitter, const Operation& operation, std::span<const Leaf> operands,
                 std::span<const Leaf> results, simd::KeySortPlan planned) {
  KeySortParameters parameters;
  parameters.plan = std::move(planned);
  parameters.operand_count = operands.size();
  const simd::KeySortPlan& plan = parameters.plan;
  const simd::SortShape& shape = plan.shape;
  const std::vector<Leaf> reads(operands.begin(), operands.end());
  const std::vector<Leaf> writes(results.begin(), results.end());
  const auto passes = static_cast<int64_t>(ByteSize(plan.order.type) + 1 + plan.outputs.size());
  const int64_t slice_work = shape.size * passes * kElementWork;
  StepSpec spec;
  spec.operation = &operation;
  if (shape.size > kLongSlice) {
    spec.function = &SortLongSlices;
    const int64_t bytes[] = {static_cast<int64_t>(plan.workspace_bytes)};
    const Leaf workspace = emitter.NewLeaf(
        ElementType::kI8, emitter.arena().CopyArray(std::span<const int64_t>(bytes)));
    SetReferences(
        spec,
        LongSortReferences<Planning>{.operands = reads, .results = writes, .workspace = workspace},
        parameters);
    parameters.chunk_work = slice_work / simd::PieceCount(plan) + 1;
  } else {
    spec.function = &SortShortSlices;
    SetReferences(spec, ShortSortReferences<Planning>{.operands = reads, .results = writes},
                  parameters);
    spec.scratch_bytes = plan.workspace_bytes;
    parameters.slices_at_once = std::max<int64_t>(1, kTogether / std::max<int64_t>(1, shape.size));
    parameters.chunk_work = slice_work * parameters.slices_at_once + 1;
  }
  spec.work = slice_work * shape.slices();
  spec.operations = static_cast<uint64_t>(shape.slices() * shape.size);
  spec.pays_by_itself = true;
  spec.parameters = emitter.Own(std::move(parameters));
  emitter.Emit(spec);
}

std::vector<ElementType> TypesOf(std::span<const Leaf> leaves) {
  std::vector<ElementType> types;
  for (const Leaf& leaf : leaves) types.push_back(leaf.type);
  return types;
}

// Returns, by operand, whether its elements are moved. An iota along the sorted dimension is
// computed instead, unless its type is too narrow for the indices.
std::vector<bool> AreMoved(Lowering& lowering, const Operation& operation, size_t key,
                           int64_t dimension, std::span<const Leaf> operands) {
  std::vector<bool> are_moved;
  for (size_t i = 0; i < operands.size(); ++i) {
    const ElementType type = operands[i].type;
    const bool holds_places = IsInteger(type) && ByteSize(type) >= sizeof(int32_t);
    are_moved.push_back(i == key || !holds_places ||
                        !CountsAlong(lowering, *operation.operands[i], dimension));
    if (!are_moved[i]) DoWithoutOperand(lowering, operation, i);
  }
  return are_moved;
}

void EmitSortByOperand(Lowering& lowering, const Operation& operation,
                       const KeyComparator& comparator, int64_t dimension,
                       std::span<const Leaf> operands) {
  const std::vector<bool> are_moved =
      AreMoved(lowering, operation, comparator.operand, dimension, operands);
  const simd::SortShape shape = simd::SortShapeOf(operands[0].shape, dimension);
  std::vector<simd::SortOutput> outputs;
  std::vector<Leaf> reads, results;
  size_t key = 0;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (i == comparator.operand) key = reads.size();
    const int64_t source =
        are_moved[i] ? static_cast<int64_t>(reads.size()) : simd::SortOutput::kPlaces;
    outputs.push_back({source, operands[i].element_bytes()});
    if (are_moved[i]) reads.push_back(lowering.Dense(operands[i]));
  }
  for (const Value* result : operation.results) results.push_back(lowering.Define(*result));
  EmitKeySort(lowering.emitter(), operation, reads, results,
              simd::PlanKeySort(comparator.order, shape, key, outputs, shape.size));
}

Result<void> TooLong(Lowering& lowering, const Operation& operation, int64_t size) {
  return lowering.Fail(operation, "limit",
                       std::string(operation.name) + " of " + std::to_string(size) +
                           " elements together: at most 4294967295 are sorted at once");
}

bool IsTooLong(const simd::SortShape& shape) {
  return shape.size > int64_t{std::numeric_limits<uint32_t>::max()};
}

}  // namespace

// The sort is always stable. Recognition depends only on the comparator.
Result<void> LowerSort(Lowering& lowering, const Operation& operation) {
  Block* body = operation.regions[0]->only_block();
  const size_t count = operation.operands.size();
  if (body == nullptr || body->arguments.size() != 2 * count) {
    return lowering.Malformed(operation);
  }
  std::vector<Leaf> operands;
  for (size_t i = 0; i < count; ++i) operands.push_back(lowering.Operand(operation, i));
  const Leaf& first = operands.front();
  if (first.count == 0) {
    for (const Value* result : operation.results) lowering.Define(*result);
    return {};
  }
  const auto rank = static_cast<int64_t>(first.shape.size());
  const int64_t dimension = IntegerOf(operation, "dimension", -1);
  const int64_t sorted_dimension = dimension < 0 ? dimension + rank : dimension;
  const simd::SortShape shape = simd::SortShapeOf(first.shape, sorted_dimension);
  if (IsTooLong(shape)) return TooLong(lowering, operation, shape.size);
  const auto by_key = MatchKeyComparator(*body, TypesOf(operands));
  if (by_key) {
    EmitSortByOperand(lowering, operation, *by_key, sorted_dimension, operands);
    return {};
  }
  const std::vector<ComputedKey> keys = MatchComputedKeys(*body);
  if (!keys.empty()) return LowerSortByComputedKeys(lowering, operation, keys);
  for (Leaf& operand : operands) operand = lowering.Dense(operand);
  return EmitComparatorSort(lowering, operation, *body, shape, operands);
}

// Returns the k greatest elements along the last dimension, equal ones in the order of their
// indices.
Result<void> LowerTopK(Lowering& lowering, const Operation& operation) {
  const Leaf operand = lowering.DenseOperand(operation, 0);
  const Leaf results[] = {lowering.Define(*operation.results[0]),
                          lowering.Define(*operation.results[1])};
  if (results[0].count == 0) return {};
  const auto last = static_cast<int64_t>(operand.shape.size()) - 1;
  const simd::SortShape shape = simd::SortShapeOf(operand.shape, last);
  if (IsTooLong(shape)) return TooLong(lowering, operation, shape.size);
  const simd::SortOrder order{operand.type, /*is_descending=*/true, IsFloat(operand.type)};
  const simd::SortOutput outputs[] = {{0, operand.element_bytes()},
                                      {simd::SortOutput::kPlaces, sizeof(int32_t)}};
  EmitKeySort(lowering.emitter(), operation, std::span(&operand, 1), results,
              simd::PlanKeySort(order, shape, 0, outputs, results[0].shape.back()));
  return {};
}

}  // namespace paddock
