// Chains in tile programs: neighbouring cheap instructions become one, whose values stay in vector
// registers (simd/elementwise/chain.h). The bits are the same.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_CHAIN_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_CHAIN_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/arena.h"
#include "core/plan/fusion/tile_program.h"
#include "simd/elementwise/chain.h"

namespace paddock {

struct TileNode;

// In WebAssembly a chain is a module that is made at run time (core/plan/fusion/chain_module.h): it
// adds no code to the download, and dispatches no steps at run time.
#ifdef __EMSCRIPTEN__
inline constexpr bool kHasChainModules = true;
#else
inline constexpr bool kHasChainModules = false;
#endif

// Values of kSame operands with which a chain's machine code does not run.
enum class ExcludedValues : uint8_t {
  kNone,
  kZero,             // unsigned divisors
  kNotPositive,      // signed divisors
  kNaNAndMinusZero,  // bounds
};

// An operand of the chain's steps.
struct TileChainOperand {
  enum class Kind : uint8_t {
    kMoving,  // element i of the tile
    kSame,    // a register with one value everywhere
    kSlot,    // a block in scratch memory, for values that the accumulator cannot keep
    kWhole,   // a source, of which steps read any element
  };
  Kind kind = Kind::kMoving;
  bool is_written = false;
  // A result that steps may write past the caches.
  bool is_streamed = false;
  // kMoving: one element for each long row, so most tiles have one value everywhere.
  bool is_row_element = false;
  ExcludedValues excluded = ExcludedValues::kNone;
  // kSame: the element, if it is known while planning. Code has it, so its register may be empty.
  const std::byte* constant = nullptr;
  uint16_t tile_register = 0;  // unused for slots
  uint32_t element_bytes = 0;  // unused for slots
  // A block in scratch memory: the slot, or (kMoving) the last elements of a tile, completed to a
  // block.
  uint32_t scratch_offset = 0;
};

// Returns an address as operands of chains have it.
inline uint8_t* AsOperand(const std::byte* address) {
  return reinterpret_cast<uint8_t*>(const_cast<std::byte*>(address));
}

// Whether code reads only the first element of an operand with equal elements: unless these have
// two parts.
constexpr bool ReadsOneElement(size_t element_bytes, size_t lane_bytes) {
  return element_bytes <= lane_bytes;
}

// Fewest elements of a row whose last ones code computes without masks.
inline constexpr int64_t kFewestOfRestInMemory = 64;

// Machine code of a chain (core/plan/fusion/chain_code.h), for the first `count` elements.
using ChainCode = void (*)(const simd::ChainOperand* operands, size_t count);

struct TileChain {
  // `run` is null until `module` is loaded, if there is one.
  simd::ChainMachine machine;
  std::span<const simd::ChainStep> steps;
  // Variant that writes streamed results past the caches; empty: none are streamed.
  std::span<const simd::ChainStep> streaming_steps;
  // Those that code was written for: none is two in one.
  std::span<const simd::ChainStep> code_steps;
  std::span<const uint8_t> module;
  std::span<const TileChainOperand> operands;
  // May be null. Unless it `codes_rest`, `count` is a multiple of `code_lanes`: see RunChainCode.
  ChainCode code = nullptr;
  bool has_code() const { return code != nullptr; }
  // The variant for `streaming_steps`.
  ChainCode streaming_code = nullptr;
  size_t code_lanes = 0;
  size_t lane_bytes = 0;
  bool codes_rest = false;
  // The last of `count` elements, which the code leaves to another vector.
  size_t RestOf(size_t count) const { return codes_rest ? 0 : count % code_lanes; }
  // Whether rows of `size` elements pay for code, also at their ends.
  bool CodesRows(int64_t size) const {
    if (!has_code()) return false;
    const bool are_vectors = size != 0 && size % static_cast<int64_t>(code_lanes) == 0;
    return codes_rest || are_vectors || size >= kFewestOfRestInMemory;
  }
  // Whether steps take elements by index.
  bool has_takes = false;
};

// Each node has at most a register and a slot.
inline constexpr size_t kMostChainOperands = 2 * kMaximumTileRegisters;

// Addresses of a tile's registers. Some registers have one value for the whole tile, and hold only
// the elements that a chain reads at once.
struct TileRegisters {
  std::byte* at[kMaximumTileRegisters];
  bool is_same[kMaximumTileRegisters];
  bool is_streaming = false;
  // Contents of the register of a periodic load: `count` elements from place `index` of a run on.
  struct Loaded {
    int64_t index;
    int64_t count;
  };
  Loaded loaded[kMaximumTileRegisters];
};

void RunTileChain(const TileChain& chain, const TileRegisters& registers, std::byte* scratch,
                  int64_t count);

// Returns whether a value is written over one that the chain reads.
bool IsInPlace(const TileChain& chain, const simd::ChainOperand* operands);

// Runs `code` of a chain for `count` elements, whatever their number. `block_bytes` of moving
// operands is 0 if all of their elements are one. Without masks, the last vector computes elements
// of the one before it again, or if that `is_in_place` or there is none, is completed in scratch
// memory.
void RunChainCode(const TileChain& chain, ChainCode code, simd::ChainOperand* operands,
                  bool is_in_place, std::byte* scratch, size_t count);

// Returns whether all chains have machine code.
bool HaveOnlyCode(std::span<const TileInstruction> instructions);

// Returns whether there are instructions, and machine code can run all on the rows of the loads.
bool AreCoded(std::span<const TileInstruction> instructions, std::span<const TileLoad> loads);

// Loads keep only what the chains' machine code needs of equal elements, if they all have code.
void LimitLoads(std::span<const TileInstruction> instructions, std::span<TileLoad> loads);

// Minimum number of elements for a chain without machine code: one and a half blocks of the longest
// vectors. In WebAssembly, the work of one tile does not pay for the test of whether a module is
// worthwhile.
inline constexpr int64_t kFewestInMachine = kHasChainModules ? 4097 : 384;
// The same with machine code: two vectors.
inline constexpr int64_t kFewestInCode = 16;

// Returns whether the node, which computes, can be a step of a chain.
bool IsChainStep(const std::vector<TileNode>& nodes, const TileNode& node);

// Returns 0 if all values are booleans, which fit any width.
size_t LaneBytesOf(const std::vector<TileNode>& nodes, uint32_t index);
// Those of a chain with these members. Natively 1 if all values are booleans.
size_t LaneBytesOf(const std::vector<TileNode>& nodes, std::span<const uint32_t> members);

// Returns the runs of adjacent nodes that become one instruction each. Nodes that are not needed or
// compute nothing do not interrupt a run. A run has at least two nodes, or one that computes with
// an element of each row or, if there are `count` elements enough, with floats of 16 bits, which
// kernels convert in passes of their own. In WebAssembly one node is enough for many elements.
std::vector<std::vector<uint32_t>> FindChains(const std::vector<TileNode>& nodes, int64_t count,
                                              const std::function<bool(uint32_t)>& is_needed);

// Properties of a chain's nodes outside the chain.
struct ChainSurroundings {
  const std::vector<TileNode>& nodes;
  // Returns a node's tile register. Nodes of the chain have one only if they are used outside.
  std::function<uint32_t(uint32_t node)> register_of;
  std::function<bool(uint32_t node)> is_needed_outside;
  std::function<bool(uint32_t node)> is_streamed;
  // Length of the rows if all chains become machine code; may be 0.
  int64_t row_size = 0;
};

// Returns the operand for a node outside the chain, or for a member that is used outside.
TileChainOperand OutsideOperand(const ChainSurroundings& around, uint32_t index, bool is_written);

// Allocates scratch memory by increasing `scratch_bytes`.
TileChain* MakeTileChain(const std::vector<uint32_t>& members,
                         const ChainSurroundings& surroundings, size_t& scratch_bytes,
                         Arena& arena);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_CHAIN_H_
