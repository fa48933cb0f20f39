#include "simd/sort/merge_sort.h"

#include <algorithm>
#include <cstring>

namespace paddock::simd {
namespace {

enum class Phase : int64_t {
  kBegin,   // writes the first permutation
  kSearch,  // looks where the merges of this level are cut
  kMerge,
  kDone,
};

// The state of a search or a merge. Runs are positions in the permutations.
struct Lane {
  int64_t origin;  // of the slice, in the tensor
  int64_t left, left_end;
  int64_t right, right_end;
  int64_t to;         // kMerge: where the next element goes
  int64_t low, high;  // kSearch: how many of the left run come before the cut, between these
  int64_t cut;        // kSearch: elements of both runs before the cut
  int64_t segment;
};

struct State {
  Phase phase;
  int64_t width;    // of the runs that are sorted
  int64_t segment;  // the next to be begun; of kBegin the next element
  int64_t lanes;
  int64_t is_swapped;  // the second permutation is the present one
  Lane lane[kMergeLanes];
};

size_t Aligned(size_t bytes) { return (bytes + 15) / 16 * 16; }

class MergeSort {
 public:
  MergeSort(const MergeSortPlan& plan, void* workspace)
      : shape_(plan.shape), state_(*static_cast<State*>(workspace)) {
    auto* bytes = static_cast<uint8_t*>(workspace);
    const auto total = static_cast<size_t>(shape_.slices() * shape_.size);
    auto* places = reinterpret_cast<uint32_t*>(bytes + Aligned(sizeof(State)));
    from_ = places + (state_.is_swapped != 0 ? total : 0);
    to_ = places + (state_.is_swapped != 0 ? 0 : total);
    splits_ = reinterpret_cast<uint32_t*>(bytes + plan.split_offset);
    MeasureLevel();
  }

  Comparisons Next(int64_t most, int64_t budget, int64_t* later, int64_t* earlier) {
    while (state_.phase != Phase::kDone && budget > 0) {
      if (state_.phase == Phase::kBegin) {
        budget -= Begin(budget);
        continue;
      }
      while (state_.lanes < most && state_.segment < segments_ && budget > 0) {
        budget -= state_.phase == Phase::kSearch ? LoadSearch() : LoadMerge();
      }
      if (state_.lanes > 0) return {Ask(later, earlier), false};
      if (state_.segment == segments_) EndPhase();
    }
    return {0, state_.phase == Phase::kDone};
  }

  void Take(const uint8_t* answers) {
    int64_t kept = 0;
    for (int64_t i = 0; i < state_.lanes; ++i) {
      Lane& lane = state_.lane[i];
      const bool goes_first = answers[i] != 0;
      const bool is_over = state_.phase == Phase::kSearch ? TakeSearch(lane, goes_first)
                                                          : TakeMerge(lane, goes_first);
      if (!is_over) state_.lane[kept++] = lane;
    }
    state_.lanes = kept;
  }

  const uint32_t* Places(int64_t slice) const { return from_ + slice * shape_.size; }

 private:
  struct Segment {
    int64_t slice;
    int64_t part;         // which cut of its merge
    int64_t begin;        // of the left run, in the slice
    int64_t left, right;  // elements of the runs
  };

  void MeasureLevel() {
    const int64_t merged = std::min(2 * state_.width, shape_.size);
    merges_ = (shape_.size + 2 * state_.width - 1) / (2 * state_.width);
    parts_ = (merged + kMergeSegment - 1) / kMergeSegment;
    segments_ = shape_.slices() * merges_ * parts_;
  }

  Segment At(int64_t segment) const {
    Segment at{};
    at.part = segment % parts_;
    const int64_t merge = segment / parts_;
    at.slice = merge / merges_;
    at.begin = merge % merges_ * 2 * state_.width;
    at.left = std::min(state_.width, shape_.size - at.begin);
    at.right = std::min(state_.width, shape_.size - at.begin - at.left);
    return at;
  }

  int64_t Begin(int64_t budget) {
    const int64_t total = shape_.slices() * shape_.size;
    const int64_t end = state_.segment + std::min(budget, total - state_.segment);
    const int64_t count = end - state_.segment;
    for (int64_t i = state_.segment; i < end; ++i) {
      from_[i] = static_cast<uint32_t>(i % shape_.size);
    }
    state_.segment = end;
    if (end == total) {
      state_.phase = state_.width >= shape_.size ? Phase::kDone : FirstPhase();
      state_.segment = 0;
    }
    return count;
  }

  Phase FirstPhase() const { return parts_ > 1 ? Phase::kSearch : Phase::kMerge; }

  void EndPhase() {
    state_.segment = 0;
    if (state_.phase == Phase::kSearch) {
      OrderSplits();
      state_.phase = Phase::kMerge;
      return;
    }
    state_.is_swapped = 1 - state_.is_swapped;
    std::swap(from_, to_);
    state_.width *= 2;
    MeasureLevel();
    state_.phase = state_.width >= shape_.size ? Phase::kDone : FirstPhase();
  }

  // Contradictory cuts would take elements twice, so each cut is limited by the previous one.
  void OrderSplits() {
    for (int64_t first = 0; first < segments_; first += parts_) {
      int64_t before = 0;
      for (int64_t part = 1; part < parts_; ++part) {
        const Segment at = At(first + part);
        const int64_t cut = part * kMergeSegment;
        if (cut >= at.left + at.right) break;
        const int64_t low = std::max(before, cut - at.right);
        const int64_t high = std::min(before + kMergeSegment, at.left);
        uint32_t& split = splits_[first + part];
        before = std::clamp<int64_t>(split, low, high);
        split = static_cast<uint32_t>(before);
      }
    }
  }

  // Both return their cost.
  int64_t LoadSearch() {
    const Segment at = At(state_.segment);
    const int64_t cut = at.part * kMergeSegment;
    const bool is_cut = at.part > 0 && cut < at.left + at.right;
    if (is_cut) {
      Lane lane{};
      const int64_t row = at.slice * shape_.size;
      lane.origin = shape_.Origin(at.slice, shape_.size);
      lane.left = row + at.begin;
      lane.right = lane.left + at.left;
      lane.low = std::max<int64_t>(0, cut - at.right);
      lane.high = std::min(cut, at.left);
      lane.cut = cut;
      lane.segment = state_.segment;
      if (lane.low < lane.high) {
        state_.lane[state_.lanes++] = lane;
      } else {
        splits_[lane.segment] = static_cast<uint32_t>(lane.low);
      }
    }
    ++state_.segment;
    return 1;
  }

  int64_t LoadMerge() {
    const Segment at = At(state_.segment);
    const int64_t length = at.left + at.right;
    const int64_t begin = at.part * kMergeSegment;
    if (begin >= length) {
      ++state_.segment;
      return 1;
    }
    const bool is_last = begin + kMergeSegment >= length;
    const int64_t end = is_last ? length : begin + kMergeSegment;
    const int64_t left = at.part == 0 ? 0 : splits_[state_.segment];
    const int64_t left_end = is_last ? at.left : splits_[state_.segment + 1];
    Lane lane{};
    const int64_t first = at.slice * shape_.size + at.begin;
    lane.origin = shape_.Origin(at.slice, shape_.size);
    lane.left = first + left;
    lane.left_end = first + left_end;
    lane.right = first + at.left + begin - left;
    lane.right_end = first + at.left + end - left_end;
    lane.to = first + begin;
    ++state_.segment;
    if (!MoveRest(lane)) state_.lane[state_.lanes++] = lane;
    return end - begin;
  }

  // Returns whether one of the runs is empty. If so, copies the rest of the other.
  bool MoveRest(const Lane& lane) {
    if (lane.left < lane.left_end && lane.right < lane.right_end) return false;
    std::copy(from_ + lane.left, from_ + lane.left_end, to_ + lane.to);
    std::copy(from_ + lane.right, from_ + lane.right_end, to_ + lane.to);
    return true;
  }

  int64_t Ask(int64_t* later, int64_t* earlier) const {
    const bool is_search = state_.phase == Phase::kSearch;
    for (int64_t i = 0; i < state_.lanes; ++i) {
      const Lane& lane = state_.lane[i];
      const int64_t middle = (lane.low + lane.high) / 2;
      const int64_t left = is_search ? lane.left + middle : lane.left;
      const int64_t right = is_search ? lane.right + lane.cut - 1 - middle : lane.right;
      later[i] = lane.origin + from_[right] * shape_.stride();
      earlier[i] = lane.origin + from_[left] * shape_.stride();
    }
    return state_.lanes;
  }

  bool TakeSearch(Lane& lane, bool goes_first) {
    const int64_t middle = (lane.low + lane.high) / 2;
    goes_first ? lane.high = middle : lane.low = middle + 1;
    if (lane.low < lane.high) return false;
    splits_[lane.segment] = static_cast<uint32_t>(lane.low);
    return true;
  }

  bool TakeMerge(Lane& lane, bool goes_first) {
    to_[lane.to++] = from_[goes_first ? lane.right++ : lane.left++];
    return MoveRest(lane);
  }

  const SortShape& shape_;
  State& state_;
  uint32_t* from_;
  uint32_t* to_;
  // Indexed by segment: elements of the merge's left run before it.
  uint32_t* splits_;
  int64_t merges_ = 0;  // of each slice at this level
  int64_t parts_ = 0;   // of each merge
  int64_t segments_ = 0;
};

// The most segments of a level with several parts for each merge. merges * parts of a slice is at
// most (n / 2w + 1) * (2w / s + 1) with 2w > s and w < n.
int64_t MostSplits(const SortShape& shape) {
  if (shape.size <= kMergeSegment) return 0;
  return shape.slices() * (4 * (shape.size / kMergeSegment) + 4);
}

}  // namespace

MergeSortPlan PlanMergeSort(const SortShape& shape) {
  MergeSortPlan plan;
  plan.shape = shape;
  const auto places = static_cast<size_t>(2 * shape.slices() * shape.size);
  plan.split_offset = Aligned(sizeof(State)) + Aligned(places * sizeof(uint32_t));
  plan.workspace_bytes =
      plan.split_offset + Aligned(static_cast<size_t>(MostSplits(shape)) * sizeof(uint32_t));
  return plan;
}

void BeginMergeSort(const MergeSortPlan&, void* workspace) {
  auto& state = *static_cast<State*>(workspace);
  state.phase = Phase::kBegin;
  state.width = 1;
  state.segment = 0;
  state.lanes = 0;
  state.is_swapped = 0;
}

Comparisons NextComparisons(const MergeSortPlan& plan, void* workspace, int64_t most,
                            int64_t budget, int64_t* later, int64_t* earlier) {
  return MergeSort(plan, workspace).Next(most, budget, later, earlier);
}

void TakeAnswers(const MergeSortPlan& plan, void* workspace, const uint8_t* answers) {
  MergeSort(plan, workspace).Take(answers);
}

const uint32_t* SortedPlaces(const MergeSortPlan& plan, const void* workspace, int64_t slice) {
  return MergeSort(plan, const_cast<void*>(workspace)).Places(slice);
}

}  // namespace paddock::simd
