#include "core/plan/ops/constant_windows.h"

#include <algorithm>
#include <span>

#include "core/base/overflow.h"
#include "core/ir/attribute_values.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/composition_parts.h"
#include "core/plan/ops/scatter_bodies.h"
#include "simd/movement/index_value.h"

namespace paddock {
namespace {

// Adds the known elements of an operand: a constant, or such constants side by side.
bool AddKnown(Lowering& lowering, const Operation& operation, size_t operand,
              std::vector<int64_t>& elements) {
  const Leaf leaf = lowering.Operand(operation, operand);
  const Operation* const source = operation.operands[operand]->operation;
  if (leaf.where == Leaf::Where::kConstant) {
    const size_t step = IsSingleConstant(leaf) ? 0 : leaf.element_bytes();
    const simd::ReadIndexFunction read = simd::FindReadIndex(leaf.type);
    for (int64_t i = 0; i < leaf.count; ++i) {
      elements.push_back(read(leaf.address + static_cast<size_t>(i) * step));
    }
    return true;
  }
  if (source == nullptr || !source->is(OpKind::kStablehloConcatenate)) return false;
  for (size_t i = 0; i < source->operands.size(); ++i) {
    if (!AddKnown(lowering, *source, i, elements)) return false;
  }
  return true;
}

}  // namespace

std::optional<std::vector<int64_t>> FindConstantWindow(Lowering& lowering,
                                                       const Operation& operation,
                                                       const Block& body) {
  // A step for the scatter has less to do than the two copies of fewer elements.
  constexpr int64_t kFewest = 16;
  if (kHasChainModules || lowering.level() != Level::kFast || operation.operands.size() != 3) {
    return std::nullopt;
  }
  const Type input = lowering.TypeOf(*operation.operands[0]);
  const Type indices = lowering.TypeOf(*operation.operands[1]);
  const Type updates = lowering.TypeOf(*operation.operands[2]);
  const ScatterNumbers numbers(operation);
  const bool is_plain = input.element_type() && updates.element_type() == input.element_type() &&
                        IsScalarBody(body, *input.element_type());
  const bool is_window =
      numbers.batching.empty() && numbers.window.size() == updates.rank() &&
      std::ranges::none_of(indices.shape(), [](int64_t size) { return size == 0; });
  if (!is_plain || !is_window) return std::nullopt;
  const std::vector<int64_t> sizes = numbers.WindowSizes(input.rank(), updates.shape());
  std::vector<int64_t> known;
  if (CheckedProduct(sizes).value_or(0) < kFewest || !AddKnown(lowering, operation, 1, known))
    return std::nullopt;
  if (known.size() != numbers.map.size()) return std::nullopt;
  std::vector<int64_t> start(input.rank(), 0);
  for (size_t i = 0; i < known.size(); ++i) {
    const auto d = static_cast<size_t>(numbers.map[i]);
    if (known[i] < 0 || known[i] > input.shape()[d] - sizes[d]) return std::nullopt;
    start[d] = known[i];
  }
  return start;
}

Result<void> LowerConstantWindow(Lowering& lowering, const Operation& operation, const Block& body,
                                 std::span<const int64_t> start) {
  Composition made(lowering, operation);
  Value* const operand = made.operand(0);
  Value* const updates = made.operand(2);
  const std::vector<int64_t> sizes =
      ScatterNumbers(operation).WindowSizes(operand->type.rank(), updates->type.shape());
  const Type window = made.TensorOf(sizes, ElementOf(operand));
  std::vector<int64_t> limits;
  for (size_t d = 0; d < sizes.size(); ++d) limits.push_back(start[d] + sizes[d]);
  Value* const present = made.Slice(operand, start, limits);
  Value* const arguments[] = {present, made.Reshape(updates, window)};
  std::vector<Value*> moved = {operand, ApplyBody(made, body, arguments, sizes)};
  for (const int64_t index : start) {
    moved.push_back(made.Constant(made.ScalarOf(ElementType::kI64), static_cast<double>(index)));
  }
  const Type types[] = {made.result_type(0)};
  return made.Give({made.AddAll(OpKind::kStablehloDynamicUpdateSlice, moved, types, {})[0]});
}

}  // namespace paddock
