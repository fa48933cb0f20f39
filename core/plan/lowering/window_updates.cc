// Updates of windows that are computed where they are in the larger array, as in
// x.at[1:, :].add(y). Otherwise they would be computed in memory of their own, and copied.
#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/plan/chunked_step.h"
#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/copy_loops.h"
#include "core/plan/fusion/strided_load.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/lowering/step_moves.h"

namespace paddock {
namespace {

struct WindowParameters {
  const TileProgram* program = nullptr;
  // The size of the whole array.
  int64_t bytes = 0;
  // Number of the reference to the result; that to the array before is the first.
  size_t result = 0;

  int64_t work() const { return program->count * program->work_per_element; }
};

// First copies the array, unless the result took its memory. Position counts the array's bytes,
// then the elements of the window.
StepStatus WindowStep(StepContext& context) {
  const auto& parameters = context.As<WindowParameters>();
  const std::byte* const array = context.pointers[0];
  if (!CopyUpdated(context, array, context.pointers[parameters.result], parameters.bytes)) {
    return StepStatus::kBudgetSpent;
  }
  context.parameters = parameters.program;
  context.position -= parameters.bytes;
  const StepStatus status = TileStep(context);
  context.position += parameters.bytes;
  context.parameters = &parameters;
  return status;
}

const StepMoves* MovesOfWindow(const void* parameters, Arena& arena) {
  return CallInBlock(static_cast<const WindowParameters*>(parameters)->work(), arena, true);
}

// A window of an array that the result takes.
class PreparedWindow : public PreparedStep {
 public:
  PreparedWindow(const TileProgram& program, std::byte* const* pointers, std::byte* scratch)
      : program_(program), pointers_(pointers), scratch_(scratch) {}

  // A PrepareStepFunction.
  static std::unique_ptr<const PreparedStep> Prepare(const void* its_parameters,
                                                     std::byte* const* pointers,
                                                     std::byte* scratch) {
    const auto& parameters = *static_cast<const WindowParameters*>(its_parameters);
    if (pointers[0] != pointers[parameters.result]) return nullptr;
    return std::make_unique<PreparedWindow>(*parameters.program, pointers, scratch);
  }

  void Run() const override { RunTiles(program_, pointers_, scratch_, 0, program_.count, true); }

 private:
  const TileProgram& program_;
  std::byte* const* pointers_;
  std::byte* const scratch_;
};

bool HaveSameElements(const TileNode& a, const TileNode& b) {
  const auto is_same = [](const simd::CopyDimension& x, const simd::CopyDimension& y) {
    return x.size == y.size && x.source_stride == y.source_stride;
  };
  return a.offset == b.offset &&
         std::ranges::equal(MergedLoops(a.loops), MergedLoops(b.loops), is_same);
}

// Returns whether the node reads nothing of source `array`, or the element that is written there.
bool ReadsInPlace(const TileNode& node, const TileNode& window,
                  const std::function<bool(uint32_t)>& is_array) {
  std::vector<uint32_t> sources;
  AddSources(node, sources);
  if (std::ranges::none_of(sources, is_array)) return true;
  return node.kind == TileNode::Kind::kStrided && HaveSameElements(node, window);
}

}  // namespace

bool ElementwiseScheduler::UpdateWindow(const Operation& operation, const Leaf& array,
                                        const Leaf& update, std::span<const int64_t> start) {
  // Fewer bytes are copied in little time, and code of short rows takes longer than such copies.
  constexpr uint64_t kFewestBytes = 4096;
  constexpr int64_t kFewestRowBytes = 256;
  if (kHasChainModules || level_ != Level::kFast || !HasChainCode()) return false;
  const Leaf waiting = values_.Resolved(update);
  if (array.where != Leaf::Where::kSlot || waiting.where != Leaf::Where::kNode) return false;
  ElementGroup& group = *groups_[waiting.index];
  if (!group.is_open || update.is_splat || update.bytes() < kFewestBytes) return false;
  const auto is_other = [&](uint32_t node) {
    return node != waiting.node && node < group.uses_left.size() && group.uses_left[node] > 0;
  };
  const auto count = static_cast<uint32_t>(group.graph.nodes().size());
  for (uint32_t i = 0; i < count; ++i) {
    if (is_other(i)) return false;
  }
  const bool is_last = group.uses_left[waiting.node] == 1;
  if (!is_last || group.graph.nodes()[waiting.node].kind != TileNode::Kind::kCompute) return false;
  std::vector<int64_t> limits, steps(start.size(), 1);
  for (size_t d = 0; d < start.size(); ++d) limits.push_back(start[d] + update.shape[d]);
  TileNode window = StridedLoad(
      array.type, simd::SlicedElements(simd::RowMajorElements(array.shape), start, limits, steps));
  const int64_t row = MergedLoops(window.loops).back().size;
  if (row * static_cast<int64_t>(array.element_bytes()) < kFewestRowBytes) return false;
  const auto is_array = [&](uint32_t number) { return IsSameMemory(group.sources[number], array); };
  if (!std::ranges::all_of(group.graph.nodes(), [&](const TileNode& node) {
        return ReadsInPlace(node, window, is_array);
      })) {
    return false;
  }
  TileGraph graph = group.graph;
  graph.node(waiting.node).is_output = true;
  const auto source = std::ranges::find_if(
      group.sources, [&](const Leaf& leaf) { return IsSameMemory(leaf, array); });
  window.source = static_cast<uint32_t>(source - group.sources.begin());
  TileOptions options = emitter_.tile_options(false);
  options.window = &window;
  const CompiledTiles tiles = graph.Compile(emitter_.arena(), options);
  if (!tiles.program->has_coded_rows) return false;
  group.is_open = false;
  std::erase(open_groups_, waiting.index);
  EmitWindow(operation, group, array, tiles);
  values_.SetGroupMemory(waiting.index, std::vector<Leaf>(count));
  group.graph = TileGraph(group.graph.count());
  group.sources = {};
  return true;
}

void ElementwiseScheduler::EmitWindow(const Operation& operation, const ElementGroup& group,
                                      const Leaf& array, const CompiledTiles& tiles) {
  const Leaf result = values_.Define(*operation.results[0]);
  StepSpec spec;
  spec.operation = &operation;
  std::vector<const Operation*> fused = group.OperationsOf(group.graph);
  fused.push_back(&operation);
  spec.fused = emitter_.arena().CopyArray(std::span<const Operation* const>(fused));
  spec.function = &WindowStep;
  for (const uint32_t source : tiles.reads) {
    spec.reads.push_back(source < group.sources.size() ? group.sources[source] : array);
  }
  spec.writes.push_back(result);
  const auto write = static_cast<uint32_t>(spec.reads.size());
  spec.in_place = {{.write = write, .read = 0}};
  const WindowParameters parameters{tiles.program, static_cast<int64_t>(array.bytes()), write};
  spec.work = parameters.work();
  spec.operations = static_cast<uint64_t>(tiles.program->count) * tiles.program->operation_count;
  spec.pays_by_itself = true;
  spec.scratch_bytes = tiles.program->scratch_bytes;
  spec.moves = &MovesOfWindow;
  spec.prepare = &PreparedWindow::Prepare;
  spec.parameters = emitter_.Own(parameters);
  emitter_.Emit(spec);
}

}  // namespace paddock
