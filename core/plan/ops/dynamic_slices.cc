// Lowering of dynamic_slice and dynamic_update_slice (family indexing).
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/ir/attribute_values.h"
#include "core/plan/chunked_step.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/lowering/step_moves.h"
#include "core/plan/ops/chosen_update.h"
#include "core/plan/ops/single_elements.h"
#include "simd/movement/index_value.h"
#include "simd/movement/movement_plan.h"

namespace paddock {
namespace {

struct SliceParameters {
  simd::StridedCopyPlan copy;
  std::span<const int64_t> operand_shape;
  std::span<const int64_t> slice_sizes;
  ElementType index_type = ElementType::kI64;
  size_t rank = 0;
  int64_t element_bytes = 1;
  int64_t operand_bytes = 0;
  int64_t chunk_work = 1;
};

template <class Phase>
struct SliceReferences {
  Read<Phase> operand;
  ReadSpan<Phase, &SliceParameters::rank> start_indices;
  Write<Phase> result;
};

template <class Phase>
struct UpdateReferences {
  Read<Phase> operand;
  Read<Phase> update;
  ReadSpan<Phase, &SliceParameters::rank> start_indices;
  Write<Phase> result;
};

// Returns the offset of the slice in the operand, in bytes; `starts` point to the indices.
int64_t StartOffset(const SliceParameters& parameters, const std::byte* const* starts) {
  const auto* addresses = reinterpret_cast<const void* const*>(starts);
  return parameters.element_bytes *
         simd::ClampedStartOffset(parameters.operand_shape, parameters.slice_sizes,
                                  parameters.index_type, {addresses, parameters.rank});
}

StepStatus DynamicSliceStep(StepContext& context) {
  const auto& parameters = context.As<SliceParameters>();
  const auto at = Bind<SliceReferences>(context, parameters);
  const std::byte* source = at.operand + StartOffset(parameters, at.start_indices.data());
  return RunCopies(context, simd::ChunkCount(parameters.copy), parameters.chunk_work,
                   [&parameters, source, result = at.result](int64_t chunk, size_t) {
                     simd::RunChunk(parameters.copy, source, result, chunk);
                   });
}

// First copies the operand, unless the result took its memory. Position counts the operand's bytes,
// then the chunks of the update.
StepStatus DynamicUpdateSliceStep(StepContext& context) {
  const auto& parameters = context.As<SliceParameters>();
  const auto at = Bind<UpdateReferences>(context, parameters);
  if (!CopyUpdated(context, at.operand, at.result, parameters.operand_bytes)) {
    return StepStatus::kBudgetSpent;
  }
  std::byte* target = at.result + StartOffset(parameters, at.start_indices.data());
  context.position -= parameters.operand_bytes;
  const StepStatus status =
      RunCopies(context, simd::ChunkCount(parameters.copy), parameters.chunk_work,
                [&parameters, update = at.update, target](int64_t chunk, size_t) {
                  simd::RunChunk(parameters.copy, update, target, chunk);
                });
  context.position += parameters.operand_bytes;
  return status;
}

// Returns the parameters common to both operations. `first_index`: number of the operand with the
// first start index.
SliceParameters ParametersOf(Lowering& lowering, const Operation& operation, const Leaf& operand,
                             std::span<const int64_t> sizes, size_t first_index) {
  SliceParameters parameters;
  parameters.operand_shape = operand.shape;
  parameters.slice_sizes = lowering.arena().CopyArray(sizes);
  parameters.rank = operand.shape.size();
  parameters.element_bytes = static_cast<int64_t>(operand.element_bytes());
  parameters.operand_bytes = operand.count * parameters.element_bytes;
  if (parameters.rank != 0) {
    parameters.index_type = lowering.Operand(operation, first_index).type;
  }
  return parameters;
}

std::vector<Leaf> StartIndices(Lowering& lowering, const Operation& operation, size_t first) {
  std::vector<Leaf> indices;
  for (size_t i = first; i < operation.operands.size(); ++i) {
    indices.push_back(lowering.DenseOperand(operation, i));
  }
  return indices;
}

// Whether source or target is displaced. Dimensions along which nothing moves are left out.
template <bool kIsUpdate>
class PreparedSlice : public PreparedStep {
 public:
  static std::unique_ptr<const PreparedStep> Prepare(const void* its_parameters,
                                                     std::byte* const* pointers, std::byte*) {
    const auto& parameters = *static_cast<const SliceParameters*>(its_parameters);
    auto prepared = std::make_unique<PreparedSlice>();
    prepared->read_index_ = simd::FindReadIndex(parameters.index_type);
    if constexpr (kIsUpdate) {
      const auto at = Bind<UpdateReferences>(pointers, parameters);
      if (at.operand != at.result) return nullptr;
      prepared->AddIndices(parameters, at.start_indices.data());
      return prepared->AddCopies(parameters, at.update, at.result) ? std::move(prepared) : nullptr;
    } else {
      const auto at = Bind<SliceReferences>(pointers, parameters);
      prepared->AddIndices(parameters, at.start_indices.data());
      return prepared->AddCopies(parameters, at.operand, at.result) ? std::move(prepared) : nullptr;
    }
  }

  void Run() const override {
    int64_t offset = 0;
    for (const Index& index : indices_) {
      offset += simd::ClampStart(read_index_(index.at), index.limit, 0) * index.stride;
    }
    kernel_(from_ + (kIsUpdate ? 0 : offset), to_ + (kIsUpdate ? offset : 0), block_);
  }

 private:
  struct Index {
    const std::byte* at = nullptr;
    int64_t limit = 0;
    // In bytes.
    int64_t stride = 0;
  };

  void AddIndices(const SliceParameters& parameters, const std::byte* const* starts) {
    int64_t stride = parameters.element_bytes;
    for (size_t i = parameters.rank; i-- > 0;) {
      const int64_t limit = parameters.operand_shape[i] - parameters.slice_sizes[i];
      if (limit > 0) indices_.push_back({starts[i], limit, stride});
      stride *= parameters.operand_shape[i];
    }
  }

  // Returns false if there are several.
  bool AddCopies(const SliceParameters& parameters, const std::byte* from, std::byte* to) {
    const std::vector<simd::CopyStep> steps = simd::StepsOf(parameters.copy);
    if (steps.size() != 1) return false;
    kernel_ = parameters.copy.kernel;
    from_ = reinterpret_cast<const uint8_t*>(from) + steps[0].source_offset;
    to_ = reinterpret_cast<uint8_t*>(to) + steps[0].result_offset;
    block_ = steps[0].block;
    return true;
  }

  simd::ReadIndexFunction read_index_ = nullptr;
  std::vector<Index> indices_;
  simd::CopyBlockKernel kernel_ = nullptr;
  const uint8_t* from_ = nullptr;
  uint8_t* to_ = nullptr;
  simd::CopyBlock block_{};
};

template <bool kIsUpdate>
const StepMoves* MovesOfSlice(const void* its_parameters, Arena& arena) {
  const auto& parameters = *static_cast<const SliceParameters*>(its_parameters);
  const DisplacedSlice slice{kIsUpdate, static_cast<size_t>(parameters.element_bytes),
                             parameters.operand_shape, parameters.slice_sizes,
                             parameters.index_type};
  const int64_t work = simd::ChunkCount(parameters.copy) * parameters.chunk_work;
  const StepMoves* const moves = MovesOf(slice, work, arena);
  return moves != nullptr ? moves : CallInBlock(work, arena, kIsUpdate);
}

// Returns the start indices of an update, clamped, if they are constants.
std::optional<std::vector<int64_t>> KnownStart(Lowering& lowering, const Operation& operation) {
  const auto shape = lowering.TypeOf(*operation.operands[0]).shape();
  const auto sizes = lowering.TypeOf(*operation.operands[1]).shape();
  std::vector<int64_t> start;
  for (size_t d = 0; d < shape.size(); ++d) {
    const auto index = Values::IntegerOf(lowering.Operand(operation, 2 + d));
    if (!index) return std::nullopt;
    start.push_back(std::clamp<int64_t>(*index, 0, shape[d] - sizes[d]));
  }
  return start;
}

}  // namespace

Result<void> LowerDynamicSlice(Lowering& lowering, const Operation& operation) {
  if (SlicesOneElement(lowering, operation)) return LowerElementSlice(lowering, operation);
  const Leaf operand = lowering.DenseOperand(operation, 0);
  const std::vector<int64_t> sizes = IntegersOf(operation, "slice_sizes");
  SliceParameters parameters = ParametersOf(lowering, operation, operand, sizes, 1);
  parameters.copy = simd::PlanDynamicSlice(operand.element_bytes(), operand.shape, sizes);
  const std::vector<Leaf> indices = StartIndices(lowering, operation, 1);
  const Leaf result = lowering.Define(*operation.results[0]);
  if (result.count == 0) return {};
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &DynamicSliceStep;
  SetReferences(
      spec,
      SliceReferences<Planning>{.operand = operand, .start_indices = indices, .result = result},
      parameters);
  spec.work = 2 * static_cast<int64_t>(result.bytes());
  spec.pays_by_itself = true;
  parameters.chunk_work = WorkOfChunk(spec.work, simd::ChunkCount(parameters.copy));
  if (!kHasChainModules) {
    spec.moves = &MovesOfSlice<false>;
    spec.prepare = &PreparedSlice<false>::Prepare;
  }
  spec.parameters = lowering.Own(std::move(parameters));
  lowering.Emit(spec);
  return {};
}

Result<void> LowerDynamicUpdateSlice(Lowering& lowering, const Operation& operation) {
  if (IsChosenLater(lowering, operation)) return lowering.LeaveToUser(operation);
  if (SlicesOneElement(lowering, operation)) return LowerElementSlice(lowering, operation);
  const Leaf operand = lowering.DenseOperand(operation, 0);
  if (!kHasChainModules) {
    const auto start = KnownStart(lowering, operation);
    const Leaf waiting = lowering.Operand(operation, 1);
    if (start && lowering.elementwise().UpdateWindow(operation, operand, waiting, *start))
      return {};
  }
  const Leaf update = lowering.DenseOperand(operation, 1);
  SliceParameters parameters = ParametersOf(lowering, operation, operand, update.shape, 2);
  parameters.copy =
      simd::PlanDynamicUpdateSlice(operand.element_bytes(), operand.shape, update.shape);
  const std::vector<Leaf> indices = StartIndices(lowering, operation, 2);
  const Leaf result = lowering.Define(*operation.results[0]);
  if (result.count == 0) return {};
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &DynamicUpdateSliceStep;
  const UpdateReferences<Planning> references{
      .operand = operand, .update = update, .start_indices = indices, .result = result};
  SetReferences(spec, references, parameters);
  spec.in_place = {InPlace(references, references.result, references.operand)};
  spec.work = 2 * static_cast<int64_t>(update.bytes());
  spec.pays_by_itself = true;
  parameters.chunk_work = WorkOfChunk(spec.work, simd::ChunkCount(parameters.copy));
  if (!kHasChainModules) {
    spec.moves = &MovesOfSlice<true>;
    spec.prepare = &PreparedSlice<true>::Prepare;
  }
  spec.parameters = lowering.Own(std::move(parameters));
  lowering.Emit(spec);
  return {};
}

}  // namespace paddock
