// Lowering of the custom_call targets that BLAS and LAPACK define.
#include "core/plan/ops/linear_algebra.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/check/custom_call_values.h"
#include "core/ir/attribute_values.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/custom_call_targets.h"
#include "core/plan/lowering/failure.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "simd/factor/functions.h"
#include "simd/factor/interleaved_factors.h"

namespace paddock {
namespace {

constexpr simd::Routine kRoutines[] = {
#include "dialect/call_routine_table.inc"
};

// Returns the attributes of a call in the order of its row; core/check has validated them.
std::vector<int64_t> AttributesOf(const Operation& operation, const CustomCallInfo& info) {
  std::vector<int64_t> values;
  for (const CallAttributeInfo& attribute : info.attributes) {
    values.push_back(CallAttributeValue(operation, attribute).value_or(0));
  }
  return values;
}

const CustomCallInfo& InfoOf(const Operation& operation) {
  return *FindCustomCall(TextOf(operation, "call_target_name"))->info;
}

// Multiply-adds on f64 in a unit of work.
constexpr int64_t kMultiplyAddsOfUnit = 2;
// Multiply-adds of a matrix between two checks of the budget.
constexpr int64_t kPiece = ItemChunks::kEnoughWork * kMultiplyAddsOfUnit;

// Chunks that run at once are not as many apart. In WebAssembly the functions are in a module of
// their own, which only the engine's thread has.
#ifdef __EMSCRIPTEN_PTHREADS__
constexpr int64_t kIndependentChunks = 1;
#else
constexpr int64_t kIndependentChunks = std::numeric_limits<int64_t>::max();
#endif

struct FactorParameters {
  const simd::FactorFunctions* functions = nullptr;
  simd::FactorCall call;
  size_t operand_count = 0;
  size_t result_count = 0;
  ItemChunks items;
  // Small matrices are computed in groups (interleaved_factors.h).
  bool is_interleaved = false;
  // Whether threads share a matrix, one after the other; otherwise each has its own.
  bool is_alone = false;
};

template <class Phase>
struct FactorReferences {
  ReadSpan<Phase, &FactorParameters::operand_count> operands;
  WriteSpan<Phase, &FactorParameters::result_count> results;
  // Empty unless threads share a matrix.
  Write<Phase> workspace;
};

size_t BytesOf(const simd::FactorValue& value) {
  return static_cast<size_t>(value.rows * value.columns) * ByteSize(value.type);
}

simd::FactorBuffers BuffersOf(const FactorReferences<Running>& at,
                              const FactorParameters& parameters, int64_t item) {
  const simd::FactorCall& call = parameters.call;
  simd::FactorBuffers buffers;
  const auto number = static_cast<size_t>(item);
  for (size_t i = 0; i < at.operands.size(); ++i) {
    buffers.operands[i] = at.operands[i] + number * BytesOf(call.operands[i]);
  }
  for (size_t i = 0; i < at.results.size(); ++i) {
    buffers.results[i] = at.results[i] + number * BytesOf(call.results[i]);
  }
  return buffers;
}

void BeginItem(const FactorReferences<Running>& at, const FactorParameters& parameters,
               int64_t item, std::byte* memory) {
  parameters.functions->begin(parameters.call, BuffersOf(at, parameters, item), memory);
}

// Advances a matrix with all threads.
simd::FactorProgress AdvanceTogether(StepContext& context, const FactorParameters& parameters,
                                     std::byte* memory) {
  if constexpr (!simd::kHasInterleaved) return parameters.functions->advance(memory, kPiece);
  const auto run = [](void* host, int64_t count, int64_t work, simd::Team::Task task,
                      void* argument) {
    RunPiece(*static_cast<StepContext*>(host), count, work / kMultiplyAddsOfUnit,
             [&](int64_t i) { task(argument, i); });
  };
  const auto threads = static_cast<int64_t>(context.host->thread_count());
  return simd::AdvanceFactor(memory, threads * kPiece, {run, &context, threads});
}

// Advances matrices first .. first + count of a group, one of each thread. Those that are complete
// remain so.
simd::FactorProgress AdvanceEach(StepContext& context, const FactorParameters& parameters,
                                 int64_t count) {
  std::atomic<int64_t> work = 0, done = 0;
  RunPiece(context, count, count * ItemChunks::kEnoughWork, [&](int64_t i) {
    std::byte* const memory = context.scratch + static_cast<size_t>(i) * context.scratch_stride;
    const simd::FactorProgress progress = parameters.functions->advance(memory, kPiece);
    work += progress.work;
    done += progress.is_done ? 1 : 0;
  });
  return {done == count, work};
}

// Long matrices in groups: one of each thread, or one that all threads share. The position is twice
// the number of the group, plus one once it has begun.
StepStatus RunLongItems(StepContext& context, const FactorParameters& parameters,
                        const FactorReferences<Running>& at) {
  const bool shares = parameters.is_alone || !simd::kHasInterleaved;
  const int64_t threads = shares ? 1 : static_cast<int64_t>(context.host->thread_count());
  std::byte* const first_memory = parameters.is_alone ? at.workspace : context.scratch;
  const int64_t items = parameters.items.items;
  const int64_t end = 2 * ((items + threads - 1) / threads);
  while (context.position < end) {
    const int64_t first = context.position / 2 * threads;
    const int64_t count = std::min(threads, items - first);
    if (context.position % 2 == 0) {
      for (int64_t i = 0; i < count; ++i) {
        BeginItem(at, parameters, first + i,
                  first_memory + static_cast<size_t>(i) * context.scratch_stride);
      }
      ++context.position;
    }
    const simd::FactorProgress progress = count == 1
                                              ? AdvanceTogether(context, parameters, first_memory)
                                              : AdvanceEach(context, parameters, count);
    if (progress.is_done) ++context.position;
    const bool may_go_on = context.Spend(progress.work / kMultiplyAddsOfUnit + 1);
    if (!may_go_on && context.position < end) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
}

void RunItem(const FactorReferences<Running>& at, const FactorParameters& parameters, int64_t item,
             std::byte* memory) {
  BeginItem(at, parameters, item, memory);
  while (!parameters.functions->advance(memory, kPiece).is_done) {
  }
}

void RunItems(const FactorReferences<Running>& at, const FactorParameters& parameters,
              int64_t begin, int64_t end, std::byte* memory) {
  if constexpr (simd::kHasInterleaved) {
    for (; parameters.is_interleaved && begin < end; begin += simd::kInterleaved) {
      const int64_t count = std::min(simd::kInterleaved, end - begin);
      const uint32_t again =
          simd::RunInterleaved(parameters.call, BuffersOf(at, parameters, begin), count, memory);
      for (int64_t i = 0; i < count; ++i) {
        if ((again >> i & 1) != 0) RunItem(at, parameters, begin + i, memory);
      }
    }
  }
  for (; begin < end; ++begin) RunItem(at, parameters, begin, memory);
}

StepStatus FactorStep(StepContext& context) {
  const auto& parameters = context.As<FactorParameters>();
  const auto at = Bind<FactorReferences>(context, parameters);
  if (parameters.items.is_long()) return RunLongItems(context, parameters, at);
  const auto run = [&](int64_t begin, int64_t end, std::byte* memory) {
    RunItems(at, parameters, begin, end, memory);
  };
  return RunShortItems(context, parameters.items, run, kIndependentChunks);
}

simd::FactorValue ValueOf(const Leaf& leaf, const CallValueInfo& info) {
  const size_t rank = info.sizes.size();
  const std::span<const int64_t> sizes = leaf.shape.last(rank);
  return {leaf.type, rank == 0 ? 1 : sizes[0], rank == 2 ? sizes[1] : 1};
}

int64_t BatchOf(const Leaf& leaf, const CallValueInfo& info) {
  int64_t batch = 1;
  for (int64_t size : leaf.shape.first(leaf.shape.size() - info.sizes.size())) batch *= size;
  return batch;
}

// Allocates memory for each result; a tuple contains all of them.
std::optional<std::vector<Leaf>> DefineResults(Lowering& lowering, const Operation& operation) {
  std::vector<Leaf> all;
  for (const Value* result : operation.results) {
    auto leaves = lowering.values().LeavesOf(lowering.TypeOf(*result), operation.name_span);
    if (!leaves) return std::nullopt;
    for (Leaf& leaf : *leaves) leaf = lowering.NewLeaf(leaf.type, leaf.shape);
    lowering.Bind(*result, *leaves);
    all.insert(all.end(), leaves->begin(), leaves->end());
  }
  return all;
}

Result<void> LowerRoutine(Lowering& lowering, const Operation& operation,
                          std::span<const int64_t> options) {
  const CustomCallInfo& info = InfoOf(operation);
  FactorParameters parameters;
  parameters.functions = simd::FindFactorFunctions();
  if (parameters.functions == nullptr) {
    return EmitFailure(lowering, operation, "custom-call",
                       "custom_call @" + std::string(TextOf(operation, "call_target_name")) +
                           " needs paddock-factor.wasm, which was not loaded");
  }
  simd::FactorCall& call = parameters.call;
  call.routine = kRoutines[info.row];
  call.is_fast = lowering.numerics() == simd::Numerics::kFast;
  std::ranges::copy(options, call.options.begin());
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &FactorStep;
  const std::vector<size_t> places = DataOperandsOf(operation);
  FactorReferences<Planning> references;
  for (size_t i = 0; i < info.operands.size(); ++i) {
    references.operands.push_back(lowering.DenseOperand(operation, places[i]));
    call.operands[i] = ValueOf(references.operands[i], info.operands[i]);
  }
  auto results = DefineResults(lowering, operation);
  if (!results) return Failed();
  references.results = std::move(*results);
  for (size_t i = 0; i < info.results.size(); ++i) {
    call.results[i] = ValueOf(references.results[i], info.results[i]);
  }
  parameters.operand_count = info.operands.size();
  parameters.result_count = info.results.size();
  ItemChunks& items = parameters.items;
  items.items = BatchOf(references.operands[0], info.operands[0]);
  if (items.items == 0) return {};
  const int64_t work = parameters.functions->estimated_work(call);
  items.item_work = work / kMultiplyAddsOfUnit + kStepWork;
  auto bytes = static_cast<int64_t>(parameters.functions->workspace_bytes(call));
  if constexpr (simd::kHasInterleaved) {
    const auto of_group = static_cast<int64_t>(simd::InterleavedBytes(call));
    parameters.is_interleaved = of_group != 0 && items.items > 1;
    if (parameters.is_interleaved) {
      bytes = std::max(bytes, of_group);
      items.together = simd::kInterleaved;
    }
  }
  parameters.is_alone = items.is_shared(static_cast<size_t>(bytes));
  const int64_t count = parameters.is_alone ? bytes : 0;
  if (!parameters.is_alone) spec.scratch_bytes = static_cast<size_t>(bytes);
  references.workspace = lowering.NewLeaf(
      ElementType::kI8, lowering.arena().CopyArray(std::span<const int64_t>(&count, 1)));
  SetReferences(spec, references, parameters);
  spec.work = items.item_work * items.items;
  spec.operations = static_cast<uint64_t>(2 * work * items.items);
  spec.pays_by_itself = true;
  spec.parameters = lowering.Own(parameters);
  lowering.Emit(spec);
  return {};
}

}  // namespace

bool IsFactorization(const Operation& operation) {
  if (!operation.is(OpKind::kStablehloCustomCall)) return false;
  const Attribute* target = operation.Find("call_target_name");
  const CustomCallTarget* found = target == nullptr ? nullptr : FindCustomCall(target->text);
  return found != nullptr && kRoutines[found->info->row] != simd::Routine::kNone;
}

Result<void> LowerLinearAlgebra(Lowering& lowering, const Operation& operation) {
  return LowerRoutine(lowering, operation, AttributesOf(operation, InfoOf(operation)));
}

// backend_config is a text of numbers: whether the lower triangle is read, whether eigenvalues are
// sorted (they always are), and a tolerance of Jacobi's method, which is unused.
Result<void> LowerEigh(Lowering& lowering, const Operation& operation) {
  const bool is_upper = TextOf(operation, "backend_config").starts_with('0');
  const int64_t options[] = {'V', is_upper ? 'U' : 'L'};
  return LowerRoutine(lowering, operation, options);
}

Result<void> LowerTrsm(Lowering& lowering, const Operation& operation) {
  const std::vector<int64_t> values = AttributesOf(operation, InfoOf(operation));
  const std::string_view transpose = values[2] == 'N'   ? "NO_TRANSPOSE"
                                     : values[2] == 'T' ? "TRANSPOSE"
                                                        : "ADJOINT";
  const std::vector<size_t> places = DataOperandsOf(operation);
  Composition made(lowering, operation);
  return made.Give(
      {made.Add(OpKind::kStablehloTriangularSolve,
                {made.operand(places[0]), made.operand(places[1])}, made.result_type(0),
                {made.Flag("left_side", values[0] == 'L'), made.Flag("lower", values[1] == 'L'),
                 made.Flag("unit_diagonal", values[3] == 'U'),
                 made.Enum("transpose_a", "transpose", transpose)})});
}

}  // namespace paddock
