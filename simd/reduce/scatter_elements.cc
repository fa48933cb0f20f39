#include "simd/reduce/scatter_elements.h"

#include <algorithm>
#include <type_traits>

namespace paddock::simd {
namespace {

// Target of an element outside the operand.
constexpr int64_t kOutside = -1;

// Elements along the innermost loop of the steps.
// Functions copy it, so that stores to the targets do not change it.
struct Run {
  const uint8_t* indices;
  int64_t count;
  int64_t first_target;
  int64_t* targets;
};

void FillTargets(IndexLoop inner, Run run) {
  for (int64_t i = 0; i < run.count; ++i) {
    run.targets[i] = run.first_target + i * inner.operand_stride;
  }
}

const uint8_t* FirstIndex(const ScatterPlan& plan, const ScatterPlan::Component& component,
                          Run run) {
  return run.indices + component.index_offset * static_cast<int64_t>(plan.index_bytes);
}

// Starts with which whole windows are inside.
uint64_t StartsInside(const ScatterPlan::Component& component) {
  const bool moves = component.place != ScatterPlan::Component::Place::kNowhere;
  const int64_t last = moves ? component.window_size - 1 : 0;
  return static_cast<uint64_t>(component.dimension_size - last);
}

// Adds the starts of a component to the targets, modulo 2^64. Returns whether all are inside.
// For indices of 4 bytes, at most 3 apart, in dimensions without numbers that are negative in 4
// bytes: a negative index is outside, whatever its sign means. Vectors multiply these numbers in
// one instruction.
bool AddShortStarts(const ScatterPlan::Component& component, IndexLoop inner,
                    const uint8_t* indices, Run run) {
  const auto stride = static_cast<uint32_t>(component.operand_stride);
  const uint64_t size = StartsInside(component);
  const auto add = [&](auto index_stride) {
    uint32_t outside = 0;
    for (int64_t i = 0; i < run.count; ++i) {
      const auto start = LoadUnaligned<uint32_t>(indices + i * index_stride * 4);
      outside |= start >= size ? 1 : 0;
      run.targets[i] =
          static_cast<int64_t>(static_cast<uint64_t>(run.targets[i]) + uint64_t{start} * stride);
    }
    return outside == 0;
  };
  // Where the stride is a constant, vectors of indices are permuted, not gathered.
  if (inner.index_stride == 1) return add(std::integral_constant<int64_t, 1>());
  if (inner.index_stride == 2) return add(std::integral_constant<int64_t, 2>());
  return add(std::integral_constant<int64_t, 3>());
}

// Reads the starts of a component.
void ReadStarts(const ScatterPlan& plan, const ScatterPlan::Component& component, IndexLoop inner,
                Run run, int64_t* starts) {
  plan.read_indices(FirstIndex(plan, component, run), inner.index_stride, run.count, starts);
}

// As AddShortStarts.
bool AddStarts(const ScatterPlan& plan, const ScatterPlan::Component& component, IndexLoop inner,
               Run run) {
  constexpr int64_t kMostShort = int64_t{1} << 31;
  const bool is_short = !kIsWeb && plan.index_bytes == 4 && inner.index_stride >= 1 &&
                        inner.index_stride <= 3 && component.dimension_size <= kMostShort &&
                        component.operand_stride <= kMostShort;
  if (is_short) return AddShortStarts(component, inner, FirstIndex(plan, component, run), run);
  int64_t starts[ScatterElements::kCapacity];
  ReadStarts(plan, component, inner, run, starts);
  const auto stride = static_cast<uint64_t>(component.operand_stride);
  uint64_t greatest = 0;
  for (int64_t i = 0; i < run.count; ++i) {
    const auto start = static_cast<uint64_t>(starts[i]);
    greatest = std::max(greatest, start);
    run.targets[i] = static_cast<int64_t>(static_cast<uint64_t>(run.targets[i]) + start * stride);
  }
  return greatest < StartsInside(component);
}

// As AddStarts, but targets outside become kOutside.
void AddInsideStarts(const ScatterPlan::Component& component, Run run, const int64_t* starts) {
  const uint64_t size = StartsInside(component);
  for (int64_t i = 0; i < run.count; ++i) {
    const bool is_inside = static_cast<uint64_t>(starts[i]) < size && run.targets[i] != kOutside;
    run.targets[i] = is_inside ? run.targets[i] + starts[i] * component.operand_stride : kOutside;
  }
}

// Finds the targets of a run; kOutside for those that are outside. Returns whether none is.
bool FindTargets(const ScatterPlan& plan, const IndexLoop& inner, const Run& run) {
  bool are_inside = true;
  FillTargets(inner, run);
  for (const ScatterPlan::Component& component : plan.components) {
    are_inside &= AddStarts(plan, component, inner, run);
  }
  if (are_inside) return true;
  int64_t starts[ScatterElements::kCapacity];
  FillTargets(inner, run);
  for (const ScatterPlan::Component& component : plan.components) {
    ReadStarts(plan, component, inner, run, starts);
    AddInsideStarts(component, run, starts);
  }
  return false;
}

void RemoveOutside(ScatterElements& elements) {
  int64_t kept = 0;
  for (int64_t i = 0; i < elements.count; ++i) {
    elements.targets[kept] = elements.targets[i];
    elements.sources[kept] = elements.sources[i];
    kept += elements.targets[i] != kOutside ? 1 : 0;
  }
  elements.count = kept;
}

}  // namespace

bool HasFixedWindows(const ScatterPlan& plan) {
  return plan.row_count == 1 && plan.row_pieces == 1 &&
         std::ranges::all_of(plan.components, [](const ScatterPlan::Component& component) {
           return component.place == ScatterPlan::Component::Place::kNowhere;
         });
}

bool HasSingleElements(const ScatterPlan& plan) {
  return plan.row_total == 1 && HasFixedWindows(plan);
}

bool FindScatterElements(const ScatterPlan& plan, const void* scatter_indices, IndexCursor& step,
                         int64_t left, ScatterElements& elements) {
  const auto* indices = static_cast<const uint8_t*>(scatter_indices);
  const auto index_bytes = static_cast<int64_t>(plan.index_bytes);
  const IndexLoop inner = plan.steps.empty() ? IndexLoop{1, 0, 0, 0} : plan.steps.back();
  const int64_t end = std::min(left, ScatterElements::kCapacity);
  elements.count = 0;
  bool are_inside = true;
  while (elements.count < end) {
    const int64_t run = std::min(end - elements.count, inner.size - step.index(0));
    int64_t* const sources = elements.sources + elements.count;
    const int64_t first_source = step.offset(2);
    for (int64_t i = 0; i < run; ++i) sources[i] = first_source + i * inner.result_stride;
    are_inside &= FindTargets(plan, inner,
                              {indices + step.offset(0) * index_bytes, run, step.offset(1),
                               elements.targets + elements.count});
    elements.count += run;
    step.AdvanceInner(run);
  }
  if (!are_inside) RemoveOutside(elements);
  return are_inside;
}

}  // namespace paddock::simd
