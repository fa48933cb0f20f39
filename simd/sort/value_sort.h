// Sorts of elements that are their own keys: only the keys are moved, and the elements are decoded
// from them. Not for 8-bit floats, of which several share one key.
#ifndef PADDOCK_SIMD_SORT_VALUE_SORT_H_
#define PADDOCK_SIMD_SORT_VALUE_SORT_H_

#include "simd/sort/key_sort.h"
#include "simd/sort/part_sort.h"

namespace paddock::simd {

// In an order of numbers, zeros and NaNs are sorted but lose their bits: this restores the bits of
// each.
class Mending {
 public:
  struct alignas(16) State {
    bool is_lossy;
    // Positions for the next zero and the next NaN.
    int64_t zero;
    int64_t nan;
  };

  Mending(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice, State& state);

  const SliceElements& elements() const { return elements_; }
  const std::byte* OperandAt(int64_t k) const { return operand_ + k * step_; }
  std::byte* ResultAt(int64_t k) const { return result_ + k * step_; }
  State& state() { return state_; }

  // Runs once the result is sorted.
  void Run(int64_t begin, int64_t end);
  // Copies elements that are already sorted.
  void Copy(int64_t begin, int64_t end) const;

 private:
  template <class Key>
  void RunAs(int64_t begin, int64_t end);
  template <class Key>
  int64_t FirstNotBefore(uint64_t key) const;
  void Give(int64_t k, int64_t from) const;

  SliceElements elements_;
  int64_t size_;
  int64_t width_;
  int64_t step_;
  const std::byte* operand_;
  std::byte* result_;
  State& state_;
};

// Sorts in vectors. The result is one of the rows of keys, if keys are as wide as elements and
// these are contiguous.
template <class Key>
class ValueSort {
 public:
  static size_t Bytes(const KeySortPlan& plan) {
    const size_t rows = PartedRow<Key>::RowCount(plan.shape.size) - (IsInPlace(plan) ? 1 : 0);
    return sizeof(Mending::State) + PartedRow<Key>::Bytes(plan.shape.size) + rows * RowBytes(plan);
  }

  ValueSort(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice)
      : mending_(plan, buffers, slice, *reinterpret_cast<Mending::State*>(buffers.workspace)),
        row_(buffers.workspace + sizeof(Mending::State), plan.shape.size,
             RowAt(plan, buffers, mending_.ResultAt(0), 0),
             RowAt(plan, buffers, mending_.ResultAt(0), 1)) {}

  static int64_t PieceCount(const KeySortPlan& plan) {
    const PartPieces all(plan.shape.size);
    return all.end_of_parts() + (MayShareKeys(plan) ? all.pieces : 0);
  }

  static int64_t Together(const KeySortPlan& plan, int64_t piece) {
    return PartPieces(plan.shape.size).Together(piece);
  }

  void Read(int64_t begin, int64_t end) {
    bool& is_lossy = mending_.state().is_lossy;
    if (begin == 0) {
      is_lossy = false;
      row_.Begin([&](int64_t k) {
        Key key;
        ReadKeys(mending_.elements(), mending_.OperandAt(k), 1, &key);
        return key;
      });
    }
    if (Key* const row = row_.whole_row()) {
      is_lossy |=
          ReadKeys(mending_.elements(), mending_.OperandAt(begin), end - begin, row + begin);
      return row_.Take(row + begin, end - begin);
    }
    is_lossy |=
        ForKeyBlocks<Key>(mending_.elements(), mending_.OperandAt(0), begin, end,
                          [&](int64_t, const Key* keys, int64_t count) { row_.Take(keys, count); });
  }
  void Split(int level, int64_t segment, int64_t round, int64_t rounds) {
    row_.Split(level, segment, round, rounds);
  }
  void SortPart(int64_t part) {
    if (row_.is_sorted()) {
      const auto [none, begin, end] = row_.Range(part);
      return mending_.Copy(begin, end);
    }
    const auto [row, begin, end] = row_.Sort(part);
    WriteElements(mending_.elements(), row + begin, end - begin, mending_.ResultAt(begin));
  }
  void Finish(int64_t begin, int64_t end) {
    if (!row_.is_sorted()) mending_.Run(begin, end);
  }

 private:
  static bool MayShareKeys(const KeySortPlan& plan) {
    return IsFloat(plan.order.type) && !plan.order.is_total;
  }
  static bool IsInPlace(const KeySortPlan& plan) {
    return plan.shape.stride() == 1 && ByteSize(plan.order.type) == sizeof(Key);
  }
  static size_t RowBytes(const KeySortPlan& plan) {
    return static_cast<size_t>(plan.shape.size) * sizeof(Key);
  }
  static Key* RowAt(const KeySortPlan& plan, const SortBuffers& buffers, std::byte* result,
                    size_t number) {
    if (IsInPlace(plan) && number == 0) return reinterpret_cast<Key*>(result);
    const size_t before = IsInPlace(plan) ? number - 1 : number;
    return reinterpret_cast<Key*>(buffers.workspace + sizeof(Mending::State) +
                                  PartedRow<Key>::Bytes(plan.shape.size) + before * RowBytes(plan));
  }

  Mending mending_;
  PartedRow<Key> row_;
};

// Sorts elements of 8 and 16 bits by counting how often each key occurs.
class CountingSort {
 public:
  static size_t Bytes(const KeySortPlan& plan) {
    return sizeof(Mending::State) + kWays * KeyCount(plan) * sizeof(uint32_t);
  }
  // Phases: counting, filling, mending.
  static int64_t PieceCount(const KeySortPlan& plan) { return 3 * SortPieces(plan.shape.size); }

  CountingSort(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice);
  void RunPiece(int64_t piece);

 private:
  // Neighbouring keys are counted in two arrays, which is faster if they are equal.
  static constexpr size_t kWays = 2;
  static size_t KeyCount(const KeySortPlan& plan) {
    return size_t{1} << (8 * ByteSize(plan.order.type));
  }
  void Count(int64_t begin, int64_t end);
  void Fill(int64_t begin, int64_t end);

  Mending mending_;
  int64_t size_;
  size_t key_count_;
  uint32_t* counts_;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_VALUE_SORT_H_
