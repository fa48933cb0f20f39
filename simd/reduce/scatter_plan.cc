#include <algorithm>

#include "core/base/check.h"
#include "simd/chunks.h"
#include "simd/movement/row_major.h"
#include "simd/reduce/scatter.h"
#include "simd/reduce/scatter_elements.h"

namespace paddock::simd {
namespace {

using Place = ScatterPlan::Component::Place;

// Most elements in a step's window, and fewest in a chunk of short steps.
constexpr int64_t kMaxWindow = 64 << 10;
// Cost of a step besides its window, in bytes.
constexpr int64_t kStepBytes = 16;

constexpr size_t kNoComponent = ~size_t{0};

// A dimension of the updates. A window dimension has the component that shifts it, if any.
struct UpdateDimension {
  IndexLoop loop;
  bool is_window = false;
  size_t component = kNoComponent;
};

class ScatterPlanner {
 public:
  explicit ScatterPlanner(ScatterPlan& plan) : plan_(plan) {}

  void AddComponents(const GatherDimensionNumbers& numbers, std::span<const int64_t> operand_shape,
                     std::span<const int64_t> scatter_indices_shape) {
    const auto strides = RowMajorStrides(operand_shape);
    const int64_t vector_stride = IndexVectorStride(numbers, scatter_indices_shape);
    for (size_t k = 0; k < numbers.start_index_map.size(); ++k) {
      const auto d = static_cast<size_t>(numbers.start_index_map[k]);
      plan_.components.push_back({static_cast<int64_t>(k) * vector_stride, strides[d],
                                  operand_shape[d], Place::kNowhere, 1, 1});
    }
  }

  void AddLoops(std::span<const UpdateDimension> dimensions) {
    const size_t window_begin = TakeWindow(dimensions);
    for (const UpdateDimension& d : dimensions.first(window_begin)) {
      if (d.loop.size == 1) continue;
      if (d.component != kNoComponent) step_windows_.push_back({plan_.steps.size(), d.component});
      const bool may_continue = d.component == kNoComponent && !IsLastStepAWindow();
      if (may_continue) {
        AppendLoop(d.loop, plan_.steps);
      } else {
        plan_.steps.push_back(d.loop);
      }
    }
    CutRow();
    PlaceSteps();
    PlaceRows();
  }

 private:
  struct StepWindow {
    size_t step;
    size_t component;
  };

  bool IsLastStepAWindow() const {
    return !step_windows_.empty() && step_windows_.back().step + 1 == plan_.steps.size();
  }

  // Takes the innermost window dimensions that fit a step's window. Returns the first of them.
  size_t TakeWindow(std::span<const UpdateDimension> dimensions) {
    int64_t elements = 1;
    size_t d = dimensions.size();
    for (; d > 0 && dimensions[d - 1].is_window; --d) {
      const UpdateDimension& dimension = dimensions[d - 1];
      if (!window_.empty() && elements * dimension.loop.size > kMaxWindow) break;
      elements *= dimension.loop.size;
      if (dimension.loop.size != 1) PrependWindow(dimension);
    }
    return d;
  }

  // Joins contiguous loops that are not shifted.
  void PrependWindow(const UpdateDimension& outer) {
    if (!window_.empty()) {
      UpdateDimension& inner = window_.front();
      const bool is_fixed = outer.component == kNoComponent && inner.component == kNoComponent;
      if (is_fixed && outer.loop.operand_stride == inner.loop.operand_stride * inner.loop.size &&
          outer.loop.result_stride == inner.loop.result_stride * inner.loop.size) {
        inner.loop.size *= outer.loop.size;
        return;
      }
    }
    window_.insert(window_.begin(), outer);
  }

  void CutRow() {
    if (window_.empty()) return;
    const UpdateDimension row = window_.back();
    window_.pop_back();
    plan_.row_total = row.loop.size;
    plan_.row_length = std::min(row.loop.size, kMaxWindow);
    plan_.row_stride = row.loop.operand_stride;
    plan_.row_pieces = (plan_.row_total + plan_.row_length - 1) / plan_.row_length;
    if (plan_.row_pieces > 1) {
      plan_.steps.push_back({plan_.row_pieces, 0, plan_.row_length * row.loop.operand_stride,
                             plan_.row_length * row.loop.result_stride});
    }
    if (row.component != kNoComponent) {
      ScatterPlan::Component& component = plan_.components[row.component];
      component.place = Place::kElement;
      component.window_size = row.loop.size;
    }
  }

  void PlaceSteps() {
    plan_.step_count = 1;
    for (size_t i = plan_.steps.size(); i-- > 0;) {
      for (const StepWindow& window : step_windows_) {
        if (window.step != i) continue;
        ScatterPlan::Component& component = plan_.components[window.component];
        component.place = Place::kStep;
        component.divisor = plan_.step_count;
        component.window_size = plan_.steps[i].size;
      }
      plan_.step_count *= plan_.steps[i].size;
    }
  }

  void PlaceRows() {
    for (size_t i = window_.size(); i-- > 0;) {
      const UpdateDimension& window = window_[i];
      if (window.component != kNoComponent) {
        ScatterPlan::Component& component = plan_.components[window.component];
        component.place = Place::kRow;
        component.divisor = plan_.row_count;
        component.window_size = window.loop.size;
      }
      plan_.row_count *= window.loop.size;
      plan_.rows.insert(plan_.rows.begin(),
                        {window.loop.size, window.loop.operand_stride, window.loop.result_stride});
    }
  }

  ScatterPlan& plan_;
  std::vector<UpdateDimension> window_;
  std::vector<StepWindow> step_windows_;
};

}  // namespace

ScatterPlan PlanScatter(size_t element_bytes, std::span<const int64_t> operand_shape,
                        ElementType index_type, std::span<const int64_t> scatter_indices_shape,
                        std::span<const int64_t> updates_shape,
                        const GatherDimensionNumbers& numbers) {
  ScatterPlan plan;
  plan.element_bytes = static_cast<int64_t>(element_bytes);
  plan.read_index = FindReadIndex(index_type);
  plan.read_indices = FindReadIndices(index_type);
  plan.index_bytes = ByteSize(index_type);
  if (Contains(updates_shape, 0) || Contains(operand_shape, 0)) return plan;

  std::vector<UpdateDimension> dimensions;
  for (const IndexLoop& loop :
       LoopsOfResult(numbers, operand_shape, scatter_indices_shape, updates_shape)) {
    dimensions.push_back({loop});
  }
  const auto window_dimensions = OffsetOperandDimensions(numbers, operand_shape.size());
  for (size_t i = 0; i < numbers.offset_dims.size(); ++i) {
    UpdateDimension& dimension = dimensions[static_cast<size_t>(numbers.offset_dims[i])];
    PADDOCK_CHECK(dimension.loop.size <= operand_shape[window_dimensions[i]]);
    dimension.is_window = true;
    for (size_t k = 0; k < numbers.start_index_map.size(); ++k) {
      const bool moves = numbers.start_index_map[k] == static_cast<int64_t>(window_dimensions[i]);
      if (moves) dimension.component = k;
    }
  }
  ScatterPlanner planner(plan);
  planner.AddComponents(numbers, operand_shape, scatter_indices_shape);
  planner.AddLoops(dimensions);

  const int64_t window_bytes = plan.row_count * plan.row_length * plan.element_bytes;
  plan.steps_per_chunk = std::max<int64_t>(kChunkBytes / (window_bytes + kStepBytes), 1);
  plan.chunk_bytes = plan.steps_per_chunk * (window_bytes + kStepBytes);
  return plan;
}

bool ReadOneUpdate(ScatterPlan& plan) {
  if (!HasSingleElements(plan)) return false;
  for (IndexLoop& loop : plan.steps) loop.result_stride = 0;
  return true;
}

}  // namespace paddock::simd
