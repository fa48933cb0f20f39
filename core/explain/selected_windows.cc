#include "core/explain/selected_windows.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/window_attributes.h"

namespace paddock {
namespace {

using Cell = std::vector<int64_t>;

// Elements that are compared for one cell.
constexpr int64_t kMostCompared = int64_t{1} << 20;

template <class T>
bool Holds(std::string_view direction, T a, T b) {
  if (direction == "EQ") return a == b;
  if (direction == "NE") return a != b;
  if (direction == "GE") return a >= b;
  if (direction == "GT") return a > b;
  if (direction == "LE") return a <= b;
  return a < b;
}

// `select` if it is one comparison.
class Selection {
 public:
  explicit Selection(const Region& body) {
    const Block* block = body.only_block();
    if (block == nullptr || block->arguments.size() != 2 || block->first == block->last) return;
    const Operation& first = *block->first;
    const bool is_one = first.is(OpKind::kStablehloCompare) && first.next == block->last &&
                        block->last->operands[0] == first.results[0];
    if (!is_one || first.operands[0] == first.operands[1]) return;
    if (first.operands[0]->block != block || first.operands[1]->block != block) return;
    direction_ = TextOf(first, "comparison_direction");
    is_total_ = TextOf(first, "compare_type") == "TOTALORDER";
    is_swapped_ = first.operands[0]->index == 1;
  }

  bool is_known() const { return !direction_.empty(); }

  std::optional<bool> Keeps(int64_t selected, int64_t next) const {
    // ReadInteger may have limited them.
    if (selected == INT64_MAX && next == INT64_MAX) return std::nullopt;
    return Compare(selected, next);
  }
  // The total order of zeros and NaN depends on their bits.
  std::optional<bool> Keeps(double selected, double next) const {
    const bool needs_bits =
        std::isnan(selected) || std::isnan(next) || (selected == 0 && next == 0);
    if (is_total_ && needs_bits) return std::nullopt;
    return Compare(selected, next);
  }

 private:
  template <class T>
  bool Compare(T selected, T next) const {
    return is_swapped_ ? Holds(direction_, next, selected) : Holds(direction_, selected, next);
  }

  std::string_view direction_;
  bool is_total_ = false;
  bool is_swapped_ = false;
};

class WindowSelector {
 public:
  WindowSelector(const Operation& operation, const ReadInteger& read, const ReadFloat& number)
      : windows_(WindowsOf(operation, operation.operands[0]->type.shape(),
                           operation.operands[1]->type.shape())),
        selection_(*operation.regions[0]),
        read_(read),
        number_(number) {}

  bool is_known() const { return selection_.is_known() && number_ != nullptr; }
  int64_t size() const {
    int64_t size = 1;
    for (const WindowDimension& window : windows_) size *= window.window;
    return size;
  }

  // Sets `selected` to the element that the window selects; empty if all are padding. Returns false
  // if it is not known.
  bool Select(const Cell& window, std::optional<Cell>& selected) {
    Cell within(windows_.size()), element(windows_.size());
    do {
      bool is_inside = true;
      for (size_t d = 0; d < within.size(); ++d) {
        element[d] = windows_[d].IndexAt(window[d], within[d]);
        is_inside &= element[d] >= 0;
      }
      if (!is_inside) continue;
      const auto keeps = selected ? Keeps(*selected, element) : std::optional<bool>(false);
      if (!keeps) return false;
      if (!*keeps) selected = element;
    } while (Advance(within));
    return true;
  }

 private:
  std::optional<bool> Keeps(const Cell& selected, const Cell& next) const {
    const auto a = read_(0, selected), b = read_(0, next);
    if (a && b) return selection_.Keeps(*a, *b);
    const auto x = number_(0, selected), y = number_(0, next);
    if (!x || !y) return std::nullopt;
    return selection_.Keeps(*x, *y);
  }

  bool Advance(Cell& within) const {
    for (size_t d = within.size(); d-- > 0;) {
      if (++within[d] < windows_[d].window) return true;
      within[d] = 0;
    }
    return false;
  }

  const std::vector<WindowDimension> windows_;
  const Selection selection_;
  const ReadInteger& read_;
  const ReadFloat& number_;
};

}  // namespace

std::optional<std::vector<Cell>> SelectedWindows(const Operation& operation,
                                                 std::span<const int64_t> cell,
                                                 const CellBox& source, const ReadInteger& read,
                                                 const ReadFloat& number) {
  WindowSelector selector(operation, read, number);
  int64_t compared = selector.size();
  Cell window;
  for (const CellRange range : source.ranges) {
    compared *= range.count;
    window.push_back(range.start);
  }
  if (!selector.is_known() || compared > kMostCompared) return std::nullopt;
  std::vector<Cell> windows;
  while (true) {
    std::optional<Cell> selected;
    if (!selector.Select(window, selected)) return std::nullopt;
    if (selected && std::ranges::equal(*selected, cell)) windows.push_back(window);
    size_t d = window.size();
    for (; d > 0; --d) {
      const CellRange range = source.ranges[d - 1];
      if (++window[d - 1] < range.start + range.count) break;
      window[d - 1] = range.start;
    }
    if (d == 0) return windows;
  }
}

}  // namespace paddock
