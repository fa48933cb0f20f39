// The steps of element groups.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_components.h"
#include "core/plan/lowering/elementwise_scheduler.h"

namespace paddock {

// Emits a step for each component of the group.
void ElementwiseScheduler::EmitTiles(const ElementGroup& group, std::span<const Leaf> memory) {
  // WebAssembly has one loop, for size.
  if constexpr (!kHasChainModules) {
    const std::vector<uint32_t> components = FindTileComponents(group.graph);
    const uint32_t count = ComponentCount(components);
    for (uint32_t i = 0; i < count && count > 1; ++i) {
      EmitGraph(group, OnlyComponent(group.graph, components, i), memory);
    }
    if (count > 1) return;
  }
  EmitGraph(group, group.graph, memory);
}

// Emits a step that computes the outputs of the graph, which has the group's nodes.
void ElementwiseScheduler::EmitGraph(const ElementGroup& group, const TileGraph& graph,
                                     std::span<const Leaf> memory) {
  const std::vector<TileNode>& nodes = graph.nodes();
  if (std::ranges::none_of(nodes, &TileNode::is_output)) return;
  // A tile program in a row loop is called several times.
  const bool allow_direct = !emitter_.MayJoinRows(graph.count());
  const CompiledTiles tiles = graph.Compile(emitter_.arena(), emitter_.tile_options(allow_direct));
  StepSpec spec;
  const auto operations = group.OperationsOf(graph);
  spec.operation = operations.back();
  if (operations.size() > 1) {
    spec.fused = emitter_.arena().CopyArray(std::span<const Operation* const>(operations));
  }
  for (uint32_t source : tiles.reads) spec.reads.push_back(group.sources[source]);
  for (uint32_t node : tiles.writes) spec.writes.push_back(memory[node]);
  for (const TileSink& sink : tiles.program->sinks) {
    const auto bytes = static_cast<int64_t>(sink.pieces->plan->shared_bytes);
    spec.writes.push_back(emitter_.NewVector(ElementType::kI8, bytes));
  }
  emitter_.EmitTileStep(std::move(spec), tiles, graph.count());
  for (const ElementGroup::Name& name : group.names) {
    if (!nodes[name.node].is_output) continue;
    Leaf leaf = name.leaf;
    leaf.where = Leaf::Where::kSlot;
    leaf.index = memory[name.node].index;
    values_.Locate(*name.value, name.part, leaf);
  }
}

}  // namespace paddock
