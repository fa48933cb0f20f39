#include "core/explain/selected_windows.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/explain/cell_box.h"
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
        number_(number) {
    for (const WindowDimension& window : windows_) places_.ranges.push_back({0, window.window});
  }

  bool is_known() const { return selection_.is_known() && number_ != nullptr; }
  int64_t size() const { return CellCount(places_); }

  // Sets `selected` to the element that the window selects; empty if all are padding. Returns false
  // if it is not known.
  bool Select(std::span<const int64_t> window, std::optional<Cell>& selected) const {
    bool is_known = true;
    ForEachCell(places_, [&](std::span<const int64_t> within) {
      Cell element(windows_.size());
      for (size_t d = 0; d < within.size(); ++d) {
        element[d] = windows_[d].IndexAt(window[d], within[d]);
        if (element[d] < 0) return true;
      }
      const auto keeps = selected ? Keeps(*selected, element) : std::optional<bool>(false);
      is_known = keeps.has_value();
      if (is_known && !*keeps) selected = std::move(element);
      return is_known;
    });
    return is_known;
  }

 private:
  std::optional<bool> Keeps(const Cell& selected, const Cell& next) const {
    const auto a = read_(0, selected), b = read_(0, next);
    if (a && b) return selection_.Keeps(*a, *b);
    const auto x = number_(0, selected), y = number_(0, next);
    if (!x || !y) return std::nullopt;
    return selection_.Keeps(*x, *y);
  }

  const std::vector<WindowDimension> windows_;
  // The places of a window's elements.
  CellBox places_;
  const Selection selection_;
  const ReadInteger& read_;
  const ReadFloat& number_;
};

}  // namespace

std::optional<std::vector<Cell>> SelectedWindows(const Operation& operation,
                                                 std::span<const int64_t> cell,
                                                 const CellBox& source, const ReadInteger& read,
                                                 const ReadFloat& number) {
  const WindowSelector selector(operation, read, number);
  if (!selector.is_known() || selector.size() * CellCount(source) > kMostCompared) {
    return std::nullopt;
  }
  std::vector<Cell> windows;
  bool is_known = true;
  ForEachCell(source, [&](std::span<const int64_t> window) {
    std::optional<Cell> selected;
    is_known = selector.Select(window, selected);
    if (is_known && selected && std::ranges::equal(*selected, cell)) {
      windows.emplace_back(window.begin(), window.end());
    }
    return is_known;
  });
  if (!is_known) return std::nullopt;
  return windows;
}

}  // namespace paddock
