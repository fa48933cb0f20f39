#include "core/explain/landing_updates.h"

#include <algorithm>
#include <utility>

#include "core/base/contains.h"
#include "core/explain/body_dependence.h"
#include "core/explain/cell_box.h"
#include "core/explain/indexed_slices.h"

namespace paddock {
namespace {

using Cell = std::vector<int64_t>;

// Index vectors that are read for one cell.
constexpr int64_t kMostIndexVectors = int64_t{1} << 20;

size_t InputsOf(const Operation& scatter) { return scatter.operands.size() / 2; }

// Where one scatter's updates land.
class Landing {
 public:
  Landing(const Operation& scatter, const ReadInteger& read)
      : slices_(ScatterSlices(scatter)),
        indices_(static_cast<uint32_t>(InputsOf(scatter))),
        shape_(scatter.operands[0]->type.shape()),
        indices_rank_(scatter.operands[indices_]->type.rank()),
        updates_(scatter.operands[indices_ + 1]->type.shape()),
        read_(read) {
    for (size_t d = 0; d < updates_.size(); ++d) {
      if (!Contains(slices_.window, d)) scatter_dimensions_.push_back(d);
    }
  }

  struct Hit {
    bool lands = true;
    Cell update;
  };
  // Returns the only update at this index vector that can land on `cell`. `vector` has one index
  // for each dimension of the indices. Returns nothing if an index is not known.
  std::optional<Hit> UpdateAt(std::span<const int64_t> vector,
                              std::span<const int64_t> cell) const {
    Hit hit{.update = Cell(updates_.size())};
    for (size_t d = 0; d < indices_rank_; ++d) {
      if (d == slices_.index_vector_dimension) continue;
      hit.update[scatter_dimensions_[BatchPlace(slices_, d)]] = vector[d];
    }
    size_t next_window = 0;
    for (size_t d = 0; d < shape_.size(); ++d) {
      if (Contains(slices_.batching, d)) {
        const size_t of_indices = PlaceIn(slices_.batching, d);
        hit.lands &= vector[static_cast<size_t>(slices_.indices_batching[of_indices])] == cell[d];
        continue;
      }
      const auto start = StartAlong(d, vector);
      if (!start) return std::nullopt;
      // An index far outside would overflow.
      const bool is_near = *start > -shape_[d] - 1 && *start <= shape_[d];
      const int64_t within = is_near ? cell[d] - *start : -1;
      if (!slices_.IsInWindow(d)) {
        hit.lands &= within == 0;
        continue;
      }
      const auto of_update = static_cast<size_t>(slices_.window[next_window++]);
      hit.lands &= within >= 0 && within < updates_[of_update];
      hit.update[of_update] = within;
    }
    return hit;
  }

  Cell VectorOf(std::span<const int64_t> update) const {
    Cell vector(indices_rank_);
    for (size_t d = 0; d < indices_rank_; ++d) {
      if (d == slices_.index_vector_dimension) continue;
      vector[d] = update[scatter_dimensions_[BatchPlace(slices_, d)]];
    }
    return vector;
  }

  // The dimension of the index vectors' components, or the rank of the indices if there is none.
  size_t index_vector_dimension() const { return slices_.index_vector_dimension; }

 private:
  std::optional<int64_t> StartAlong(size_t d, std::span<const int64_t> vector) const {
    if (!Contains(slices_.index_map, d)) return 0;
    Cell at(vector.begin(), vector.end());
    if (slices_.index_vector_dimension < indices_rank_) {
      at[slices_.index_vector_dimension] = static_cast<int64_t>(PlaceIn(slices_.index_map, d));
    }
    return read_(indices_, at);
  }

  const IndexedSlices slices_;
  const uint32_t indices_;
  const std::span<const int64_t> shape_;
  const size_t indices_rank_;
  const std::span<const int64_t> updates_;
  const ReadInteger& read_;
  // Dimensions of the updates that count index vectors.
  std::vector<size_t> scatter_dimensions_;
};

// Adds the cell to the box if all cells then are evenly spaced along one dimension.
bool Extend(CellBox& box, std::span<const int64_t> cell) {
  size_t along = cell.size();
  for (size_t d = 0; d < cell.size(); ++d) {
    const CellRange range = box.ranges[d];
    if (range.count == 1 && cell[d] == range.start) continue;
    if (along != cell.size()) return false;
    along = d;
  }
  if (along == cell.size()) return false;
  CellRange& range = box.ranges[along];
  const int64_t step = cell[along] - (range.start + (range.count - 1) * range.stride);
  if (step <= 0 || (range.count > 1 && step != range.stride)) return false;
  range.stride = step;
  ++range.count;
  return true;
}

}  // namespace

std::optional<std::vector<Cell>> LandingUpdates(const Operation& scatter,
                                                std::span<const int64_t> cell,
                                                const CellBox& indices, const ReadInteger& read) {
  const Landing landing(scatter, read);
  // One cell for each index vector.
  CellBox vectors = indices;
  const size_t along = landing.index_vector_dimension();
  if (along < vectors.ranges.size()) vectors.ranges[along].count = 1;
  if (CellCount(vectors) > kMostIndexVectors) return std::nullopt;
  std::vector<Cell> updates;
  bool is_known = true;
  ForEachCell(vectors, [&](std::span<const int64_t> vector) {
    auto hit = landing.UpdateAt(vector, cell);
    is_known = hit.has_value();
    if (is_known && hit->lands) updates.push_back(std::move(hit->update));
    return is_known;
  });
  if (!is_known) return std::nullopt;
  // A window's dimension can be before those that count index vectors.
  std::ranges::sort(updates, [](const Cell& a, const Cell& b) { return a < b; });
  return updates;
}

std::optional<bool> Lands(const Operation& scatter, std::span<const int64_t> update,
                          std::span<const int64_t> cell, const ReadInteger& read) {
  const Landing landing(scatter, read);
  const auto at = landing.UpdateAt(landing.VectorOf(update), cell);
  if (!at) return std::nullopt;
  return at->lands && std::ranges::equal(at->update, update);
}

bool KeepsEarlier(const Operation& scatter, std::span<const uint32_t> inputs) {
  const std::vector<std::vector<bool>> depends = BodyDependence(*scatter.regions[0]);
  const auto count = static_cast<std::ptrdiff_t>(InputsOf(scatter));
  return std::ranges::any_of(inputs, [&](uint32_t input) {
    const auto first = depends[input].begin();
    return std::find(first, first + count, true) != first + count;
  });
}

std::vector<CellBox> JoinedCells(uint32_t operand, std::span<const std::vector<int64_t>> cells) {
  std::vector<CellBox> boxes;
  for (const Cell& cell : cells) {
    if (!boxes.empty() && Extend(boxes.back(), cell)) continue;
    CellBox box{operand, {}};
    for (const int64_t index : cell) box.ranges.push_back({index});
    boxes.push_back(std::move(box));
  }
  return boxes;
}

}  // namespace paddock
