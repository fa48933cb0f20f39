#include "core/plan/products/gemm_step.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "core/plan/chunked_step.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/lowering/promoted_operand.h"
#include "core/plan/lowering/step_moves.h"
#include "core/plan/products/packed_operand.h"
#include "core/plan/products/product_rows.h"
#include "core/plan/products/product_terms.h"
#include "simd/elementwise/elementwise.h"
#include "simd/gemm/sparse.h"

namespace paddock {
namespace {

struct GemmParameters {
  simd::GemmPlan plan;
  // With lists of nonzero elements.
  simd::GemmPlan of_lists;
  simd::Numerics numerics = simd::Numerics::kPortable;
  int64_t work = 0;
  // In bytes.
  int64_t lhs_offset = 0;
  int64_t rhs_offset = 0;
  // Where the scratch memory has lists of nonzero elements; 0: nowhere.
  size_t lists_offset = 0;
};

template <class Phase>
struct GemmReferences {
  Read<Phase> lhs;
  // Perhaps packed.
  Read<Phase> rhs;
  Write<Phase> result;
};

simd::GemmPointers PointersOf(const GemmParameters& parameters, const GemmReferences<Running>& at) {
  return {at.lhs + parameters.lhs_offset, at.rhs + parameters.rhs_offset, at.result};
}

std::byte* ScratchOfThread(const StepContext& context, size_t thread) {
  return context.scratch + thread * context.scratch_stride;
}

// Position counts steps of chunks. The scratch memory persists between calls.
StepStatus RunAlone(StepContext& context, const GemmParameters& parameters,
                    const simd::GemmPointers& pointers) {
  const int64_t steps = std::max<int64_t>(1, parameters.plan.steps_per_tile);
  while (true) {
    simd::GemmPosition position{context.position / steps, context.position % steps};
    const int64_t given = kChunkWork * kMultiplyAddsOfUnit;
    int64_t budget = given;
    const bool is_done =
        simd::RunGemm(parameters.plan, pointers, context.scratch, position, budget);
    context.position = position.tile * steps + position.step;
    const bool may_go_on = context.Spend((given - budget) / kMultiplyAddsOfUnit);
    if (is_done) return StepStatus::kDone;
    if (!may_go_on) return StepStatus::kBudgetSpent;
  }
}

// Work of a chunk after which all threads join, so that a run can stop: 2.5 ms at 60e9
// multiply-adds per second, and a tenth of a second where the processors are slow, shared or have
// memory to clear.
constexpr int64_t kWorkOfRounds = 2 * kSharedWork;

// Runs as many chunks at once as there are threads, some rounds of each in turn. Each of them has a
// workspace to its end. position counts the chunks at once, in turns, in groups.
StepStatus RunLongGemm(StepContext& context, const GemmParameters& parameters,
                       const simd::GemmPointers& pointers, int64_t chunks, int64_t rounds_at_once) {
  const auto threads = static_cast<int64_t>(context.host->thread_count());
  const int64_t rounds = simd::RoundCount(parameters.plan);
  const int64_t turns = (rounds + rounds_at_once - 1) / rounds_at_once;
  const int64_t groups = (chunks + threads - 1) / threads;
  const auto run = [&](int64_t position, size_t) {
    const int64_t place = position % threads;
    const int64_t chunk = position / (threads * turns) * threads + place;
    if (chunk >= chunks) return;
    const int64_t begin = position / threads % turns * rounds_at_once;
    simd::RunGemmChunk(parameters.plan, pointers,
                       ScratchOfThread(context, static_cast<size_t>(place)), threads, chunk,
                       {begin, std::min(begin + rounds_at_once, rounds)});
  };
  return RunChunks(context, groups * turns * threads, parameters.work / (chunks * turns), run,
                   threads);
}

// Whether an operand of mostly zeros was found, when the step began. `lists` is its memory.
bool IsSparse(const StepContext& context, const simd::GemmPlan& plan,
              const simd::GemmPointers& pointers, std::byte* lists) {
  if (context.position != 0) return simd::HasLists(lists);
  for (size_t thread = 0; thread < context.host->thread_count(); ++thread) {
    simd::PrepareThread(ScratchOfThread(context, thread));
  }
  return simd::FindNonzeros(plan, pointers, lists);
}

// Returns nothing if the other operand needs the product with all elements.
std::optional<StepStatus> RunSparse(StepContext& context, const simd::GemmPlan& plan,
                                    const simd::GemmPointers& pointers, const std::byte* lists) {
  const simd::SparseChunks chunks = simd::SparseChunksOf(plan, lists);
  const auto run = [&](int64_t chunk, size_t thread) {
    simd::RunSparseChunk(plan, pointers, lists, chunks, chunk, ScratchOfThread(context, thread));
  };
  const StepStatus status =
      RunChunks(context, chunks.count, chunks.work / kMultiplyAddsOfUnit, run);
  for (size_t thread = 0; thread < context.host->thread_count(); ++thread) {
    if (simd::HasFailed(ScratchOfThread(context, thread))) return std::nullopt;
  }
  return status;
}

// Runs the product with all its elements.
StepStatus RunWhole(StepContext& context, const GemmParameters& parameters,
                    const simd::GemmPointers& pointers) {
  const auto threads = static_cast<int64_t>(context.host->thread_count());
  const int64_t chunks = simd::ChunkCount(parameters.plan, threads);
  if (threads == 1 || chunks < 2) {
    return RunAlone(context, parameters, pointers);
  }
  const int64_t rounds = simd::RoundCount(parameters.plan);
  const int64_t rounds_at_once =
      kWorkOfRounds / std::max(int64_t{1}, parameters.work / (chunks * rounds));
  if (rounds_at_once < rounds) {
    return RunLongGemm(context, parameters, pointers, chunks, std::max(int64_t{1}, rounds_at_once));
  }
  const auto run = [&](int64_t chunk, size_t thread) {
    simd::RunGemmChunk(parameters.plan, pointers, ScratchOfThread(context, thread), threads, chunk);
  };
  // Chunks that take 0.1 ms each.
  constexpr int64_t kLongWork = 1 << 22;
  return RunChunks(context, chunks, parameters.work / chunks, run,
                   std::numeric_limits<int64_t>::max(),
                   parameters.work >= kLongWork ? kWakingWork : 0);
}

StepStatus GemmStep(StepContext& context) {
  const auto& parameters = context.As<GemmParameters>();
  const simd::GemmPointers pointers = PointersOf(parameters, Bind<GemmReferences>(context));
  std::byte* const lists = context.scratch + parameters.lists_offset;
  if (parameters.lists_offset != 0 && IsSparse(context, parameters.of_lists, pointers, lists)) {
    if (const auto status = RunSparse(context, parameters.of_lists, pointers, lists))
      return *status;
    simd::DropLists(lists);
    context.position = 0;
  }
  return RunWhole(context, parameters, pointers);
}

// A product of one chunk charges what RunAlone does.
const StepMoves* MovesOfGemm(const void* its_parameters, Arena& arena) {
  const auto& parameters = *static_cast<const GemmParameters*>(its_parameters);
  const int64_t work = simd::CountedWorkOf(parameters.plan) / kMultiplyAddsOfUnit;
  const ProductOffsets offsets{parameters.lhs_offset, parameters.rhs_offset};
  const StepMoves* const moves =
      MovesOfProduct(parameters.plan, parameters.numerics, offsets, work, arena);
  constexpr int64_t kMostThreads = 64;
  const bool runs_alone = simd::ChunkCount(parameters.plan, kMostThreads) < 2;
  return moves != nullptr || !runs_alone ? moves : CallInBlock(work, arena);
}

// A product that runs alone.
class PreparedProduct : public PreparedStep {
 public:
  PreparedProduct(const simd::GemmPlan& plan, const simd::GemmPointers& pointers,
                  std::byte* scratch)
      : plan_(plan), pointers_(pointers), scratch_(scratch) {}

  static std::unique_ptr<const PreparedStep> Prepare(const void* its_parameters,
                                                     std::byte* const* pointers,
                                                     std::byte* scratch) {
    const auto& parameters = *static_cast<const GemmParameters*>(its_parameters);
    return std::make_unique<PreparedProduct>(
        parameters.plan, PointersOf(parameters, Bind<GemmReferences>(pointers)), scratch);
  }

  void Run() const override {
    simd::GemmPosition position{};
    int64_t budget = std::numeric_limits<int64_t>::max();
    simd::RunGemm(plan_, pointers_, scratch_, position, budget);
  }

 private:
  const simd::GemmPlan& plan_;
  const simd::GemmPointers pointers_;
  std::byte* const scratch_;
};

// Returns the type of products of integers that become booleans.
ElementType IntegerSumType(ElementType lhs, ElementType rhs) {
  const bool is_wide = ByteSize(lhs) == 8 || ByteSize(rhs) == 8;
  return is_wide ? ElementType::kI64 : ElementType::kI32;
}

// Fewer multiply-adds take about as long as the search for zeros.
constexpr int64_t kLeastSparseWork = int64_t{1} << 17;

// Adds memory for lists of nonzero elements, with the plan `of_lists`, to the step's scratch
// memory. Returns where it is, or 0 if the product needs none.
size_t TakeLists(const simd::GemmProblem& problem, simd::GemmPlan& of_lists,
                 size_t& scratch_bytes) {
  const auto whole = simd::PlanOfWhole(problem);
  if (!whole || simd::WorkOf(*whole) < kLeastSparseWork) return 0;
  of_lists = *whole;
  const simd::SparseMemory memory = simd::SparseMemoryOf(of_lists);
  if (memory.lists == 0) return 0;
  constexpr size_t kAlignment = simd::kGemmWorkspaceAlignment;
  const size_t offset =
      (std::max(scratch_bytes, memory.of_thread) + kAlignment - 1) / kAlignment * kAlignment;
  scratch_bytes = offset + memory.lists;
  return offset;
}

}  // namespace

Result<void> EmitConvertedProduct(Lowering& lowering, const Operation& operation, ElementType type,
                                  const EmitProduct& emit) {
  const Leaf lhs = Converted(lowering, operation, lowering.Operand(operation, 0), type);
  const Leaf rhs = Converted(lowering, operation, lowering.Operand(operation, 1), type);
  return EmitSums(lowering, operation, type,
                  [&](const Leaf& sums) { return emit(lhs, rhs, sums); });
}

bool EmitGemmStep(Lowering& lowering, const Operation& operation, const simd::GemmProblem& problem,
                  const Leaf& lhs, const Leaf& rhs, const Leaf& result, GemmOffsets offsets) {
  if (result.count == 0) return true;
  auto plan = simd::PlanGemm(problem);
  if (!plan) return false;
  const auto packed = lowering.FindPacked(operation);
  const bool is_packed = offsets.rhs == 0 && IsServed(packed.get(), *plan, rhs);
  if (is_packed) plan = simd::WithPackedRhs(*plan);
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &GemmStep;
  SetReferences(spec, GemmReferences<Planning>{
                          .lhs = lhs, .rhs = is_packed ? packed->packed : rhs, .result = result});
  spec.work = simd::WorkOf(*plan) / kMultiplyAddsOfUnit;
  spec.pays_by_itself = true;
  spec.operations = 2 * static_cast<uint64_t>(simd::WorkOf(*plan));
  spec.scratch_bytes = std::max(simd::WorkspaceBytes(*plan), kProductTermsScratch);
  simd::GemmPlan of_lists;
  const size_t lists_offset = is_packed ? 0 : TakeLists(problem, of_lists, spec.scratch_bytes);
  if (!kHasChainModules) {
    spec.moves = &MovesOfGemm;
    spec.prepare = &PreparedProduct::Prepare;
  }
  if (!is_packed) spec.rows = RowFormOfProduct(lowering, operation, problem, result.type, offsets);
  spec.parameters = lowering.Own(
      GemmParameters{std::move(*plan), std::move(of_lists), problem.numerics, spec.work,
                     offsets.lhs * static_cast<int64_t>(lhs.element_bytes()),
                     offsets.rhs * static_cast<int64_t>(rhs.element_bytes()), lists_offset});
  lowering.Emit(spec);
  return true;
}

std::vector<int64_t> OperandStrides(const Leaf& leaf) {
  std::vector<int64_t> strides(leaf.shape.size());
  int64_t stride = leaf.is_splat ? 0 : 1;
  for (size_t i = strides.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= leaf.shape[i];
  }
  return strides;
}

ElementType SumTypeFor(ElementType lhs, ElementType rhs, ElementType result) {
  const auto any = [&](auto predicate) { return predicate(lhs) || predicate(rhs); };
  const bool is_wide =
      result == ElementType::kF64 || result == ElementType::kC128 ||
      any([](ElementType type) { return type == ElementType::kF64 || type == ElementType::kC128; });
  if (IsComplex(result) || any(IsComplex)) return is_wide ? ElementType::kC128 : ElementType::kC64;
  if (IsFloat(result) || any(IsFloat)) return is_wide ? ElementType::kF64 : ElementType::kF32;
  return IsBoolean(result) ? IntegerSumType(lhs, rhs) : result;
}

Result<void> EmitSums(Lowering& lowering, const Operation& operation, ElementType type,
                      const std::function<bool(const Leaf& sums)>& emit) {
  const Value& result = *operation.results[0];
  const auto leaves = lowering.values().LeavesOf(lowering.TypeOf(result), operation.name_span);
  if (!leaves) return Failed();
  const Leaf& shape = leaves->front();
  if (shape.type == type) {
    if (emit(lowering.Define(result))) return {};
  } else {
    const Leaf sums = lowering.NewLeaf(type, shape.shape);
    if (emit(sums)) {
      lowering.elementwise().Compute(operation, result, simd::FindConvert(type, shape.type),
                                     nullptr, std::span(&sums, 1));
      return {};
    }
  }
  return lowering.NotImplemented(operation, std::string(operation.name) + " into " +
                                                std::string(Spelling(shape.type)) +
                                                " is not yet implemented");
}

Result<void> EmitInKernelTypes(Lowering& lowering, const Operation& operation,
                               const EmitProduct& emit) {
  const Value& result = *operation.results[0];
  const Leaf lhs = lowering.InMemory(lowering.Operand(operation, 0));
  const Leaf rhs = lowering.InMemory(lowering.Operand(operation, 1));
  const ElementType type = *result.type.element_type();
  if (simd::AccumulationFor(lhs.type, rhs.type, type) && emit(lhs, rhs, lowering.Define(result))) {
    return {};
  }
  return EmitConvertedProduct(lowering, operation, SumTypeFor(lhs.type, rhs.type, type), emit);
}

}  // namespace paddock
