#include "core/plan/fusion/tile_tuples.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/plan/fusion/copy_loops.h"
#include "core/types/element_type.h"

namespace paddock {
namespace {

using Kind = TileNode::Kind;

// Fewer elements do not pay for the reading.
constexpr int64_t kFewestInTuples = 4096;
constexpr int64_t kMostTuple = 4;

// Returns the loops without the innermost `columns` elements, and sets the distance of these.
// Returns nothing if they are no loop, or part of one, of their own.
std::optional<CopyLoops> WithoutColumns(CopyLoops loops, int64_t columns, int64_t& distance) {
  while (!loops.empty() && loops.back().size == 1) loops.pop_back();
  if (loops.empty() || loops.back().size % columns != 0) return std::nullopt;
  simd::CopyDimension& run = loops.back();
  distance = run.source_stride;
  run.size /= columns;
  run.source_stride *= columns;
  if (run.size == 1) loops.pop_back();
  return MergedLoops(loops);
}

// Returns whether a load copies its elements to tiles in short runs. Periods are copied once.
bool IsSpread(const TileNode& load) {
  constexpr int64_t kFewestInMemory = 64;
  return load.loops.front().source_stride != 0 && load.loops.back().size < kFewestInMemory;
}

class TupleWriter {
 public:
  TupleWriter(const std::vector<TileNode>& nodes, int64_t count, int64_t columns)
      : original_(nodes), count_(count / columns), columns_(columns) {}

  std::optional<TupleNodes> Write() {
    const std::vector<uint32_t> last_uses = LastUses(original_);
    by_column_.assign(original_.size() * static_cast<size_t>(columns_), kNoNode);
    for (uint32_t i = 0; i < original_.size(); ++i) {
      if (last_uses[i] == kNoNode) continue;
      for (int64_t column = 0; column < columns_; ++column) {
        if (!AddColumn(i, column)) return std::nullopt;
      }
      if (original_[i].is_output) AddJoined(i);
    }
    if (!graph_.HasRoomFor(0) || !Pays(last_uses) || ReadsLargeArrays()) return std::nullopt;
    TupleNodes made{graph_.nodes(), {}, columns_};
    made.originals.assign(made.nodes.size(), kNoNode);
    for (const auto& [joined, original] : outputs_) made.originals[joined] = original;
    return made;
  }

 private:
  uint32_t& NodeOf(uint32_t node, int64_t column) {
    return by_column_[node * static_cast<size_t>(columns_) + static_cast<size_t>(column)];
  }

  // Columns of a broadcast are one, and so is what is computed of it alone.
  bool AddColumn(uint32_t index, int64_t column) {
    std::optional<TileNode> node = ColumnOf(original_[index], column);
    if (!node) return false;
    node->is_output = false;
    for (uint32_t k = 0; k < node->operand_count; ++k) {
      node->operands[k] = NodeOf(original_[index].operands[k], column);
    }
    NodeOf(index, column) = graph_.Add(*std::move(node));
    return true;
  }

  void AddJoined(uint32_t index) {
    TileNode joined;
    joined.kind = Kind::kJoin;
    joined.type = original_[index].type;
    joined.is_output = true;
    for (int64_t column = 0; column < columns_; ++column) {
      joined.operands[joined.operand_count++] = NodeOf(index, column);
    }
    outputs_.emplace_back(graph_.Add(std::move(joined)), index);
  }

  std::optional<TileNode> ColumnOf(TileNode node, int64_t column) const {
    switch (node.kind) {
      case Kind::kStream:
        return Strided(node, {{count_ * columns_, 1, 0}}, column);
      case Kind::kStrided:
        return Strided(node, node.loops, column);
      case Kind::kIota:
        if (node.inner % columns_ != 0) return std::nullopt;
        node.inner /= columns_;
        return node;
      case Kind::kCompute:
      case Kind::kSplat:
      case Kind::kWhole:
        return IsComplex(node.type) ? std::nullopt : std::optional(std::move(node));
      default:
        return std::nullopt;
    }
  }

  std::optional<TileNode> Strided(TileNode node, CopyLoops all, int64_t column) const {
    int64_t distance = 0;
    auto loops = WithoutColumns(std::move(all), columns_, distance);
    if (!loops || IsComplex(node.type)) return std::nullopt;
    node.offset += column * distance;
    const bool is_one = loops->empty() || (loops->size() == 1 && loops->front().source_stride == 0);
    const bool is_stream = !is_one && loops->size() == 1 && loops->front().source_stride == 1;
    node.kind = is_one ? Kind::kSplat : Kind::kStrided;
    if (is_stream && node.offset == 0) node.kind = Kind::kStream;
    node.loops = node.kind == Kind::kStrided ? *std::move(loops) : CopyLoops();
    node.share = 0;
    return node;
  }

  // Returns whether tiles of several arrays are read from memory one after the other, which takes
  // twice as long as reading a vector of each.
  bool ReadsLargeArrays() const {
    const auto is_large = [&](const TileNode& node) {
      const int64_t bytes = static_cast<int64_t>(ByteSize(node.type)) * columns_;
      return node.is_output && count_ >= kStreamedBytes / bytes;
    };
    std::set<uint32_t> arrays;
    for (const TileNode& node : graph_.nodes()) {
      if (node.kind == Kind::kStrided || node.kind == Kind::kStream) arrays.insert(node.source);
    }
    return arrays.size() > 1 && std::ranges::any_of(graph_.nodes(), is_large);
  }

  // Compares the times of loads of tuples, and of columns that are taken apart and joined, in
  // thirds of the time in which a vector of repeated elements is written (Zen 5).
  bool Pays(const std::vector<uint32_t>& last_uses) const {
    int64_t spread = 0, columns = 0;
    for (uint32_t i = 0; i < original_.size(); ++i) {
      const TileNode& node = original_[i];
      if (last_uses[i] == kNoNode) continue;
      if (node.kind == Kind::kStrided && IsSpread(node)) {
        // Four repetitions are a part of a vector, and take less time.
        spread += columns_ == 4 ? 10 : 3 * columns_;
      }
      if (node.is_output) columns += columns_;
    }
    // By source and distance of a column's elements: its columns.
    std::map<std::pair<uint32_t, int64_t>, std::set<int64_t>> tuples;
    for (const TileNode& node : graph_.nodes()) {
      if (node.kind != Kind::kStrided) continue;
      const int64_t stride = node.loops.back().source_stride;
      // Others are loaded in loops of their own.
      if (node.loops.size() > 1 || stride < 2 || stride > simd::kMostColumns) return false;
      tuples[{node.source, stride}].insert(node.offset);
    }
    for (const auto& [tuple, offsets] : tuples) {
      columns += offsets.size() == 1 ? 3 : 2 * tuple.second;
    }
    return columns < spread;
  }

  const std::vector<TileNode>& original_;
  const int64_t count_;
  const int64_t columns_;
  TileGraph graph_{count_};
  // Nodes that join columns, with the nodes of the original.
  std::vector<std::pair<uint32_t, uint32_t>> outputs_;
  // By node of the original and column.
  std::vector<uint32_t> by_column_;
};

}  // namespace

std::optional<TupleNodes> TakeTuples(const std::vector<TileNode>& nodes, int64_t count) {
  if (count < kFewestInTuples) return std::nullopt;
  for (int64_t columns = kMostTuple; columns >= 2; --columns) {
    if (count % columns != 0) continue;
    if (auto taken = TupleWriter(nodes, count, columns).Write()) return taken;
  }
  return std::nullopt;
}

}  // namespace paddock
