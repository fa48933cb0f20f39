#include "simd/reduce/scatter.h"

#include <algorithm>
#include <cstring>

#include "simd/movement/offset_cursor.h"
#include "simd/movement/row_copy.h"
#include "simd/reduce/scatter_elements.h"
#include "simd/reduce/scatter_indexed.h"
#include "simd/reduce/scatter_window.h"

namespace paddock::simd {
namespace {

// Rows of at least this many bytes are combined as rows, others element by element.
constexpr int64_t kMinRowBytes = 32;
// Most rows of windows that are found many at once.
constexpr int64_t kMostFoundRows = 64;

// A scatter, and the memory on which it runs.
struct Scatter {
  const ScatterPlan& plan;
  const MonoidKernels* kernels;
  void* result;
  const void* indices;
  const void* updates;

  uint8_t* ResultAt(int64_t element) const {
    return static_cast<uint8_t*>(result) + element * plan.element_bytes;
  }
  const uint8_t* UpdateAt(int64_t element) const {
    return static_cast<const uint8_t*>(updates) + element * plan.element_bytes;
  }
};

// Values are copies, because the bytes that are written could be those of others.
template <class Copy>
void CopyAt(uint8_t* to, const int64_t* targets, const uint8_t* from, const int64_t* sources,
            int64_t count, int64_t width, Copy copy) {
  for (int64_t i = 0; i < count; ++i) copy(to + targets[i] * width, from + sources[i] * width);
}

// Replaces `bytes` from each target on.
void ReplaceAt(const Scatter& scatter, const ScatterElements& found, int64_t bytes) {
  VisitRowCopy(static_cast<size_t>(bytes), [&](auto copy) {
    CopyAt(scatter.ResultAt(0), found.targets, scatter.UpdateAt(0), found.sources, found.count,
           scatter.plan.element_bytes, copy);
  });
}

void CombineElements(const Scatter& scatter, const ScatterElements& elements) {
  const MonoidKernels* const kernels = scatter.kernels;
  if (kernels == nullptr) return ReplaceAt(scatter, elements, scatter.plan.element_bytes);
  kernels->combine_at(kernels->type, scatter.result, elements.targets, scatter.updates,
                      elements.sources, elements.count);
}

void CombineRow(const Scatter& scatter, int64_t target, int64_t source, int64_t count) {
  uint8_t* const to = scatter.ResultAt(target);
  const uint8_t* const from = scatter.UpdateAt(source);
  if (scatter.kernels != nullptr) {
    scatter.kernels->combine(scatter.kernels->type, to, from, count);
  } else {
    std::memcpy(to, from, static_cast<size_t>(count * scatter.plan.element_bytes));
  }
}

// Combines contiguous rows of plan.row_total elements.
void CombineRows(const Scatter& scatter, const ScatterElements& rows) {
  const ScatterPlan& plan = scatter.plan;
  const MonoidKernels* const kernels = scatter.kernels;
  if (kernels == nullptr) return ReplaceAt(scatter, rows, plan.row_total * plan.element_bytes);
  if (kHasCombineRowsAt) {
    return kernels->combine_rows_at(kernels->type, scatter.result, rows.targets, scatter.updates,
                                    rows.sources, rows.count, plan.row_total);
  }
  for (int64_t i = 0; i < rows.count; ++i) {
    CombineRow(scatter, rows.targets[i], rows.sources[i], plan.row_total);
  }
}

// Collects places, which `combine` combines in order.
template <auto combine>
class ScatterQueue {
 public:
  explicit ScatterQueue(const Scatter& scatter) : scatter_(scatter) {}
  ~ScatterQueue() { Flush(); }

  void Add(int64_t target, int64_t source) {
    places_.targets[places_.count] = target;
    places_.sources[places_.count] = source;
    if (++places_.count == ScatterElements::kCapacity) Flush();
  }

 private:
  void Flush() {
    combine(scatter_, places_);
    places_.count = 0;
  }

  const Scatter& scatter_;
  ScatterElements places_;
};

// Calls visit(target, source, count) for the inside elements of each row. Targets are
// plan.row_stride apart, sources 1.
template <class Visit>
void ForEachRow(const ScatterPlan& plan, const ScatterWindow& window, Visit visit) {
  const int64_t count = window.last() - window.first();
  if (plan.rows.empty()) {
    visit(window.target() + window.first() * plan.row_stride, window.source() + window.first(),
          count);
    return;
  }
  OffsetCursor row(plan.rows, 0);
  for (int64_t i = 0; i < plan.row_count; ++i, row.Advance()) {
    if (!window.HasRow(i)) continue;
    visit(window.target() + row.source_offset() + window.first() * plan.row_stride,
          window.source() + row.result_offset() + window.first(), count);
  }
}

void RunElements(const Scatter& scatter, IndexCursor step, int64_t end) {
  const ScatterPlan& plan = scatter.plan;
  ScatterElements found;
  const bool is_indexed = HasIndexedElements(plan, scatter.kernels);
  while (step.position() < end) {
    const int64_t left = end - step.position();
    if (is_indexed && RunIndexedElements(plan, scatter.kernels, scatter.result, scatter.indices,
                                         scatter.updates, step, left)) {
      continue;
    }
    FindScatterElements(plan, scatter.indices, step, left, found);
    CombineElements(scatter, found);
  }
}

void RunWindows(const Scatter& scatter, IndexCursor step, int64_t end) {
  const ScatterPlan& plan = scatter.plan;
  const bool as_rows = plan.row_stride == 1 && plan.row_length * plan.element_bytes >= kMinRowBytes;
  ScatterQueue<CombineElements> queue(scatter);
  ScatterWindow window(plan, scatter.indices);
  for (; step.position() < end; step.Advance()) {
    if (!window.Find(step)) continue;
    if (as_rows) {
      ForEachRow(plan, window, [&](int64_t target, int64_t source, int64_t count) {
        CombineRow(scatter, target, source, count);
      });
    } else {
      ForEachRow(plan, window, [&](int64_t target, int64_t source, int64_t count) {
        for (int64_t i = 0; i < count; ++i) queue.Add(target + i * plan.row_stride, source + i);
      });
    }
  }
}

// Returns whether windows are contiguous rows that are found many at once. WebAssembly combines
// short rows and several rows in other ways, for code size.
bool HasFoundRows(const ScatterPlan& plan) {
  if (plan.row_stride != 1 || plan.row_pieces != 1) return false;
  if (kIsWeb) return HasFixedWindows(plan) && plan.row_total * plan.element_bytes >= kMinRowBytes;
  return plan.row_total > 1 && plan.row_count <= kMostFoundRows &&
         std::ranges::none_of(plan.components, [](const ScatterPlan::Component& component) {
           return component.place == ScatterPlan::Component::Place::kStep;
         });
}

// First elements of the rows of a window.
ScatterElements RowsOfWindow(const ScatterPlan& plan) {
  ScatterElements rows;
  OffsetCursor row(plan.rows, 0);
  for (; rows.count < plan.row_count; row.Advance()) {
    rows.targets[rows.count] = row.source_offset();
    rows.sources[rows.count++] = row.result_offset();
  }
  return rows;
}

// Combines the windows of which `windows` are the first elements.
void CombineWindows(const Scatter& scatter, const ScatterElements& windows,
                    const ScatterElements& rows) {
  if (rows.count == 1) return CombineRows(scatter, windows);
  ScatterQueue<CombineRows> queue(scatter);
  for (int64_t i = 0; i < windows.count; ++i) {
    for (int64_t row = 0; row < rows.count; ++row) {
      queue.Add(windows.targets[i] + rows.targets[row], windows.sources[i] + rows.sources[row]);
    }
  }
}

void RunFoundRows(const Scatter& scatter, IndexCursor step, int64_t end) {
  const bool is_fixed = HasFixedWindows(scatter.plan);
  const ScatterElements rows = RowsOfWindow(scatter.plan);
  ScatterElements found;
  while (step.position() < end) {
    const IndexCursor first = step;
    const bool are_inside =
        FindScatterElements(scatter.plan, scatter.indices, step, end - step.position(), found);
    if (are_inside || is_fixed) {
      CombineWindows(scatter, found, rows);
    } else {
      RunWindows(scatter, first, step.position());
    }
  }
}

void RunSteps(const Scatter& scatter, int64_t begin, int64_t end) {
  const IndexCursor first(scatter.plan.steps, begin);
  if (HasSingleElements(scatter.plan)) return RunElements(scatter, first, end);
  if (HasFoundRows(scatter.plan)) return RunFoundRows(scatter, first, end);
  RunWindows(scatter, first, end);
}

// A set of the targets of a block, cleared by incrementing a counter.
class TargetSet {
 public:
  explicit TargetSet(ScatterConflicts& conflicts) : conflicts_(conflicts) {
    if (++conflicts_.generation == 0) {
      std::fill(std::begin(conflicts_.generations), std::end(conflicts_.generations), 0);
      conflicts_.generation = 1;
    }
  }

  // Returns false if the target was in the set.
  bool Insert(int64_t target) {
    // Fibonacci hashing: the high bits of a product with 2^64 / golden ratio.
    uint64_t slot = (static_cast<uint64_t>(target) * 0x9E3779B97F4A7C15u) >> 54;
    static_assert(ScatterConflicts::kSlots == 1 << 10);
    while (conflicts_.generations[slot] == conflicts_.generation) {
      if (conflicts_.targets[slot] == target) return false;
      slot = (slot + 1) % ScatterConflicts::kSlots;
    }
    conflicts_.generations[slot] = conflicts_.generation;
    conflicts_.targets[slot] = target;
    return true;
  }

 private:
  ScatterConflicts& conflicts_;
};

// Most steps that a block searches for inside elements.
constexpr int64_t kMaxSearchedSteps = 4096;

int64_t WindowSize(const ScatterPlan& plan) { return plan.row_count * plan.row_length; }

// Fills a block; position = step * window size + row * row length + element.
class PairCollector {
 public:
  PairCollector(const ScatterPlan& plan, std::span<int64_t> targets, std::span<int64_t> sources,
                ScatterConflicts& conflicts)
      : plan_(plan), targets_(targets), sources_(sources), set_(conflicts) {}

  // Adds elements of the window from `begin` on. Returns false if the block ended in the window,
  // before element stopped_at().
  bool AddWindow(const ScatterWindow& window, int64_t begin) {
    OffsetCursor row(plan_.rows, begin / plan_.row_length);
    int64_t element = begin % plan_.row_length;
    for (int64_t i = row.position(); i < plan_.row_count; ++i, row.Advance(), element = 0) {
      if (!window.HasRow(i)) continue;
      for (element = std::max(element, window.first()); element < window.last(); ++element) {
        const int64_t target = window.target() + row.source_offset() + element * plan_.row_stride;
        if (count_ == targets_.size() || !set_.Insert(target)) {
          stopped_at_ = i * plan_.row_length + element;
          return false;
        }
        targets_[count_] = target;
        sources_[count_++] = window.source() + row.result_offset() + element;
      }
    }
    return true;
  }

  size_t count() const { return count_; }
  int64_t stopped_at() const { return stopped_at_; }

 private:
  const ScatterPlan& plan_;
  std::span<int64_t> targets_;
  std::span<int64_t> sources_;
  TargetSet set_;
  size_t count_ = 0;
  int64_t stopped_at_ = 0;
};

}  // namespace

bool RunScatter(const ScatterPlan& plan, const MonoidKernels* kernels, void* result,
                const void* scatter_indices, const void* updates, int64_t* position,
                int64_t work_budget) {
  if (*position >= plan.step_count) return true;
  const int64_t chunks = std::max<int64_t>(work_budget / plan.chunk_bytes, 1);
  const int64_t left = plan.step_count - *position;
  const int64_t affordable =
      chunks > left / plan.steps_per_chunk ? left : chunks * plan.steps_per_chunk;
  const int64_t end = *position + affordable;
  RunSteps({plan, kernels, result, scatter_indices, updates}, *position, end);
  *position = end;
  return end == plan.step_count;
}

int64_t EndOfScatter(const ScatterPlan& plan) { return plan.step_count * WindowSize(plan); }

ScatterPairs NextScatterPairs(const ScatterPlan& plan, const void* scatter_indices,
                              int64_t position, std::span<int64_t> targets,
                              std::span<int64_t> sources, ScatterConflicts& conflicts) {
  const int64_t window_size = WindowSize(plan);
  PairCollector collector(plan, targets, sources, conflicts);
  ScatterWindow window(plan, scatter_indices);
  const int64_t first = position / window_size;
  const int64_t end = std::min(plan.step_count, first + kMaxSearchedSteps);
  int64_t begin = position % window_size;
  IndexCursor cursor(plan.steps, first);
  for (int64_t step = first; step < end; ++step, cursor.Advance(), begin = 0) {
    if (!window.Find(cursor) || collector.AddWindow(window, begin)) continue;
    return {collector.count(), step * window_size + collector.stopped_at()};
  }
  return {collector.count(), end * window_size};
}

}  // namespace paddock::simd
