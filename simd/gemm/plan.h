// The plan that PlanGemm returns, for the kernels of this folder. Callers treat it as an opaque
// value.
#ifndef PADDOCK_SIMD_GEMM_PLAN_H_
#define PADDOCK_SIMD_GEMM_PLAN_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hwy/detect_compiler_arch.h"
#include "simd/gemm/codec.h"
#include "simd/gemm/strides.h"

namespace paddock::simd {

struct GemmPlan;
struct GemmPointers;
struct SparseLists;

// The type of the sums. Integers wrap, so signs do not matter, and a sum of 32
// bits serves every narrower one.
enum class GemmAccumulation : uint8_t { kI1, kU32, kU64, kF32, kF64, kC64, kC128 };

// One step of one tile; `step` counts from 0 to steps_per_tile. Of consecutive blocks of rows at
// the same k, the first packs the panels that all share.
using GemmStep = void (*)(const GemmPlan& plan, const GemmPointers& pointers, std::byte* workspace,
                          int64_t tile, int64_t step, bool is_first_block);

// Packs block number `block` of rhs to `to`.
using GemmPack = void (*)(const GemmPlan& plan, const void* rhs, std::byte* workspace,
                          std::byte* to, int64_t block);

// Lists the elements of an operand that are not zero; `span` elements of the other one are read.
using GemmFindNonzeros = bool (*)(const GemmPlan& plan, const GemmPointers& pointers,
                                  const SparseLists& lists);
// Rows of results begin .. end, of all matrices. Returns false if it must not.
using GemmRunSparse = bool (*)(const GemmPlan& plan, const GemmPointers& pointers,
                               const SparseLists& lists, std::byte* panel, int64_t begin,
                               int64_t end);

// Whether a target of this build has the large tiles of micro_kernel-inl.h: those of WebAssembly
// have too few registers.
#ifdef __wasm__
inline constexpr bool kMayHaveLargeTiles = false;
#else
inline constexpr bool kMayHaveLargeTiles = true;
#endif

// A micro-kernel keeps `rows` x `columns` sums in registers.
struct GemmTileShape {
  int64_t rows = 0;
  int64_t columns = 0;
};

// A step for few rows, which it takes in panels of `rows`.
struct GemmRowsStep {
  int64_t rows = 0;
  GemmStep step = nullptr;
};

// Kernels of one target for one accumulation type and numerics.
struct GemmKernels {
  // Bytes of a lane, and lanes in separate planes of an element: 2 for complex.
  size_t lane_bytes = 0;
  size_t planes = 1;
  // Whether lanes are floats, and elements one lane; not set in WebAssembly.
  bool has_floats = false;
  // Whether lanes are integers of 32 or 64 bits, likewise.
  bool has_integers = false;
  // Whether step_wide can read rows of lhs in place.
  bool has_rows_in_place = false;
  // Whether step_tiny selects elements from two registers at once.
  bool selects_from_pairs = false;
  // Elements of k in one lane of a packed panel, for dot instructions. The panels then hold the
  // component types below.
  int64_t k_group = 1;
  // Panels are padded along k to a multiple of this many lanes.
  int64_t depth_unit = 1;
  ElementType lhs_component = ElementType::kI32;
  ElementType rhs_component = ElementType::kI32;
  // Lanes of a register, and rows that step_vector takes along k together.
  int64_t register_lanes = 0;
  int64_t dot_rows = 0;
  // Rows whose sums in lanes are combined at once.
  int64_t combined_rows = 0;
  GemmTileShape wide, narrow;
  GemmStep step_wide = nullptr;
  GemmStep step_narrow = nullptr;
  // Null where there is none; for more rows and columns than `wide` has.
  GemmTileShape large;
  GemmStep step_large = nullptr;
  GemmPack pack_large = nullptr;
  // From the most rows to the fewest; several targets have only the first.
  std::array<GemmRowsStep, HWY_ARCH_WASM ? 2 : 3> rows;
  // Null for complex numbers and booleans.
  GemmStep step_small = nullptr;
  GemmStep step_tiny = nullptr;
  GemmStep step_across = nullptr;
  GemmStep step_dots = nullptr;
#ifndef __wasm__
  GemmStep step_outer = nullptr;
#endif
  // Null where registers have one block of 16 bytes, too.
  GemmStep step_row_blocks = nullptr;
  GemmStep step_vector = nullptr;
  // Null for other types than f32 and f64. Rows of lhs are multiplied `sparse_rows` at once.
  GemmFindNonzeros find_nonzeros = nullptr;
  GemmRunSparse run_sparse = nullptr;
  int64_t sparse_rows = 0;
};

// One operand: its strides and its decoder.
struct GemmOperand {
  StridedWalk batch, outer, k;
  size_t element_bytes = 0;
  GemmDecoder decoder;
};

enum class GemmPath : uint8_t {
  // m x n tiles of sums over packed panels, each sum in ascending order of k.
  kBlocked,
  // The sums of kBlocked for few rows, with rhs read in place.
  kRows,
  // The sums of kBlocked for small matrices, both read in place.
  kSmall,
  // The sums of kBlocked or kVector for tiny products, several in a register, or each in a lane.
  kTiny,
  // m == 1 or n == 1: sums split over kVirtualBytes of lanes.
  kVector,
  // The sums of kVector for many short products, both operands read in place.
  kDots,
};

// Whether a step takes all of k.
constexpr bool HasNoBlocks(GemmPath path) {
  return path == GemmPath::kSmall || path == GemmPath::kTiny || path == GemmPath::kDots;
}

// Bytes of the virtual vector in which a matrix times vector accumulates, on every target: one
// AVX-512 register, or four of SSE4, NEON or WASM.
inline constexpr size_t kVirtualBytes = 64;

// Byte offsets of the parts of a workspace.
struct GemmWorkspace {
  size_t rhs_block = 0, lhs_block = 0, sums = 0, edge = 0, stage = 0, starts = 0;
  size_t outer_offsets = 0, k_offsets = 0;
  size_t bytes = 0;
};

// Matrices of a batch that are multiplied one after the other, each as the plan says.
struct GemmRepeats {
  int64_t count = 1;
  StridedWalk lhs, rhs;
  // From one result to the next.
  int64_t result_bytes = 0;
  // Tiles of one matrix.
  int64_t tiles = 0;
};

struct GemmPlan {
  GemmPath path = GemmPath::kBlocked;
  // kVector: the matrix's elements are neighbours across k, not along it.
  bool vector_runs_across_k = false;
  int64_t batch = 0, m = 0, n = 0, k = 0;
  GemmOperand lhs, rhs;
  size_t result_bytes = 0;
  // Strides of matrices and their rows in elements; 0 if the result is row-major.
  StridedWalk result_batch;
  int64_t result_row_stride = 0;
  // Null if sums are stored unchanged.
  GemmEncode encode = nullptr;
  int64_t encode_parameter = 0;
  GemmKernels kernels;
  // Element of lhs minus its component in a panel.
  int32_t lhs_shift = 0;
  GemmTileShape tile_shape;
  GemmStep step = nullptr;
  // kTiny. Products are the matrices of the batch, or the rows of lhs, which share rhs.
  struct Tiny {
    bool rows_are_products = false;
    // The sums are those of kVector.
    bool adds_by_halves = false;
    // Elements of an operand are in two registers.
    bool are_in_pairs = false;
    // Products whose results are in a register.
    int64_t together = 0;
  } tiny;
  // kSmall, kTiny and kDots: `batch` is one of these then.
  GemmRepeats repeats;
  // kSmall: not 0: the last matrix of the batch has fewer rows than `m`.
  int64_t last_rows = 0;
  // kBlocked: rhs has rows of lanes, and the first kernel that needs a whole panel packs it.
  bool packs_rhs_in_passing = false;
  // kBlocked: a run receives an rhs written by PackRhsBlock.
  bool rhs_is_packed = false;
  // kBlocked: lhs is not packed.
  bool reads_lhs_in_place = false;

  // A tile is tile_m x tile_n results with all of k or, where a matrix has one
  // tile, `batch_group` matrices. A step takes block_m rows of the tile and
  // block_k of k.
  int64_t tile_m = 0, tile_n = 0, block_m = 0, block_k = 0;
  int64_t batch_group = 1;
  int64_t tiles_m = 0, tiles_n = 0;
  int64_t blocks_m = 0, blocks_k = 0;
  int64_t tiles = 0, steps_per_tile = 0;
  GemmWorkspace workspace;
};

// Tile number `index`, in matrix `index_in_group` of its group.
struct GemmTile {
  int64_t batch = 0;
  int64_t m_begin = 0, m_count = 0, n_begin = 0, n_count = 0;
};

inline bool HasResultStrides(const GemmPlan& plan) { return plan.result_row_stride != 0; }

// Returns whether the plan's kernels write a result with strides. Those that compute several
// products in a register write row-major ones only.
inline bool WritesResultStrides(const GemmPlan& plan) {
  if (plan.path == GemmPath::kVector) return plan.n > 1;
  return plan.path != GemmPath::kTiny && plan.path != GemmPath::kDots;
}

// Returns the distance of rows of results, in elements.
inline int64_t ResultRowStride(const GemmPlan& plan) {
  return HasResultStrides(plan) ? plan.result_row_stride : plan.n;
}

// Returns where a row of results begins, in elements.
inline int64_t ResultRow(const GemmPlan& plan, int64_t batch, int64_t row) {
  if (!HasResultStrides(plan)) return (batch * plan.m + row) * plan.n;
  return OffsetAt(plan.result_batch, batch) + row * plan.result_row_stride;
}

// Whether the plan's batch and rows are not those of all products.
inline bool HasRepeats(const GemmPlan& plan) {
  return plan.repeats.count > 1 || plan.last_rows != 0;
}

// Whether operands and result are stored as the kernels compute with them.
inline bool IsInKernelTypes(const GemmPlan& plan) {
  return plan.encode == nullptr && plan.lhs.decoder.is_identity && plan.rhs.decoder.is_identity;
}

inline GemmTile LocateTile(const GemmPlan& plan, int64_t index, int64_t index_in_group) {
  const int64_t tiles = plan.tiles_m * plan.tiles_n;
  const int64_t in_matrix = index % tiles;
  GemmTile tile;
  tile.batch = index / tiles * plan.batch_group + index_in_group;
  tile.m_begin = in_matrix % plan.tiles_m * plan.tile_m;
  tile.n_begin = in_matrix / plan.tiles_m * plan.tile_n;
  tile.m_count = plan.m - tile.m_begin < plan.tile_m ? plan.m - tile.m_begin : plan.tile_m;
  tile.n_count = plan.n - tile.n_begin < plan.tile_n ? plan.n - tile.n_begin : plan.tile_n;
  return tile;
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_PLAN_H_
