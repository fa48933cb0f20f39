#include "simd/windows/padded_copy.h"

#include <algorithm>
#include <cstring>

#include "simd/chunks.h"
#include "simd/movement/copy_kernels.h"

namespace paddock::simd {
namespace {

// Indices of the operand that occur in a dimension of the result: first .. end.
struct Shown {
  int64_t first = 0;
  int64_t end = 0;
};

Shown ShownBy(const PaddedDimension& dimension, int64_t low) {
  const int64_t d = dimension.dilation;
  const int64_t last = dimension.result_size - 1 - low;
  Shown shown;
  shown.first = low >= 0 ? 0 : (-low + d - 1) / d;
  shown.end = last < 0 ? 0 : std::min(dimension.operand_size, last / d + 1);
  shown.end = std::max(shown.end, shown.first);
  return shown;
}

class RowWriter {
 public:
  RowWriter(const PaddedCopyPlan& plan, std::span<const int64_t> low, const void* operand,
            const void* padding)
      : plan_(plan),
        low_(low),
        operand_(static_cast<const uint8_t*>(operand)),
        padding_(padding),
        run_bytes_(static_cast<size_t>(plan.run) * plan.element_bytes) {
    const size_t last = plan.dimensions.size() - 1;
    row_low_ = LowOf(last);
    shown_ = ShownBy(plan.dimensions[last], row_low_);
  }

  void Write(int64_t row, uint8_t* to) const {
    const PaddedDimension& last = plan_.dimensions.back();
    const int64_t from = OperandRow(row);
    if (from < 0 || shown_.first == shown_.end) return FillRuns(to, 0, last.result_size);
    const uint8_t* source =
        operand_ + static_cast<size_t>(from * last.operand_size + shown_.first) * run_bytes_;
    const int64_t count = shown_.end - shown_.first;
    const int64_t begin = row_low_ + shown_.first * last.dilation;
    const int64_t end = begin + (count - 1) * last.dilation + 1;
    FillRuns(to, 0, begin);
    FillRuns(to, end, last.result_size);
    if (last.dilation == 1) {
      std::memcpy(to + Bytes(begin), source, Bytes(count));
      return;
    }
    FillRuns(to, begin, end);
    for (int64_t i = 0; i < count; ++i) {
      std::memcpy(to + Bytes(begin + i * last.dilation), source + Bytes(i), run_bytes_);
    }
  }

 private:
  size_t Bytes(int64_t runs) const { return static_cast<size_t>(runs) * run_bytes_; }
  int64_t LowOf(size_t dimension) const {
    return low_.empty() ? plan_.dimensions[dimension].low : low_[dimension];
  }
  void FillRuns(uint8_t* to, int64_t begin, int64_t end) const {
    if (begin < end) {
      Fill(to + Bytes(begin), padding_, plan_.element_bytes, (end - begin) * plan_.run);
    }
  }

  // Returns the operand's row, or -1 if the row is all padding.
  int64_t OperandRow(int64_t row) const {
    int64_t from = 0;
    int64_t stride = 1;
    for (size_t i = plan_.dimensions.size() - 1; i-- > 0;) {
      const PaddedDimension& dimension = plan_.dimensions[i];
      const int64_t at = row % dimension.result_size - LowOf(i);
      row /= dimension.result_size;
      if (at < 0 || at % dimension.dilation != 0) return -1;
      if (at / dimension.dilation >= dimension.operand_size) return -1;
      from += at / dimension.dilation * stride;
      stride *= dimension.operand_size;
    }
    return from;
  }

  const PaddedCopyPlan& plan_;
  std::span<const int64_t> low_;
  const uint8_t* operand_;
  const void* padding_;
  size_t run_bytes_;
  int64_t row_low_ = 0;
  Shown shown_;
};

}  // namespace

PaddedCopyPlan PlanPaddedCopy(size_t element_bytes, std::span<const PaddedDimension> dimensions,
                              std::span<const uint8_t> is_fixed) {
  PaddedCopyPlan plan;
  plan.element_bytes = element_bytes;
  size_t end = dimensions.size();
  for (; end > 0; --end) {
    const PaddedDimension& dimension = dimensions[end - 1];
    const bool is_whole = is_fixed[end - 1] != 0 && dimension.low == 0 && dimension.dilation == 1 &&
                          dimension.operand_size == dimension.result_size;
    if (!is_whole) break;
    plan.run *= dimension.result_size;
  }
  plan.dimensions.assign(dimensions.begin(), dimensions.begin() + static_cast<ptrdiff_t>(end));
  if (plan.dimensions.empty()) plan.dimensions.push_back({});
  for (size_t i = 0; i + 1 < plan.dimensions.size(); ++i) {
    plan.row_count *= plan.dimensions[i].result_size;
  }
  const int64_t row_bytes =
      plan.dimensions.back().result_size * plan.run * static_cast<int64_t>(element_bytes);
  if (row_bytes == 0) plan.row_count = 0;
  plan.rows_per_chunk = std::max<int64_t>(1, kChunkBytes / std::max<int64_t>(1, row_bytes));
  return plan;
}

int64_t ChunkCount(const PaddedCopyPlan& plan) {
  return (plan.row_count + plan.rows_per_chunk - 1) / plan.rows_per_chunk;
}

void RunChunk(const PaddedCopyPlan& plan, std::span<const int64_t> low, const void* operand,
              const void* padding, void* result, int64_t chunk) {
  const RowWriter writer(plan, low, operand, padding);
  const int64_t begin = chunk * plan.rows_per_chunk;
  const int64_t end = std::min(begin + plan.rows_per_chunk, plan.row_count);
  const size_t row_bytes =
      static_cast<size_t>(plan.dimensions.back().result_size * plan.run) * plan.element_bytes;
  auto* to = static_cast<uint8_t*>(result) + static_cast<size_t>(begin) * row_bytes;
  for (int64_t row = begin; row < end; ++row, to += row_bytes) writer.Write(row, to);
}

}  // namespace paddock::simd
