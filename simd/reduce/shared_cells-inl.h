// Maxima of windows that share cells with the next window, in WebAssembly: the maximum of the
// shared cells is computed once.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "simd/reduce/monoid.h"

#if defined(PADDOCK_SIMD_REDUCE_SHARED_CELLS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_SHARED_CELLS_INL_H_
#undef PADDOCK_SIMD_REDUCE_SHARED_CELLS_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_SHARED_CELLS_INL_H_
#endif

#include "hwy/highway.h"

#if HWY_ARCH_WASM
HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Cells of a fold, by the unit that they are also cells of: the unit before, none, and the next
// one.
class SharedCells {
 public:
  // Returns whether units share cells in this way, and no cell is of three units.
  bool Find(const CellFold& fold) {
    const int64_t step = fold.cells[0].step;
    own_ = next_ = 0;
    int64_t next = fold.cell_count;
    const float* own[kMostFoldedCells];
    int64_t own_count = 0;
    for (int64_t c = 0; c < fold.cell_count; ++c) {
      if (fold.cells[c].step != step) return false;
      const auto* const cell = static_cast<const float*>(fold.cells[c].first);
      const bool is_before = IsCell(fold, cell + step), is_next = IsCell(fold, cell - step);
      if (is_before && is_next) return false;
      if (is_before) {
        cells_[own_++] = cell;
      } else if (is_next) {
        cells_[--next] = cell;
      } else {
        own[own_count++] = cell;
      }
    }
    std::copy_n(own, own_count, cells_ + own_);
    next_ = next;
    count_ = fold.cell_count;
    return own_ != 0;
  }

  const float* const* begin() const { return cells_; }
  const float* const* own() const { return cells_ + own_; }
  const float* const* next() const { return cells_ + next_; }
  const float* const* end() const { return cells_ + count_; }

 private:
  static bool IsCell(const CellFold& fold, const float* at) {
    return std::any_of(fold.cells, fold.cells + fold.cell_count,
                       [&](const CellRow& cell) { return cell.first == at; });
  }

  const float* cells_[kMostFoldedCells];
  int64_t own_ = 0, next_ = 0, count_ = 0;
};

class MaximaOfSharedCells {
 public:
  MaximaOfSharedCells(const CellFold& fold, const SharedCells& cells) : fold_(fold), cells_(cells) {
    if (fold.init != nullptr) init_ = hn::Set(D(), *static_cast<const float*>(fold.init));
  }

  // Returns whether all results equal those of the body's own op, as ExtremeOfCells does.
  bool Run(float* result) {
    const auto unit = static_cast<size_t>(fold_.unit);
    Open open = {hn::Zero(D()), hn::Zero(DI())};
    NoteNaN(init_, open);
    for (size_t first = 0; first < unit; first += kBuffered * kLanes) {
      const size_t size = HWY_MIN(unit - first, kBuffered * kLanes);
      size_t whole = size / (kAtOnce * kLanes) * kAtOnce;
      size_t vectors = (size + kLanes - 1) / kLanes;
      // The last vectors overlap the previous ones: four at once wait less for each other.
      const bool overlaps = vectors != whole && unit >= kAtOnce * kLanes;
      const size_t behind = overlaps ? whole : vectors;
      if (overlaps) vectors = whole += kAtOnce;
      const auto at = [&](size_t v) {
        return v < behind ? HWY_MIN(first + v * kLanes, unit - kLanes)
                          : unit - (vectors - v) * kLanes;
      };
      for (size_t v = 0; v < vectors; ++v) Begin(at(v), v, open);
      for (int64_t u = 0; u < fold_.units; ++u) {
        const size_t offset = static_cast<size_t>(u * fold_.cells[0].step);
        float* const to = result + u * fold_.result_step;
        size_t v = 0;
        for (; v < whole; v += kAtOnce) Fold<kAtOnce>(at(v), offset, v, to, open);
        for (; v < vectors; ++v) Fold<1>(at(v), offset, v, to, open);
      }
    }
    const auto is_minus_zero = hn::Eq(open.least, hn::Set(DI(), INT32_MIN));
    return hn::AllFalse(D(), hn::MaskFromVec(open.nan)) && hn::AllFalse(DI(), is_minus_zero);
  }

 private:
  using D = hn::ScalableTag<float>;
  using V = hn::Vec<D>;
  using DI = hn::RebindToSigned<D>;
  static constexpr size_t kLanes = hn::MaxLanes(D());
  static constexpr size_t kAtOnce = 4;
  static constexpr size_t kBuffered = 16;

  struct Open {
    // Masks of NaNs.
    V nan;
    // The least result as an integer: the least integer is -0.
    hn::Vec<DI> least;
  };

  static HWY_INLINE void NoteNaN(V sum, Open& open) {
    open.nan = hn::Or(open.nan, hn::VecFromMask(D(), hn::Ne(sum, sum)));
  }

  HWY_INLINE void Begin(size_t at, size_t v, Open& open) {
    V extreme = hn::LoadU(D(), cells_.begin()[0] + at);
    V sum = extreme;
    for (const float* const* cell = cells_.begin() + 1; cell != cells_.own(); ++cell) {
      const V value = hn::LoadU(D(), *cell + at);
      extreme = hn::Max(value, extreme);
      sum = hn::Add(sum, value);
    }
    NoteNaN(sum, open);
    hn::Store(extreme, D(), before_ + v * kLanes);
  }

  template <size_t kVectors>
  HWY_INLINE void Fold(size_t at, size_t offset, size_t v, float* result, Open& open) {
    const D d;
    V extremes[kVectors], nexts[kVectors], sums[kVectors];
    const float* const* cell = cells_.next();
    PADDOCK_UNROLLED
    for (size_t i = 0; i < kVectors; ++i) {
      nexts[i] = sums[i] = hn::LoadU(d, *cell + offset + at + i * kLanes);
    }
    while (++cell != cells_.end()) Add<kVectors>(*cell + offset + at, nexts, sums);
    PADDOCK_UNROLLED
    for (size_t i = 0; i < kVectors; ++i) {
      float* const before = before_ + (v + i) * kLanes;
      extremes[i] = hn::Max(nexts[i], hn::Load(d, before));
      hn::Store(nexts[i], d, before);
    }
    for (cell = cells_.own(); cell != cells_.next(); ++cell) {
      Add<kVectors>(*cell + offset + at, extremes, sums);
    }
    PADDOCK_UNROLLED
    for (size_t i = 0; i < kVectors; ++i) {
      const V value = hn::Max(init_, extremes[i]);
      hn::StoreU(value, d, result + at + i * kLanes);
      open.least = hn::Min(open.least, hn::BitCast(DI(), value));
      if (i != 0) sums[0] = hn::Add(sums[0], sums[i]);
    }
    NoteNaN(sums[0], open);
  }

  template <size_t kVectors>
  static HWY_INLINE void Add(const float* cell, V (&extremes)[kVectors], V (&sums)[kVectors]) {
    PADDOCK_UNROLLED
    for (size_t i = 0; i < kVectors; ++i) {
      const V value = hn::LoadU(D(), cell + i * kLanes);
      extremes[i] = hn::Max(value, extremes[i]);
      sums[i] = hn::Add(sums[i], value);
    }
  }

  const CellFold& fold_;
  const SharedCells& cells_;
  V init_ = hn::Set(D(), -std::numeric_limits<float>::infinity());
  // The maxima of the cells that are also of the unit before.
  HWY_ALIGN float before_[kBuffered * kLanes];
};

// Windows of three columns that slide by one column. The maxima of a column are computed once.
class MaximaOfColumns {
 public:
  // Returns whether the cells are such columns: those of a unit and the next ones, or of parts of a
  // unit.
  bool Find(const CellFold& fold) {
    const CellRow* const cells = fold.cells;
    const auto cell = [&](int64_t c) { return static_cast<const float*>(cells[c].first); };
    if (fold.cell_count < kColumns || fold.cell_count % kColumns != 0) return false;
    apart_ = cell(1) - cell(0);
    for (int64_t c = 0; c < fold.cell_count; ++c) {
      const float* const at = cell(c - c % kColumns) + c % kColumns * apart_;
      if (cells[c].step != cells[0].step || cell(c) != at) return false;
    }
    are_units_ = apart_ == cells[0].step && fold.units > 1;
    if (!are_units_ && (apart_ <= 0 || fold.unit % apart_ != 0)) return false;
    unit_ = are_units_ ? fold.unit : apart_;
    windows_ = are_units_ ? fold.units : fold.unit / apart_;
    return windows_ >= kColumns && unit_ >= static_cast<int64_t>(kAtOnce * kLanes);
  }

  // Returns whether all results equal those of the body's own op, as ExtremeOfCells does.
  bool Run(const CellFold& fold, float* result) const {
    Open open = {hn::Zero(D()), hn::Zero(DI())};
    Line line{&fold, 0, are_units_ ? fold.result_step : apart_,
              hn::Set(D(), -std::numeric_limits<float>::infinity())};
    if (fold.init != nullptr) line.init = hn::Set(D(), *static_cast<const float*>(fold.init));
    open.sum = hn::IfThenElse(hn::IsNaN(line.init), line.init, open.sum);
    const auto unit = static_cast<size_t>(unit_);
    for (int64_t u = 0; u < (are_units_ ? 1 : fold.units); ++u) {
      line.offset = u * fold.cells[0].step;
      // The last vectors overlap the previous ones.
      for (size_t i = 0; i < unit; i += kAtOnce * kLanes) {
        RunVectors(line, HWY_MIN(i, unit - kAtOnce * kLanes), result + u * fold.result_step, open);
      }
    }
    const auto is_minus_zero = hn::Eq(open.least, hn::Set(DI(), INT32_MIN));
    return hn::AllFalse(D(), hn::IsNaN(open.sum)) && hn::AllFalse(DI(), is_minus_zero);
  }

 private:
  using D = hn::ScalableTag<float>;
  using V = hn::Vec<D>;
  using DI = hn::RebindToSigned<D>;
  static constexpr size_t kLanes = hn::MaxLanes(D());
  static constexpr size_t kAtOnce = 2;
  static constexpr int64_t kColumns = 3;

  struct Open {
    // NaN if a cell is, or if cells overflow.
    V sum;
    // The least result as an integer: the least integer is -0.
    hn::Vec<DI> least;
  };

  struct Line {
    const CellFold* fold;
    int64_t offset;
    int64_t result_step;
    V init;
  };

  HWY_INLINE void Column(const Line& line, int64_t at, V (&maxima)[kAtOnce], V& sum) const {
    const CellFold& fold = *line.fold;
    for (int64_t c = 0; c < fold.cell_count; c += kColumns) {
      const float* const cell = static_cast<const float*>(fold.cells[c].first) + line.offset + at;
      PADDOCK_UNROLLED
      for (size_t v = 0; v < kAtOnce; ++v) {
        const V value = hn::LoadU(D(), cell + v * kLanes);
        maxima[v] = c == 0 ? value : hn::Max(value, maxima[v]);
        sum = hn::Add(sum, value);
      }
    }
  }

  HWY_INLINE void RunVectors(const Line& line, size_t first, float* result, Open& open) const {
    auto at = static_cast<int64_t>(first);
    float* to = result + first;
    V before[kAtOnce], middle[kAtOnce], next[kAtOnce];
    V sum = hn::Zero(D());
    Column(line, at, before, sum);
    Column(line, at += apart_, middle, sum);
    for (int64_t u = 0; u < windows_; ++u, to += line.result_step) {
      Column(line, at += apart_, next, sum);
      PADDOCK_UNROLLED
      for (size_t v = 0; v < kAtOnce; ++v) {
        const V both = hn::Max(middle[v], before[v]);
        const V value = hn::Max(line.init, hn::Max(next[v], both));
        hn::StoreU(value, D(), to + v * kLanes);
        open.least = hn::Min(open.least, hn::BitCast(DI(), value));
        before[v] = middle[v];
        middle[v] = next[v];
      }
    }
    // 0, or NaN if the sum is not finite.
    open.sum = hn::Add(open.sum, hn::Sub(sum, sum));
  }

  // Distance of columns, and whether they are those of neighbouring units.
  int64_t apart_ = 0;
  bool are_units_ = false;
  int64_t unit_ = 0, windows_ = 0;
};

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // HWY_ARCH_WASM

#endif  // PADDOCK_SIMD_REDUCE_SHARED_CELLS_INL_H_
