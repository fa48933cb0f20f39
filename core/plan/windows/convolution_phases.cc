#include "core/plan/windows/convolution_phases.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace paddock {
namespace {

using simd::WindowDimension;

constexpr size_t kMostPhases = 4096;

// Larger dilations would overflow products of residues.
constexpr int64_t kMostDilation = std::numeric_limits<int32_t>::max();

int64_t Residue(int64_t value, int64_t modulus) {
  const int64_t rest = value % modulus;
  return rest < 0 ? rest + modulus : rest;
}

// Returns x with a * x = 1 modulo `modulus`, to which `a` is coprime (Euclid's algorithm).
int64_t InverseOf(int64_t a, int64_t modulus) {
  int64_t rest = modulus, next_rest = Residue(a, modulus);
  int64_t factor = 0, next_factor = 1;
  while (next_rest != 0) {
    const int64_t quotient = rest / next_rest;
    rest = std::exchange(next_rest, rest - quotient * next_rest);
    factor = std::exchange(next_factor, factor - quotient * next_factor);
  }
  return Residue(factor, modulus);
}

int64_t CountFrom(int64_t first, int64_t step, int64_t size) {
  return (size - first - 1) / step + 1;
}

// Window p and cell c meet an element if p * stride + c * window_dilation = low modulo the
// dilation. Ends at the first phase too many.
std::vector<ConvolutionPhase> PhasesAlong(const WindowDimension& all) {
  const int64_t dilation = all.base_dilation;
  const int64_t common = std::gcd(all.stride, dilation);
  const int64_t result_step = dilation / common;
  const int64_t cell_step = dilation / std::gcd(all.window_dilation, dilation);
  const int64_t inverse = InverseOf(all.stride / common, result_step);
  std::vector<ConvolutionPhase> phases;
  for (int64_t cell = 0; cell < std::min(cell_step, all.window); ++cell) {
    const int64_t start = all.low - cell * all.window_dilation;
    if (start % common != 0) continue;
    const int64_t first = Residue(start / common, result_step) * inverse % result_step;
    if (first >= all.result_size) continue;
    ConvolutionPhase phase{all, first, result_step, cell, cell_step};
    phase.window.result_size = CountFrom(first, result_step, all.result_size);
    phase.window.window = CountFrom(cell, cell_step, all.window);
    phase.window.stride = all.stride / common;
    phase.window.window_dilation = cell_step * all.window_dilation / dilation;
    phase.window.base_dilation = 1;
    phase.window.low = (start - first * all.stride) / dilation;
    phases.push_back(phase);
    if (phases.size() > kMostPhases) break;
  }
  return phases;
}

bool MeetSameElements(const WindowDimension& a, const WindowDimension& b) {
  return a.result_size == b.result_size && a.window == b.window && a.stride == b.stride &&
         a.window_dilation == b.window_dilation && a.low == b.low;
}

std::vector<ConvolutionPhase> JoinAlong(std::vector<ConvolutionPhase> phases) {
  std::ranges::sort(phases, {}, &ConvolutionPhase::first_result);
  std::vector<ConvolutionPhase> joined;
  for (const ConvolutionPhase& phase : phases) {
    if (!joined.empty() && MeetSameElements(joined.back().window, phase.window)) {
      ConvolutionPhase& first = joined.back();
      const int64_t results = phase.first_result - first.first_result;
      const int64_t cells = phase.first_cell - first.first_cell;
      const bool is_second = first.copies == 1;
      if (is_second || (results == first.copies * first.result_distance &&
                        cells == first.copies * first.cell_distance)) {
        if (is_second) {
          first.result_distance = results;
          first.cell_distance = cells;
        }
        ++first.copies;
        continue;
      }
    }
    joined.push_back(phase);
  }
  return joined;
}

}  // namespace

PhaseLists JoinCopies(const PhaseLists& phases) {
  PhaseLists joined;
  for (const std::vector<ConvolutionPhase>& along : phases) joined.push_back(JoinAlong(along));
  return joined;
}

PhaseLists PhasesOf(std::span<const WindowDimension> windows) {
  PhaseLists lists;
  size_t count = 1;
  for (const WindowDimension& window : windows) {
    if (window.base_dilation > kMostDilation) return WholePhasesOf(windows);
    lists.push_back(PhasesAlong(window));
    count *= std::max<size_t>(1, lists.back().size());
    if (count > kMostPhases) return WholePhasesOf(windows);
  }
  return lists;
}

PhaseLists WholePhasesOf(std::span<const WindowDimension> windows) {
  PhaseLists lists;
  for (const WindowDimension& window : windows) lists.push_back({{window}});
  return lists;
}

bool CoverWindows(const PhaseLists& phases, std::span<const WindowDimension> windows) {
  for (size_t i = 0; i < windows.size(); ++i) {
    int64_t count = 0;
    for (const ConvolutionPhase& phase : phases[i]) {
      count += phase.copies * phase.window.result_size;
    }
    if (count != windows[i].result_size) return false;
  }
  return true;
}

WindowDimension ReachOf(std::span<const ConvolutionPhase> phases, const WindowDimension& all) {
  if (phases.empty()) return {.operand_size = all.operand_size};
  int64_t begin = std::numeric_limits<int64_t>::max(), end = std::numeric_limits<int64_t>::min();
  for (const ConvolutionPhase& phase : phases) {
    begin = std::min(begin, -phase.window.low);
    end = std::max(end, phase.window.span() - phase.window.low);
  }
  return {.operand_size = all.operand_size,
          .window = end - begin,
          .base_dilation = phases.front().window.base_dilation,
          .low = -begin};
}

void ForEachPhase(const PhaseLists& phases,
                  const std::function<void(std::span<const ConvolutionPhase>)>& visit) {
  std::vector<ConvolutionPhase> chosen(phases.size());
  const std::function<void(size_t)> choose = [&](size_t i) {
    if (i == phases.size()) return visit(chosen);
    for (const ConvolutionPhase& phase : phases[i]) {
      chosen[i] = phase;
      choose(i + 1);
    }
  };
  choose(0);
}

}  // namespace paddock
