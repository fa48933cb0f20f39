#include "core/explain/cell_box.h"

#include <algorithm>
#include <vector>

namespace paddock {

int64_t CellCount(const CellBox& box) {
  int64_t count = 1;
  for (const CellRange range : box.ranges) count *= range.count;
  return count;
}

bool HasCell(const CellBox& box, std::span<const int64_t> cell) {
  if (box.ranges.size() != cell.size()) return false;
  for (size_t d = 0; d < cell.size(); ++d) {
    const CellRange range = box.ranges[d];
    const int64_t offset = cell[d] - range.start;
    if (offset < 0 || offset % range.stride != 0 || offset / range.stride >= range.count) {
      return false;
    }
  }
  return true;
}

void ForEachCell(const CellBox& box, const std::function<bool(std::span<const int64_t>)>& visit) {
  std::vector<int64_t> cell;
  for (const CellRange range : box.ranges) {
    if (range.count == 0) return;
    cell.push_back(range.start);
  }
  while (visit(cell)) {
    size_t d = cell.size();
    for (; d > 0; --d) {
      const CellRange range = box.ranges[d - 1];
      cell[d - 1] += range.stride;
      if (cell[d - 1] < range.start + range.count * range.stride) break;
      cell[d - 1] = range.start;
    }
    if (d == 0) return;
  }
}

const CellBox* BoxOf(std::span<const CellBox> boxes, uint32_t operand) {
  const auto found = std::ranges::find(boxes, operand, &CellBox::operand);
  return found == boxes.end() ? nullptr : &*found;
}

}  // namespace paddock
