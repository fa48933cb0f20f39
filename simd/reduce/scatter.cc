#include "simd/reduce/scatter.h"

#include <algorithm>
#include <cstring>

#include "core/base/element_width.h"
#include "simd/movement/offset_cursor.h"
#include "simd/reduce/scatter_elements.h"
#include "simd/reduce/scatter_indexed.h"
#include "simd/reduce/scatter_window.h"

namespace paddock::simd {
namespace {

// Rows of at least this many bytes are combined as rows, others element by element.
constexpr int64_t kMinRowBytes = 32;

template <int64_t kBytes>
void ReplaceElements(const ScatterElements& elements, void* result, const void* updates) {
  for (int64_t i = 0; i < elements.count; ++i) {
    std::memcpy(static_cast<uint8_t*>(result) + elements.targets[i] * kBytes,
                static_cast<const uint8_t*>(updates) + elements.sources[i] * kBytes, kBytes);
  }
}

void Replace(int64_t element_bytes, const ScatterElements& elements, void* result,
             const void* updates) {
  VisitWidth(static_cast<size_t>(element_bytes),
             [&](auto width) { ReplaceElements<width>(elements, result, updates); });
}

void CombineElements(const ScatterPlan& plan, const MonoidKernels* kernels,
                     const ScatterElements& elements, void* result, const void* updates) {
  if (kernels == nullptr) return Replace(plan.element_bytes, elements, result, updates);
  kernels->combine_at(kernels->type, result, elements.targets, updates, elements.sources,
                      elements.count);
}

// Collects single elements and combines them in order.
class ElementQueue {
 public:
  ElementQueue(const ScatterPlan& plan, const MonoidKernels* kernels, void* result,
               const void* updates)
      : plan_(plan), kernels_(kernels), result_(result), updates_(updates) {}
  ~ElementQueue() { Flush(); }

  void Add(int64_t target, int64_t source) {
    elements_.targets[elements_.count] = target;
    elements_.sources[elements_.count] = source;
    if (++elements_.count == ScatterElements::kCapacity) Flush();
  }

 private:
  void Flush() {
    CombineElements(plan_, kernels_, elements_, result_, updates_);
    elements_.count = 0;
  }

  const ScatterPlan& plan_;
  const MonoidKernels* kernels_;
  void* result_;
  const void* updates_;
  ScatterElements elements_;
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

void CombineRow(const ScatterPlan& plan, const MonoidKernels* kernels, void* result,
                const void* updates, int64_t target, int64_t source, int64_t count) {
  uint8_t* to = static_cast<uint8_t*>(result) + target * plan.element_bytes;
  const uint8_t* from = static_cast<const uint8_t*>(updates) + source * plan.element_bytes;
  if (kernels != nullptr) {
    kernels->combine(kernels->type, to, from, count);
  } else {
    std::memcpy(to, from, static_cast<size_t>(count * plan.element_bytes));
  }
}

void CombineRowsOf(const ScatterPlan& plan, const MonoidKernels* kernels,
                   const ScatterElements& rows, void* result, const void* updates) {
  if (kHasCombineRowsAt && kernels != nullptr) {
    kernels->combine_rows_at(kernels->type, result, rows.targets, updates, rows.sources, rows.count,
                             plan.row_total);
    return;
  }
  for (int64_t i = 0; i < rows.count; ++i) {
    CombineRow(plan, kernels, result, updates, rows.targets[i], rows.sources[i], plan.row_total);
  }
}

// Combines windows that are found many at once: elements or, if `as_rows`, contiguous rows.
void RunFixedWindows(const ScatterPlan& plan, const MonoidKernels* kernels, void* result,
                     const void* scatter_indices, const void* updates, int64_t begin, int64_t end,
                     bool as_rows) {
  ScatterElements found;
  IndexCursor cursor(plan.steps, begin);
  const bool is_indexed = kHasCombineIndexed && !as_rows && HasIndexedElements(plan);
  while (cursor.position() < end) {
    const int64_t left = end - cursor.position();
    if (is_indexed &&
        RunIndexedElements(plan, kernels, result, scatter_indices, updates, cursor, left)) {
      continue;
    }
    FindScatterElements(plan, scatter_indices, cursor, left, found);
    if (as_rows) {
      CombineRowsOf(plan, kernels, found, result, updates);
    } else {
      CombineElements(plan, kernels, found, result, updates);
    }
  }
}

void RunSteps(const ScatterPlan& plan, const MonoidKernels* kernels, void* result,
              const void* scatter_indices, const void* updates, int64_t begin, int64_t end) {
  const bool as_rows = plan.row_stride == 1 && plan.row_length * plan.element_bytes >= kMinRowBytes;
  if (HasSingleElements(plan) || (as_rows && HasFixedWindows(plan))) {
    return RunFixedWindows(plan, kernels, result, scatter_indices, updates, begin, end, as_rows);
  }
  ElementQueue queue(plan, kernels, result, updates);
  ScatterWindow window(plan, scatter_indices);
  IndexCursor cursor(plan.steps, begin);
  for (int64_t step = begin; step < end; ++step, cursor.Advance()) {
    if (!window.Find(cursor)) continue;
    if (as_rows) {
      ForEachRow(plan, window, [&](int64_t target, int64_t source, int64_t count) {
        CombineRow(plan, kernels, result, updates, target, source, count);
      });
    } else {
      ForEachRow(plan, window, [&](int64_t target, int64_t source, int64_t count) {
        for (int64_t i = 0; i < count; ++i) queue.Add(target + i * plan.row_stride, source + i);
      });
    }
  }
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
  RunSteps(plan, kernels, result, scatter_indices, updates, *position, end);
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
