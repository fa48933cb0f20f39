// Lowering of reduce. Bodies that are one commutative operation have a kernel, and so have argmax
// and argmin. Any other body is applied to adjacent pairs.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "core/ir/attribute_values.h"
#include "core/plan/bodies/body_program.h"
#include "core/plan/bodies/extreme_reduce.h"
#include "core/plan/bodies/pairwise_reduce.h"
#include "core/plan/chunked_step.h"
#include "core/plan/fusion/element_kernel.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_sink.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/movement_step.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/lowering/promoted_operand.h"
#include "core/plan/lowering/step_moves.h"
#include "core/plan/lowering/transposed_reduction.h"
#include "core/plan/ops/narrowed_reduction.h"
#include "core/plan/ops/reduction_terms.h"
#include "core/plan/quantized/quantized_form.h"
#include "simd/elementwise/elementwise.h"
#include "simd/movement/row_major.h"
#include "simd/reduce/reduce.h"

namespace paddock {
namespace {

// --- Bodies that are a monoid.

struct MonoidParameters {
  simd::ReducePlan plan;
  FewReduced few;
};

template <class Phase>
struct MonoidReferences {
  Read<Phase> operand;
  Read<Phase> init;
  Write<Phase> result;
  // Workspace of all threads.
  Write<Phase> shared;
};

simd::ReduceBuffers BuffersOf(const MonoidReferences<Running>& at) {
  return {at.operand, at.init, at.result, at.shared};
}

// Position counts the chunks of all passes.
StepStatus RunPasses(StepContext& context, const simd::ReducePlan& plan,
                     const simd::ReduceBuffers& buffers) {
  int64_t before = 0;
  for (int64_t pass = 0; pass < simd::PassCount(plan); ++pass) {
    const int64_t chunks = simd::ChunkCount(plan, pass);
    const int64_t work = plan.byte_count / std::max<int64_t>(1, chunks) + 1;
    if (context.position < before + chunks) {
      context.position -= before;
      const StepStatus status = RunChunks(context, chunks, work, [&](int64_t chunk, size_t thread) {
        simd::RunChunk(plan, buffers, pass, chunk,
                       context.scratch + thread * context.scratch_stride);
      });
      context.position += before;
      if (status != StepStatus::kDone) return status;
    }
    before += chunks;
  }
  return StepStatus::kDone;
}

StepStatus MonoidReduceStep(StepContext& context) {
  const simd::ReducePlan& plan = context.As<MonoidParameters>().plan;
  const simd::ReduceBuffers buffers = BuffersOf(Bind<MonoidReferences>(context));
  if (context.host->thread_count() > 1) return RunPasses(context, plan, buffers);
  while (true) {
    const int64_t bytes = std::min(kChunkWork, plan.byte_count + 1);
    const bool is_done = simd::RunReduce(plan, buffers, context.scratch, &context.position, bytes);
    const bool may_go_on = context.Spend(bytes);
    if (is_done) return StepStatus::kDone;
    if (!may_go_on) return StepStatus::kBudgetSpent;
  }
}

// One chunk charges its bytes. WebAssembly has no use for it.
[[maybe_unused]] const StepMoves* MovesOfMonoid(const void* its_parameters, Arena& arena) {
  const auto& parameters = *static_cast<const MonoidParameters*>(its_parameters);
  const int64_t work = parameters.plan.byte_count + 1;
  const StepMoves* const moves = MovesOfReduction(parameters.few, work, arena);
  const bool is_one_chunk =
      simd::PassCount(parameters.plan) == 1 && simd::ChunkCount(parameters.plan, 0) == 1;
  return moves != nullptr || !is_one_chunk ? moves : CallInBlock(work, arena);
}

// For a reduction of one chunk.
[[maybe_unused]] std::unique_ptr<const PreparedStep> PrepareMonoid(const void* parameters,
                                                                   std::byte* const* pointers,
                                                                   std::byte* scratch) {
  return std::make_unique<PreparedChunk<simd::ReducePlan, simd::ReduceBuffers>>(
      static_cast<const MonoidParameters*>(parameters)->plan,
      BuffersOf(Bind<MonoidReferences>(pointers)), scratch);
}

void RunMonoidRows(const void* parameters, std::byte* const* pointers, std::byte* scratch,
                   int64_t begin, int64_t end) {
  const simd::ReducePlan& plan = static_cast<const MonoidParameters*>(parameters)->plan;
  simd::RunRows(plan, BuffersOf(Bind<MonoidReferences>(pointers)), begin, end, scratch);
}

// The phase in which members are the rows that a row loop reads or writes.
struct ByRow {
  using Read = RowAccess;
  using Write = RowAccess;
};

// Returns null if rows are not reduced independently, or if a row loop does not pay.
std::shared_ptr<const RowForm> MonoidRowForm(const simd::ReducePlan& plan) {
  constexpr int64_t kFewestRows = 16;
  const bool pays = plan.byte_count >= static_cast<int64_t>(kLeastRowLoopBytes);
  if (!simd::HasWholeRows(plan) || !pays || plan.result_count < kFewestRows) return nullptr;
  const RowAccess row{RowAccess::Kind::kUnits, plan.byte_count / plan.result_count};
  const RowAccess total{RowAccess::Kind::kUnits, plan.element_bytes};
  auto form = std::make_shared<RowForm>();
  form->run = &RunMonoidRows;
  form->units = plan.result_count;
  form->has_whole_rows = true;
  const MonoidReferences<ByRow> all{.operand = row, .init = {}, .result = total, .shared = {}};
  std::apply([&](const auto&... access) { form->accesses = {access...}; },
             references::MembersOf<MonoidReferences>(all));
  return form;
}

// `result` has the kept dimensions of the operand.
void EmitReduction(Lowering& lowering, const Operation& operation,
                   const simd::MonoidKernels& kernels, std::string_view body, const Leaf& operand,
                   const Leaf& init, std::span<const int64_t> dimensions, const Leaf& result) {
  simd::ReducePlan plan = simd::PlanReduce(kernels, operand.shape, dimensions);
  const int64_t shared_shape[] = {static_cast<int64_t>(plan.shared_bytes)};
  const Leaf shared = lowering.NewLeaf(
      ElementType::kI8, lowering.arena().CopyArray(std::span<const int64_t>(shared_shape)));
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &MonoidReduceStep;
  spec.work = plan.byte_count;
  spec.operations = static_cast<uint64_t>(operand.count);
  spec.pays_by_itself = true;
  FewReduced few;
  if constexpr (!kHasChainModules) {
    few = {simd::FindElementwise(body, operand.type, simd::Numerics::kPortable), operand.shape,
           lowering.arena().CopyArray(dimensions)};
    spec.moves = &MovesOfMonoid;
    spec.prepare = &PrepareMonoid;
  }
  spec.scratch_bytes = std::max(plan.scratch_bytes, kReductionTermsScratch);
  if (lowering.level() == Level::kFast) spec.rows = MonoidRowForm(plan);
  spec.parameters = lowering.Own(MonoidParameters{std::move(plan), few});
  if (result.count == 0) return;
  SetReferences(spec, MonoidReferences<Planning>{
                          .operand = operand, .init = init, .result = result, .shared = shared});
  lowering.Emit(spec);
}

void EmitMonoid(Lowering& lowering, const Operation& operation, const simd::MonoidKernels& kernels,
                std::string_view body, const Leaf& operand, const Leaf& init,
                std::span<const int64_t> dimensions) {
  KnownReductions::Reduction reduction{.operand = operand,
                                       .init = init,
                                       .kernels = &kernels,
                                       .dimensions = {dimensions.begin(), dimensions.end()}};
  if (kHasTileSinks && lowering.level() == Level::kFast) {
    if (const auto known = lowering.known_reductions().Find(reduction)) {
      return lowering.Alias(*operation.results[0], std::span(&*known, 1));
    }
  }
  const Leaf result = lowering.Define(*operation.results[0]);
  EmitReduction(lowering, operation, kernels, body, operand, init, dimensions, result);
  if (result.count == 0) return;
  if (kHasTileSinks) lowering.known_reductions().Add(std::move(reduction), result);
}

// Reduces the source of a deferred transpose. Returns false if the operation is no such reduction.
bool ReduceSource(Lowering& lowering, const Operation& operation, const Block& body) {
  if (kHasChainModules || lowering.level() != Level::kFast) return false;
  if (!ReducesTransposed(operation)) return false;
  const Leaf operand = lowering.Operand(operation, 0);
  const auto view = lowering.elementwise().FindView(operand);
  if (!view) return false;
  const simd::MonoidKernels* const kernels = FindBodyMonoid(body, operand.type);
  const auto reduction =
      FindSourceReduction(operand.shape, view->strides, IntegersOf(operation, "dimensions"));
  const bool is_whole =
      view->offset == 0 && lowering.elementwise().SourceCount(operand) == operand.count;
  if (kernels == nullptr || !reduction || !is_whole) {
    lowering.Dense(operand);
    return false;
  }
  Leaf source = lowering.InMemory(lowering.elementwise().TakeSource(operand));
  source.shape = lowering.arena().CopyArray(std::span<const int64_t>(reduction->shape));
  const Leaf init = lowering.InMemory(lowering.Operand(operation, 1));
  std::vector<int64_t> order = reduction->kept, shape;
  std::ranges::sort(order);
  for (int64_t d : order) shape.push_back(reduction->shape[static_cast<size_t>(d)]);
  const Leaf result = lowering.Define(*operation.results[0]);
  if (result.count == 0) return true;
  const bool is_moved = order != reduction->kept;
  const Leaf totals =
      is_moved ? lowering.NewLeaf(operand.type,
                                  lowering.arena().CopyArray(std::span<const int64_t>(shape)))
               : result;
  EmitReduction(lowering, operation, *kernels, NameOfBody(body), source, init,
                reduction->dimensions, totals);
  if (!is_moved) return true;
  std::vector<int64_t> permutation;
  for (int64_t d : reduction->kept) {
    permutation.push_back(std::ranges::find(order, d) - order.begin());
  }
  const simd::MovedElements moved =
      simd::TransposedElements(simd::RowMajorElements(shape), permutation);
  EmitMovement(lowering.emitter(), operation, simd::PlanElements(operand.element_bytes(), moved),
               std::span(&totals, 1), result);
  return true;
}

// Returns whether a tile program that computes the operand also reduces it.
bool ReduceInGroup(Lowering& lowering, const Operation& operation, const Block& body) {
  if (operation.operands.size() != 2 || body.arguments[0]->type.rank() != 0) return false;
  const auto type = body.arguments[0]->type.element_type();
  const simd::MonoidKernels* kernels = type ? FindBodyMonoid(body, *type) : nullptr;
  if (kernels == nullptr) return false;
  const std::vector<int64_t> dimensions = IntegersOf(operation, "dimensions");
  return lowering.elementwise().Reduce(operation, *kernels, dimensions);
}

// Reduces real numbers over dimensions of size 1, in level kFast: body(init, element). Returns
// false if the operation is no such reduction.
bool ReduceSingles(Lowering& lowering, const Operation& operation, const Block& body) {
  if (kHasChainModules || lowering.level() != Level::kFast) return false;
  if (operation.operands.size() != 2 || body.arguments[0]->type.rank() != 0) return false;
  const Value& result = *operation.results[0];
  const Leaf shape =
      lowering.values().LeavesOf(lowering.TypeOf(result), operation.name_span)->front();
  const Leaf operand = lowering.Operand(operation, 0);
  const Leaf init = lowering.Operand(operation, 1);
  const bool is_same = shape.type == operand.type && init.type == operand.type;
  if (IsComplex(operand.type) || !is_same || operand.count != shape.count || shape.count < 2)
    return false;
  if (FindBodyMonoid(body, operand.type) == nullptr) return false;
  const ElementType types[] = {operand.type, operand.type};
  const ElementKernel found =
      FindElementKernel(*body.first, types, operand.type, lowering.numerics(), lowering.arena());
  const Leaf operands[] = {init, operand};
  lowering.elementwise().Compute(operation, result, found.kernel, found.attributes, operands);
  return true;
}

// Returns whether the operand is a concatenation of parts of size 1 along the reduced dimension, as
// of arrays that are stacked.
bool ReducesStack(const Operation& operation) {
  const Operation* stack = operation.operands[0]->operation;
  if (stack == nullptr || !stack->is(OpKind::kStablehloConcatenate)) return false;
  const int64_t dimension = IntegerOf(*stack, "dimension", 0);
  if (IntegersOf(operation, "dimensions") != std::vector{dimension}) return false;
  return std::ranges::all_of(stack->operands, [&](const Value* part) {
    return part->type.shape()[static_cast<size_t>(dimension)] == 1;
  });
}

bool ReducesLast(const Operation& operation) {
  const size_t rank = operation.operands[0]->type.rank();
  return rank > 0 &&
         IntegersOf(operation, "dimensions") == std::vector{static_cast<int64_t>(rank) - 1};
}

// Reduces several arrays, which are stacked or computed, without writing a stack, in level kFast.
// Returns false if the operation is no such reduction.
bool ReduceStack(Lowering& lowering, const Operation& operation, const Block& body) {
  if (kHasChainModules || lowering.level() != Level::kFast) return false;
  if (operation.operands.size() != 2 || body.arguments[0]->type.rank() != 0) return false;
  const ElementType type = lowering.Operand(operation, 0).type;
  const bool is_same =
      lowering.Operand(operation, 1).type == type && body.arguments[0]->type.element_type() == type;
  if (IsComplex(type) || !is_same || FindBodyMonoid(body, type) == nullptr) return false;
  const bool is_stack = ReducesStack(operation);
  if (!is_stack && !ReducesLast(operation)) return false;
  const ElementType types[] = {type, type};
  const ElementKernel found =
      FindElementKernel(*body.first, types, type, lowering.numerics(), lowering.arena());
  if (found.attributes != nullptr) return false;
  ElementwiseScheduler& elementwise = lowering.elementwise();
  return is_stack ? elementwise.ReduceParts(operation, found.kernel)
                  : elementwise.ReduceColumns(operation, found.kernel);
}

}  // namespace

Result<void> LowerReduce(Lowering& lowering, const Operation& operation) {
  Block* body = FoldingBody(operation);
  if (body == nullptr) return lowering.Malformed(operation);
  const size_t count = operation.operands.size() / 2;
  if (HasMixedArguments(*body)) return LowerMixedArguments(lowering, operation);
  const auto is_extreme = LowerExtremeReduce(lowering, operation, *body);
  if (!is_extreme) return Failed();
  if (*is_extreme) return {};
  if (ReduceSingles(lowering, operation, *body)) return {};
  if (const auto narrowed = LowerNarrowedReduction(lowering, operation, *body)) return *narrowed;
  if (ReduceSource(lowering, operation, *body)) return {};
  if (ReduceStack(lowering, operation, *body)) return {};
  if (ReduceInGroup(lowering, operation, *body)) return {};
  std::vector<Leaf> operands, inits;
  for (size_t i = 0; i < count; ++i) {
    const Type argument = body->arguments[i]->type;
    const auto type = argument.element_type();
    if (!type) return lowering.Malformed(operation);
    if (argument.rank() != 0) {
      return lowering.FailRule(operation, Constraint::kReduceC6,
                               "the body takes " + ToString(argument) + ", no scalar");
    }
    operands.push_back(Converted(lowering, operation, lowering.Operand(operation, i), *type));
    inits.push_back(Converted(lowering, operation, lowering.Operand(operation, count + i), *type));
  }
  const std::vector<int64_t> dimensions = IntegersOf(operation, "dimensions");
  const simd::MonoidKernels* kernels =
      count == 1 ? FindBodyMonoid(*body, operands[0].type) : nullptr;
  if (kernels != nullptr) {
    EmitMonoid(lowering, operation, *kernels, NameOfBody(*body), operands[0], inits[0], dimensions);
    return {};
  }
  return EmitPairwiseReduce(lowering, operation, *body, operands, inits, dimensions);
}

}  // namespace paddock
