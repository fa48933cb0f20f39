// Totals of a reduction in memory: 16 lanes of one element or of a row of columns, combined to one.
#ifndef PADDOCK_SIMD_REDUCE_LANE_TOTALS_H_
#define PADDOCK_SIMD_REDUCE_LANE_TOTALS_H_

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "simd/movement/copy_kernels.h"
#include "simd/reduce/reduce.h"

namespace paddock::simd {

inline const uint8_t* OperandOf(const ReducePass& pass, const ReduceBuffers& buffers) {
  const auto* const shared = static_cast<const uint8_t*>(buffers.shared);
  return pass.operand_offset == ReducePass::kNotShared
             ? static_cast<const uint8_t*>(buffers.operand)
             : shared + pass.operand_offset;
}

// first[i] = body(first[i], first[i + half]) until one lane is left of those that `count` reduced
// elements fill. A lane has `tile` elements of `bytes`.
inline void FoldLanes(decltype(MonoidKernels::combine) combine, ElementType type, int64_t bytes,
                      uint8_t* first, int64_t count, int64_t tile) {
  int64_t lanes = std::min(count, kReduceLanes);
  for (int64_t half = kReduceLanes / 2; half >= 1; half /= 2) {
    if (lanes <= half) continue;
    combine(type, first, first + half * tile * bytes, (lanes - half) * tile);
    lanes = half;
  }
}

// Lanes are consecutive in `scratch`. Addresses are in bytes, counts and positions in elements.
class LaneTotals {
 public:
  LaneTotals(const ReducePlan& plan, const ReducePass& pass, const ReduceBuffers& buffers,
             void* scratch)
      : kernels_(*plan.kernels),
        type_(plan.kernels->type),
        bytes_(plan.element_bytes),
        pass_(pass),
        init_(pass.result_offset == ReducePass::kNotShared ? buffers.init : nullptr),
        scratch_(static_cast<uint8_t*>(scratch)) {
    auto* shared = static_cast<uint8_t*>(buffers.shared);
    result_ = pass.result_offset == ReducePass::kNotShared ? static_cast<uint8_t*>(buffers.result)
                                                           : shared + pass.result_offset;
  }

 protected:
  uint8_t* Scratch(int64_t element) { return scratch_ + element * bytes_; }

  void Copy(void* to, const void* from, int64_t count) const {
    std::memcpy(to, from, static_cast<size_t>(count * bytes_));
  }
  void Combine(void* to, const void* from, int64_t count) const {
    kernels_.combine(type_, to, from, count);
  }

  // Stores the totals of `count` columns of `rows` rows if their lanes fit registers. Columns are
  // read one vector after the other, so their rows must fit the second-level cache.
  bool FinishAtOnce([[maybe_unused]] const uint8_t* from, [[maybe_unused]] int64_t row_stride,
                    [[maybe_unused]] int64_t rows, [[maybe_unused]] int64_t position,
                    [[maybe_unused]] int64_t count) {
#ifndef __wasm__
    constexpr int64_t kMostBytes = 64 << 10;
    // Many narrow rows are faster several at a time.
    constexpr int64_t kWide = 32, kFewRows = 64;
    const bool is_wide = count * bytes_ >= kWide || (count > 1 && rows <= kFewRows);
    const bool pays = is_wide && rows * row_stride * bytes_ <= kMostBytes;
    if (kernels_.reduce_columns == nullptr || !pays) return false;
    kernels_.reduce_columns(type_, from, row_stride, rows, init_, result_ + position * bytes_,
                            count);
    return true;
#else
    return false;
#endif
  }

  // Stores totals of the pass: body(init, total) if it is the last one.
  void Finish(const uint8_t* totals, int64_t position, int64_t count) {
    uint8_t* to = result_ + position * bytes_;
    if (init_ == nullptr) return Copy(to, totals, count);
    Fill(to, init_, static_cast<size_t>(bytes_), count);
    Combine(to, totals, count);
  }

  void FoldLanes(int64_t count, int64_t tile) {
    simd::FoldLanes(kernels_.combine, type_, bytes_, scratch_, count, tile);
  }

  // kGroupedColumns: stores the totals of the columns of `rows` rows. The rows are those of one
  // lane each, or of a whole block if all orders give the same total.
  void FinishGrouped(const uint8_t* from, int64_t rows, int64_t position) {
    const int64_t columns = pass_.run / pass_.in_row;
    uint8_t* const row = Scratch(kReduceLanes * columns);
    uint8_t* const totals = Scratch((kReduceLanes + pass_.in_row) * columns);
    if (rows > 1) {
      CombineRows(from, rows, row);
      from = row;
    }
    kernels_.reduce_rows(type_, from, pass_.in_row, pass_.in_row, totals, columns);
    Finish(totals, position, columns);
  }

  // kGroupedColumns: combines such rows to one.
  void CombineRows(const uint8_t* from, int64_t rows, uint8_t* to) {
#ifndef __wasm__
    if (kernels_.reduce_columns != nullptr) {
      return kernels_.reduce_columns(type_, from, pass_.run, rows, nullptr, to, pass_.run);
    }
#endif
    if (from != scratch_) Copy(scratch_, from, rows * pass_.run);
    FoldLanes(rows, pass_.run);
    Copy(to, scratch_, pass_.run);
  }

  // Accumulates elements r, r + 1, ... of a block into their lanes, the first of which is at
  // `lanes`. The first element of each lane initialises it.
  void AccumulateRun(uint8_t* lanes, const uint8_t* from, int64_t r, int64_t length) {
    while (length > 0) {
      const int64_t lane = r % kReduceLanes;
      int64_t taken = std::min(kReduceLanes - lane, length);
      if (r < kReduceLanes) {
        Copy(lanes + lane * bytes_, from, taken);
      } else if (lane == 0 && length >= kReduceLanes) {
        const int64_t groups = length / kReduceLanes;
        kernels_.accumulate(type_, lanes, from, groups);
        taken = groups * kReduceLanes;
      } else {
        Combine(lanes + lane * bytes_, from, taken);
      }
      from += taken * bytes_;
      r += taken;
      length -= taken;
    }
  }

  int64_t LaneBytes() const { return kReduceLanes * bytes_; }

  // Accumulates runs of neighbours, each in lanes of its own. Their first element is the
  // runs.lane-th of the block. Those before it can be read.
  void AccumulateRuns(uint8_t* lanes, const uint8_t* from, BrokenRuns runs) {
#ifndef __wasm__
    if (kernels_.accumulate_runs != nullptr && runs.lane >= kReduceLanes) {
      runs.lane %= kReduceLanes;
      return kernels_.accumulate_runs(type_, lanes, from, runs);
    }
#endif
    for (int64_t i = 0; i < runs.count; ++i) {
      AccumulateRun(lanes + i * LaneBytes(), from + i * runs.stride * bytes_, runs.lane,
                    runs.length);
    }
  }

  // Stores the totals of the lanes of `runs` neighbours, of `count` elements each. There is place
  // for kReduceTotals elements at `totals`.
  void FinishRuns(const uint8_t* lanes, int64_t count, int64_t position, int64_t runs,
                  uint8_t* totals) {
    for (int64_t i = 0; i < runs; i += kReduceTotals) {
      const int64_t rows = std::min(runs - i, kReduceTotals);
      kernels_.reduce_rows(type_, lanes + i * LaneBytes(), kReduceLanes,
                           std::min(count, kReduceLanes), totals, rows);
      Finish(totals, position + i, rows);
    }
  }

  const MonoidKernels& kernels_;
  ElementType type_;
  int64_t bytes_;
  const ReducePass& pass_;
  const void* init_;
  uint8_t* scratch_;
  uint8_t* result_;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_LANE_TOTALS_H_
