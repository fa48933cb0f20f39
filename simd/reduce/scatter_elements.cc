#include "simd/reduce/scatter_elements.h"

#include <algorithm>

namespace paddock::simd {
namespace {

// Target of an element outside the operand.
constexpr int64_t kOutside = -1;

// Elements along the innermost loop of the steps.
struct Run {
  const uint8_t* indices;
  int64_t count;
  int64_t first_target;
  int64_t* targets;
};

void FillTargets(const IndexLoop& inner, const Run& run) {
  for (int64_t i = 0; i < run.count; ++i) {
    run.targets[i] = run.first_target + i * inner.operand_stride;
  }
}

// Reads the starts of a component.
void ReadStarts(const ScatterPlan& plan, const ScatterPlan::Component& component,
                const IndexLoop& inner, const Run& run, int64_t* starts) {
  const int64_t offset = component.index_offset * static_cast<int64_t>(plan.index_bytes);
  plan.read_indices(run.indices + offset, inner.index_stride, run.count, starts);
}

// Adds the starts of a component to the targets, modulo 2^64. Returns whether all are inside.
bool AddStarts(const ScatterPlan::Component& component, const Run& run, const int64_t* starts) {
  const auto stride = static_cast<uint64_t>(component.operand_stride);
  uint64_t greatest = 0;
  for (int64_t i = 0; i < run.count; ++i) {
    const auto start = static_cast<uint64_t>(starts[i]);
    greatest = std::max(greatest, start);
    run.targets[i] = static_cast<int64_t>(static_cast<uint64_t>(run.targets[i]) + start * stride);
  }
  return greatest < static_cast<uint64_t>(component.dimension_size);
}

// As AddStarts, but targets outside become kOutside.
void AddInsideStarts(const ScatterPlan::Component& component, const Run& run,
                     const int64_t* starts) {
  const auto size = static_cast<uint64_t>(component.dimension_size);
  for (int64_t i = 0; i < run.count; ++i) {
    const bool is_inside = static_cast<uint64_t>(starts[i]) < size && run.targets[i] != kOutside;
    run.targets[i] = is_inside ? run.targets[i] + starts[i] * component.operand_stride : kOutside;
  }
}

// Finds the targets of a run; kOutside for those that are outside. Returns whether none is.
bool FindTargets(const ScatterPlan& plan, const IndexLoop& inner, const Run& run) {
  int64_t starts[ScatterElements::kCapacity];
  bool are_inside = true;
  FillTargets(inner, run);
  for (const ScatterPlan::Component& component : plan.components) {
    ReadStarts(plan, component, inner, run, starts);
    are_inside &= AddStarts(component, run, starts);
  }
  if (are_inside) return true;
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

bool HasSingleElements(const ScatterPlan& plan) {
  return plan.row_count == 1 && plan.row_total == 1 &&
         std::ranges::all_of(plan.components, [](const ScatterPlan::Component& component) {
           return component.place == ScatterPlan::Component::Place::kNowhere;
         });
}

void FindScatterElements(const ScatterPlan& plan, const void* scatter_indices, IndexCursor& step,
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
    for (int64_t i = 0; i < run; ++i) sources[i] = step.offset(2) + i * inner.result_stride;
    are_inside &= FindTargets(plan, inner,
                              {indices + step.offset(0) * index_bytes, run, step.offset(1),
                               elements.targets + elements.count});
    elements.count += run;
    step.AdvanceInner(run);
  }
  if (!are_inside) RemoveOutside(elements);
}

}  // namespace paddock::simd
