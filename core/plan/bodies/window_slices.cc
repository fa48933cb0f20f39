#include "core/plan/bodies/window_slices.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Returns the transpose among the last steps that writes the leaf; null if another operation does.
const Operation* TransposeOf(const Lowering& lowering, const Leaf& leaf) {
  constexpr size_t kMostSteps = 8;
  const PlanDraft& draft = lowering.emitter().draft();
  const size_t count = draft.steps.size();
  for (size_t i = count; i > count - std::min(count, kMostSteps); --i) {
    const Operation* const operation = draft.steps[i - 1].operation;
    if (operation == nullptr || !operation->is(OpKind::kStablehloTranspose)) continue;
    const std::vector<Leaf> results = lowering.values().Leaves(*operation->results[0]);
    if (results.size() == 1 && IsSameMemory(results[0], leaf)) return operation;
  }
  return nullptr;
}

// Returns how many of the last dimensions together have `size` elements; 0 if none have.
size_t DimensionsOfSize(std::span<const int64_t> shape, int64_t size) {
  int64_t elements = 1;
  for (size_t count = 1; count <= shape.size(); ++count) {
    elements *= shape[shape.size() - count];
    if (elements == size) return count;
  }
  return 0;
}

// A slice of one element along each dimension of the windows.
Value* SliceAt(Composition& made, Value* source, std::span<const int64_t> permutation,
               size_t inside, int64_t index) {
  const std::span<const int64_t> shape = source->type.shape();
  std::vector<int64_t> starts(shape.size(), 0), limits(shape.begin(), shape.end());
  for (size_t i = 0; i < inside; ++i) {
    const auto d = static_cast<size_t>(permutation[permutation.size() - 1 - i]);
    starts[d] = index % shape[d];
    limits[d] = starts[d] + 1;
    index /= shape[d];
  }
  return made.Slice(source, starts, limits);
}

}  // namespace

std::vector<Value*> SlicesOfWindows(const Lowering& lowering, Composition& made,
                                    const Leaf& windows) {
  const Operation* const transpose = TransposeOf(lowering, windows);
  if (transpose == nullptr) return {};
  const Leaf source = lowering.Operand(*transpose, 0);
  if (source.where != Leaf::Where::kSlot && source.where != Leaf::Where::kInput) return {};
  const std::vector<int64_t> permutation = IntegersOf(*transpose, "permutation");
  const std::span<const int64_t> shape = transpose->results[0]->type.shape();
  const size_t inside = DimensionsOfSize(shape, windows.shape.back());
  const auto outside = std::span(permutation).first(permutation.size() - inside);
  if (inside == 0 || !std::ranges::is_sorted(outside)) return {};
  std::vector<Value*> slices;
  for (int64_t i = 0; i < windows.shape.back(); ++i) {
    slices.push_back(SliceAt(made, transpose->operands[0], permutation, inside, i));
  }
  return slices;
}

}  // namespace paddock
