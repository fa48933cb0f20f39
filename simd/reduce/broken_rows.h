// Rows whose elements are in several runs (kBrokenRows).
#ifndef PADDOCK_SIMD_REDUCE_BROKEN_ROWS_H_
#define PADDOCK_SIMD_REDUCE_BROKEN_ROWS_H_

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "simd/chunks.h"
#include "simd/movement/offset_cursor.h"
#include "simd/reduce/lane_totals.h"

namespace paddock::simd {

class BrokenRows : LaneTotals {
 public:
  BrokenRows(const ReducePlan& plan, const ReducePass& pass, const ReduceBuffers& buffers,
             void* scratch)
      : LaneTotals(plan, pass, buffers, scratch),
        operand_(OperandOf(pass, buffers)),
        operand_bytes_(plan.byte_count) {}

  void Run(int64_t begin, int64_t end) {
    if (!kIsWeb && pass_.beside > 1) return RunNeighbours(begin, end);
    if (!kIsWeb && pass_.joins_runs && pass_.block_count == 1) return RunJoinedRows(begin, end);
    for (int64_t unit = begin; unit < end; ++unit) RunRow(unit);
  }

 private:
  const uint8_t* Operand(int64_t element) const { return operand_ + element * bytes_; }

  void RunRow(int64_t unit) {
    const int64_t kept = unit % pass_.kept_count;
    const int64_t begin = unit / pass_.kept_count * kReduceBlock;
    const int64_t end = std::min(begin + kReduceBlock, pass_.count);
    const int64_t base = OffsetCursor(pass_.kept, kept).source_offset();
    OffsetCursor runs(pass_.reduced, begin / pass_.run);
    int64_t r = begin;
    int64_t in_run = begin % pass_.run;
    while (r < end) {
      const int64_t length = std::min(pass_.run - in_run, end - r);
      const uint8_t* from = Operand(base + runs.source_offset() + in_run);
      if (!kIsWeb && pass_.joins_runs) {
        Copy(Scratch(r - begin), from, length);
      } else {
        AccumulateRun(scratch_, from, r - begin, length);
      }
      r += length;
      in_run = 0;
      runs.Advance();
    }
    if (!kIsWeb && pass_.joins_runs) {
      uint8_t* const total = Scratch(kReduceBlock);
      kernels_.reduce_rows(type_, scratch_, end - begin, end - begin, total, 1);
      return Finish(total, unit, 1);
    }
    FoldLanes(end - begin, 1);
    Finish(scratch_, unit, 1);
  }

  // Reduces blocks of neighbours together.
  void RunNeighbours(int64_t begin, int64_t end) {
    const int64_t all = pass_.kept_count, neighbours = pass_.kept.back().size;
    uint8_t* const totals = Scratch(pass_.beside * kReduceLanes);
    for (int64_t unit = begin; unit < end;) {
      const int64_t first = unit / all * kReduceBlock, kept = unit % all;
      const int64_t count = std::min(pass_.count - first, kReduceBlock);
      const int64_t beside = std::min({pass_.beside, end - unit, neighbours - kept % neighbours});
      FillLanes(OffsetCursor(pass_.kept, kept).source_offset(), first, count, beside);
      FinishRuns(scratch_, count, unit, beside, totals);
      unit += beside;
    }
  }

  // Accumulates elements first .. first + count of `beside` neighbours.
  void FillLanes(int64_t base, int64_t first, int64_t count, int64_t beside) {
    OffsetCursor runs(pass_.reduced, first / pass_.run);
    int64_t in_run = first % pass_.run;
    for (int64_t r = 0; r < count; in_run = 0, runs.Advance()) {
      const int64_t length = std::min(pass_.run - in_run, count - r);
      AccumulateRuns(scratch_, Operand(base + runs.source_offset() + in_run),
                     {pass_.run, length, r, beside});
      r += length;
    }
  }

  // Copies the runs of several rows beside each other, and reduces these rows at once.
  void RunJoinedRows(int64_t begin, int64_t end) {
    const int64_t most = std::clamp<int64_t>(kReduceBlock / pass_.count, 1, kReduceTotals);
    uint8_t* const totals = Scratch(kReduceBlock + kCopyBytes);
    OffsetCursor kept(pass_.kept, begin);
    for (int64_t row = begin; row < end;) {
      const int64_t rows = std::min(most, end - row);
      for (int64_t i = 0; i < rows; ++i, kept.Advance()) {
        JoinRuns(kept.source_offset(), Scratch(i * pass_.count));
      }
      kernels_.reduce_rows(type_, scratch_, pass_.count, pass_.count, totals, rows);
      Finish(totals, row, rows);
      row += rows;
    }
  }

  void JoinRuns(int64_t base, uint8_t* to) const {
    const int64_t bytes = pass_.run * bytes_;
    const int64_t copied = CeilDivide(bytes, kCopyBytes) * kCopyBytes;
    const CopyDimension& inner = pass_.reduced.back();
    const int64_t outer = pass_.count / pass_.run / inner.size;
    OffsetCursor cursor(std::span(pass_.reduced).first(pass_.reduced.size() - 1), 0);
    for (int64_t i = 0; i < outer; ++i) {
      int64_t at = (base + cursor.source_offset()) * bytes_;
      if (bytes >= kFewestOfCopy) {
        copy_(operand_ + at, to, {inner.size, bytes, inner.source_stride * bytes_, bytes, 1, 1});
        to += inner.size * bytes;
        if (outer != 1) cursor.Advance();
        continue;
      }
      for (int64_t k = 0; k < inner.size; ++k, at += inner.source_stride * bytes_, to += bytes) {
        if (at + copied > operand_bytes_) {
          std::memcpy(to, operand_ + at, static_cast<size_t>(bytes));
          continue;
        }
        // The next run overwrites the bytes beyond this one.
        for (int64_t j = 0; j < bytes; j += kCopyBytes) {
          std::memcpy(to + j, operand_ + at + j, kCopyBytes);
        }
      }
      if (outer != 1) cursor.Advance();
    }
  }

  // Runs of fewer bytes are copied with their neighbours.
  static constexpr int64_t kFewestOfCopy = 64;
  const CopyBlockKernel copy_ = FindCopyKernel(CopyKernel::kContiguous, 1);
  const uint8_t* operand_;
  // Size of the operand of the first pass.
  const int64_t operand_bytes_;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_BROKEN_ROWS_H_
