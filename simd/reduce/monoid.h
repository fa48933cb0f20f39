// The reducer bodies that have kernels of their own, for every element type.
#ifndef PADDOCK_SIMD_REDUCE_MONOID_H_
#define PADDOCK_SIMD_REDUCE_MONOID_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/types/element_type.h"

namespace paddock::simd {

// Bodies that consist of one op on their two arguments.
enum class Monoid : uint8_t { kAdd, kMultiply, kMinimum, kMaximum, kAnd, kOr, kXor };

// Returns the monoid of the op spelled `op` in the specification; nothing for any other op.
std::optional<Monoid> MonoidFromSpelling(std::string_view op);

// Returns whether a value combined with itself is that value.
constexpr bool IsIdempotent(Monoid monoid) {
  return monoid != Monoid::kAdd && monoid != Monoid::kMultiply && monoid != Monoid::kXor;
}

// The virtual width of a reduction, and the most elements that it takes before a total is made: see
// docs/numerics.md, "Reductions".
inline constexpr int64_t kReduceLanes = 16;
inline constexpr int64_t kReduceBlock = 4096;

// Row totals that a chunk buffers before it combines them with init.
inline constexpr int64_t kReduceTotals = 256;

// WebAssembly omits combine_behind and combine_rows_at, for code size: scans copy instead, and rows
// are combined one at a time. Few bodies have combine_indexed there.
#ifdef __wasm__
inline constexpr bool kIsWeb = true;
#else
inline constexpr bool kIsWeb = false;
#endif
inline constexpr bool kHasCombineBehind = !kIsWeb;
inline constexpr bool kHasCombineRowsAt = !kIsWeb;

// Positions of a block of long windows: docs/numerics.md, "Windows".
inline constexpr int64_t kWindowBlock = 256;

// One cell of neighbouring windows, in elements. The cell of window u is `unit` elements from first
// + u * step on.
struct CellRow {
  const void* first;
  int64_t step;
};

// Windows of at least one cell at any positions, in units of at least kLeastFoldedBytes.
struct CellFold {
  const CellRow* cells;
  int64_t cell_count;
  int64_t units;
  int64_t unit;
  int64_t result_step;
  const void* init;  // one element; null: the totals without init
};
inline constexpr int64_t kMostFoldedCells = 64;
inline constexpr int64_t kLeastFoldedBytes = kIsWeb ? 16 : 64;

// Runs of neighbouring results, each with kReduceLanes lanes of its own, in elements.
struct BrokenRuns {
  int64_t stride;  // from run to run
  int64_t length;
  int64_t lane;  // of the first element of each run
  int64_t count;
};

// All kernels of one body and element type. Elements need no alignment. Each
// application of the body rounds to the element type, as the op itself does.
struct MonoidKernels {
  ElementType type;

  // result[i] = body(result[i], operand[i]), in ascending order of i. `operand` may overlap
  // `result`, but must not begin before it.
  void (*combine)(ElementType type, void* result, const void* operand, int64_t count);

  // result[i] = body(operand[i], result[i]), in descending order of i. `result` may overlap
  // `operand`, but must not begin before it. Null unless kHasCombineBehind.
  void (*combine_behind)(ElementType type, void* result, const void* operand, int64_t count);

  // result[i] = body(result[i], operand[r * row_stride + i]) for r from 0 to `rows`, in order. Null
  // unless kCombinesRows (window_kernels-inl.h).
  void (*combine_rows)(ElementType type, void* result, const void* operand, int64_t count,
                       int64_t row_stride, int64_t rows);

#ifndef __wasm__
  // result[i] = the total of operand[r * row_stride + i] for r from 0 to `rows`, 1 <= rows <=
  // kReduceBlock; or body(init, that total) if `init` is not null. `result` overlaps no operand.
  // Null for complex numbers.
  void (*reduce_columns)(ElementType type, const void* operand, int64_t row_stride, int64_t rows,
                         const void* init, void* result, int64_t count);
#endif

  // lanes[l] = body(lanes[l], operand[g * kReduceLanes + l]) for g from 0 to `groups`, in order.
  void (*accumulate)(ElementType type, void* lanes, const void* operand, int64_t groups);

#ifndef __wasm__
  // lanes[k * kReduceLanes + l] = body(that, x) for each element x of run k, in order, from lane
  // runs.lane on and again from lane 0. `runs.lane` elements before each run can be read. Null
  // where reduce_columns is.
  void (*accumulate_runs)(ElementType type, void* lanes, const void* operand,
                          const BrokenRuns& runs);
#endif

  // result[k] = the total of the `count` elements at operand[k * row_stride],
  // 1 <= count <= kReduceBlock.
  void (*reduce_rows)(ElementType type, const void* operand, int64_t row_stride, int64_t count,
                      void* result, int64_t rows);
  // Whether rows of less than kReduceLanes elements take little more than their loads.
  bool has_fast_short_rows = false;
  // Whether all orders of the elements give the same total. Only the payloads of NaNs may differ.
  bool has_any_order = false;

  // Whether long rows are compared by keys, which are faster than lanes of floats.
  bool has_keys = false;

  // result[targets[i]] = body(result[targets[i]], updates[sources[i]]) in order, so targets may
  // repeat.
  void (*combine_at)(ElementType type, void* result, const int64_t* targets, const void* updates,
                     const int64_t* sources, int64_t count);

  // result[indices[i]] = body(result[indices[i]], updates[i * update_stride]) in order, for
  // unsigned indices of 4 or 8 bytes at any address. In WebAssembly only
  // those of sums of 4 bytes, at indices of 4 bytes; else null.
  void (*combine_indexed)(ElementType type, void* result, const void* indices, size_t index_bytes,
                          const void* updates, int64_t update_stride, int64_t count);

  // As combine_at, for rows of `length` contiguous elements from each target and source on. Null
  // unless kHasCombineRowsAt.
  void (*combine_rows_at)(ElementType type, void* result, const int64_t* targets,
                          const void* updates, const int64_t* sources, int64_t count,
                          int64_t length);

  // result[u * result_step + i] = body(init, all cells in order). `result` overlaps no cell.
  // Returns false without these results for minima and maxima of NaNs; in WebAssembly also for a
  // maximum of -0. Null unless kFoldsCells (window_kernels-inl.h).
  bool (*fold_cells)(ElementType type, const CellFold& fold, void* result);

  // result[i * step] = body(result[(i - 1) * step], operand[i * step]) for i from 0 to `count`, the
  // first one from init on. `step` may be negative. `result` does not overlap the operand. Null
  // unless kHasPrefixes.
  void (*prefixes)(ElementType type, const void* operand, const void* init, void* result,
                   int64_t count, int64_t step);

  // The scans of kWindowBlock neighbouring elements, from the first one and to the last one.
  // `result` is `operand` or does not overlap it. Null unless kHasScans.
  void (*scan_prefix)(ElementType type, const void* operand, void* result);
  void (*scan_suffix)(ElementType type, const void* operand, void* result);
  // The same for each column of kWindowBlock rows of `tile` elements, `stride` apart. Rows of
  // `result` are contiguous. It may be `operand`. Null unless kScansRows.
  void (*scan_rows)(ElementType type, const void* operand, int64_t stride, void* result,
                    int64_t tile, bool is_prefix);
  void (*fold_rows)(ElementType type, const void* operand, int64_t stride, void* result,
                    int64_t tile);
  // The total of the block, by halves.
  void (*fold_block)(ElementType type, const void* operand, void* result);
};

// Returns null if the op is not defined for the type (kAnd of floats). For i1, addition and maximum
// are or; multiplication and minimum are and.
const MonoidKernels* FindMonoidKernels(Monoid monoid, ElementType type);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_MONOID_H_
