#include "simd/reduce/scatter_indexed.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "core/base/element_width.h"
#include "simd/movement/index_value.h"
#include "simd/reduce/scatter_elements.h"

namespace paddock::simd {
namespace {

// Returns whether the indices along the innermost loop are consecutive in memory, and number
// consecutive elements of the operand.
bool AreNumbers(const ScatterPlan& plan) {
  const IndexLoop& inner = plan.steps.back();
  return plan.components.size() == 1 && inner.index_stride == 1 && inner.operand_stride == 0 &&
         plan.components[0].operand_stride == 1;
}

}  // namespace

#ifdef __wasm__

namespace {

// Returns whether the indices are less than `size`. A negative one is a great number.
bool AreInside(const uint8_t* indices, uint32_t count, int64_t size) {
  uint32_t greatest = 0;
  for (uint32_t i = 0; i < count; ++i) {
    greatest = std::max(greatest, LoadUnaligned<uint32_t>(indices + size_t{i} * 4));
  }
  return greatest < static_cast<uint64_t>(size);
}

// Indices that are checked, then read again.
constexpr int64_t kMostNumbers = 2048;

}  // namespace

bool HasIndexedElements(const ScatterPlan& plan, const MonoidKernels* kernels) {
  return !plan.steps.empty() && plan.index_bytes == 4 && kernels != nullptr &&
         kernels->combine_indexed != nullptr;
}

bool RunIndexedElements(const ScatterPlan& plan, const MonoidKernels* kernels, void* result,
                        const void* scatter_indices, const void* updates, IndexCursor& step,
                        int64_t left) {
  const IndexLoop& inner = plan.steps.back();
  const bool are_numbers = AreNumbers(plan);
  const auto count = static_cast<uint32_t>(std::min(
      {left, are_numbers ? kMostNumbers : ScatterElements::kCapacity, inner.size - step.index(0)}));
  const auto combine = [&](const void* numbers) {
    kernels->combine_indexed(
        kernels->type, static_cast<uint8_t*>(result) + step.offset(1) * plan.element_bytes, numbers,
        4, static_cast<const uint8_t*>(updates) + step.offset(2) * plan.element_bytes,
        inner.result_stride, count);
    step.AdvanceInner(count);
    return true;
  };
  if (are_numbers) {
    const ScatterPlan::Component& component = plan.components[0];
    const auto* const indices = static_cast<const uint8_t*>(scatter_indices) +
                                (step.offset(0) + component.index_offset) * 4;
    return AreInside(indices, count, component.dimension_size) && combine(indices);
  }
  // Memory has fewer elements than 2^32.
  uint32_t numbers[ScatterElements::kCapacity];
  const auto operand_stride = static_cast<uint32_t>(inner.operand_stride);
  for (uint32_t i = 0; i < count; ++i) numbers[i] = i * operand_stride;
  for (const ScatterPlan::Component& component : plan.components) {
    const auto* index = static_cast<const uint8_t*>(scatter_indices) +
                        (step.offset(0) + component.index_offset) * 4;
    const auto stride = static_cast<uint32_t>(component.operand_stride);
    uint32_t greatest = 0;
    for (uint32_t i = 0; i < count; ++i, index += inner.index_stride * 4) {
      const auto start = LoadUnaligned<uint32_t>(index);
      greatest = std::max(greatest, start);
      numbers[i] += start * stride;
    }
    // A negative index is a great number.
    if (greatest >= static_cast<uint64_t>(component.dimension_size)) return false;
  }
  return combine(numbers);
}

#else

namespace {

struct IndexedRun {
  const uint8_t* indices;
  const uint8_t* updates;
  int64_t update_stride;  // in elements
  uint8_t* result;
  int64_t count;
};

// Returns whether all indices are less than `size`, and `replaces` or few of them equal the one
// before. A negative index is a great number.
template <class Index>
bool MayRun(const IndexedRun& run, uint64_t size, bool replaces) {
  const auto index = [indices = run.indices](int64_t i) {
    return LoadUnaligned<Index>(indices + static_cast<size_t>(i) * sizeof(Index));
  };
  Index greatest = index(0), repeated = 0;
  for (int64_t i = 1; i < run.count; ++i) {
    greatest = std::max(greatest, index(i));
    repeated += index(i) == index(i - 1) ? 1 : 0;
  }
  return greatest < size && (replaces || repeated * 4 <= static_cast<Index>(run.count) * 3);
}

// `run` is a copy, because the bytes that are written could be those of another one.
template <size_t kBytes, class Index>
void ReplaceIndexed(IndexedRun run) {
  constexpr int64_t kUnrolled = 4;
  const auto replace = [&](int64_t i) {
    const auto index = LoadUnaligned<Index>(run.indices + static_cast<size_t>(i) * sizeof(Index));
    std::memcpy(run.result + static_cast<size_t>(index) * kBytes,
                run.updates + i * run.update_stride * static_cast<int64_t>(kBytes), kBytes);
  };
  int64_t i = 0;
  for (; i + kUnrolled <= run.count; i += kUnrolled) {
    for (int64_t j = 0; j < kUnrolled; ++j) replace(i + j);
  }
  for (; i < run.count; ++i) replace(i);
}

}  // namespace

bool HasIndexedElements(const ScatterPlan& plan, const MonoidKernels*) {
  return !plan.steps.empty() && (plan.index_bytes == 4 || plan.index_bytes == 8) &&
         AreNumbers(plan);
}

bool RunIndexedElements(const ScatterPlan& plan, const MonoidKernels* kernels, void* result,
                        const void* scatter_indices, const void* updates, IndexCursor& step,
                        int64_t left) {
  const IndexLoop& inner = plan.steps.back();
  const ScatterPlan::Component& component = plan.components[0];
  const auto index_bytes = static_cast<int64_t>(plan.index_bytes);
  const IndexedRun run = {
      static_cast<const uint8_t*>(scatter_indices) +
          (step.offset(0) + component.index_offset) * index_bytes,
      static_cast<const uint8_t*>(updates) + step.offset(2) * plan.element_bytes,
      inner.result_stride,
      static_cast<uint8_t*>(result) + step.offset(1) * plan.element_bytes,
      std::min({left, ScatterElements::kCapacity, inner.size - step.index(0)}),
  };
  const auto size = static_cast<uint64_t>(component.dimension_size);
  const bool is_short = plan.index_bytes == 4;
  const bool replaces = kernels == nullptr;
  const bool may_run =
      is_short ? MayRun<uint32_t>(run, size, replaces) : MayRun<uint64_t>(run, size, replaces);
  if (!may_run) return false;
  if (!replaces) {
    kernels->combine_indexed(kernels->type, run.result, run.indices, plan.index_bytes, run.updates,
                             run.update_stride, run.count);
  } else {
    VisitWidth(static_cast<size_t>(plan.element_bytes), [&](auto width) {
      return is_short ? ReplaceIndexed<width, uint32_t>(run) : ReplaceIndexed<width, uint64_t>(run);
    });
  }
  step.AdvanceInner(run.count);
  return true;
}

#endif  // __wasm__

}  // namespace paddock::simd
