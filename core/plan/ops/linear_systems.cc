// Lowering of triangular_solve and cholesky.
#include <algorithm>

#include "core/ir/attribute_values.h"
#include "core/plan/chunked_step.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "simd/linalg/cholesky.h"
#include "simd/linalg/triangular_solve.h"

namespace paddock {
namespace {

// Multiply-adds on f64 in a unit of work.
constexpr int64_t kRowOperationsOfUnit = 2;
int64_t WorkOfMultiplyAdds(int64_t count, ElementType type) {
  return count * (IsComplex(type) ? 4 : 1) / kRowOperationsOfUnit + 1;
}

struct Itemized : ItemChunks {
  int64_t pieces = 0;
  // Whether threads share an item, one after the other; otherwise each has its own.
  bool is_alone = false;
};

// Calls run(item, first piece, end, memory). Uses `workspace` if the items are long.
template <class Run>
StepStatus RunItems(StepContext& context, const Itemized& all, std::byte* workspace, Run run) {
  if (!all.is_long()) {
    return RunShortItems(context, all, [&](int64_t begin, int64_t end, std::byte* memory) {
      for (; begin < end; ++begin) run(begin, int64_t{0}, all.pieces, memory);
    });
  }
  const int64_t threads = all.is_alone ? 1 : static_cast<int64_t>(context.host->thread_count());
  const int64_t at_once =
      std::clamp<int64_t>(all.kEnoughWork / (all.item_work / all.pieces + 1), 1, all.pieces);
  const int64_t parts = (all.pieces + at_once - 1) / at_once;
  const int64_t end = (all.items + threads - 1) / threads * parts;
  while (context.position < end) {
    const int64_t item = context.position / parts * threads;
    const int64_t first = context.position % parts * at_once;
    const int64_t count = std::min(threads, all.items - item);
    const int64_t work = count * (all.item_work / parts);
    RunPiece(context, count, work, [&](int64_t i) {
      std::byte* const own = context.scratch + static_cast<size_t>(i) * context.scratch_stride;
      run(item + i, first, std::min(all.pieces, first + at_once), all.is_alone ? workspace : own);
    });
    ++context.position;
    const bool may_go_on = context.Spend(work);
    if (!may_go_on && context.position < end) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
}

// Allocates memory for an item: a workspace of the step if threads share it, or scratch memory.
Leaf MemoryFor(Emitter& emitter, Itemized& items, size_t bytes, StepSpec& spec) {
  items.is_alone = items.is_shared(bytes);
  if (!items.is_alone) spec.scratch_bytes = bytes;
  return emitter.NewVector(ElementType::kI8, items.is_alone ? static_cast<int64_t>(bytes) : 0);
}

int64_t BatchOf(std::span<const int64_t> shape) {
  int64_t batch = 1;
  for (size_t d = 0; d + 2 < shape.size(); ++d) batch *= shape[d];
  return batch;
}

// --- triangular_solve

struct SolveParameters {
  simd::TriangularSolve solve;
  Itemized items;
};

template <class Phase>
struct SolveReferences {
  Read<Phase> a;
  Read<Phase> b;
  Write<Phase> result;
  Write<Phase> workspace;
};

StepStatus SolveStep(StepContext& context) {
  const auto& parameters = context.As<SolveParameters>();
  const auto at = Bind<SolveReferences>(context);
  const simd::SolveTensors tensors{at.a, at.b, at.result};
  if constexpr (simd::kHasInterleaved) {
    if (parameters.solve.is_interleaved()) {
      return RunShortItems(context, parameters.items,
                           [&](int64_t begin, int64_t end, std::byte* memory) {
                             simd::SolveInterleaved(parameters.solve, tensors, begin, end, memory);
                           });
    }
  }
  return RunItems(context, parameters.items, at.workspace,
                  [&](int64_t block, int64_t begin, int64_t end, std::byte* memory) {
                    simd::SolveRows(parameters.solve, tensors, block, begin, end, memory);
                  });
}

simd::TriangularSolve SolveOf(const Operation& operation, const Leaf& a, const Leaf& b) {
  simd::TriangularSolve solve;
  solve.type = a.type;
  solve.is_left_side = IntegerOf(operation, "left_side", 0) != 0;
  solve.is_lower = IntegerOf(operation, "lower", 0) != 0;
  solve.has_unit_diagonal = IntegerOf(operation, "unit_diagonal", 0) != 0;
  const std::string_view transpose = TextOf(operation, "transpose_a");
  solve.is_transposed = transpose == "TRANSPOSE" || transpose == "ADJOINT";
  solve.is_conjugated = transpose == "ADJOINT";
  solve.batch = BatchOf(a.shape);
  solve.size = a.shape.back();
  solve.other = b.shape[b.shape.size() - (solve.is_left_side ? 1 : 2)];
  return solve;
}

// --- cholesky

struct CholeskyParameters {
  simd::Cholesky cholesky;
  Itemized items;
};

template <class Phase>
struct CholeskyReferences {
  Read<Phase> a;
  Write<Phase> result;
  Write<Phase> workspace;
};

StepStatus CholeskyStep(StepContext& context) {
  const auto& parameters = context.As<CholeskyParameters>();
  const auto at = Bind<CholeskyReferences>(context);
  if constexpr (simd::kHasInterleaved) {
    if (parameters.cholesky.is_interleaved()) {
      return RunShortItems(
          context, parameters.items, [&](int64_t begin, int64_t end, std::byte* memory) {
            simd::FactorInterleaved(parameters.cholesky, at.a, at.result, begin, end, memory);
          });
    }
  }
  return RunItems(context, parameters.items, at.workspace,
                  [&](int64_t matrix, int64_t begin, int64_t end, std::byte* memory) {
                    simd::FactorRows(parameters.cholesky, at.a, at.result, matrix, begin, end,
                                     memory);
                  });
}

}  // namespace

Result<void> LowerTriangularSolve(Lowering& lowering, const Operation& operation) {
  const Leaf a = lowering.DenseOperand(operation, 0);
  const Leaf b = lowering.DenseOperand(operation, 1);
  const Leaf result = lowering.Define(*operation.results[0]);
  if (result.count == 0) return {};
  SolveParameters parameters{SolveOf(operation, a, b), {}};
  simd::TriangularSolve& solve = parameters.solve;
  solve.is_fast = lowering.numerics() == simd::Numerics::kFast;
  const int64_t columns = std::min(solve.other, simd::TriangularSolve::kBlock);
  parameters.items = {{solve.blocks(),
                       WorkOfMultiplyAdds(solve.size * solve.size / 2 * columns, solve.type) +
                           solve.size * (solve.size + 2 * columns) * 8,
                       solve.is_interleaved() ? simd::kInterleaved : 1},
                      solve.size};
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &SolveStep;
  const SolveReferences<Planning> references{
      .a = a,
      .b = b,
      .result = result,
      .workspace = MemoryFor(lowering.emitter(), parameters.items, WorkspaceBytes(solve), spec)};
  SetReferences(spec, references);
  spec.in_place = {InPlace(references, references.result, references.b)};
  spec.work = parameters.items.item_work * solve.blocks();
  spec.operations = static_cast<uint64_t>(result.count * solve.size);
  spec.pays_by_itself = true;
  spec.parameters = lowering.Own(parameters);
  lowering.Emit(spec);
  return {};
}

Result<void> LowerCholesky(Lowering& lowering, const Operation& operation) {
  const Leaf a = lowering.DenseOperand(operation, 0);
  const Leaf result = lowering.Define(*operation.results[0]);
  if (result.count == 0) return {};
  CholeskyParameters parameters;
  simd::Cholesky& cholesky = parameters.cholesky;
  cholesky.type = a.type;
  cholesky.is_lower = IntegerOf(operation, "lower", 0) != 0;
  cholesky.batch = BatchOf(a.shape);
  cholesky.size = a.shape.back();
  const int64_t square = cholesky.size * cholesky.size;
  parameters.items = {
      {cholesky.batch, WorkOfMultiplyAdds(square * cholesky.size / 6, cholesky.type) + square * 16,
       cholesky.is_interleaved() ? simd::kInterleaved : 1},
      2 * cholesky.size};
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &CholeskyStep;
  SetReferences(spec, CholeskyReferences<Planning>{
                          .a = a,
                          .result = result,
                          .workspace = MemoryFor(lowering.emitter(), parameters.items,
                                                 WorkspaceBytes(cholesky), spec)});
  spec.work = parameters.items.item_work * cholesky.batch;
  spec.operations = static_cast<uint64_t>(cholesky.batch * square * cholesky.size / 3);
  spec.pays_by_itself = true;
  spec.parameters = lowering.Own(parameters);
  lowering.Emit(spec);
  return {};
}

}  // namespace paddock
