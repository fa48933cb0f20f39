// Lowering of reduce_window (family reduction). A body that is one commutative operation is applied
// dimension by dimension, any other body to the cells of each window in order.
#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <string_view>

#include "core/plan/bodies/body_program.h"
#include "core/plan/chunked_step.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/lowering/promoted_operand.h"
#include "core/plan/lowering/stacked_parts.h"
#include "core/plan/lowering/step_moves.h"
#include "core/plan/quantized/quantized_form.h"
#include "core/plan/windows/padded_operand.h"
#include "core/plan/windows/window_body.h"
#include "core/plan/windows/window_terms.h"
#include "simd/elementwise/elementwise.h"
#include "simd/windows/prefix_windows.h"
#include "simd/windows/window_reduce.h"
#include "simd/windows/window_sums.h"

namespace paddock {
namespace {

// --- Bodies that are a monoid.

struct WindowPassParameters {
  simd::WindowPass pass;
  // Window sizes of the preceding passes, which also reduced padding.
  std::vector<int64_t> folded;
};

template <class Phase>
struct WindowPassReferences {
  Read<Phase> operand;
  Read<Phase> init;
  Write<Phase> result;
  // Workspace of all threads.
  Write<Phase> shared;
};

StepStatus RunInOrder(StepContext& context, const simd::WindowPass& pass,
                      const simd::WindowBuffers& buffers, int64_t stage) {
  const int64_t count = simd::ChunkCount(pass, stage);
  while (context.position < count) {
    simd::RunChunk(pass, buffers, stage, context.position, context.scratch);
    ++context.position;
    const bool may_go_on = context.Spend(simd::ChunkWork(pass, stage));
    if (!may_go_on && context.position < count) return StepStatus::kBudgetSpent;
  }
  return StepStatus::kDone;
}

// Position counts the chunks of all stages.
StepStatus WindowPassStep(StepContext& context) {
  const auto& parameters = context.As<WindowPassParameters>();
  const simd::WindowPass& pass = parameters.pass;
  const auto at = Bind<WindowPassReferences>(context);
  alignas(16) std::byte padding[16];
  std::memcpy(padding, at.init, ByteSize(pass.kernels->type));
  for (int64_t window : parameters.folded) simd::FoldPadding(*pass.kernels, window, padding);
  const simd::WindowBuffers buffers{at.operand, at.init, padding, at.result, at.shared};
  int64_t before = 0;
  for (int64_t stage = 0; stage < simd::StageCount(pass); ++stage) {
    const int64_t chunks = simd::ChunkCount(pass, stage);
    if (context.position < before + chunks) {
      context.position -= before;
      const StepStatus status =
          simd::IsInOrder(pass, stage)
              ? RunInOrder(context, pass, buffers, stage)
              : RunChunks(context, chunks, simd::ChunkWork(pass, stage),
                          [&](int64_t chunk, size_t thread) {
                            simd::RunChunk(pass, buffers, stage, chunk,
                                           context.scratch + thread * context.scratch_stride);
                          });
      context.position += before;
      if (status != StepStatus::kDone) return status;
    }
    before += chunks;
  }
  return StepStatus::kDone;
}

int64_t WorkOf(const simd::WindowPass& pass) {
  int64_t work = 0;
  for (int64_t stage = 0; stage < simd::StageCount(pass); ++stage) {
    work += simd::ChunkCount(pass, stage) * simd::ChunkWork(pass, stage);
  }
  return work;
}

// Returns the applications of the body for each result that do not depend on its position.
uint64_t ApplicationsOf(const simd::WindowPass& pass) {
  const auto window = static_cast<uint64_t>(pass.window.window);
  // Eight in each of two scans, and three that combine the parts.
  if (pass.is_long) return 19;
  if (pass.window.stride != 1) return window;
  return static_cast<uint64_t>(std::bit_width(window) + std::popcount(window)) - 1;
}

void EmitPass(Emitter& emitter, const Operation& operation, const Leaf& operand, const Leaf& init,
              const Leaf& result, WindowPassParameters parameters) {
  const int64_t shared_shape[] = {static_cast<int64_t>(parameters.pass.shared_bytes)};
  const Leaf shared = emitter.NewLeaf(
      ElementType::kI8, emitter.arena().CopyArray(std::span<const int64_t>(shared_shape)));
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &WindowPassStep;
  SetReferences(spec, WindowPassReferences<Planning>{
                          .operand = operand, .init = init, .result = result, .shared = shared});
  spec.work = WorkOf(parameters.pass);
  spec.operations = static_cast<uint64_t>(result.count) * ApplicationsOf(parameters.pass);
  spec.pays_by_itself = true;
  spec.scratch_bytes = parameters.pass.scratch_bytes;
  spec.parameters = emitter.Own(std::move(parameters));
  emitter.Emit(spec);
}

// Emits one pass for each dimension, the last dimension first.
void EmitMonoid(Lowering& lowering, const Operation& operation, const simd::MonoidKernels& kernels,
                Leaf operand, const Leaf& init, std::span<const WindowDimension> windows) {
  const Leaf result = lowering.Define(*operation.results[0]);
  std::vector<size_t> dimensions;
  for (size_t i = windows.size(); i-- > 0;) {
    if (!windows[i].is_trivial()) dimensions.push_back(i);
  }
  if (dimensions.empty()) {
    // Without windows, body(init, operand) remains.
    WindowPassParameters parameters;
    parameters.pass = simd::PlanWindowPass(kernels, {operand.count, operand.count}, 1, 1, true);
    return EmitPass(lowering.emitter(), operation, operand, init, result, std::move(parameters));
  }
  std::vector<int64_t> folded;
  std::vector<int64_t> shape(operand.shape.begin(), operand.shape.end());
  for (const size_t d : dimensions) {
    const bool is_last = d == dimensions.back();
    int64_t outer = 1, inner = 1;
    for (size_t i = 0; i < d; ++i) outer *= shape[i];
    for (size_t i = d + 1; i < shape.size(); ++i) inner *= shape[i];
    shape[d] = windows[d].result_size;
    const Leaf totals =
        is_last ? result
                : lowering.NewLeaf(operand.type,
                                   lowering.arena().CopyArray(std::span<const int64_t>(shape)));
    // May be empty if another dimension of the operand is empty before it is padded.
    if (totals.count != 0) {
      WindowPassParameters parameters;
      parameters.folded = folded;
      parameters.pass = simd::PlanWindowPass(kernels, windows[d], outer, inner, is_last);
      EmitPass(lowering.emitter(), operation, operand, init, totals, std::move(parameters));
    }
    folded.push_back(windows[d].window);
    operand = totals;
  }
}

// --- Monoids in windows that are folded at once: of few cells, or prefixes.

template <class Phase>
struct FoldReferences {
  Read<Phase> operand;
  Read<Phase> init;
  Write<Phase> result;
};

template <class Plan>
struct FoldParameters {
  Plan plan;
  // The body, for tapes.
  simd::ElementwiseKernel element;

  int64_t work() const { return simd::ChunkCount(plan) * plan.chunk_work; }
};

template <class Plan>
StepStatus FoldStep(StepContext& context) {
  const auto& plan = context.As<FoldParameters<Plan>>().plan;
  const auto at = Bind<FoldReferences>(context);
  return RunChunks(context, simd::ChunkCount(plan), plan.chunk_work,
                   [&](int64_t chunk, size_t thread) {
                     simd::RunChunk(plan, at.operand, at.init, at.result, chunk,
                                    context.scratch + thread * context.scratch_stride);
                   });
}

template <class Plan>
const StepMoves* MovesOfFold(const void* its_parameters, Arena& arena) {
  const auto& parameters = *static_cast<const FoldParameters<Plan>*>(its_parameters);
  const StepMoves* const moves =
      MovesOfWindows(parameters.plan, parameters.element, parameters.work(), arena);
  const bool is_one_chunk = simd::ChunkCount(parameters.plan) == 1;
  return moves != nullptr || !is_one_chunk ? moves : CallInBlock(parameters.work(), arena);
}

// A fold of one chunk.
template <class Plan>
class PreparedFold : public PreparedStep {
 public:
  PreparedFold(const Plan& plan, const FoldReferences<Running>& at, std::byte* scratch)
      : plan_(plan), at_(at), scratch_(scratch) {}

  // A PrepareStepFunction.
  static std::unique_ptr<const PreparedStep> Prepare(const void* parameters,
                                                     std::byte* const* pointers,
                                                     std::byte* scratch) {
    return std::make_unique<PreparedFold>(
        static_cast<const FoldParameters<Plan>*>(parameters)->plan, Bind<FoldReferences>(pointers),
        scratch);
  }

  void Run() const override {
    simd::RunChunk(plan_, at_.operand, at_.init, at_.result, 0, scratch_);
  }

 private:
  const Plan& plan_;
  const FoldReferences<Running> at_;
  std::byte* const scratch_;
};

// `name` is the body's. It is applied so many times for each result.
template <class Plan>
void EmitFold(Lowering& lowering, const Operation& operation, std::string_view name,
              const Leaf& operand, const Leaf& init, Plan plan, int64_t applications) {
  const Leaf result = lowering.Define(*operation.results[0]);
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &FoldStep<Plan>;
  SetReferences(spec, FoldReferences<Planning>{
                          .operand = lowering.Dense(operand), .init = init, .result = result});
  FoldParameters<Plan> parameters{std::move(plan), {}};
  spec.work = parameters.work();
  spec.operations = static_cast<uint64_t>(result.count) * static_cast<uint64_t>(applications);
  spec.pays_by_itself = true;
  spec.scratch_bytes = parameters.plan.scratch_bytes;
  if constexpr (!kHasChainModules) {
    parameters.element = simd::FindElementwise(name, operand.type, simd::Numerics::kPortable);
    spec.scratch_bytes = std::max(spec.scratch_bytes, kWindowTermsScratch);
    spec.moves = &MovesOfFold<Plan>;
    spec.prepare = &PreparedFold<Plan>::Prepare;
  }
  spec.parameters = lowering.Own(std::move(parameters));
  lowering.Emit(spec);
}

// Returns whether every tree over the same cells in order gives the same bits.
bool IsExact(simd::Monoid monoid, ElementType type) {
  if (IsInteger(type) || IsBoolean(type)) return true;
  return !IsComplex(type) && simd::IsIdempotent(monoid);
}

// Exact reductions with more cells are faster dimension by dimension.
constexpr int64_t kMostExactCells = 25;

bool IsSummed(simd::Monoid monoid, const simd::MonoidKernels& kernels,
              std::span<const WindowDimension> windows) {
  const bool is_exact = IsExact(monoid, kernels.type);
  // Complex extremes are reduced as trees.
  if (!is_exact && simd::IsIdempotent(monoid)) return false;
  if (is_exact && kernels.fold_cells == nullptr) return false;
  const int64_t most = is_exact ? kMostExactCells : simd::kMostSummedCells;
  int64_t cells = 1;
  for (const WindowDimension& window : windows) {
    if (window.window > most) return false;
    cells *= window.window;
    if (cells > most) return false;
  }
  return cells > 1;
}

// Returns a plan if all windows are prefixes along one dimension, or for exact monoids suffixes, of
// which one continues the other with the same bits.
std::optional<simd::PrefixWindows> PlanPrefixes(simd::Monoid monoid,
                                                const simd::MonoidKernels& kernels,
                                                const Leaf& init,
                                                std::span<const WindowDimension> windows) {
  const auto dimension = simd::OnlyWindowed(windows);
  if (!dimension || !IsSingleConstant(init)) return std::nullopt;
  const WindowDimension& window = windows[*dimension];
  const bool is_exact = IsExact(monoid, kernels.type);
  if (!is_exact && (simd::IsIdempotent(monoid) || window.window > simd::kMostSummedCells)) {
    return std::nullopt;
  }
  if (!window.is_prefix() && !(is_exact && window.is_suffix())) return std::nullopt;
  if (!simd::IsNeutral(monoid, kernels.type, init.address)) return std::nullopt;
  int64_t outer = 1, inner = 1;
  for (size_t i = 0; i < *dimension; ++i) outer *= windows[i].result_size;
  for (size_t i = *dimension + 1; i < windows.size(); ++i) inner *= windows[i].result_size;
  const simd::PrefixWindows plan =
      simd::PlanPrefixWindows(kernels, outer, window.window, inner, !window.is_prefix());
  return simd::Pays(plan) ? std::optional(plan) : std::nullopt;
}

// Scans few parts that are stacked. Returns false, without effect, for any other operation.
Result<bool> ScanFew(Lowering& lowering, const Operation& operation, const Block& body) {
  const auto monoid = MonoidOfBody(body);
  const auto shape = lowering.TypeOf(*operation.results[0]).shape();
  const Leaf operand = lowering.Operand(operation, 0), init = lowering.Operand(operation, 1);
  const bool is_plain = operation.operands.size() == 2 && monoid && IsInteger(operand.type) &&
                        body.arguments[0]->type.element_type() == operand.type;
  if (!is_plain || operand.count == 0 || !IsSingleConstant(init)) return false;
  const auto windows = WindowsOf(operation, operand.shape, shape);
  const auto dimension = simd::OnlyWindowed(windows);
  const simd::MonoidKernels* kernels = FindBodyMonoid(body, operand.type);
  if (!dimension || kernels == nullptr || init.type != operand.type) return false;
  const WindowDimension& window = windows[*dimension];
  const bool is_scan = window.is_prefix() || window.is_suffix();
  if (!is_scan || !simd::IsNeutral(*monoid, operand.type, init.address)) return false;
  return ScanStack(lowering, operation, body.first->info->kind, *dimension, !window.is_prefix());
}

// --- Other bodies.

Result<void> EmitBody(Lowering& lowering, const Operation& operation, Block& body,
                      std::span<const Leaf> operands, std::span<const Leaf> inits,
                      const std::vector<WindowDimension>& windows) {
  std::vector<Leaf> padded;
  WindowOffsets offsets{windows, {}, 0};
  for (size_t i = 0; i < operands.size(); ++i) {
    const PaddedOperand one = EmitPadded(lowering, operation, operands[i], windows, &inits[i]);
    padded.push_back(one.leaf);
    offsets.strides = one.strides;
    offsets.first = one.first;
  }
  return EmitWindowBody(lowering, operation, body, padded, inits, std::move(offsets));
}

}  // namespace

Result<void> LowerReduceWindow(Lowering& lowering, const Operation& operation) {
  Block* body = FoldingBody(operation);
  if (body == nullptr) return lowering.Malformed(operation);
  const size_t count = operation.operands.size() / 2;
  if (HasMixedArguments(*body)) return LowerMixedArguments(lowering, operation);
  const auto is_scanned = ScanFew(lowering, operation, *body);
  if (!is_scanned) return Failed();
  if (*is_scanned) return {};
  std::vector<Leaf> operands, inits;
  for (size_t i = 0; i < count; ++i) {
    const Type type = body->arguments[i]->type;
    if (!type.element_type() || type.rank() != 0) {
      return lowering.FailRule(operation, Constraint::kReduceWindowC13,
                               "the body takes " + ToString(type) + ", no scalar");
    }
    operands.push_back(
        Converted(lowering, operation, lowering.Operand(operation, i), *type.element_type()));
    inits.push_back(Converted(lowering, operation, lowering.Operand(operation, count + i),
                              *type.element_type()));
  }
  const auto shape =
      lowering.values().LeavesOf(lowering.TypeOf(*operation.results[0]), operation.name_span);
  if (!shape) return Failed();
  if (shape->front().count == 0) {
    for (const Value* result : operation.results) lowering.Define(*result);
    return {};
  }
  const std::vector<WindowDimension> windows =
      WindowsOf(operation, operands[0].shape, shape->front().shape);
  if (!CheckReach(lowering, operation, windows)) return Failed();
  const simd::MonoidKernels* kernels =
      count == 1 ? FindBodyMonoid(*body, operands[0].type) : nullptr;
  if (kernels == nullptr) return EmitBody(lowering, operation, *body, operands, inits, windows);
  const auto monoid = MonoidOfBody(*body);
  const auto prefixes = monoid ? PlanPrefixes(*monoid, *kernels, inits[0], windows) : std::nullopt;
  if (prefixes) {
    EmitFold(lowering, operation, NameOfBody(*body), operands[0], inits[0], *prefixes, 1);
    return {};
  }
  if (monoid && IsSummed(*monoid, *kernels, windows)) {
    simd::WindowSums sums = simd::PlanWindowSums(*kernels, windows, simd::IsIdempotent(*monoid));
    const int64_t cells = sums.cells;
    EmitFold(lowering, operation, NameOfBody(*body), operands[0], inits[0], std::move(sums), cells);
  } else {
    EmitMonoid(lowering, operation, *kernels, operands[0], inits[0], windows);
  }
  return {};
}

}  // namespace paddock
