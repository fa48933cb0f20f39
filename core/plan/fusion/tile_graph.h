// TileGraph: the element-wise operations of a tile program before it has registers.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_GRAPH_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_GRAPH_H_

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/base/arena.h"
#include "core/plan/fusion/tile_program.h"
#include "core/types/element_type.h"

namespace paddock {

struct TileNode {
  enum class Kind : uint8_t {
    kStream,   // element i of the source is element i
    kSplat,    // as TileLoad
    kStrided,  //
    kIota,     //
    kJoined,   //
    kSpaced,   //
    kRolled,   //
    kWhole,    // the source's address, for kernels that read any element of it
    kCompute,
    // Sinks, whose results have not one element for each of the graph.
    kReduce,
    kJoin,  // the operands side by side: element i of operand k is element i * operand_count + k
  };
  Kind kind = Kind::kStream;
  ElementType type = ElementType::kI1;
  bool is_output = false;
  // For kinds that read: the number that the owner gave the source, or (kReduce) the init.
  uint32_t source = 0;
  // As TileLoad. A part of kStream has consecutive elements.
  int64_t offset = 0;
  std::vector<TileNode> parts;
  int64_t row = 0;
  int64_t share = 0;
  int64_t low = 0;
  int64_t step = 1;
  int64_t filled = 0;
  // kStrided, kRolled: slowest first; the product of the sizes is the count of the graph.
  std::vector<simd::CopyDimension> loops;
  // kRolled: the index in each loop at which the source is read first.
  std::vector<int64_t> shifts;
  // kIota.
  simd::RampKernel ramp = nullptr;
  // kIota, kSpaced.
  int64_t inner = 1;
  int64_t size = 1;
  // kCompute.
  simd::ElementwiseKernel kernel;
  // kCompute; or (kSplat) the element, if it is known while planning.
  const void* attributes = nullptr;
  // kCompute has at most 3, kJoin at most simd::kMostColumns.
  uint32_t operands[simd::kMostColumns] = {};
  uint32_t operand_count = 0;
  // kReduce; lives as long as the plan.
  const simd::ReducePieces* pieces = nullptr;
};

// Returns whether elements of the node are read from memory before others are computed.
bool IsLoad(const TileNode& node);
// Returns whether the node reads elements of one source, in order or through strides.
inline bool IsPlainLoad(const TileNode& node) {
  return node.kind == TileNode::Kind::kStream || node.kind == TileNode::Kind::kStrided;
}
inline bool IsWhole(const TileNode& node) { return node.kind == TileNode::Kind::kWhole; }
inline bool IsSink(const TileNode& node) {
  return node.kind == TileNode::Kind::kReduce || node.kind == TileNode::Kind::kJoin;
}
// Returns whether the node has sources.
bool IsReader(const TileNode& node);

// Returns the elements of a tile of `count` for a module or machine code whose values are all in
// memory, so that it keeps nothing in a tile. A call takes as long as some hundred elements.
int64_t TileSizeInMemory(int64_t count);

// Returns the elements of a tile whose registers have so many bytes for each: whole blocks.
int64_t TileSizeOf(int64_t register_bytes, int64_t block, bool streams);

// Returns the elements of a tile, at most `tile`: whole runs of the periodic loads, if several fit,
// and still whole units.
int64_t FittedTileSize(std::span<const TileLoad> loads, int64_t tile, int64_t unit);

// Returns whether both nodes compute the same of the same operands.
bool IsSameComputation(const TileNode& a, const TileNode& b);

// Returns for each node the last one that reads it: one past the end for outputs and for operands
// of sinks, kNoNode for nodes that no output needs.
inline constexpr uint32_t kNoNode = std::numeric_limits<uint32_t>::max();
std::vector<uint32_t> LastUses(const std::vector<TileNode>& nodes);

// Returns whether node `index` is an operand of any node.
bool IsOperand(const std::vector<TileNode>& nodes, uint32_t index);

// Returns the bytes of a node's result for each element of the graph.
int64_t ResultBytes(const TileNode& node);

// Returns the columns that node `index` (kJoin) writes side by side. Registers are by node.
TileColumns JoinedColumns(const std::vector<TileNode>& nodes, uint32_t index,
                          std::span<const uint32_t> register_of);

// Appends the sources that a load reads.
void AddSources(const TileNode& node, std::vector<uint32_t>& sources);
// Returns a load whose references begin with `reference`, which advances by their number.
TileLoad MakeTileLoad(const TileNode& node, uint32_t& reference, Arena& arena);

// A result that may share an operand's memory: indices of references.
struct InPlacePair {
  uint32_t write = 0;
  uint32_t read = 0;
};

struct CompiledTiles {
  const TileProgram* program = nullptr;
  // The step's references: sources of the reads first, then nodes of the writes, then workspaces of
  // the nodes that reduce, in their order, then
  // (is_direct) as many scratch registers at these offsets.
  std::vector<uint32_t> reads;
  std::vector<uint32_t> writes;
  std::vector<uint32_t> scratch_offsets;
  std::vector<InPlacePair> in_place;
  bool is_direct = false;
};

// Counts the program's work as that of these nodes.
void CountWork(const std::vector<TileNode>& nodes, TileProgram& program);

// Scratch registers become references of a direct program, so that no addresses are computed at run
// time.
void ReferToScratch(CompiledTiles& tiles, std::span<TileRegister> registers,
                    std::span<TileInstruction> instructions);

// Adds the pairs of references that may share memory. By node: `last_uses` as LastUses, and
// `reference_of` a read's reference or kNoNode.
void FindInPlacePairs(const std::vector<TileNode>& nodes, std::span<const uint32_t> last_uses,
                      std::span<const uint32_t> reference_of, CompiledTiles& tiles);

struct TileOptions {
  // Allows a program that runs as a step of its own without setup.
  bool allow_direct = false;
  // Neighbouring cheap operations keep values in vector registers (core/plan/fusion/tile_chain.h).
  bool allow_chains = true;
  // Where the only result is in a larger array (kStrided); null: it is an array of its own. The
  // source is that array before, and becomes the first reference. Only a program with coded rows
  // can run.
  const TileNode* window = nullptr;
};

class TileGraph {
 public:
  explicit TileGraph(int64_t count) : count_(count) {}

  int64_t count() const { return count_; }
  const std::vector<TileNode>& nodes() const { return nodes_; }
  TileNode& node(uint32_t index) { return nodes_[index]; }
  // Returns the existing node for an equal load or computation.
  uint32_t Add(TileNode node);
  // Whether `more` nodes fit into one program.
  bool HasRoomFor(size_t more) const { return nodes_.size() + more <= kMaximumTileRegisters; }
  // The same if complex numbers become parts.
  bool HasRoomForParts(size_t more) const { return taken_ + more <= kMaximumTileRegisters; }

  // Computes every output and no unneeded node. Requires at least one output.
  CompiledTiles Compile(Arena& arena, TileOptions options) const;

 private:
  // Complex numbers as their parts, if there are chains.
  CompiledTiles CompileParts(Arena& arena, TileOptions options, TileSecondGear* second_gear) const;

  int64_t count_;
  std::vector<TileNode> nodes_;
  // The most nodes that replace them (core/plan/fusion/tile_parts.h).
  size_t taken_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_GRAPH_H_
