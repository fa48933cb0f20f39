#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_graph.h"
#include "core/plan/fusion/tile_parts.h"

namespace paddock {
namespace {

// The length of a run without an end.
constexpr int64_t kEndless = std::numeric_limits<int64_t>::max();

bool IsSameLoad(const TileNode& a, const TileNode& b) {
  const auto same_loop = [](const simd::CopyDimension& x, const simd::CopyDimension& y) {
    return x.size == y.size && x.source_stride == y.source_stride;
  };
  const bool reads = IsLoad(a) || IsWhole(a);
  return a.kind == b.kind && reads && a.type == b.type && a.source == b.source &&
         a.inner == b.inner && a.size == b.size && !a.is_output && !b.is_output &&
         a.offset == b.offset && a.row == b.row && a.share == b.share && a.low == b.low &&
         a.step == b.step && a.filled == b.filled &&
         std::ranges::equal(a.loops, b.loops, same_loop) && a.shifts == b.shifts &&
         std::ranges::equal(a.parts, b.parts, IsSameLoad);
}

TileLoad::Kind LoadKindOf(const TileNode& node) {
  switch (node.kind) {
    case TileNode::Kind::kSplat:
      return TileLoad::Kind::kSplat;
    case TileNode::Kind::kIota:
      return TileLoad::Kind::kIota;
    case TileNode::Kind::kJoined:
      return TileLoad::Kind::kJoined;
    case TileNode::Kind::kSpaced:
      return TileLoad::Kind::kSpaced;
    case TileNode::Kind::kRolled:
      return TileLoad::Kind::kRolled;
    default:
      return TileLoad::Kind::kStrided;
  }
}

// Longer periods than one loop pay only if a tile has several.
constexpr int64_t kMostJoinedPeriod = 512;

// Returns the elements of the loops within the outermost ones that repeat elements; 0 if there are
// none of the latter, or too many elements.
int64_t PeriodOf(std::span<const simd::CopyDimension> loops) {
  const auto begin = std::ranges::find_if(
      loops, [](const simd::CopyDimension& loop) { return loop.source_stride != 0; });
  if (begin == loops.begin() || begin == loops.end()) return 0;
  int64_t period = 1;
  for (auto loop = begin; loop != loops.end(); ++loop) period *= loop->size;
  const bool is_one = loops.end() - begin == 1;
  return is_one || period <= kMostJoinedPeriod ? period : 0;
}

void SetLoops(const TileNode& node, TileLoad& load, Arena& arena) {
  load.run = {1, 0, 0};
  if (node.kind == TileNode::Kind::kStream) load.run = {kEndless, 1, 0};
  if (node.loops.empty()) return;
  load.run = node.loops.back();
  const std::span<const simd::CopyDimension> outer(node.loops.data(), node.loops.size() - 1);
  load.outer = arena.CopyArray(outer);
  load.period = PeriodOf(node.loops);
}

// Merges a dimension with the one inside it, where that begins at its first element, or where both
// do.
void SetRolledLoops(const TileNode& node, TileLoad& load, Arena& arena) {
  std::vector<simd::CopyDimension> loops;
  std::vector<int64_t> shifts;
  for (size_t i = 0; i < node.loops.size(); ++i) {
    const simd::CopyDimension& loop = node.loops[i];
    if (loop.size == 1) continue;
    if (!loops.empty() && node.shifts[i] == 0) {
      loops.back() = {loops.back().size * loop.size, loop.source_stride, 0};
      shifts.back() *= loop.size;
    } else {
      loops.push_back(loop);
      shifts.push_back(node.shifts[i]);
    }
  }
  load.run = loops.back();
  loops.pop_back();
  load.outer = arena.CopyArray(loops);
  load.shifts = arena.CopyArray(shifts);
}

}  // namespace

bool IsLoad(const TileNode& node) {
  return node.kind != TileNode::Kind::kCompute && !IsSink(node) && !IsWhole(node);
}

// Kernels are functions of their operands alone.
bool IsSameComputation(const TileNode& a, const TileNode& b) {
  return a.kind == TileNode::Kind::kCompute && b.kind == a.kind && a.type == b.type &&
         a.kernel.function == b.kernel.function && a.kernel.operation == b.kernel.operation &&
         a.kernel.direction == b.kernel.direction && a.kernel.operand == b.kernel.operand &&
         a.attributes == b.attributes && a.operand_count == b.operand_count &&
         std::equal(a.operands, a.operands + a.operand_count, b.operands);
}

bool IsReader(const TileNode& node) {
  using Kind = TileNode::Kind;
  return node.kind != Kind::kCompute && node.kind != Kind::kIota && node.kind != Kind::kJoin;
}

int64_t TileSizeOf(int64_t register_bytes, int64_t block, bool streams) {
  // Registers of one program share this much of the first-level cache (32 to 48 KB on common
  // processors), which leaves room for the kernels' own data.
  constexpr int64_t kTileBytes = 32 << 10;
  constexpr int64_t kSmallestTile = 256;
  constexpr int64_t kLargestTile = 4096;
  // Memory writes the streams of one tile while the next tile is computed.
  constexpr int64_t kLargestStreamedTile = 512;
  return std::clamp(kTileBytes / register_bytes / block * block, kSmallestTile,
                    streams ? kLargestStreamedTile : kLargestTile);
}

int64_t TileSizeInMemory(int64_t count) {
  if (kHasChainModules) return 1 << 16;
  // Threads share tiles, and code may read one twice: 32 KB of f16 are still near.
  constexpr int64_t kLeast = 4096, kMost = 16384, kFewestTiles = 8;
  return std::clamp(count / kFewestTiles / kLeast * kLeast, kLeast, kMost);
}

int64_t FittedTileSize(std::span<const TileLoad> loads, int64_t tile, int64_t unit) {
  for (const TileLoad& load : loads) {
    const int64_t row = load.kind == TileLoad::Kind::kJoined   ? load.row
                        : load.kind == TileLoad::Kind::kRolled ? load.run.size
                                                               : load.period;
    if (row == 0 || row > tile / 4) continue;
    const int64_t step = std::lcm(row, unit);
    if (step <= tile / 4) tile -= tile % step;
  }
  return tile;
}

std::vector<uint32_t> LastUses(const std::vector<TileNode>& nodes) {
  const auto end = static_cast<uint32_t>(nodes.size());
  std::vector<uint32_t> last_uses(nodes.size(), kNoNode);
  for (uint32_t i = end; i-- > 0;) {
    const TileNode& node = nodes[i];
    if (node.is_output) last_uses[i] = end;
    if (last_uses[i] == kNoNode) continue;
    for (uint32_t k = 0; k < node.operand_count; ++k) {
      uint32_t& last = last_uses[node.operands[k]];
      if (IsSink(node)) last = end;
      if (last == kNoNode) last = i;
    }
  }
  return last_uses;
}

bool IsOperand(const std::vector<TileNode>& nodes, uint32_t index) {
  return std::ranges::any_of(nodes, [&](const TileNode& node) {
    return std::count(node.operands, node.operands + node.operand_count, index) != 0;
  });
}

void AddSources(const TileNode& node, std::vector<uint32_t>& sources) {
  for (const TileNode& part : node.parts) AddSources(part, sources);
  if (node.parts.empty() && IsReader(node)) sources.push_back(node.source);
}

TileLoad MakeTileLoad(const TileNode& node, uint32_t& reference, Arena& arena) {
  TileLoad load;
  load.kind = LoadKindOf(node);
  load.element_bytes = static_cast<uint32_t>(ByteSize(node.type));
  load.offset = node.offset;
  load.ramp = node.ramp;
  load.inner = node.inner;
  load.size = node.size;
  load.row = node.row;
  load.share = node.share;
  load.low = node.low;
  load.step = node.step;
  load.filled = node.filled;
  if (load.kind == TileLoad::Kind::kStrided) SetLoops(node, load, arena);
  if (!kHasChainModules && load.kind == TileLoad::Kind::kRolled) {
    SetRolledLoops(node, load, arena);
  }
  if (node.parts.empty()) {
    load.reference = node.kind == TileNode::Kind::kIota ? 0 : reference++;
    return load;
  }
  std::vector<TileLoad> parts;
  for (const TileNode& part : node.parts) parts.push_back(MakeTileLoad(part, reference, arena));
  load.part_count = parts.size();
  load.first_part = arena.CopyArray(parts).data();
  return load;
}

void ReferToScratch(CompiledTiles& tiles, std::span<TileRegister> registers,
                    std::span<TileInstruction> instructions) {
  const size_t first = tiles.reads.size() + tiles.writes.size();
  for (TileRegister& tile_register : registers) {
    if (!tile_register.is_scratch) continue;
    tile_register.reference = static_cast<uint32_t>(first + tiles.scratch_offsets.size());
    tiles.scratch_offsets.push_back(tile_register.scratch_offset);
  }
  for (TileInstruction& instruction : instructions) {
    for (uint16_t& operand : instruction.operands) {
      operand = static_cast<uint16_t>(registers[operand].reference);
    }
    instruction.result = static_cast<uint16_t>(registers[instruction.result].reference);
  }
}

// A result may take an operand's memory if the last instruction that reads the operand does not
// come after the one that writes the result.
void FindInPlacePairs(const std::vector<TileNode>& nodes, std::span<const uint32_t> last_uses,
                      std::span<const uint32_t> reference_of, CompiledTiles& tiles) {
  // Whether a load reads the source of a stream at other places.
  const auto is_read_twice = [&](uint32_t reference) {
    return std::ranges::count(tiles.reads, tiles.reads[reference]) > 1;
  };
  for (size_t w = 0; w < tiles.writes.size(); ++w) {
    const uint32_t written = tiles.writes[w];
    if (nodes[written].kind != TileNode::Kind::kCompute) continue;
    for (uint32_t i = 0; i < nodes.size(); ++i) {
      const bool is_read = reference_of[i] != kNoNode && nodes[i].kind == TileNode::Kind::kStream;
      if (!is_read || ByteSize(nodes[i].type) != ByteSize(nodes[written].type)) continue;
      if (last_uses[i] > written || is_read_twice(reference_of[i])) continue;
      const auto write = static_cast<uint32_t>(tiles.reads.size() + w);
      tiles.in_place.push_back({write, reference_of[i]});
    }
  }
}

int64_t ResultBytes(const TileNode& node) {
  const auto bytes = static_cast<int64_t>(ByteSize(node.type));
  return node.kind == TileNode::Kind::kJoin ? bytes * node.operand_count : bytes;
}

TileColumns JoinedColumns(const std::vector<TileNode>& nodes, uint32_t index,
                          std::span<const uint32_t> register_of) {
  const TileNode& node = nodes[index];
  TileColumns columns{.count = node.operand_count,
                      .stride = node.operand_count,
                      .element_bytes = static_cast<uint32_t>(ByteSize(node.type)),
                      .tuples = register_of[index]};
  for (uint32_t k = 0; k < node.operand_count; ++k) {
    columns.registers[k] = static_cast<uint16_t>(register_of[node.operands[k]]);
  }
  return columns;
}

// Counts the program's work as that of these nodes.
void CountWork(const std::vector<TileNode>& nodes, TileProgram& program) {
  const std::vector<uint32_t> last_uses = LastUses(nodes);
  int64_t work = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const TileNode& node = nodes[i];
    if (last_uses[i] == kNoNode || IsWhole(node)) continue;
    work += static_cast<int64_t>(ByteSize(node.type));
    if (IsLoad(node)) continue;
    work += node.kernel.work;
    ++program.operation_count;
  }
  program.work_per_element = std::max<int64_t>(work, 1);
}

uint32_t TileGraph::Add(TileNode node) {
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    if (IsSameLoad(nodes_[i], node) || IsSameComputation(nodes_[i], node)) return i;
  }
  taken_ += MostPartNodesOf(node);
  nodes_.push_back(std::move(node));
  return static_cast<uint32_t>(nodes_.size() - 1);
}

}  // namespace paddock
