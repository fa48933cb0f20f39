// Sorts a row of keys in vectors without one long call, in parts that threads may share. The row is
// split in halves, repeatedly, and the parts are sorted separately. The pivots are evenly spread
// keys of a sorted sample. So parts have about the same size, or contain one key very often.
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
// Rows in a cache are split further, into two parts: a level costs one to three
// percent there, and parts of 2^16 keys take 0.1 ms, which is worth another thread.
inline constexpr int64_t kWholeSize = 1 << 16;
inline constexpr int64_t kHalvesSize = 1 << 20;
// Sampled keys for each part: the greatest part is then hardly 1.5 times the average.
inline constexpr int64_t kSampled = 64;

inline int SplitLevels(int64_t size) {
  int levels = size <= kWholeSize ? 0 : size <= kHalvesSize ? 1 : 2;
  while (size >> levels > kPartSize) ++levels;
  return levels;
}

// The pieces of such a sort. Keys are read and split once, then split level by level; parts are
// sorted; then the results are finished. All pieces but the parts have about kSortPiece keys.
// A level has rounds; a round has a piece of each segment of the level.
struct PartPieces {
  int64_t pieces;
  int levels;

  explicit PartPieces(int64_t size) : pieces(SortPieces(size)), levels(SplitLevels(size)) {}
  int64_t rounds(int level) const { return ((pieces - 1) >> level) + 1; }
  int64_t first_of(int level) const {
    int64_t first = 0;
    for (int i = 0; i < level; ++i) first += rounds(i) << i;
    return first;
  }
  int64_t first_part() const { return first_of(std::max(1, levels)); }
  int64_t parts() const { return int64_t{1} << levels; }
  int64_t end_of_parts() const { return first_part() + parts(); }
  // Level of a piece before the parts.
  int LevelOf(int64_t piece) const {
    int level = 0;
    while (level + 1 < levels && piece >= first_of(level + 1)) ++level;
    return level;
  }
  // Pieces from this one on that may run concurrently.
  int64_t Together(int64_t piece) const {
    if (piece >= end_of_parts()) return 1;
    if (piece >= first_part()) return end_of_parts() - piece;
    const int level = LevelOf(piece);
    const int64_t segments = int64_t{1} << level;
    return segments - (piece - first_of(level)) % segments;
  }
};

// Sort::Read(begin, end), Split(level, segment, round, rounds), SortPart(part), Finish(begin, end).
template <class Sort>
void RunPartPiece(Sort& sort, int64_t size, int64_t piece) {
  const PartPieces all(size);
  if (piece >= all.first_part() && piece < all.end_of_parts()) {
    return sort.SortPart(piece - all.first_part());
  }
  const int level = piece < all.first_part() ? all.LevelOf(piece) : 0;
  if (level > 0) {
    const int64_t at = piece - all.first_of(level);
    return sort.Split(level, at % (int64_t{1} << level), at >> level, all.rounds(level));
  }
  const bool is_read = piece < all.first_part();
  const int64_t begin = (is_read ? piece : piece - all.end_of_parts()) * kSortPiece;
  const int64_t end = std::min(begin + kSortPiece, size);
  is_read ? sort.Read(begin, end) : sort.Finish(begin, end);
}

template <class Key>
class PartedRow {
 public:
  static size_t Bytes(int64_t size) {
    const int levels = SplitLevels(size);
    if (levels == 0) return sizeof(State);
    const size_t parts = size_t{1} << levels;
    return sizeof(State) + (parts + 2) / 2 * 2 * sizeof(int64_t) + parts * sizeof(Ends) +
           parts * kSampled * sizeof(Key);
  }

  // Levels alternate between two rows. Up to one level, there is only one.
  PartedRow(std::byte* memory, int64_t size, Key* row, Key* other)
      : size_(size),
        levels_(SplitLevels(size)),
        rows_{row, other},
        state_(*reinterpret_cast<State*>(memory)) {
    borders_ = reinterpret_cast<int64_t*>(memory + sizeof(State));
    ends_ = reinterpret_cast<Ends*>(borders_ + (parts() + 2) / 2 * 2);
    samples_ = reinterpret_cast<Key*>(ends_ + parts());
  }

  static size_t RowCount(int64_t size) { return SplitLevels(size) > 1 ? 2 : 1; }

  // Whether all keys arrived in sorted order.
  bool is_sorted() const { return state_.is_sorted; }
  // Row for the keys if they are not split; else null.
  Key* whole_row() const { return levels_ == 0 ? rows_[0] : nullptr; }

  // Begins a sort, before the first key. key_at(k) returns key k.
  template <class KeyAt>
  void Begin(KeyAt key_at) {
    state_ = {Key{}, true};
    if (levels_ == 0) return;
    DrawPivots(key_at);
    ends_[0] = {0, size_};
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
    SplitOn(keys, count, int64_t{1} << (levels_ - 1), ends_[0], rows_[0]);
  }

  // Splits the keys of a segment at `level`, in rounds. Take does level 0.
  void Split(int level, int64_t segment, int64_t round, int64_t rounds) {
    if (state_.is_sorted) return;
    const int below = levels_ - level;
    const int64_t first = borders_[segment << below];
    const int64_t last = borders_[(segment + 1) << below];
    if (round == 0) ends_[segment] = {first, last};
    const auto begin_of = [&](int64_t at) { return first + (last - first) / rounds * at; };
    const int64_t begin = begin_of(round);
    const int64_t end = round + 1 == rounds ? last : begin_of(round + 1);
    SplitOn(rows_[(level - 1) % 2] + begin, end - begin, (2 * segment + 1) << (below - 1),
            ends_[segment], rows_[level % 2]);
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
    Key last;
    bool is_sorted;
  };
  // Where the next keys of a segment go.
  struct Ends {
    int64_t low;
    int64_t high;
  };

  int64_t parts() const { return int64_t{1} << levels_; }
  static int64_t PlaceOf(int64_t part, int64_t size, int levels) {
    return static_cast<int64_t>(static_cast<uint64_t>(part) * static_cast<uint64_t>(size) >>
                                levels);
  }

  // The border at `middle` is known once all keys of its segment are split.
  void SplitOn(const Key* keys, int64_t count, int64_t middle, Ends& at, Key* to) {
    const SplitEnds<Key> ends =
        SplitKeys(keys, static_cast<size_t>(count), samples_[middle * kSampled],
                  SplitEnds<Key>{to + at.low, to + at.high});
    at = {ends.low - to, ends.high - to};
    borders_[middle] = at.low;
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
  // By segment of the current level.
  Ends* ends_;
  // Sorted samples.
  Key* samples_;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_PART_SORT_H_
