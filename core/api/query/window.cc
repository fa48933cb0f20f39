#include "core/api/query/window.h"

#include <algorithm>
#include <cmath>

namespace paddock {
namespace {

// Matrices into which a tensor is sliced.
struct Slices {
  int64_t count = 1;
  int64_t rows = 1;
  int64_t columns = 1;
  int64_t channels = 1;
  // Elements of one slice; fewer than rows * columns if the last row is short.
  int64_t elements = 1;
};

std::optional<Slices> SlicesOf(const Tensor& tensor, const WindowRequest& request) {
  std::span<const int64_t> shape = tensor.shape();
  Slices slices;
  if (request.has_channels) {
    if (shape.size() < 3 || shape.back() < 1 || shape.back() > kMostChannels) return std::nullopt;
    slices.channels = shape.back();
    shape = shape.first(shape.size() - 1);
  }
  if (!shape.empty()) slices.columns = shape.back();
  if (!request.has_channels && request.wrap > 0) {
    slices.elements = tensor.element_count();
    slices.columns = std::min(request.wrap, slices.elements);
    if (slices.elements > 0) slices.rows = (slices.elements - 1) / slices.columns + 1;
    return slices;
  }
  if (shape.size() > 1) slices.rows = shape[shape.size() - 2];
  for (size_t i = 0; i + 2 < shape.size(); ++i) slices.count *= shape[i];
  slices.elements = slices.rows * slices.columns * slices.channels;
  return slices;
}

// Returns the number of cells in 0 .. limit among `size` cells from `begin` on.
int64_t Clip(int64_t begin, int64_t size, int64_t limit) {
  return begin >= limit ? 0 : std::min(size, limit - begin);
}

size_t ToSize(int64_t value) { return static_cast<size_t>(value); }

}  // namespace

std::optional<TensorWindow> ReadWindow(const Tensor& tensor, const WindowRequest& request) {
  const bool is_sound = request.slice >= 0 && request.top >= 0 && request.left >= 0 &&
                        request.rows >= 0 && request.columns >= 0 && request.wrap >= 0 &&
                        request.rows_per_block > 0 && request.columns_per_block > 0;
  if (!is_sound) return std::nullopt;
  const std::optional<Slices> slices = SlicesOf(tensor, request);
  if (!slices || request.slice >= slices->count) return std::nullopt;
  const int64_t slices_left = slices->count - request.slice;
  const int64_t rows = Clip(request.top, request.rows, slices->rows * slices_left);
  const int64_t columns = Clip(request.left, request.columns, slices->columns);
  if (rows == 0 || columns == 0) return TensorWindow{};
  const int64_t row_stride = slices->columns * slices->channels;
  const int64_t begin = request.slice * slices->elements;
  const simd::BlockWindow blocks = {
      .first = ToSize(begin + request.top * row_stride + request.left * slices->channels),
      .row_stride = ToSize(row_stride),
      .rows = ToSize(rows),
      .columns = ToSize(columns),
      .channels = ToSize(slices->channels),
      .rows_per_block = ToSize(std::min(request.rows_per_block, rows)),
      .columns_per_block = ToSize(std::min(request.columns_per_block, columns)),
      .end = ToSize(begin + slices->elements * slices_left)};
  TensorWindow window = {.rows = blocks.block_rows(),
                         .columns = blocks.block_columns(),
                         .channels = blocks.channels,
                         .values = {},
                         .marks = {}};
  if (uint64_t{window.rows} * window.columns > kMostWindowValues / blocks.channels) {
    return std::nullopt;
  }
  window.values.resize(blocks.count());
  window.marks.resize(blocks.count());
  simd::ReadBlocks(tensor.element_type(), tensor.data(), blocks, request.value,
                   window.values.data(), window.marks.data());
  return window;
}

TensorSummary SummarizeTensor(const Tensor& tensor, size_t bins,
                              std::optional<HistogramRange> range) {
  const auto count = static_cast<size_t>(tensor.element_count());
  const simd::ElementSummary elements =
      simd::Summarize(tensor.element_type(), tensor.data(), count);
  TensorSummary summary = {.nan_count = elements.nan_count,
                           .infinity_count = elements.infinity_count,
                           .min = elements.min,
                           .max = elements.max,
                           .mean = elements.mean,
                           .histogram = {}};
  if (std::isnan(summary.min)) return summary;
  const HistogramRange all = {summary.min, summary.max};
  const auto [low, high] = range.value_or(all);
  if (!std::isfinite(low) || !std::isfinite(high) || low > high) return summary;
  summary.histogram.assign(bins, 0);
  simd::AddToHistogram(tensor.element_type(), tensor.data(), count, low, high, summary.histogram);
  return summary;
}

}  // namespace paddock
