// Lowering of scatter (family indexing). The result begins as a copy of the inputs, or in
// their place; then updates are combined into it in their order. A combiner that replaces,
// or is one commutative operation, has a kernel; any other pure scalar one is a tile
// program, run on blocks in which no element is met twice.
#include "simd/reduce/scatter.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "core/ir/attribute_values.h"
#include "core/plan/bodies/body_program.h"
#include "core/plan/bodies/body_runner.h"
#include "core/plan/bodies/scalar_loop.h"
#include "core/plan/bodies/wide_element.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/lowering/promoted_operand.h"
#include "core/plan/ops/scatter_steps.h"
#include "core/plan/quantized/quantized_form.h"
#include "simd/movement/gather.h"

namespace paddock {
namespace {

// Following an index costs more than the bytes it moves.
constexpr int64_t kWorkOfUpdateByte = 4;

struct ScatterParameters {
  simd::ScatterPlan plan;
  // Null for a combiner that replaces.
  const simd::MonoidKernels* kernels = nullptr;
  // Set if the combiner has no kernel.
  std::optional<BodyRunner> body;
  size_t input_count = 1;
  size_t captured_count = 0;
  // Element size of each input.
  std::vector<int64_t> input_bytes;
};

template <class Phase>
struct ScatterReferences {
  ReadSpan<Phase, &ScatterParameters::input_count> inputs;
  Read<Phase> scatter_indices;
  ReadSpan<Phase, &ScatterParameters::input_count> updates;
  ReadSpan<Phase, &ScatterParameters::captured_count> captured;
  WriteSpan<Phase, &ScatterParameters::input_count> results;
};

// The inputs to the results, unless they are the same; position counts bytes.
StepStatus CopyInputs(StepContext& context, const ScatterParameters& parameters,
                      std::span<const std::byte* const> inputs,
                      std::span<std::byte* const> results) {
  int64_t before = 0;
  for (size_t i = 0; i < parameters.input_count; ++i) {
    const int64_t end = before + parameters.input_bytes[i];
    if (inputs[i] == results[i]) context.position = std::max(context.position, end);
    while (context.position < end) {
      const int64_t at = context.position - before;
      const int64_t bytes = std::min(kChunkWork, end - context.position);
      std::memcpy(results[i] + at, inputs[i] + at, static_cast<size_t>(bytes));
      context.position += bytes;
      if (!context.Spend(2 * bytes)) return StepStatus::kBudgetSpent;
    }
    before = end;
  }
  return StepStatus::kDone;
}

template <class T>
void Collect(const std::byte* from, const int64_t* offsets, size_t count, std::byte* to) {
  for (size_t i = 0; i < count; ++i) {
    std::memcpy(to + i * sizeof(T), from + offsets[i] * static_cast<int64_t>(sizeof(T)), sizeof(T));
  }
}

template <class T>
void Spread(const std::byte* from, const int64_t* offsets, size_t count, std::byte* to) {
  for (size_t i = 0; i < count; ++i) {
    std::memcpy(to + offsets[i] * static_cast<int64_t>(sizeof(T)), from + i * sizeof(T), sizeof(T));
  }
}

using IndexedCopy = void (*)(const std::byte* from, const int64_t* offsets, size_t count,
                             std::byte* to);

IndexedCopy CollectOf(size_t bytes) {
  if (bytes == 1) return &Collect<uint8_t>;
  if (bytes == 2) return &Collect<uint16_t>;
  if (bytes == 4) return &Collect<uint32_t>;
  return bytes == 8 ? &Collect<uint64_t> : &Collect<WideElement>;
}

IndexedCopy SpreadOf(size_t bytes) {
  if (bytes == 1) return &Spread<uint8_t>;
  if (bytes == 2) return &Spread<uint16_t>;
  if (bytes == 4) return &Spread<uint32_t>;
  return bytes == 8 ? &Spread<uint64_t> : &Spread<WideElement>;
}

// Scratch memory of a body that has no kernel.
struct BlockMemory {
  simd::ScatterConflicts conflicts;
  int64_t targets[simd::kMaxScatterPairs];
  int64_t sources[simd::kMaxScatterPairs];
};
constexpr size_t kBlockHead = (sizeof(BlockMemory) + 63) / 64 * 64;
// Sized for the widest element.
constexpr size_t kPairBlockBytes = simd::kMaxScatterPairs * 16;

// Combines one block and returns the position after it.
int64_t CombineBlock(const StepContext& context, const ScatterParameters& parameters,
                     const ScatterReferences<Running>& memory, BlockMemory& block,
                     int64_t position) {
  const simd::ScatterPairs pairs =
      simd::NextScatterPairs(parameters.plan, memory.scatter_indices, position, block.targets,
                             block.sources, block.conflicts);
  if (pairs.count == 0) return pairs.position;
  const size_t n = parameters.input_count;
  std::byte* at = context.scratch + kBlockHead;
  std::vector<std::byte*> arguments, results;
  for (size_t i = 0; i < 3 * n; ++i) {
    (i < 2 * n ? arguments : results).push_back(at + i * kPairBlockBytes);
  }
  const std::vector<ElementType>& types = parameters.body->argument_types();
  for (size_t i = 0; i < n; ++i) {
    const IndexedCopy collect = CollectOf(ByteSize(types[i]));
    collect(memory.results[i], block.targets, pairs.count, arguments[i]);
    collect(memory.updates[i], block.sources, pairs.count, arguments[n + i]);
  }
  // Captured values are only read, although the list's type allows writes.
  auto* const captured = const_cast<std::byte* const*>(memory.captured.data());
  parameters.body->Run(arguments.data(), captured, results.data(),
                       static_cast<int64_t>(pairs.count), at + 3 * n * kPairBlockBytes);
  for (size_t i = 0; i < n; ++i) {
    SpreadOf(ByteSize(types[i]))(results[i], block.targets, pairs.count, memory.results[i]);
  }
  return pairs.position;
}

StepStatus ScatterStep(StepContext& context) {
  const auto& parameters = context.As<ScatterParameters>();
  const auto memory = Bind<ScatterReferences>(context, parameters);
  int64_t copied = 0;
  for (int64_t bytes : parameters.input_bytes) copied += bytes;
  if (context.position < copied) {
    const StepStatus status = CopyInputs(context, parameters, memory.inputs, memory.results);
    if (status != StepStatus::kDone) return status;
  }
  int64_t position = context.position - copied;
  while (true) {
    const bool is_done = simd::RunScatter(parameters.plan, parameters.kernels, memory.results[0],
                                          memory.scatter_indices, memory.updates[0], &position,
                                          kChunkWork / kWorkOfUpdateByte);
    context.position = copied + position;
    const bool may_go_on = context.Spend(kChunkWork);
    if (is_done) return StepStatus::kDone;
    if (!may_go_on) return StepStatus::kBudgetSpent;
  }
}

StepStatus BodyScatterStep(StepContext& context) {
  const auto& parameters = context.As<ScatterParameters>();
  const auto memory = Bind<ScatterReferences>(context, parameters);
  int64_t copied = 0;
  for (int64_t bytes : parameters.input_bytes) copied += bytes;
  if (context.position < copied) {
    const StepStatus status = CopyInputs(context, parameters, memory.inputs, memory.results);
    if (status != StepStatus::kDone) return status;
  }
  auto* block = new (context.scratch) BlockMemory;
  const int64_t end = copied + simd::EndOfScatter(parameters.plan);
  while (context.position < end) {
    const int64_t begin = context.position - copied;
    context.position = copied + CombineBlock(context, parameters, memory, *block, begin);
    const int64_t elements = context.position - copied - begin;
    const bool may_go_on =
        context.Spend(elements * (parameters.body->work_per_element() + 32) + kStepWork);
    if (!may_go_on && context.position < end) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
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

void EmitScatter(Lowering& lowering, const Operation& operation, ScatterParameters parameters,
                 std::span<const Leaf> captured, std::span<const Leaf> inputs, const Leaf& indices,
                 std::span<const Leaf> updates) {
  parameters.input_count = inputs.size();
  parameters.captured_count = captured.size();
  ScatterReferences<Planning> references{
      .inputs = std::vector<Leaf>(inputs.begin(), inputs.end()),
      .scatter_indices = indices,
      .updates = std::vector<Leaf>(updates.begin(), updates.end()),
      .captured = std::vector<Leaf>(captured.begin(), captured.end()),
      .results = {}};
  for (const Value* result : operation.results) {
    references.results.push_back(lowering.Define(*result));
  }
  if (references.results.front().count == 0) return;
  StepSpec spec;
  spec.operation = &operation;
  spec.function = parameters.body ? &BodyScatterStep : &ScatterStep;
  SetReferences(spec, references, parameters);
  for (size_t i = 0; i < inputs.size(); ++i) {
    parameters.input_bytes.push_back(static_cast<int64_t>(inputs[i].bytes()));
    spec.in_place.push_back(InPlace(references, references.results[i], references.inputs[i]));
    spec.work += static_cast<int64_t>(2 * inputs[i].bytes() + 8 * updates[i].bytes());
    spec.operations += static_cast<uint64_t>(updates[i].count);
  }
  if (parameters.body) {
    spec.scratch_bytes =
        kBlockHead + 3 * inputs.size() * kPairBlockBytes + parameters.body->scratch_bytes();
  }
  spec.pays_by_itself = true;
  spec.parameters = lowering.Own(std::move(parameters));
  lowering.Emit(spec);
}

}  // namespace

Result<void> EmitScatterOf(Lowering& lowering, const Operation& operation, Block& body,
                           simd::ScatterPlan plan, std::span<const Leaf> inputs,
                           const Leaf& indices, std::span<const Leaf> updates) {
  std::vector<ElementType> types;
  for (int repeat = 0; repeat < 2; ++repeat) {
    for (const Leaf& input : inputs) types.push_back(input.type);
  }
  ScatterParameters parameters;
  parameters.plan = std::move(plan);
  parameters.kernels = inputs.size() == 1 ? FindBodyMonoid(body, types[0]) : nullptr;
  std::vector<Leaf> captured;
  if (parameters.kernels == nullptr && !Replaces(body)) {
    auto compiled = CompileBody(lowering, body, static_cast<int64_t>(simd::kMaxScatterPairs),
                                /*allow_direct=*/false);
    if (!compiled) {
      return EmitScatterLoop(lowering, operation, body, std::move(parameters.plan), inputs, indices,
                             updates);
    }
    if (compiled->results.size() != inputs.size()) {
      return lowering.Fail(operation, "run", "the body returns another number of values");
    }
    captured = compiled->captured;
    parameters.body.emplace(*compiled, types);
  }
  EmitScatter(lowering, operation, std::move(parameters), captured, inputs, indices, updates);
  return {};
}

Result<void> LowerScatter(Lowering& lowering, const Operation& operation) {
  Block* body = FoldingBody(operation);
  if (body == nullptr) return lowering.Malformed(operation);
  const size_t count = operation.operands.size() / 2;
  if (HasMixedArguments(*body)) return LowerMixedArguments(lowering, operation);
  std::vector<Leaf> inputs, updates;
  for (size_t i = 0; i < count; ++i) {
    const auto type = body->arguments[i]->type.element_type();
    if (!type) return lowering.Malformed(operation);
    inputs.push_back(Converted(lowering, operation, lowering.Operand(operation, i), *type));
    updates.push_back(
        Converted(lowering, operation, lowering.Operand(operation, count + 1 + i), *type));
  }
  const Leaf indices = lowering.DenseOperand(operation, count);
  return EmitScatterOf(lowering, operation, *body,
                       PlanOf(operation, inputs[0], indices, updates[0]), inputs, indices, updates);
}

}  // namespace paddock
