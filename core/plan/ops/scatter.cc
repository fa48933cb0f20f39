// Lowering of scatter (family indexing). The result starts as a copy of the inputs, or takes their
// memory. Then updates are combined into it in order. A combiner that replaces, or is one
// commutative operation, has a kernel. Any other body is applied to blocks of updates with distinct
// targets.
#include "simd/reduce/scatter.h"

#include <algorithm>

#include "core/ir/attribute_values.h"
#include "core/plan/bodies/body_program.h"
#include "core/plan/bodies/scatter_body.h"
#include "core/plan/chunked_step.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/lowering/promoted_operand.h"
#include "core/plan/lowering/step_moves.h"
#include "core/plan/ops/chosen_update.h"
#include "core/plan/ops/constant_windows.h"
#include "core/plan/ops/indexed_moves.h"
#include "core/plan/ops/scatter_steps.h"
#include "core/plan/ops/scatter_tables.h"
#include "core/plan/ops/single_elements.h"
#include "core/plan/quantized/quantized_form.h"
#include "core/plan/references.h"
#include "simd/elementwise/elementwise.h"
#include "simd/movement/gather.h"
#include "simd/movement/row_major.h"

namespace paddock {
namespace {

// Reading through an index costs more than the bytes that it moves.
constexpr int64_t kWorkOfUpdateByte = 4;

struct ScatterParameters {
  simd::ScatterPlan plan;
  // Null for a combiner that replaces.
  const simd::MonoidKernels* kernels = nullptr;
  int64_t input_bytes = 0;
  ElementType index_type = ElementType::kI64;
  // The combiner on one element; no function if it replaces.
  simd::ElementwiseKernel combiner = {};
  // Whether threads have tables.
  bool has_tables = false;

  // Work of so many steps of the plan.
  int64_t WorkOf(int64_t steps) const {
    return steps * (plan.chunk_bytes / plan.steps_per_chunk) * kWorkOfUpdateByte + 1;
  }
};

template <class Phase>
struct ScatterReferences {
  Read<Phase> input;
  Read<Phase> scatter_indices;
  Read<Phase> updates;
  Write<Phase> result;
};

// Position counts bytes of the input, then as RunScatter does.
StepStatus ScatterStep(StepContext& context) {
  const auto& parameters = context.As<ScatterParameters>();
  const auto at = Bind<ScatterReferences>(context);
  const int64_t copied = parameters.input_bytes;
  if (context.position < copied) {
    const StepStatus status = CopyInputs(context, {&copied, 1}, {&at.input, 1}, {&at.result, 1});
    if (status != StepStatus::kDone) return status;
  }
  if constexpr (kMayShareChunks) {
    if (parameters.has_tables && context.host->thread_count() > 1) {
      const TableScatter scatter{
          parameters.plan,    *parameters.kernels, at.result,           copied,
          at.scatter_indices, at.updates,          parameters.WorkOf(1)};
      return ScatterInTables(context, scatter, copied);
    }
  }
  int64_t position = context.position - copied;
  while (true) {
    const int64_t begin = position;
    const bool is_done =
        simd::RunScatter(parameters.plan, parameters.kernels, at.result, at.scatter_indices,
                         at.updates, &position, kChunkWork / kWorkOfUpdateByte);
    context.position = copied + position;
    const bool may_go_on = context.Spend(parameters.WorkOf(position - begin));
    if (is_done) return StepStatus::kDone;
    if (!may_go_on) return StepStatus::kBudgetSpent;
  }
}

const StepMoves* MovesOfFewScattered(const void* its_parameters, Arena& arena) {
  const auto& parameters = *static_cast<const ScatterParameters*>(its_parameters);
  const int64_t work = parameters.WorkOf(parameters.plan.step_count);
  const StepMoves* const moves =
      MovesOfScatter(parameters.plan, parameters.index_type, parameters.combiner, work, arena);
  return moves != nullptr ? moves : CallInBlock(work, arena, true);
}

bool Replaces(const Block& body) {
  return body.arguments.size() == 2 && body.last != nullptr && body.last->operands.size() == 1 &&
         body.last->operands[0] == body.arguments[1];
}

simd::ScatterPlan PlanOf(const Operation& operation, const Leaf& input, const Leaf& indices,
                         const Leaf& update) {
  const Attribute* attribute = operation.Find("scatter_dimension_numbers");
  const std::vector<int64_t> window = IntegersOf(attribute, "update_window_dims");
  const std::vector<int64_t> inserted = IntegersOf(attribute, "inserted_window_dims");
  const std::vector<int64_t> batching = IntegersOf(attribute, "input_batching_dims");
  const std::vector<int64_t> index_batching =
      IntegersOf(attribute, "scatter_indices_batching_dims");
  const std::vector<int64_t> map = IntegersOf(attribute, "scatter_dims_to_operand_dims");
  const simd::GatherDimensionNumbers numbers{
      window, inserted, batching, index_batching, map, IntegerOf(attribute, "index_vector_dim", 0)};
  return simd::PlanScatter(input.element_bytes(), input.shape, indices.type, indices.shape,
                           update.shape, numbers);
}

// Has null kernels if `body` replaces elements.
ScatterParameters ParametersOf(simd::ScatterPlan plan, const Block& body, const Leaf& input) {
  ScatterParameters parameters;
  parameters.plan = std::move(plan);
  parameters.kernels = FindBodyMonoid(body, input.type);
  if (!kHasChainModules && parameters.kernels != nullptr) {
    parameters.combiner =
        simd::FindElementwise(NameOfBody(body), input.type, simd::Numerics::kPortable);
  }
  return parameters;
}

// `updates` may be a splat.
void EmitScatter(Lowering& lowering, const Operation& operation, const Block& body,
                 ScatterParameters parameters, const Leaf& input, const Leaf& indices,
                 Leaf updates) {
  if (updates.is_splat && !simd::ReadOneUpdate(parameters.plan)) updates = lowering.Dense(updates);
  const Leaf result = lowering.Define(*operation.results[0]);
  if (result.count == 0) return;
  parameters.input_bytes = static_cast<int64_t>(input.bytes());
  parameters.index_type = indices.type;
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &ScatterStep;
  const ScatterReferences<Planning> references{
      .input = input, .scatter_indices = indices, .updates = updates, .result = result};
  SetReferences(spec, references);
  spec.in_place = {InPlace(references, references.result, references.input)};
  spec.work += static_cast<int64_t>(2 * input.bytes() + 8 * updates.bytes());
  spec.operations = static_cast<uint64_t>(updates.count);
  spec.pays_by_itself = true;
  spec.scratch_bytes = kScatterTermsScratch;
  if (const size_t tables = TableScratch(body, result, updates); tables != 0) {
    parameters.has_tables = true;
    spec.scratch_bytes = std::max(spec.scratch_bytes, tables);
  }
  // Without a kernel for a combiner, there are no terms.
  if (!kHasChainModules &&
      (parameters.kernels == nullptr || parameters.combiner.function != nullptr)) {
    spec.moves = &MovesOfFewScattered;
  }
  spec.parameters = lowering.Own(std::move(parameters));
  lowering.Emit(spec);
}

// Fewer updates have their index vectors joined.
constexpr int64_t kFewestNumbered = 1024;

// Scatters single updates by the numbers of their elements, which are computed from index vectors
// whose components are not joined. Returns false if there are none.
bool ScatterByNumbers(Lowering& lowering, const Operation& operation, const Block& body,
                      const Leaf& input, const Leaf& updates) {
  if (kHasChainModules || lowering.level() != Level::kFast) return false;
  const simd::MonoidKernels* kernels = FindBodyMonoid(body, input.type);
  const Leaf indices = lowering.Operand(operation, 1);
  const Attribute* attribute = operation.Find("scatter_dimension_numbers");
  const std::vector<int64_t> map = IntegersOf(attribute, "scatter_dims_to_operand_dims");
  const bool has_elements = IntegersOf(attribute, "update_window_dims").empty() &&
                            IntegersOf(attribute, "input_batching_dims").empty() &&
                            map.size() == input.shape.size() && map.size() > 1;
  const bool has_room = indices.element_bytes() == 8 || input.count < (int64_t{1} << 31);
  if ((kernels == nullptr && !Replaces(body)) || !has_elements || !has_room) return false;
  ElementwiseScheduler& elementwise = lowering.elementwise();
  const int64_t count = updates.count;
  if (count < kFewestNumbered || !elementwise.HasColumns(indices, count, map.size())) return false;
  const auto strides = simd::RowMajorStrides(input.shape);
  const std::vector<Leaf> columns = elementwise.TakeColumns(indices, map.size());
  std::vector<IndexComponent> components;
  for (size_t i = 0; i < map.size(); ++i) {
    const auto d = static_cast<size_t>(map[i]);
    components.push_back(
        {.index = columns[i], .greatest = input.shape[d] - 1, .stride = strides[d]});
  }
  const Leaf numbers = elementwise.ElementNumbers(operation, components, count);
  const int64_t first[] = {0}, input_shape[] = {input.count}, shape[] = {count};
  simd::ScatterPlan plan =
      simd::PlanScatter(input.element_bytes(), input_shape, numbers.type, shape, shape,
                        {.offset_dims = {},
                         .collapsed_slice_dims = first,
                         .operand_batching_dims = {},
                         .start_indices_batching_dims = {},
                         .start_index_map = first,
                         .index_vector_dim = 1});
  EmitScatter(lowering, operation, body, ParametersOf(std::move(plan), body, input), input, numbers,
              updates);
  return true;
}

// Returns whether EmitScatter takes the updates as they are.
bool IsTakenOnce(const Leaf& updates, const Block& body, ElementType type) {
  return updates.is_splat && updates.type == type && body.arguments.size() == 2 &&
         (Replaces(body) || FindBodyMonoid(body, type) != nullptr);
}

}  // namespace

Result<void> EmitScatterOf(Lowering& lowering, const Operation& operation, Block& body,
                           simd::ScatterPlan plan, std::span<const Leaf> inputs,
                           const Leaf& indices, std::span<const Leaf> updates) {
  const simd::MonoidKernels* kernels =
      inputs.size() == 1 ? FindBodyMonoid(body, inputs[0].type) : nullptr;
  if (kernels == nullptr && !Replaces(body)) {
    return EmitScatterBody(lowering, operation, body, std::move(plan), inputs, indices, updates);
  }
  EmitScatter(lowering, operation, body, ParametersOf(std::move(plan), body, inputs[0]), inputs[0],
              indices, updates[0]);
  return {};
}

Result<void> LowerScatter(Lowering& lowering, const Operation& operation) {
  Block* body = FoldingBody(operation);
  if (body == nullptr) return lowering.Malformed(operation);
  if (IsChosenLater(lowering, operation)) return lowering.LeaveToUser(operation);
  const size_t count = operation.operands.size() / 2;
  if (HasMixedArguments(*body)) return LowerMixedArguments(lowering, operation);
  if (ScattersElements(lowering, operation, *body)) {
    return LowerElementScatter(lowering, operation, *body);
  }
  if (const auto start = FindConstantWindow(lowering, operation, *body)) {
    return LowerConstantWindow(lowering, operation, *body, *start);
  }
  std::vector<Leaf> inputs, updates;
  for (size_t i = 0; i < count; ++i) {
    const auto type = body->arguments[i]->type.element_type();
    if (!type) return lowering.Malformed(operation);
    inputs.push_back(Converted(lowering, operation, lowering.Operand(operation, i), *type));
    const Leaf update = lowering.InMemory(lowering.Operand(operation, count + 1 + i));
    updates.push_back(
        IsTakenOnce(update, *body, *type) ? update : Converted(lowering, operation, update, *type));
  }
  if (count == 1 && ScatterByNumbers(lowering, operation, *body, inputs[0], updates[0])) return {};
  const Leaf indices = lowering.DenseOperand(operation, count);
  return EmitScatterOf(lowering, operation, *body,
                       PlanOf(operation, inputs[0], indices, updates[0]), inputs, indices, updates);
}

}  // namespace paddock
