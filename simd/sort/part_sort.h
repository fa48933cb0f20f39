// Sorts a row of keys in vectors without one long call. A row of more than kPartSize keys is split
// in halves, repeatedly, until the parts are short enough to be sorted separately. The pivots are
// evenly spread keys of a sorted sample. So parts have about the same size, or contain one key very
// often.
#ifndef PADDOCK_SIMD_SORT_PART_SORT_H_
#define PADDOCK_SIMD_SORT_PART_SORT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simd/sort/radix.h"
#include "simd/sort/vector_sort.h"

namespace paddock::simd {

// A part takes 3 ms for 32-bit keys, 12 ms for 128-bit keys. Smaller parts need more passes over
// rows that no cache holds. Larger parts are as fast, but leave other threads without work.
inline constexpr int64_t kPartSize = 1 << 19;
// Sampled keys for each part: the greatest part is then hardly twice the average.
inline constexpr int64_t kSampled = 32;

inline int SplitLevels(int64_t size) {
  int levels = 0;
  while (size >> levels > kPartSize) ++levels;
  return levels;
}

// The pieces of such a sort. Keys are read and split once, then split level by level; parts are
// sorted; then the results are finished. All pieces but the parts have kSortPiece keys.
struct PartPieces {
  int64_t pieces;
  int levels;

  explicit PartPieces(int64_t size) : pieces(SortPieces(size)), levels(SplitLevels(size)) {}
  int64_t first_part() const { return pieces * std::max(1, levels); }
  int64_t parts() const { return int64_t{1} << levels; }
  int64_t end_of_parts() const { return first_part() + parts(); }
};

// Sort::Read(begin, end), Split(level, begin, end), SortPart(part), Finish(begin, end).
template <class Sort>
void RunPartPiece(Sort& sort, int64_t size, int64_t piece) {
  const PartPieces all(size);
  if (piece >= all.first_part() && piece < all.end_of_parts()) {
    return sort.SortPart(piece - all.first_part());
  }
  const int64_t row = piece < all.first_part() ? piece : piece - all.end_of_parts();
  const int64_t begin = row % all.pieces * kSortPiece;
  const int64_t end = std::min(begin + kSortPiece, size);
  if (piece >= all.end_of_parts()) return sort.Finish(begin, end);
  if (row < all.pieces) return sort.Read(begin, end);
  sort.Split(static_cast<int>(row / all.pieces), begin, end);
}

template <class Key>
class PartedRow {
 public:
  static size_t Bytes(int64_t size) {
    const int levels = SplitLevels(size);
    if (levels == 0) return sizeof(State);
    const size_t parts = size_t{1} << levels;
    return sizeof(State) + (parts + 2) / 2 * 2 * sizeof(int64_t) + parts * kSampled * sizeof(Key);
  }

  // Levels alternate between two rows. Up to one level, there is only one.
  PartedRow(std::byte* memory, int64_t size, Key* row, Key* other)
      : size_(size),
        levels_(SplitLevels(size)),
        rows_{row, other},
        state_(*reinterpret_cast<State*>(memory)) {
    borders_ = reinterpret_cast<int64_t*>(memory + sizeof(State));
    samples_ = reinterpret_cast<Key*>(borders_ + (parts() + 2) / 2 * 2);
  }

  static size_t RowCount(int64_t size) { return SplitLevels(size) > 1 ? 2 : 1; }

  // Whether all keys arrived in sorted order.
  bool is_sorted() const { return state_.is_sorted; }
  // Row for the keys if they are not split; else null.
  Key* whole_row() const { return levels_ == 0 ? rows_[0] : nullptr; }

  // Begins a sort, before the first key. key_at(k) returns key k.
  template <class KeyAt>
  void Begin(KeyAt key_at) {
    state_ = {0, size_, 0, Key{}, true};
    if (levels_ > 0) DrawPivots(key_at);
  }

  // Takes the next keys. They are in whole_row() if there is one.
  void Take(const Key* keys, int64_t count) {
    if (state_.is_sorted) {
      bool falls = keys[0] < state_.last;
      for (int64_t i = 1; i < count; ++i) falls |= keys[i] < keys[i - 1];
      state_.is_sorted = !falls;
      state_.last = keys[count - 1];
    }
    if (levels_ == 0) return;
    SplitOn(keys, count, int64_t{1} << (levels_ - 1), rows_[0]);
  }

  // Splits the keys at `level`. Take does level 0.
  void Split(int level, int64_t begin, int64_t end) {
    if (state_.is_sorted) return;
    const Key* from = rows_[(level - 1) % 2];
    if (begin == 0) state_.segment = 0;
    const int below = levels_ - level;
    for (int64_t& s = state_.segment; s < int64_t{1} << level; ++s) {
      const int64_t first = borders_[s << below];
      const int64_t last = borders_[(s + 1) << below];
      if (begin == first) state_.low = first, state_.high = last;
      const int64_t count = std::min(last, end) - begin;
      SplitOn(from + begin, count, (2 * s + 1) << (below - 1), rows_[level % 2]);
      begin += count;
      if (begin < last) return;
    }
  }

  struct Part {
    const Key* row;
    int64_t begin;
    int64_t end;
  };
  // Sorts a part. The keys must not be sorted already.
  Part Sort(int64_t part) {
    Key* row = rows_[std::max(0, levels_ - 1) % 2];
    const int64_t begin = levels_ == 0 ? 0 : borders_[part];
    const int64_t end = levels_ == 0 ? size_ : borders_[part + 1];
    SortKeys(row + begin, static_cast<size_t>(end - begin));
    return {row, begin, end};
  }
  // Returns the range of a part of equal size, for any slice.
  Part Range(int64_t part) const {
    return {nullptr, PlaceOf(part, size_, levels_), PlaceOf(part + 1, size_, levels_)};
  }

 private:
  struct alignas(16) State {
    // Where the next keys go in the segment that the current level splits.
    int64_t low;
    int64_t high;
    int64_t segment;
    Key last;
    bool is_sorted;
  };

  int64_t parts() const { return int64_t{1} << levels_; }
  static int64_t PlaceOf(int64_t part, int64_t size, int levels) {
    return static_cast<int64_t>(static_cast<uint64_t>(part) * static_cast<uint64_t>(size) >>
                                levels);
  }

  // The border at `middle` is known once all keys of its segment are split.
  void SplitOn(const Key* keys, int64_t count, int64_t middle, Key* to) {
    const SplitEnds<Key> ends =
        SplitKeys(keys, static_cast<size_t>(count), samples_[middle * kSampled],
                  SplitEnds<Key>{to + state_.low, to + state_.high});
    state_.low = ends.low - to;
    state_.high = ends.high - to;
    borders_[middle] = state_.low;
  }

  // Samples positions at multiples of the golden ratio, which spread evenly.
  template <class KeyAt>
  void DrawPivots(KeyAt key_at) {
    const int64_t count = parts() * kSampled;
    for (int64_t i = 0; i < count; ++i) {
      samples_[i] = key_at(PlaceOf(static_cast<uint32_t>(i) * uint32_t{2654435769}, size_, 32));
    }
    SortKeys(samples_, static_cast<size_t>(count));
    borders_[0] = 0;
    borders_[parts()] = size_;
  }

  const int64_t size_;
  const int levels_;
  Key* const rows_[2];
  State& state_;
  // Borders of all parts, as far as the levels have found them.
  int64_t* borders_;
  // Sorted samples.
  Key* samples_;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_PART_SORT_H_
