// FirstSort: top-k selection of entries.
#ifndef PADDOCK_SIMD_SORT_FIRST_SORT_H_
#define PADDOCK_SIMD_SORT_FIRST_SORT_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "simd/sort/entry_slice.h"
#include "simd/sort/part_sort.h"
#include "simd/sort/vector_sort.h"

namespace paddock::simd {

// Top-k selection: skips keys that are not less than the current k-th key, a block of keys at a
// time. After its first piece, a long slice is selected from in rounds of pieces that threads may
// share. Each piece has a list of its own, which begins with the limit of the list of the slice,
// and is joined to that at the end of the round.
template <class Entry>
class FirstSort {
 public:
  using Key = typename EntrySlice<Entry>::Key;
  // For greater k, the memory would be that of a whole sort, and a single selection long.
  static constexpr int64_t kMostKept = 1 << 16;

  static size_t Bytes(const KeySortPlan& plan) {
    const int64_t lists = Shared(plan) == 1 ? 1 : 1 + Shared(plan);
    return static_cast<size_t>(lists) * ListBytes(plan);
  }
  // The first piece, the rounds, and the results.
  static int64_t PieceCount(const KeySortPlan& plan) {
    const int64_t pieces = SortPieces(plan.shape.size) - 1;
    return (pieces + Shared(plan) - 1) / Shared(plan) * PiecesOfRound(plan) + 2;
  }
  // Pieces from this one on that may run concurrently.
  static int64_t Together(const KeySortPlan& plan, int64_t piece) {
    if (piece == 0 || piece + 1 == PieceCount(plan)) return 1;
    return std::max<int64_t>(1, Shared(plan) - (piece - 1) % PiecesOfRound(plan));
  }

  FirstSort(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice)
      : slice_(plan, buffers, slice), kept_(plan.kept), workspace_(buffers.workspace) {
    GoTo(0);
  }

  void RunPiece(int64_t piece) {
    const KeySortPlan& plan = slice_.plan();
    if (piece == 0) {
      *state_ = {};
      return Take(0, std::min(kSortPiece, slice_.size()));
    }
    if (piece + 1 == PieceCount(plan)) return Finish();
    const int64_t number = (piece - 1) % PiecesOfRound(plan);
    if (number == Shared(plan)) return Join();
    const int64_t round = (piece - 1) / PiecesOfRound(plan);
    const int64_t begin = (1 + round * Shared(plan) + number) * kSortPiece;
    if (Shared(plan) > 1) BeginList(number + 1);
    if (begin < slice_.size()) Take(begin, std::min(begin + kSortPiece, slice_.size()));
  }

 private:
  // Keys of which those in front are sought if any is.
  static constexpr int64_t kStretch = 16;

  struct alignas(16) State {
    int64_t count = 0;
    // Top-k filter: the current k-th key. Later keys that are not less are skipped. There is none
    // at first.
    Key limit = 0;
    bool has_limit = false;
  };

  // Pieces of a round. WebAssembly has one, for size.
  static int64_t Shared(const KeySortPlan& plan) {
    if constexpr (!kHasVectorSort) return 1;
    constexpr int64_t kMost = 4;
    const int64_t size = plan.shape.size;
    // A list that must find many keys takes longer than another thread saves.
    return std::clamp<int64_t>(std::min(SortPieces(size) - 1, size / (256 * plan.kept + 1)), 1,
                               kMost);
  }
  // The last one joins the lists of the others.
  static int64_t PiecesOfRound(const KeySortPlan& plan) {
    return Shared(plan) == 1 ? 1 : Shared(plan) + 1;
  }
  static size_t ListBytes(const KeySortPlan& plan) {
    return (sizeof(State) + static_cast<size_t>(Capacity(plan)) * sizeof(Entry) + 63) / 64 * 64;
  }

  void GoTo(int64_t list) {
    std::byte* const memory = workspace_ + static_cast<size_t>(list) * ListBytes(slice_.plan());
    state_ = reinterpret_cast<State*>(memory);
    entries_ = reinterpret_cast<Entry*>(memory + sizeof(State));
  }

  void BeginList(int64_t list) {
    const State& whole = *state_;
    const Key limit = whole.limit;
    const bool has_limit = whole.has_limit;
    GoTo(list);
    *state_ = {.limit = limit, .has_limit = has_limit};
  }

  void Join() {
    const int64_t capacity = Capacity(slice_.plan());
    for (int64_t list = 1; list <= Shared(slice_.plan()); ++list) {
      GoTo(list);
      if (state_->count > kept_) Shorten();
      const Entry* const found = entries_;
      const int64_t count = state_->count;
      GoTo(0);
      if (state_->count + count > capacity) Shorten();
      std::copy_n(found, count, entries_ + state_->count);
      state_->count += count;
    }
    Shorten();
  }

  void Finish() {
    Shorten();
    if constexpr (!kHasVectorSort) std::sort(entries_, entries_ + kept_);
    slice_.Give(entries_, 0, kept_, /*has_elements=*/false);
  }

  // Capacity of the entries. When full, after four times as many entries as are kept, they are
  // shortened.
  static int64_t Capacity(const KeySortPlan& plan) {
    return std::min(4 * plan.kept + 2 * kKeyBlock, plan.shape.size + kKeyBlock);
  }

  void Take(int64_t begin, int64_t end) {
    slice_.ForKeys(begin, end, [&](int64_t from, const Key* keys, int64_t count) {
      if (Inserts()) return InsertFirst(from, keys, count);
      if (from == 0 && TakeFirstBlock(keys, count)) return;
      if (state_->has_limit && !IsAnyLess(keys, count)) return;
      if (state_->count + count > Capacity(slice_.plan())) Shorten();
      AppendStretches(from, keys, count);
    });
  }

  // Whether the few keys kept are always in order, where none are sorted in vectors.
  bool Inserts() const {
    constexpr int64_t kMost = 16, kFewestForOne = 64;
    return !kHasVectorSort && kept_ <= kMost && kept_ * kFewestForOne <= slice_.size();
  }

  // Inserts the keys of a block into the sorted list of those kept, if they are among the first.
  void InsertFirst(int64_t from, const Key* keys, int64_t count) {
    const auto insert = [&](int64_t i) {
      Insert(EntryOf(keys[i], static_cast<uint32_t>(from + i)));
    };
    int64_t i = 0;
    for (; i < count && state_->count < kept_; ++i) insert(i);
    for (; i < count; i += kStretch) {
      const int64_t some = std::min(kStretch, count - i);
      if (!IsAnyLess(keys + i, some)) continue;
      uint32_t less = WhichAreLess(keys + i, some);
      for (; less != 0; less &= less - 1) {
        const int64_t at = i + std::countr_zero(less);
        if (keys[at] < state_->limit) insert(at);
      }
    }
  }

  // Returns a bit for each key, whether it is less than the limit.
  uint32_t WhichAreLess(const Key* keys, int64_t count) const {
    const Key limit = state_->limit;
    uint32_t bits = 0;
    for (int64_t i = 0; i < count; ++i) bits |= (keys[i] < limit ? uint32_t{1} : 0) << i;
    return bits;
  }

  // A list of as many as are kept loses the last one.
  void Insert(Entry entry) {
    int64_t at = std::min(state_->count, kept_ - 1);
    state_->count = at + 1;
    for (; at > 0 && entry < entries_[at - 1]; --at) entries_[at] = entries_[at - 1];
    entries_[at] = entry;
    state_->limit = KeyOf(entries_[state_->count - 1]);
  }

  // Appends the keys of a block that are less than the limit. Stretches without any are skipped.
  void AppendStretches(int64_t from, const Key* keys, int64_t count) {
    if (!state_->has_limit) return Append(from, keys, count);
    int64_t i = 0;
    for (; i + kStretch <= count; i += kStretch) {
      if (IsAnyLess(keys + i, kStretch)) Append(from + i, keys + i, kStretch);
    }
    Append(from + i, keys + i, count - i);
  }

  // Finds a limit in a block of many more keys than are kept, without sorting them: twice as many
  // columns as are kept have a least key each, and as many keys as are kept are at most the median
  // of those. About 1.4 times as many keys are. WebAssembly has as many columns as are kept, and
  // the greatest of their least keys.
  bool TakeFirstBlock(const Key* keys, int64_t count) {
    constexpr int64_t kFewestRows = 2;
    const int64_t columns = kHasVectorSort ? 2 * kept_ : kept_;
    if (kept_ == 0 || count < kFewestRows * columns) return false;
    Key least[kKeyBlock / kFewestRows];
    std::copy_n(keys, columns, least);
    for (int64_t row = columns; row < count; row += columns) {
      const int64_t end = std::min(columns, count - row);
      for (int64_t i = 0; i < end; ++i) least[i] = std::min(least[i], keys[row + i]);
    }
    if constexpr (kHasVectorSort) {
      SortKeys(least, static_cast<size_t>(columns));
    } else {
      least[kept_ - 1] = *std::max_element(least, least + columns);
    }
    const Key limit = least[kept_ - 1];
    // This block has the first ones of the keys that equal the limit.
    state_->has_limit = limit != std::numeric_limits<Key>::max();
    state_->limit = limit + 1;
    AppendStretches(0, keys, count);
    state_->has_limit = true;
    state_->limit = limit;
    return true;
  }

  bool IsAnyLess(const Key* keys, int64_t count) const {
    const Key limit = state_->limit;
    bool is_any = false;
    for (int64_t i = 0; i < count; ++i) is_any |= keys[i] < limit;
    return is_any;
  }

  // Appended elements come after existing ones with equal keys.
  void Append(int64_t from, const Key* keys, int64_t count) {
    const bool takes_all = !state_->has_limit;
    const Key limit = state_->limit;
    Entry* to = entries_ + state_->count;
    for (int64_t i = 0; i < count; ++i) {
      *to = EntryOf(keys[i], static_cast<uint32_t>(from + i));
      to += takes_all || keys[i] < limit ? 1 : 0;
    }
    state_->count = to - entries_;
  }

  // Keeps the first `kept_` entries. Natively they are sorted.
  void Shorten() {
    if constexpr (kHasVectorSort) {
      SortKeys(entries_, static_cast<size_t>(state_->count));
    } else if (kept_ < state_->count) {
      std::nth_element(entries_, entries_ + kept_ - 1, entries_ + state_->count);
    }
    state_->count = kept_;
    state_->limit = KeyOf(entries_[kept_ - 1]);
    state_->has_limit = true;
  }

  const EntrySlice<Entry> slice_;
  const int64_t kept_;
  std::byte* const workspace_;
  // The current list.
  State* state_ = nullptr;
  Entry* entries_ = nullptr;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_FIRST_SORT_H_
