// The order of the work of LU decompositions.
#ifndef PADDOCK_SIMD_FACTOR_LU_TILES_H_
#define PADDOCK_SIMD_FACTOR_LU_TILES_H_

#include <algorithm>
#include <cstdint>

#include "simd/factor/factorization.h"
#include "simd/factor/team.h"

namespace paddock::simd {

// Panels of columns. A panel is subtracted from tiles of the columns behind it, which threads
// share. Own has:
//
//   // Factors the panel of columns from `panel` on. Rows are swapped in no other columns.
//   void FactorPanel(int64_t panel);
//   // Swaps the rows of columns begin .. end as the current panel's.
//   void SwapColumns(int64_t begin, int64_t end) const;
//   // The same, and subtracts the current panel from these columns.
//   void UpdateColumns(int64_t begin, int64_t end);
class LuTiles {
 public:
  LuTiles(int64_t rows, int64_t columns) : rows_(rows), columns_(columns) {}

  int64_t panel() const { return panel_; }
  int64_t EndOfPanel(int64_t panel) const {
    return std::min(std::min(rows_, columns_), panel + kPanel);
  }
  bool is_done() const { return panel_ == std::min(rows_, columns_); }

  // Returns the work. The first task is the next panel: it is updated, and factored at once, while
  // other threads have tiles. In a tile, the columns before the current panel only swap rows.
  template <class Own>
  int64_t Advance(Own& own, const Team& team) {
    const int64_t end = EndOfPanel(panel_), next = EndOfPanel(end);
    const int64_t count = (columns_ + kColumnTile - 1) / kColumnTile;
    const int64_t tile_work = (rows_ - panel_) * kPanel * kColumnTile;
    const int64_t work = team.Share(task_, 1 + count, tile_work, [&](int64_t task) {
      if (task == 0) {
        if (end == next) return;
        own.UpdateColumns(end, next);
        return own.FactorPanel(end);
      }
      const int64_t first = team.TileOf(task - 1, count) * kColumnTile;
      const int64_t last = std::min(columns_, first + kColumnTile);
      if (first < panel_) own.SwapColumns(first, std::min(panel_, last));
      if (next < last) own.UpdateColumns(std::max(first, next), last);
    });
    if (task_ == 1 + count) {
      task_ = 0;
      panel_ = end;
    }
    return work;
  }

 private:
  int64_t rows_;
  int64_t columns_;
  int64_t panel_ = 0;
  int64_t task_ = 0;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_LU_TILES_H_
