#include "core/plan/fusion/tile_graph.h"

#include <optional>

#include "core/native/executable_memory.h"
#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/tape_tiles.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_compiler.h"
#include "core/plan/fusion/tile_order.h"
#include "core/plan/fusion/tile_tuples.h"

namespace paddock {

CompiledTiles TileGraph::Compile(Arena& arena, TileOptions options) const {
  options.allow_chains = options.allow_chains && count_ >= FewestChained();
  TileSecondGear* second_gear = nullptr;
  if constexpr (kHasChainModules) {
    if (options.allow_chains) {
      second_gear = CompileSecondGear({nodes_, nodes_, count_}, arena);
    }
    options.allow_chains = false;
  }
  if constexpr (kHasNativeTapes) {
    // In loops, machine code of a tape needs no call.
    const bool is_short = count_ <= int64_t{simd::TapeKernel::kMostOfVector};
    if (options.allow_chains && is_short && options.window == nullptr) {
      CompiledTiles tiles = CompileParts(arena, {options.allow_direct, false}, nullptr);
      if (IsShortTape(*tiles.program)) return tiles;
    }
  }
  CompiledTiles tiles = CompileParts(arena, options, second_gear);
  if (kHasChainModules || count_ >= kFewestInMachine || HaveOnlyCode(tiles.program->instructions))
    return tiles;
  options.allow_chains = false;
  return CompileParts(arena, options, second_gear);
}

CompiledTiles TileGraph::CompileParts(Arena& arena, TileOptions options,
                                      TileSecondGear* second_gear) const {
  std::optional<TupleNodes> tuples;
  std::optional<PreparedNodes> prepared;
  if (!kHasChainModules && options.allow_chains) {
    if (options.window == nullptr) tuples = TakeTuples(nodes_, count_);
    prepared = PrepareForChains(tuples ? tuples->nodes : nodes_);
  }
  const int64_t columns = tuples ? tuples->columns : 1;
  const std::vector<TileNode>& taken = tuples ? tuples->nodes : nodes_;
  CompiledTiles tiles =
      CompileNodes({prepared ? prepared->nodes : taken, nodes_, count_ / columns, columns}, arena,
                   options, second_gear);
  for (uint32_t& node : tiles.writes) {
    if (prepared) node = prepared->originals[node];
    if (tuples) node = tuples->originals[node];
  }
  return tiles;
}

}  // namespace paddock
