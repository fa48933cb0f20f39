// Computations of the ElementwiseScheduler whose results are each repeated for a few neighbouring
// elements, such as a weight of each color: they are computed with these elements.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/plan/fusion/copy_loops.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"

namespace paddock {
namespace {

// Fewer elements are as fast either way.
constexpr int64_t kFewestRepeated = 4096;
constexpr int64_t kMostRepetitions = 4;
// Writing and reading an element takes as long as this work, for each of its repetitions.
constexpr int64_t kMostRepeatedWork = 3;
constexpr size_t kMostNodes = 8;

// Each of the `count` elements that the node loads becomes several.
void RepeatElements(TileNode& node, int64_t count, int64_t repetitions) {
  if (node.kind == TileNode::Kind::kStream) node.loops = {{count, 1, 0}};
  node.kind = TileNode::Kind::kStrided;
  node.loops.push_back({repetitions, 0, 0});
}

}  // namespace

// Returns a load of the source of the leaf in place of `load`, which is a broadcast of the leaf:
// where that is a broadcast itself, or another view whose elements are each repeated for their
// neighbours. Nothing for any other leaf.
std::optional<TileNode> ElementwiseScheduler::ComposedLoad(const Leaf& leaf,
                                                           const TileNode& load) const {
  const bool may_be = !kHasChainModules && leaf.where == Leaf::Where::kSpread && !leaf.is_splat &&
                      load.offset == 0 && load.kind == TileNode::Kind::kStrided;
  if (!may_be) return std::nullopt;
  const Spread& spread = spreads_[leaf.index];
  if (spread.load.kind != TileNode::Kind::kStrided) return std::nullopt;
  const bool is_broadcast = spread.movement == nullptr;
  if (!is_broadcast && RepetitionsOf(load.loops) == 1) return std::nullopt;
  const Leaf source = values_.Resolved(spread.sources[spread.load.source]);
  if (source.is_splat || source.where == Leaf::Where::kSpread) return std::nullopt;
  auto loops = ComposedLoops(load.loops, spread.load.loops);
  if (!loops) return std::nullopt;
  TileNode node = load;
  node.offset = spread.load.offset;
  node.loops = *std::move(loops);
  return node;
}

// Computes the elements of a broadcast in its own group, if they are a cheap computation and
// repeated for a few neighbours. Returns false for any other spread.
bool ElementwiseScheduler::Repeat(uint32_t spread_index) {
  const Spread& spread = spreads_[spread_index];
  const bool is_broadcast =
      spread.movement == nullptr && spread.load.kind == TileNode::Kind::kStrided;
  if (kHasChainModules || !is_broadcast || spread.shape.count < kFewestRepeated) return false;
  const Leaf source = values_.Resolved(spread.sources[spread.load.source]);
  const int64_t repetitions = RepetitionsOf(spread.load.loops);
  const bool fits = source.where == Leaf::Where::kNode && !source.is_splat && repetitions > 1 &&
                    repetitions <= kMostRepetitions && spread.load.offset == 0 &&
                    source.count * repetitions == spread.shape.count;
  if (!fits) return false;
  const ElementGroup& from = *groups_[source.index];
  const auto indices =
      NodesOfOneLoad(from, source.node, spread.uses_left, kMostNodes, &IsPlainLoad);
  int64_t work = 0;
  std::vector<CopiedNode> nodes = CopiesOf(from, indices);
  for (CopiedNode& copied : nodes) {
    if (copied.node.kind == TileNode::Kind::kCompute) work += copied.node.kernel.work;
    if (IsPlainLoad(copied.node)) RepeatElements(copied.node, source.count, repetitions);
  }
  if (indices.empty() || work == 0 || work > kMostRepeatedWork) return false;
  AddUses(source, -spread.uses_left);
  BindToNode(spread_index, AddCopies(from, indices, std::move(nodes), spread.shape.count));
  return true;
}

}  // namespace paddock
