#include "core/api/why/contributions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

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

class SetReader {
 public:
  SetReader(RunReader& reader, const Operation& operation, std::span<const Feed> feeds)
      : reader_(reader), feeds_(feeds), dimensions_(ContractionsOf(operation)) {
    has_pairs_ = AreProducts(dimensions_, feeds);
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

  // Visits the cells in the order of the formula: those of the right side of products in the order
  // of the left side.
  void ForEach(size_t number, const Visit& visit) const {
    size_t index = 0;
    const bool is_right = has_pairs_ && number == 1;
    ForEachCell(feeds_[is_right ? 0 : number].box, [&](std::span<const int64_t> cell) {
      visit(index, is_right ? RightOf(cell) : std::vector<int64_t>(cell.begin(), cell.end()));
      return static_cast<int64_t>(++index) < kMostReadCells;
    });
  }

  std::vector<int64_t> RightOf(std::span<const int64_t> left) const {
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
        const auto value = ReadNumber(view, cell);
        const bool is_finite = value && std::isfinite(*value);
        numbers.push_back(is_finite ? *value : std::numeric_limits<double>::infinity());
      });
    });
    return numbers;
  }

  // Non-finite cells weigh most, then those that equal the result.
  double WeightOf(size_t number, size_t index, const CellValue& result) const {
    const double own = numbers_[number][index];
    if (!std::isfinite(own)) return own;
    const bool is_paired = has_pairs_ && number < 2 && index < numbers_[1 - number].size();
    if (is_paired) return std::abs(own * numbers_[1 - number][index]);
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
    set.terms = {feed.box.operand, {}, set.count};
    reader_.Look(feed.moment, [&](const ValueView& view) {
      ForEach(number, [&](size_t index, std::span<const int64_t> cell) {
        const bool is_great = std::ranges::binary_search(greatest, index);
        if (!is_great && index >= kMostFormulaTerms) return;
        const auto value = ReadCell(view, cell);
        if (!value) return;
        if (index < kMostFormulaTerms) set.terms.texts.push_back(value->text);
        if (is_great) set.greatest.push_back({{cell.begin(), cell.end()}, *value});
      });
    });
    return set;
  }

  RunReader& reader_;
  const std::span<const Feed> feeds_;
  const std::vector<ContractedDimensions> dimensions_;
  bool has_pairs_ = false;
  std::vector<std::vector<double>> numbers_;
};

}  // namespace

std::vector<ReadSet> ReadSets(RunReader& reader, const Operation& operation,
                              std::span<const Feed> feeds, const CellValue& result, size_t most) {
  return SetReader(reader, operation, feeds).Read(result, most);
}

}  // namespace paddock
