// Tile programs: connected element-wise operations as one loop over tiles that stay in
// the first-level cache; each tile is a short list of kernel calls on tile registers.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_PROGRAM_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_PROGRAM_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/plan/fusion/row_loop.h"
#include "core/plan/fusion/tile_columns.h"
#include "core/plan/fusion/tile_load.h"
#include "core/plan/fusion/tile_sink.h"
#include "core/plan/step.h"
#include "simd/elementwise/elementwise_kernel.h"

namespace paddock {

// A register is `tile_size` elements: scratch memory, or, for contiguous operands and results, the
// memory of the value itself.
struct TileRegister {
  bool is_scratch = false;
  uint32_t reference = 0;       // the step's reference; unused for scratch
  uint32_t element_bytes = 0;   // by how much its address advances for each element
  uint32_t scratch_offset = 0;  // scratch registers only
};

struct TileChain;

struct TileInstruction {
  // No function: runs `chain`, which has its own operands.
  simd::ElementwiseKernel kernel;
  const void* attributes = nullptr;
  const TileChain* chain = nullptr;
  uint16_t operands[3] = {};
  uint16_t result = 0;
};

// A result so large that caches evict it before it is read. Each tile is computed in scratch
// memory, then written past the caches: a cached store would first read the line from memory.
struct TileStream {
  uint16_t tile_register = 0;
  // A chain computes the result, and nothing in the program reads it: blocks that begin at vector
  // boundaries are written in place.
  bool is_direct = false;
  uint32_t scratch_offset = 0;
};

// Minimum size of a streamed result. Streaming takes 0.55 of the time for a copy of 16 MB (0.8 ms
// instead of 1.5, Zen 4 with 32 MB of last-level cache), 0.9 for 8 MB, and 1.3 for 4 MB.
inline constexpr int64_t kStreamedBytes = int64_t{8} << 20;

struct TileProgram;

#ifdef __EMSCRIPTEN_PTHREADS__
template <class T>
using SharedByThreads = std::atomic<T>;
#else
template <class T>
using SharedByThreads = T;
#endif

// WebAssembly only: a program with its chains as modules (core/plan/fusion/chain_module.h), which
// replaces the program without modules once enough work has been done to pay for compiling them.
// The engine's thread loads the modules; others use them once it `kRuns`.
struct TileSecondGear {
  const TileProgram* program = nullptr;
  std::span<TileChain* const> chains;
  // Operations on elements so far, and when the engine last asked for the modules.
  SharedByThreads<int64_t> work = 0;
  int64_t asked_work = 0;
  enum class State : uint8_t { kWaits, kRuns, kNever };
  SharedByThreads<State> state = State::kWaits;
};

struct ReducedRows;

struct TileProgram {
  // Registers that advance with the tile come first.
  std::span<const TileRegister> registers;
  std::span<const TileLoad> loads;
  std::span<const TileInstruction> instructions;
  std::span<const TileStream> streams;
  // Loads that are read together, and results that are joined. WebAssembly has none, for size.
  std::span<const TileColumns> split, joined;
  std::span<const TileSink> sinks;
  // Scratch registers that sinks read. They hold `tile_size` elements, of several tiles.
  std::span<const uint16_t> sunk_registers;
  uint32_t moving_registers = 0;
  // Operations on each element.
  uint32_t operation_count = 0;
  int64_t count = 0;
  int64_t tile_size = 0;
  // Not 0: the length of the loads' contiguous runs, at whose ends tiles end.
  int64_t row_size = 0;
  // core/plan/fusion/coded_rows.h runs it.
  bool has_coded_rows = false;
  // Not null: code reduces rows to lanes, so no sink reads a register
  // (core/plan/fusion/reduced_rows.h).
  const ReducedRows* reduced_rows = nullptr;
  // Not null: where the only result is in memory, with its register. Only has_coded_rows.
  const TileLoad* window = nullptr;
  // Tasks of threads are whole units, a multiple of this many elements
  // (simd/reduce/reduce_pieces.h).
  int64_t unit = 1;
  size_t scratch_bytes = 0;
  int64_t work_per_element = 1;
  // May be null.
  TileSecondGear* second_gear = nullptr;

  // Whether the program has neither streams, columns nor modules.
  bool is_plain() const {
    return streams.empty() && split.empty() && joined.empty() && second_gear == nullptr;
  }
};

// Bounds tables on the stack, and the time to find equal nodes.
#ifdef __EMSCRIPTEN__
inline constexpr size_t kMaximumTileRegisters = 96;
#else
inline constexpr size_t kMaximumTileRegisters = 224;
#endif

// Runs elements begin .. end; `pointers` are in the order of the program's references.
// `may_stream`: nothing reads the results soon.
void RunTiles(const TileProgram& program, std::byte* const* pointers, std::byte* scratch,
              int64_t begin, int64_t end, bool may_stream = false);

// Returns the row form of a step with this number of references. A unit is an element, or a row of
// sinks. Returns null if sinks reduce columns, or few rows.
std::shared_ptr<const RowForm> RowFormOf(const TileProgram& program, size_t reference_count);

// Step functions; parameters: TileProgram. The second needs every register to be a
// reference, no loads, and count <= tile_size.
StepStatus TileStep(StepContext& context);
StepStatus DirectTileStep(StepContext& context);
inline bool IsTileStep(StepFunction function) {
  return function == &TileStep || function == &DirectTileStep;
}

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_PROGRAM_H_
