// Sorts of entries: by digits, and in vectors.
#ifndef PADDOCK_SIMD_SORT_ENTRY_SORT_H_
#define PADDOCK_SIMD_SORT_ENTRY_SORT_H_

#include <algorithm>
#include <type_traits>

#include "simd/sort/entry_slice.h"
#include "simd/sort/part_sort.h"
#include "simd/sort/radix.h"

namespace paddock::simd {

// 8-bit floats have 32-bit keys.
inline size_t KeyBytes(const KeySortPlan& plan) {
  return plan.key_of_code.empty() ? ByteSize(plan.order.type) : sizeof(uint32_t);
}

template <class Entry, int kDigitBits>
class DigitSort {
 public:
  using Key = typename EntrySlice<Entry>::Key;
  using Counts = RadixCounts<8 * static_cast<int>(sizeof(Key)), kDigitBits>;
  // Phases: counting, a pass for each digit, writing the results.
  static constexpr int64_t kPhases = Counts::kDigits + 2;

  static size_t Bytes(const KeySortPlan& plan) {
    return 2 * static_cast<size_t>(plan.shape.size) * sizeof(Entry) + sizeof(Counts);
  }
  static int64_t PieceCount(const KeySortPlan& plan) {
    return kPhases * SortPieces(plan.shape.size);
  }

  DigitSort(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice)
      : slice_(plan, buffers, slice),
        size_(plan.shape.size),
        digit_count_((8 * static_cast<int>(KeyBytes(plan)) + kDigitBits - 1) / kDigitBits),
        rows_{reinterpret_cast<Entry*>(buffers.workspace),
              reinterpret_cast<Entry*>(buffers.workspace) + size_},
        counts_(*reinterpret_cast<Counts*>(rows_[1] + size_)) {}

  void Run() {
    if (size_ <= kShortSlice) return InsertionSort();
    for (int64_t piece = 0; piece < PieceCount(slice_.plan()); ++piece) RunPiece(piece);
  }

  void RunPiece(int64_t piece) {
    const int64_t pieces = SortPieces(size_);
    const int64_t begin = piece % pieces * kSortPiece;
    const int64_t end = std::min(begin + kSortPiece, size_);
    const int64_t phase = piece / pieces;
    if (phase == 0) {
      Count(begin, end);
    } else if (phase == kPhases - 1) {
      Give(rows_[counts_.passes % 2] + begin, begin, end);
    } else if (phase <= int64_t{counts_.passes}) {
      Pass(static_cast<uint32_t>(phase - 1), begin, end);
    }
  }

 private:
  void Count(int64_t begin, int64_t end) {
    if (begin == 0) counts_.Clear();
    slice_.Read(begin, end, rows_[0] + begin);
    for (int64_t k = begin; k < end; ++k) counts_.Count(KeyOf(rows_[0][k]), digit_count_);
    if (end == size_) counts_.Finish(KeyOf(rows_[0][0]), size_, digit_count_);
  }

  void Pass(uint32_t pass, int64_t begin, int64_t end) {
    const Entry* from = rows_[pass % 2];
    counts_.Scatter(
        counts_.digits[pass], begin, end, [from](int64_t k) { return from[k]; },
        [](const Entry& entry) { return KeyOf(entry); }, rows_[(pass + 1) % 2]);
  }

  void Give(const Entry* sorted, int64_t begin, int64_t end) {
    slice_.Give(sorted, begin, std::min(end, slice_.plan().kept), /*has_elements=*/false);
  }

  void InsertionSort() {
    Entry* entries = rows_[0];
    slice_.Read(0, size_, entries);
    for (int64_t k = 1; k < size_; ++k) {
      const Entry entry = entries[k];
      int64_t at = k;
      for (; at > 0 && entry < entries[at - 1]; --at) entries[at] = entries[at - 1];
      entries[at] = entry;
    }
    Give(entries, 0, size_);
  }

  const EntrySlice<Entry> slice_;
  const int64_t size_;
  const int digit_count_;
  Entry* const rows_[2];
  Counts& counts_;
};

template <class Entry>
class VectorSort {
 public:
  struct alignas(16) State {
    bool is_lossy;
  };

  static size_t Bytes(const KeySortPlan& plan) {
    const size_t rows = PartedRow<Entry>::RowCount(plan.shape.size);
    return sizeof(State) + PartedRow<Entry>::Bytes(plan.shape.size) +
           rows * static_cast<size_t>(plan.shape.size) * sizeof(Entry);
  }
  static int64_t PieceCount(const KeySortPlan& plan) {
    return PartPieces(plan.shape.size).end_of_parts();
  }
  static int64_t Together(const KeySortPlan& plan, int64_t piece) {
    return PartPieces(plan.shape.size).Together(piece);
  }

  VectorSort(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice)
      : slice_(plan, buffers, slice),
        state_(*reinterpret_cast<State*>(buffers.workspace)),
        row_(buffers.workspace + sizeof(State), plan.shape.size, FirstRow(plan, buffers),
             FirstRow(plan, buffers) + plan.shape.size) {}

  void Read(int64_t begin, int64_t end) {
    if (begin == 0) {
      state_.is_lossy = false;
      row_.Begin([&](int64_t k) {
        Entry entry[1];
        slice_.Read(k, k + 1, entry);
        return entry[0];
      });
    }
    for (int64_t k = begin; k < end; k += kKeyBlock) {
      Entry block[kKeyBlock];
      Entry* const row = row_.whole_row();
      Entry* const entries = row != nullptr ? row + k : block;
      const int64_t next = std::min(k + kKeyBlock, end);
      state_.is_lossy |= slice_.Read(k, next, entries);
      row_.Take(entries, next - k);
    }
  }
  void Split(int level, int64_t segment, int64_t round, int64_t rounds) {
    row_.Split(level, segment, round, rounds);
  }
  void SortPart(int64_t part) {
    if (row_.is_sorted()) return GiveSorted(part);
    const auto [row, begin, end] = row_.Sort(part);
    slice_.Give(row + begin, begin, std::min(end, slice_.plan().kept), !state_.is_lossy);
  }
  void Finish(int64_t, int64_t) {}

 private:
  // Writes the result for elements that are already sorted.
  void GiveSorted(int64_t part) {
    const auto [none, begin, all] = row_.Range(part);
    const int64_t end = std::min(all, slice_.plan().kept);
    for (int64_t k = begin; k < end; k += kKeyBlock) {
      Entry block[kKeyBlock];
      const int64_t next = std::min(k + kKeyBlock, end);
      slice_.Read(k, next, block);
      slice_.Give(block, k, next, !state_.is_lossy);
    }
  }

  static Entry* FirstRow(const KeySortPlan& plan, const SortBuffers& buffers) {
    return reinterpret_cast<Entry*>(buffers.workspace + sizeof(State) +
                                    PartedRow<Entry>::Bytes(plan.shape.size));
  }

  const EntrySlice<Entry> slice_;
  State& state_;
  PartedRow<Entry> row_;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_ENTRY_SORT_H_
