#include "core/explain/window_cells.h"

#include <algorithm>

namespace paddock {

CellRange CellsOfWindow(const WindowDimension& window, int64_t at) {
  // With both base and window dilation, the cells are still evenly spaced.
  CellRange range{0, 0, 1};
  for (int64_t cell = 0; cell < window.window; ++cell) {
    const int64_t index = window.IndexAt(at, cell);
    if (index < 0) continue;
    if (range.count == 0) range.start = index;
    if (range.count == 1) range.stride = index - range.start;
    ++range.count;
  }
  return range;
}

WindowsOfCell WindowsThatHold(const WindowDimension& window, int64_t index) {
  const int64_t position = index + window.low;
  const int64_t before = position - window.window + 1;
  const int64_t first = before <= 0 ? 0 : (before + window.stride - 1) / window.stride;
  const int64_t last =
      position < 0 ? -1 : std::min(position / window.stride, window.result_size - 1);
  if (last < first) return {{0, 0}, {0, 0}};
  const int64_t begin = std::max<int64_t>(0, first * window.stride - window.low);
  const int64_t end =
      std::min(window.operand_size, last * window.stride - window.low + window.window);
  return {{first, last - first + 1}, {begin, end - begin}};
}

}  // namespace paddock
