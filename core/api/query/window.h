// Windows: regions of a tensor at display resolution, read in place. A viewer of millions of
// elements holds at most one number for each pixel.
#ifndef PADDOCK_CORE_API_QUERY_WINDOW_H_
#define PADDOCK_CORE_API_QUERY_WINDOW_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/tensor/tensor.h"
#include "simd/bytes/bytes.h"

namespace paddock {

// Place of a window. A slice is the matrix of the last two dimensions. `slice` counts the positions
// of all earlier dimensions in row-major order. Rows continue into the following slices. Cells
// outside the tensor are omitted.
struct WindowRequest {
  int64_t slice = 0;
  int64_t top = 0;
  int64_t left = 0;
  int64_t rows = 0;
  int64_t columns = 0;
  // Cells per block, at least 1. A block becomes one number.
  int64_t rows_per_block = 1;
  int64_t columns_per_block = 1;
  simd::BlockValue value = simd::BlockValue::kLargest;
  // Elements in a row, independent of the shape; all rows are then one slice. 0 means the size of
  // the last dimension. Must be 0 with channels.
  int64_t wrap = 0;
  // Whether the last dimension holds the channels of a cell; rows and columns are then the two
  // before it.
  bool has_channels = false;
};

struct TensorWindow {
  // Number of blocks.
  size_t rows = 0;
  size_t columns = 0;
  size_t channels = 1;
  // Values by row, with the channels of a block together; and the flags of each block (kBlockHasNan
  // ...).
  std::vector<double> values;
  std::vector<uint8_t> marks;
};

// Maximum number of channels of a cell.
inline constexpr int64_t kMostChannels = 4;
// Maximum number of values of a window.
inline constexpr uint64_t kMostWindowValues = uint64_t{1} << 22;

// Returns nothing if the request does not fit the tensor or the window would be too large. A
// request does not fit if its slice does not exist, channels are too many or none, or blocks have
// no cells.
std::optional<TensorWindow> ReadWindow(const Tensor& tensor, const WindowRequest& request);

struct TensorSummary {
  uint64_t nan_count = 0;
  uint64_t infinity_count = 0;
  // Statistics of the finite elements (of absolute values for complex ones); NaN if there are none.
  double min = 0;
  double max = 0;
  double mean = 0;
  // Counts in equal parts of low .. high; empty if no element is finite.
  std::vector<uint64_t> histogram;
};

struct HistogramRange {
  double low;
  double high;
};

// Reads every element. The histogram covers min .. max, or `range`.
TensorSummary SummarizeTensor(const Tensor& tensor, size_t bins,
                              std::optional<HistogramRange> range = std::nullopt);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_QUERY_WINDOW_H_
