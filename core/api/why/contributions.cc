#include "core/api/why/contributions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

#include "core/explain/kernel_cells.h"
#include "core/explain/same_dimensions.h"

namespace paddock {
namespace {

// Cells of a set that are read; more are only counted.
constexpr int64_t kMostReadCells = int64_t{1} << 20;

// Returns whether the first two sets are the sides of a sum of products.
bool AreProducts(std::span<const ContractedDimensions> dimensions, std::span<const Feed> feeds) {
  return !dimensions.empty() && feeds.size() >= 2 && feeds[0].box.operand == 0 &&
         feeds[1].box.operand == 1 && CellCount(feeds[0].box) == CellCount(feeds[1].box);
}

// Returns whether the sets are the sides of a window: each cell of lhs has one of the kernel.
// Between the cells of a dilated lhs there is nothing to multiply.
bool IsWindow(const Operation& operation, const Feeds& feeds, const CellValue& result) {
  if (!operation.is(OpKind::kStablehloConvolution) || feeds.feeds.size() != 2) return false;
  return feeds.asked || CellCount(feeds.feeds[0].box) == CellCount(feeds.feeds[1].box) ||
         result.is_finite();
}

class SetReader {
 public:
  SetReader(RunReader& reader, const Operation& operation, const Feeds& feeds,
            std::span<const int64_t> cell, const CellValue& result)
      : reader_(reader), feeds_(feeds.feeds), dimensions_(ContractionsOf(operation)) {
    has_pairs_ = AreProducts(dimensions_, feeds_);
    if (has_pairs_) left_ = feeds_[0].box;
    if (!IsWindow(operation, feeds, result)) return;
    const CellBox boxes[] = {feeds_[0].box, feeds_[1].box};
    kernel_.emplace(operation, cell, boxes);
    has_pairs_ = true;
    left_ = feeds.asked ? *feeds.asked : feeds_[0].box;
  }

  std::vector<ReadSet> Read(const CellValue& result, size_t most) {
    for (size_t i = 0; i < feeds_.size(); ++i) numbers_.push_back(NumbersOf(i));
    std::vector<ReadSet> sets;
    for (size_t i = 0; i < feeds_.size(); ++i) {
      sets.push_back(SetOf(i, GreatestOf(i, result, most)));
    }
    return sets;
  }

 private:
  using Visit = std::function<void(size_t index, std::span<const int64_t> cell)>;

  bool IsPaired(size_t number) const { return has_pairs_ && number < 2; }

  // Visits the cells in the order of the formula: those of the right side of products in the order
  // of the left side, which may lie in the padding.
  void ForEach(size_t number, const Visit& visit) const {
    size_t index = 0;
    const bool is_right = IsPaired(number) && number == 1;
    const CellBox& box = IsPaired(number) ? left_ : feeds_[number].box;
    ForEachCell(box, [&](std::span<const int64_t> cell) {
      visit(index, is_right ? RightOf(cell) : std::vector<int64_t>(cell.begin(), cell.end()));
      return static_cast<int64_t>(++index) < kMostReadCells;
    });
  }

  std::vector<int64_t> RightOf(std::span<const int64_t> left) const {
    if (kernel_) return kernel_->At(left);
    std::vector<int64_t> right;
    for (const CellRange range : feeds_[1].box.ranges) right.push_back(range.start);
    for (const auto [lhs, rhs] : dimensions_) {
      right[rhs] += left[lhs] - feeds_[0].box.ranges[lhs].start;
    }
    return right;
  }

  std::vector<double> NumbersOf(size_t number) const {
    std::vector<double> numbers;
    reader_.Look(feeds_[number].moment, [&](const ValueView& view) {
      ForEach(number, [&](size_t, std::span<const int64_t> cell) {
        // Padding is 0.
        const double value = ReadNumber(view, cell).value_or(0);
        numbers.push_back(std::isfinite(value) ? value : std::numeric_limits<double>::infinity());
      });
    });
    return numbers;
  }

  // Non-finite cells weigh most, then those that equal the result.
  double WeightOf(size_t number, size_t index, const CellValue& result) const {
    const double own = numbers_[number][index];
    if (!std::isfinite(own)) return own;
    if (IsPaired(number) && index < numbers_[1 - number].size()) {
      const double product = std::abs(own * numbers_[1 - number][index]);
      return std::isnan(product) ? std::numeric_limits<double>::infinity() : product;
    }
    return own == result.number ? std::numeric_limits<double>::max() : std::abs(own);
  }

  // Returns indices in ascending order.
  std::vector<size_t> GreatestOf(size_t number, const CellValue& result, size_t most) const {
    std::vector<double> weights(numbers_[number].size());
    for (size_t i = 0; i < weights.size(); ++i) weights[i] = WeightOf(number, i, result);
    std::vector<size_t> order(weights.size());
    std::iota(order.begin(), order.end(), size_t{0});
    const size_t count = std::min(most, order.size());
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(count);
    std::partial_sort(order.begin(), end, order.end(), [&](size_t a, size_t b) {
      return weights[a] != weights[b] ? weights[a] > weights[b] : a < b;
    });
    order.erase(end, order.end());
    // Not the library's instance for integers, which the engine for pages would have to link.
    std::ranges::sort(order, [](size_t a, size_t b) { return a < b; });
    return order;
  }

  ReadSet SetOf(size_t number, const std::vector<size_t>& greatest) const {
    const Feed& feed = feeds_[number];
    ReadSet set;
    set.count = CellCount(feed.box);
    set.terms = {feed.box.operand, {}, IsPaired(number) ? CellCount(left_) : set.count};
    reader_.Look(feed.moment, [&](const ValueView& view) {
      ForEach(number, [&](size_t index, std::span<const int64_t> cell) {
        const bool is_great = std::ranges::binary_search(greatest, index);
        if (!is_great && index >= kMostFormulaTerms) return;
        const auto value = ReadCell(view, cell);
        if (index < kMostFormulaTerms) set.terms.texts.push_back(value ? value->text : "0");
        if (is_great && value) set.greatest.push_back({{cell.begin(), cell.end()}, *value});
      });
    });
    return set;
  }

  RunReader& reader_;
  const std::span<const Feed> feeds_;
  const std::vector<ContractedDimensions> dimensions_;
  // Whether the first two sets are the sides of products, and the cells of the left side.
  bool has_pairs_ = false;
  CellBox left_;
  std::optional<KernelCells> kernel_;
  std::vector<std::vector<double>> numbers_;
};

}  // namespace

std::vector<ReadSet> ReadSets(RunReader& reader, const Operation& operation, const Feeds& feeds,
                              std::span<const int64_t> cell, const CellValue& result, size_t most) {
  return SetReader(reader, operation, feeds, cell, result).Read(result, most);
}

}  // namespace paddock
