// Computations of the ElementwiseScheduler whose results are each repeated for a few neighbouring
// elements, such as a weight of each color: they are computed with these elements.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

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

// Returns how often each element of a broadcast is repeated, if all repetitions follow each other;
// else 1.
int64_t RepetitionsOf(const std::vector<simd::CopyDimension>& loops) {
  if (loops.empty() || loops.back().source_stride != 0) return 1;
  int64_t elements = 1;
  for (size_t i = loops.size() - 1; i-- > 0;) {
    if (loops[i].size != 1 && loops[i].source_stride != elements) return 1;
    elements *= loops[i].size;
  }
  return loops.back().size;
}

int64_t CountOf(const std::vector<simd::CopyDimension>& loops) {
  int64_t count = 1;
  for (const simd::CopyDimension& loop : loops) count *= loop.size;
  return count;
}

bool IsPlainLoad(const TileNode& node) {
  return node.kind == TileNode::Kind::kStream || node.kind == TileNode::Kind::kStrided;
}

// Each of the `count` elements that the node loads becomes several.
void RepeatElements(TileNode& node, int64_t count, int64_t repetitions) {
  if (node.kind == TileNode::Kind::kStream) node.loops = {{count, 1, 0}};
  node.kind = TileNode::Kind::kStrided;
  node.loops.push_back({repetitions, 0, 0});
}

}  // namespace

// Returns a load of the source of the leaf, which is a slice or another view, in place of `load`,
// which repeats each element of the leaf for its neighbours. Nothing for any other leaf or load.
std::optional<TileNode> ElementwiseScheduler::ViewToRepeat(const Leaf& leaf,
                                                           const TileNode& load) const {
  const bool may_be = !kHasChainModules && leaf.where == Leaf::Where::kSpread &&
                      spreads_[leaf.index].movement != nullptr && load.offset == 0 &&
                      load.kind == TileNode::Kind::kStrided &&
                      RepetitionsOf(load.loops) * leaf.count == CountOf(load.loops);
  if (!may_be) return std::nullopt;
  std::vector<int64_t> shape;
  for (const simd::CopyDimension& loop : load.loops) shape.push_back(loop.size);
  shape.pop_back();
  Leaf read = leaf;
  read.shape = shape;
  const auto view = FindView(read);
  if (!view) return std::nullopt;
  TileNode node = load;
  node.offset = view->offset;
  for (size_t i = 0; i < shape.size(); ++i) node.loops[i].source_stride = view->strides[i];
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
