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
// Work of a chunk. A block or matrix with more work is computed in pieces.
constexpr int64_t kEnoughWork = 1 << 20;

int64_t WorkOfMultiplyAdds(int64_t count, ElementType type) {
  return count * (IsComplex(type) ? 4 : 1) / kRowOperationsOfUnit + 1;
}

// Independent items, each a sequence of pieces. A thread computes whole items; a long item is
// computed by pieces, in a workspace of the step.
struct Itemized {
  int64_t items = 0;
  int64_t pieces = 0;
  int64_t item_work = 0;

  bool is_long() const { return item_work > 4 * kEnoughWork; }
  int64_t at_once() const {
    const int64_t work = std::max<int64_t>(1, is_long() ? item_work / pieces : item_work);
    return std::clamp<int64_t>(kEnoughWork / work, 1, is_long() ? pieces : items);
  }
};

// Calls run(item, first piece, end, memory). Uses `workspace` if the items are long.
template <class Run>
StepStatus RunItems(StepContext& context, const Itemized& all, std::byte* workspace, Run run) {
  const int64_t at_once = all.at_once();
  if (!all.is_long()) {
    const int64_t chunks = (all.items + at_once - 1) / at_once;
    return RunChunks(context, chunks, at_once * all.item_work, [&](int64_t chunk, size_t thread) {
      const int64_t end = std::min(all.items, (chunk + 1) * at_once);
      for (int64_t item = chunk * at_once; item < end; ++item) {
        run(item, int64_t{0}, all.pieces, context.scratch + thread * context.scratch_stride);
      }
    });
  }
  const int64_t parts = (all.pieces + at_once - 1) / at_once;
  while (context.position < all.items * parts) {
    const int64_t begin = context.position % parts * at_once;
    const int64_t end = std::min(all.pieces, begin + at_once);
    run(context.position / parts, begin, end, workspace);
    ++context.position;
    const bool may_go_on = context.Spend(all.item_work / parts);
    if (!may_go_on && context.position < all.items * parts) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
}

// Calls run(first item, end, memory) for items that are computed in groups.
template <class Run>
StepStatus RunGroups(StepContext& context, const Itemized& all, Run run) {
  const int64_t at_once = all.at_once();
  const int64_t chunks = (all.items + at_once - 1) / at_once;
  return RunChunks(context, chunks, at_once * all.item_work, [&](int64_t chunk, size_t thread) {
    run(chunk * at_once, std::min(all.items, (chunk + 1) * at_once),
        context.scratch + thread * context.scratch_stride);
  });
}

// Returns the workspace of long items, or an empty one; short items use scratch memory.
Leaf MemoryFor(Emitter& emitter, const Itemized& items, size_t bytes, StepSpec& spec) {
  const int64_t count = items.is_long() ? static_cast<int64_t>(bytes) : 0;
  if (!items.is_long()) spec.scratch_bytes = bytes;
  return emitter.NewVector(ElementType::kI8, count);
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
      return RunGroups(context, parameters.items,
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
      return RunGroups(
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
  parameters.items = {solve.blocks(), solve.size,
                      WorkOfMultiplyAdds(solve.size * solve.size / 2 * columns, solve.type) +
                          solve.size * (solve.size + 2 * columns) * 8};
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
  parameters.items = {cholesky.batch, 2 * cholesky.size,
                      WorkOfMultiplyAdds(square * cholesky.size / 6, cholesky.type) + square * 16};
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
