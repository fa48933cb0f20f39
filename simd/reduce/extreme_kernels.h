// The loops over lanes of extreme.h. Lanes are f32, f64, i32 or i64, at any address, XORed with
// `flip`. Flipping all bits, or the sign of a float, reverses their order. Flipping the sign bit
// orders unsigned integers.
#ifndef PADDOCK_SIMD_REDUCE_EXTREME_KERNELS_H_
#define PADDOCK_SIMD_REDUCE_EXTREME_KERNELS_H_

#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"

namespace paddock::simd {

// Rows of neighbouring columns, `row_stride` lanes apart; rows are numbered from `first_row` on.
struct ExtremeRows {
  const void* lanes;
  int64_t row_stride;
  int64_t rows;
  int64_t first_row;
  int64_t columns;
};

// Running state of each column: the greatest lane (flipped), its row as value and as place, and
// whether a NaN occurred (all bits set). The last three are unsigned integers of a lane's size.
struct ExtremeColumns {
  void* greatest;
  void* value_rows;
  void* place_rows;
  void* nans;
};

// No lane before `begin`, and none from `end` on, is the greatest.
struct ExtremeSpan {
  int64_t begin;
  int64_t end;
};

// Where the results of columns are stored if the initial value is less extreme than all elements.
struct ExtremeStores {
  // A stored lane, and what orders it as its type (extreme.h).
  uint64_t init;
  uint64_t order_flip;
  // Whether an element that is greater, or less, than `init` is the result, with its place.
  bool takes_greater;
  bool takes_less;
  // Whether a column is not stored if its greatest lane is a zero.
  bool skips_zeros;
  // Addresses of the first column. Values are lanes. Places have 4 or 8 bytes.
  void* values;
  void* places;
  size_t place_bytes;
};

struct ExtremeKernels {
  // Finds the greatest of `count` > 0 lanes and its position. Returns whether a lane is NaN; both
  // are then undefined.
  bool (*find_greatest)(const void* lanes, int64_t count, uint64_t flip, void* greatest,
                        ExtremeSpan* span);
  // Returns the first or last lane that equals `value` (flipped). There must be one.
  int64_t (*find_equal)(const void* lanes, int64_t count, uint64_t flip, const void* value,
                        bool is_last);
  // Row 0 initialises the columns, and other rows are added to them. Among equal lanes the first
  // row is kept, or the last. The state of a column with a NaN is otherwise undefined.
  void (*add_rows)(const ExtremeRows& rows, uint64_t flip, bool takes_last_value,
                   bool takes_last_place, const ExtremeColumns& columns);
  // Stores the results of columns from `begin` on, whose greatest lanes are flipped by `flip`, up
  // to a vector with another result. Returns the first column that is not stored. Null in
  // WebAssembly, except for f32.
  int64_t (*store_columns)(const ExtremeColumns& columns, uint64_t flip,
                           const ExtremeStores& stores, int64_t begin, int64_t end);
};

const ExtremeKernels& FindExtremeKernels(ElementType lane_type);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_EXTREME_KERNELS_H_
