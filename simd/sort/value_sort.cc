#include "simd/sort/value_sort.h"

#include <algorithm>
#include <cstring>

namespace paddock::simd {

Mending::Mending(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice, State& state)
    : elements_(plan.elements()),
      size_(plan.shape.size),
      width_(static_cast<int64_t>(ByteSize(plan.order.type))),
      step_(plan.shape.stride() * width_),
      state_(state) {
  const int64_t origin = plan.shape.Origin(slice, size_) * width_;
  operand_ = buffers.operands[plan.key_operand] + origin;
  result_ = buffers.results[0] + origin;
}

void Mending::Run(int64_t begin, int64_t end) {
  if (!state_.is_lossy) return;
  width_ == 8 ? RunAs<uint64_t>(begin, end) : RunAs<uint32_t>(begin, end);
}

template <class Key>
void Mending::RunAs(int64_t begin, int64_t end) {
  const SharedKeys shared = SharedKeysOf(elements_.order);
  if (begin == 0) {
    state_.zero = FirstNotBefore<Key>(shared.zero);
    state_.nan = FirstNotBefore<Key>(shared.nan);
  }
  ForKeyBlocks<Key>(elements_, operand_, begin, end,
                    [&](int64_t from, const Key* keys, int64_t count) {
                      for (int64_t i = 0; i < count; ++i) {
                        if (keys[i] == shared.nan) {
                          Give(state_.nan++, from + i);
                        } else if (keys[i] == shared.zero) {
                          Give(state_.zero++, from + i);
                        }
                      }
                    });
}

// Positions in the sorted result.
template <class Key>
int64_t Mending::FirstNotBefore(uint64_t key) const {
  int64_t low = 0, high = size_;
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    Key found;
    ReadKeys(elements_, result_ + middle * step_, 1, &found);
    if (found < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

void Mending::Copy(int64_t begin, int64_t end) const {
  if (step_ == width_) {
    std::memcpy(ResultAt(begin), OperandAt(begin), static_cast<size_t>((end - begin) * width_));
    return;
  }
  for (int64_t k = begin; k < end; ++k) Give(k, k);
}

void Mending::Give(int64_t k, int64_t from) const {
  std::memcpy(result_ + k * step_, operand_ + from * step_, static_cast<size_t>(width_));
}

CountingSort::CountingSort(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice)
    : mending_(plan, buffers, slice, *reinterpret_cast<Mending::State*>(buffers.workspace)),
      size_(plan.shape.size),
      key_count_(KeyCount(plan)),
      counts_(reinterpret_cast<uint32_t*>(buffers.workspace + sizeof(Mending::State))) {}

void CountingSort::RunPiece(int64_t piece) {
  const int64_t pieces = SortPieces(size_);
  const int64_t begin = piece % pieces * kSortPiece;
  const int64_t end = std::min(begin + kSortPiece, size_);
  switch (piece / pieces) {
    case 0:
      return Count(begin, end);
    case 1:
      return Fill(begin, end);
    default:
      return mending_.Run(begin, end);
  }
}

void CountingSort::Count(int64_t begin, int64_t end) {
  bool& is_lossy = mending_.state().is_lossy;
  if (begin == 0) {
    is_lossy = false;
    std::memset(counts_, 0, kWays * key_count_ * sizeof(uint32_t));
  }
  uint32_t* const even = counts_;
  uint32_t* const odd = counts_ + key_count_;
  is_lossy |= ForKeyBlocks<uint32_t>(mending_.elements(), mending_.OperandAt(0), begin, end,
                                     [=](int64_t, const uint32_t* keys, int64_t count) {
                                       for (int64_t i = 0; i + 1 < count; i += 2) {
                                         ++even[keys[i]];
                                         ++odd[keys[i + 1]];
                                       }
                                       if (count % 2 != 0) ++even[keys[count - 1]];
                                     });
}

void CountingSort::Fill(int64_t begin, int64_t end) {
  uint32_t same[kKeyBlock];
  int64_t at = 0;
  for (size_t key = 0; at < end; ++key) {
    const int64_t next = at + counts_[key] + counts_[key_count_ + key];
    const int64_t stop = std::min(next, end);
    int64_t k = std::max(at, begin);
    at = next;
    if (k >= stop) continue;
    std::fill_n(same, std::min(kKeyBlock, stop - k), static_cast<uint32_t>(key));
    for (; k < stop; k += kKeyBlock) {
      WriteElements(mending_.elements(), same, std::min(kKeyBlock, stop - k), mending_.ResultAt(k));
    }
  }
}

}  // namespace paddock::simd
