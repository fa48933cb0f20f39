#include "core/plan/windows/window_terms.h"

#include <optional>
#include <span>
#include <vector>

#include "core/plan/fusion/tile_chain.h"

namespace paddock {
namespace {

// Applications of the body that take as long as the call of a step.
constexpr int64_t kMostTerms = 48;

bool HasTerms(const simd::ElementwiseKernel& body) {
  return !kHasChainModules && body.function != nullptr && body.tape != nullptr;
}

class WindowTerms {
 public:
  explicit WindowTerms(const simd::ElementwiseKernel& body)
      : forms_(body.tape(ByteSize(body.operand))),
        bytes_(static_cast<uint32_t>(ByteSize(body.operand))) {}

  TapePlan::Place Operand(int64_t element) const { return {0, At(element)}; }
  static TapePlan::Place Init() { return {1, 0}; }
  TapePlan::Place Result(int64_t element) const { return {2, At(element)}; }

  void Add(TapePlan::Place result, TapePlan::Place lhs, TapePlan::Place rhs) {
    TapePlan::Instruction instruction;
    instruction.forms = forms_;
    instruction.result = result;
    instruction.operands[0] = lhs;
    instruction.operands[1] = instruction.operands[2] = rhs;
    instructions_.push_back(instruction);
  }

  const StepMoves* Finish(int64_t work, Arena& arena) const {
    StepMoves moves;
    moves.terms = arena.CopyArray(std::span<const TapePlan::Instruction>(instructions_));
    moves.work = work;
    return arena.Make<StepMoves>(moves);
  }

 private:
  uint32_t At(int64_t element) const { return static_cast<uint32_t>(element) * bytes_; }

  simd::TapeForms forms_;
  uint32_t bytes_;
  std::vector<TapePlan::Instruction> instructions_;
};

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
  if (!HasTerms(body) || windows.outer * row > kMostTerms) return nullptr;
  WindowTerms terms(body);
  for (int64_t line = 0; line < windows.outer; ++line) {
    for (int64_t i = 0; i < row; ++i) {
      const int64_t at = line * row + (windows.is_reverse ? row - 1 - i : i);
      const int64_t before = windows.is_reverse ? at + windows.inner : at - windows.inner;
      terms.Add(terms.Result(at), i < windows.inner ? terms.Init() : terms.Result(before),
                terms.Operand(at));
    }
  }
  return terms.Finish(work, arena);
}

const StepMoves* MovesOfWindows(const simd::WindowSums& windows,
                                const simd::ElementwiseKernel& body, int64_t work, Arena& arena) {
  int64_t count = 1;
  for (const simd::WindowDimension& along : windows.windows) count *= along.result_size;
  if (!HasTerms(body) || count * windows.unit * (windows.cells + 1) > kMostTerms) return nullptr;
  const TapePlan::Place total{TapePlan::kScratch, 0};
  WindowTerms terms(body);
  for (int64_t i = 0; i < count * windows.unit; ++i) {
    std::optional<TapePlan::Place> sum;
    for (int64_t cell = 0; cell < windows.cells; ++cell) {
      const auto element = ElementIn(windows, i / windows.unit, cell);
      if (!element && windows.skips_padding) continue;
      const TapePlan::Place value =
          element ? terms.Operand(*element + i % windows.unit) : terms.Init();
      if (sum) terms.Add(total, *sum, value);
      sum = sum ? total : value;
    }
    terms.Add(terms.Result(i), terms.Init(), sum.value_or(terms.Init()));
  }
  return terms.Finish(work, arena);
}

}  // namespace paddock
