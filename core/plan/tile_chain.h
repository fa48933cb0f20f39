// Chains in tile programs: neighbouring cheap instructions become one, whose values stay in vector
// registers (simd/elementwise/chain.h). The bits are the same.
#ifndef PADDOCK_CORE_PLAN_TILE_CHAIN_H_
#define PADDOCK_CORE_PLAN_TILE_CHAIN_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/arena.h"
#include "core/plan/tile_program.h"
#include "simd/elementwise/chain.h"

namespace paddock {

struct TileNode;

// WebAssembly has none: what they save was measured on processors, whose registers a chain fills,
// and their 50 KB of code are a twentieth of what a visitor of the page waits for.
#ifdef __EMSCRIPTEN__
inline constexpr bool kHasChains = false;
#else
inline constexpr bool kHasChains = true;
#endif

// An operand of the chain's steps.
struct TileChainOperand {
  enum class Kind : uint8_t {
    kMoving,  // element i of the tile
    kSame,    // a register with one value everywhere
    kSlot,    // a block in scratch memory, for values that the accumulator cannot keep
  };
  Kind kind = Kind::kMoving;
  bool is_written = false;
  uint16_t tile_register = 0;  // not of slots
  uint32_t element_bytes = 0;  // kMoving
  // A block in scratch memory: the slot, or (kMoving) where the last elements of a tile are
  // completed to a block.
  uint32_t scratch_offset = 0;
};

struct TileChain {
  simd::ChainMachine machine;
  std::span<const simd::ChainStep> steps;
  std::span<const TileChainOperand> operands;
};

// Each node has at most a register and a slot.
inline constexpr size_t kMostChainOperands = 2 * kMaximumTileRegisters;

// `registers`: where those of the tile are now.
void RunTileChain(const TileChain& chain, std::byte* const* registers, std::byte* scratch,
                  int64_t count);

// Fewer elements are not worth a chain.
inline constexpr int64_t kFewestChained = 1024;

// The nodes that are to be one instruction: at least two each, next to each other among those
// that compute something and are needed.
std::vector<std::vector<uint32_t>> FindChains(const std::vector<TileNode>& nodes,
                                              const std::function<bool(uint32_t)>& is_needed);

// How the nodes of a chain are seen from outside.
struct ChainSurroundings {
  const std::vector<TileNode>& nodes;
  // The tile register of a node; of those in the chain only if somebody outside needs them.
  std::function<uint32_t(uint32_t node)> register_of;
  std::function<bool(uint32_t node)> is_needed_outside;
};

// Takes scratch memory from `scratch_bytes` on.
const TileChain* MakeTileChain(const std::vector<uint32_t>& members,
                               const ChainSurroundings& surroundings, size_t& scratch_bytes,
                               Arena& arena);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_TILE_CHAIN_H_
