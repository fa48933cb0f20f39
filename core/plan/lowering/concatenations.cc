// Operations of the ElementwiseScheduler on deferred concatenations, which need not be written.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "core/plan/fusion/strided_load.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"

namespace paddock {
namespace {

// Returns the only dimension in which the sizes of the sources add up to those of the result, which
// has all other sizes of each source; nothing if there is no such dimension.
std::optional<size_t> JoinedDimension(std::span<const Leaf> sources,
                                      std::span<const int64_t> shape) {
  std::optional<size_t> joined;
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t sum = 0;
    bool are_same = true;
    for (const Leaf& source : sources) {
      if (source.shape.size() != shape.size()) return std::nullopt;
      sum += source.shape[i];
      are_same = are_same && source.shape[i] == shape[i];
    }
    if (are_same) continue;
    if (sum != shape[i] || joined) return std::nullopt;
    joined = i;
  }
  return joined;
}

}  // namespace

std::optional<size_t> ElementwiseScheduler::DimensionOfJoined(const Leaf& leaf) const {
  const Leaf resolved = values_.Resolved(leaf);
  if (resolved.where != Leaf::Where::kSpread) return std::nullopt;
  const Spread& spread = spreads_[resolved.index];
  const bool is_joined =
      spread.load.kind == TileNode::Kind::kJoined && spread.movement != nullptr &&
      (spread.has_columns || spread.load.parts.size() == spread.sources.size()) &&
      std::ranges::equal(leaf.shape, spread.shape.shape);
  const auto is_whole = [](const TileNode& part) { return part.kind == TileNode::Kind::kStream; };
  if (!is_joined || !std::ranges::all_of(spread.load.parts, is_whole)) return std::nullopt;
  return JoinedDimension(spread.sources, leaf.shape);
}

bool ElementwiseScheduler::HasStacked(const Leaf& leaf, size_t dimension) const {
  if (DimensionOfJoined(leaf) != dimension) return false;
  const Spread& spread = spreads_[values_.Resolved(leaf).index];
  return std::ranges::all_of(spread.sources,
                             [&](const Leaf& source) { return source.shape[dimension] == 1; });
}

std::optional<JoinedPart> ElementwiseScheduler::TakePart(const Leaf& leaf,
                                                         std::span<const int64_t> starts,
                                                         std::span<const int64_t> limits) {
  const auto dimension = DimensionOfJoined(leaf);
  if (!dimension) return std::nullopt;
  Spread& spread = spreads_[values_.Resolved(leaf).index];
  int64_t begin = 0;
  for (size_t i = 0; i < spread.sources.size(); ++i) {
    const int64_t end = begin + spread.sources[i].shape[*dimension];
    if (begin <= starts[*dimension] && limits[*dimension] <= end) {
      --spread.uses_left;
      const Leaf part = spread.sources[i];
      const std::vector<Leaf> sources = spread.sources;
      for (size_t k = 0; k < sources.size(); ++k) {
        if (k != i) AddUses(sources[k], -1);
      }
      return JoinedPart{part, *dimension, begin};
    }
    begin = end;
  }
  return std::nullopt;
}

std::vector<Leaf> ElementwiseScheduler::TakeParts(const Leaf& leaf, size_t dimension, size_t most) {
  if (DimensionOfJoined(leaf) != dimension) return {};
  Spread& spread = spreads_[values_.Resolved(leaf).index];
  if (spread.uses_left != 1 || spread.sources.size() > most) return {};
  spread.uses_left = 0;
  return spread.sources;
}

// Plans to write a concatenation from the sources of its deferred operands, each in one movement.
// Returns false, and changes nothing, if one of them is no movement from memory. WebAssembly leaves
// it out, for size.
bool ElementwiseScheduler::JoinViews(uint32_t spread_index) {
  if (kHasChainModules) return false;
  const Spread& joined = spreads_[spread_index];
  std::vector<Leaf> sources;
  std::vector<simd::MovedElements> elements;
  std::vector<int64_t> shares;
  for (const TileNode& part : joined.load.parts) {
    if (part.kind != TileNode::Kind::kStream) return false;
    Leaf leaf = values_.Resolved(joined.sources[part.source]);
    simd::MovedElements& moved = elements.emplace_back();
    if (leaf.where == Leaf::Where::kSpread) {
      const Spread& spread = spreads_[leaf.index];
      if (spread.load.kind != TileNode::Kind::kStrided) return false;
      moved = LoadedElements(spread.load);
      leaf = values_.Resolved(spread.sources[spread.load.source]);
    } else {
      moved = {.sizes = {leaf.count}, .strides = {1}};
    }
    if (leaf.is_splat || leaf.where == Leaf::Where::kSpread) return false;
    sources.push_back(leaf);
    shares.push_back(part.share);
  }
  auto plan = simd::PlanJoinedRows(joined.shape.element_bytes(), elements, shares);
  if (!plan) return false;
  for (const Leaf& source : joined.sources) {
    const Leaf leaf = values_.Resolved(source);
    if (leaf.where == Leaf::Where::kSpread) --spreads_[leaf.index].uses_left;
  }
  Spread& spread = spreads_[spread_index];
  spread.sources = std::move(sources);
  spread.movement = std::make_unique<simd::MovementPlan>(std::move(*plan));
  return true;
}

}  // namespace paddock
