#include "core/plan/windows/window_terms.h"

#include <optional>

#include "core/plan/lowering/monoid_terms.h"

namespace paddock {
namespace {

// Returns the operand's element in cell number `cell` of window number `window`; nothing for
// padding.
std::optional<int64_t> ElementIn(const simd::WindowSums& sums, int64_t window, int64_t cell) {
  int64_t element = 0;
  for (size_t i = sums.windows.size(); i-- > 0;) {
    const simd::WindowDimension& along = sums.windows[i];
    const int64_t index = along.IndexAt(window % along.result_size, cell % along.window);
    if (index < 0) return std::nullopt;
    element += index * sums.strides[i];
    window /= along.result_size;
    cell /= along.window;
  }
  return element;
}

}  // namespace

const StepMoves* MovesOfWindows(const simd::PrefixWindows& windows,
                                const simd::ElementwiseKernel& body, int64_t work, Arena& arena) {
  const int64_t row = windows.size * windows.inner;
  if (!MonoidTerms::MayBeOf(body) || windows.outer * row > MonoidTerms::kMost) return nullptr;
  MonoidTerms terms(body);
  for (int64_t line = 0; line < windows.outer; ++line) {
    for (int64_t i = 0; i < row; ++i) {
      const int64_t at = line * row + (windows.is_reverse ? row - 1 - i : i);
      const int64_t before = windows.is_reverse ? at + windows.inner : at - windows.inner;
      terms.Apply(terms.Result(at), i < windows.inner ? MonoidTerms::Init() : terms.Result(before),
                  terms.Operand(at));
    }
  }
  return terms.Finish(work, arena);
}

const StepMoves* MovesOfWindows(const simd::WindowSums& windows,
                                const simd::ElementwiseKernel& body, int64_t work, Arena& arena) {
  int64_t count = 1;
  for (const simd::WindowDimension& along : windows.windows) count *= along.result_size;
  if (!MonoidTerms::MayBeOf(body) ||
      count * windows.unit * (windows.cells + 1) > MonoidTerms::kMost)
    return nullptr;
  MonoidTerms terms(body);
  const TapePlan::Place total = terms.Scratch(0);
  for (int64_t i = 0; i < count * windows.unit; ++i) {
    std::optional<TapePlan::Place> sum;
    for (int64_t cell = 0; cell < windows.cells; ++cell) {
      const auto element = ElementIn(windows, i / windows.unit, cell);
      if (!element && windows.skips_padding) continue;
      const TapePlan::Place value =
          element ? terms.Operand(*element + i % windows.unit) : MonoidTerms::Init();
      if (sum) terms.Apply(total, *sum, value);
      sum = sum ? total : value;
    }
    terms.Apply(terms.Result(i), MonoidTerms::Init(), sum.value_or(MonoidTerms::Init()));
  }
  return terms.Finish(work, arena);
}

}  // namespace paddock
