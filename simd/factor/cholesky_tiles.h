// The order of the work of Cholesky factorizations.
#ifndef PADDOCK_SIMD_FACTOR_CHOLESKY_TILES_H_
#define PADDOCK_SIMD_FACTOR_CHOLESKY_TILES_H_

#include <algorithm>
#include <cstdint>

#include "simd/factor/factorization.h"
#include "simd/factor/team.h"

namespace paddock::simd {

// Rows of the upper triangle u = L^H, in panels: the rows above a panel are subtracted from it
// together. Threads share the columns of a panel. Own has:
//
//   // Subtracts the contributions of rows first .. last from rows i .. i + count, in columns begin
//   // .. end. Elements below the diagonal are not used.
//   void Subtract(int64_t i, int64_t count, int64_t first, int64_t last, int64_t begin,
//                 int64_t end) const;
//   // Replaces the element on the diagonal by its root. Returns false if it is not positive.
//   bool TakeRoot(int64_t i) const;
//   // Whether rows behind one without a root may be subtracted from, with those before it.
//   static constexpr bool kUpdatesBehind;
//   // Divides columns begin .. end of row i by the root.
//   void DivideRow(int64_t i, int64_t begin, int64_t end) const;
template <class Own>
class CholeskyTiles {
 public:
  explicit CholeskyTiles(int64_t size) : size_(size) {}

  int64_t size() const { return size_; }
  // The first row, from 1 on, without a positive element on the diagonal; 0 if there is none.
  int64_t info() const { return info_; }
  // First row of the panel with that row.
  int64_t failed_panel() const { return failed_panel_; }

  void Begin(const Own& own) { FactorDiagonal(own, 0); }

  // Factors tiles of columns of the current panel, whose triangle is ready. The first task is the
  // columns above the next triangle, which is factored with it, while other threads have tiles.
  // Returns the work, or 0 at the end.
  int64_t Advance(const Own& own, const Team& team) {
    if (panel_ >= size_) return 0;
    const int64_t end = std::min(size_, panel_ + kPanel), next = std::min(size_, end + kPanel);
    const int64_t count = (size_ + kColumnTile - 1) / kColumnTile;
    const int64_t failed = info_ == 0 ? size_ : info_ - 1;
    const int64_t tile_work = end * kPanel * kColumnTile + 1;
    const int64_t work = team.Share(task_, 1 + count, tile_work, [&](int64_t task) {
      if (task == 0) {
        FactorColumns(own, failed, end, next);
        if (end < size_ && failed == size_) FactorDiagonal(own, end);
        return;
      }
      const int64_t first = team.TileOf(task - 1, count) * kColumnTile;
      const int64_t last = std::min(size_, first + kColumnTile);
      if (next < last) FactorColumns(own, failed, std::max(first, next), last);
    });
    if (task_ == 1 + count) {
      task_ = 0;
      failed_panel_ = panel_;
      panel_ = failed < end ? size_ : end;
    }
    return work;
  }

 private:
  // Rows of a panel that are subtracted together.
  static constexpr int64_t kNarrow = 8;

  // The triangle of a panel, on which its other columns depend.
  void FactorDiagonal(const Own& own, int64_t panel) {
    const int64_t end = std::min(size_, panel + kPanel);
    own.Subtract(panel, end - panel, 0, panel, panel, end);
    constexpr int64_t kStep = Own::kUpdatesBehind ? kNarrow : 1;
    for (int64_t first = panel; first < end && info_ == 0; first += kStep) {
      const int64_t last = std::min(end, first + kStep);
      own.Subtract(first, last - first, panel, first, first, end);
      for (int64_t i = first; i < last && info_ == 0; ++i) {
        own.Subtract(i, 1, first, i, i, end);
        own.TakeRoot(i) ? own.DivideRow(i, i + 1, end) : void(info_ = i + 1);
      }
    }
  }

  // Columns begin .. end of the current panel, behind its triangle. The division of row `failed`
  // and the rows behind it are left out.
  void FactorColumns(const Own& own, int64_t failed, int64_t begin, int64_t end) const {
    const int64_t limit = std::min(size_, panel_ + kPanel);
    own.Subtract(panel_, limit - panel_, 0, panel_, begin, end);
    for (int64_t first = panel_; first < limit && first <= failed; first += kNarrow) {
      int64_t last = std::min(limit, first + kNarrow);
      if (!Own::kUpdatesBehind) last = std::min(last, failed + 1);
      own.Subtract(first, last - first, panel_, first, begin, end);
      for (int64_t i = first; i < last && i <= failed; ++i) {
        own.Subtract(i, 1, first, i, begin, end);
        if (i < failed) own.DivideRow(i, begin, end);
      }
    }
  }

  int64_t size_;
  int64_t panel_ = 0;
  int64_t task_ = 0;
  int64_t info_ = 0;
  int64_t failed_panel_ = 0;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_CHOLESKY_TILES_H_
