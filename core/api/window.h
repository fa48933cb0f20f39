// Windows: what a picture shows of a tensor, read where the tensor lies, so that a viewer of
// millions of elements holds as many numbers as it has pixels.
#ifndef PADDOCK_CORE_API_WINDOW_H_
#define PADDOCK_CORE_API_WINDOW_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/tensor/tensor.h"
#include "simd/bytes.h"

namespace paddock {

// Where to look. A slice is the matrix of the last two dimensions; `slice` counts the positions
// of all dimensions before them in row-major order. Rows go on into the slices that follow. What
// lies outside is left out.
struct WindowRequest {
  int64_t slice = 0;
  int64_t top = 0;
  int64_t left = 0;
  int64_t rows = 0;
  int64_t columns = 0;
  // Cells that come to one number; at least 1.
  int64_t rows_per_block = 1;
  int64_t columns_per_block = 1;
  simd::BlockValue value = simd::BlockValue::kLargest;
  // How many elements stand in a row, whatever the shape, and then all rows are one slice; 0: those
  // of the last dimension. Not with channels.
  int64_t wrap = 0;
  // The last dimension holds the channels of a cell, and rows and columns are the two before it.
  bool has_channels = false;
};

struct TensorWindow {
  // In blocks.
  size_t rows = 0;
  size_t columns = 0;
  size_t channels = 1;
  // Row by row, the channels of a block together; and what each block holds (kBlockHasNan ...).
  std::vector<double> values;
  std::vector<uint8_t> marks;
};

// A cell has at most so many channels.
inline constexpr int64_t kMostChannels = 4;
// A window has at most so many values.
inline constexpr uint64_t kMostWindowValues = uint64_t{1} << 22;

// Nothing if the request makes no sense for the tensor (a slice that is not there, channels that
// are too many or none, blocks without cells) or the window would be too large.
std::optional<TensorWindow> ReadWindow(const Tensor& tensor, const WindowRequest& request);

struct TensorSummary {
  uint64_t nan_count = 0;
  uint64_t infinity_count = 0;
  // Of the finite elements (of complex ones their absolute values); NaN if there is none.
  double min = 0;
  double max = 0;
  double mean = 0;
  // How many lie in each of the equal parts of low .. high; empty if none is finite.
  std::vector<uint64_t> histogram;
};

struct HistogramRange {
  double low;
  double high;
};

// Looks at every element. The histogram is of min .. max, or of `range`.
TensorSummary SummarizeTensor(const Tensor& tensor, size_t bins,
                              std::optional<HistogramRange> range = std::nullopt);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WINDOW_H_
