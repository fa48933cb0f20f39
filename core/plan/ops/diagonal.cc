#include "core/plan/ops/diagonal.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/movement_step.h"
#include "core/plan/ops/moved_operands.h"
#include "core/plan/ops/movement_loads.h"
#include "simd/movement/index_value.h"
#include "simd/movement/movement_plan.h"

namespace paddock {
namespace {

// Comparing indices is as fast for fewer.
constexpr int64_t kFewest = 4096;

// Greater indices could wrap in four bytes when they are added.
constexpr int64_t kGreatestIndex = int64_t{1} << 30;
bool IsSmall(int64_t index) { return index >= -kGreatestIndex && index <= kGreatestIndex; }

// Operations behind each other that compute an index.
constexpr int kMostOperations = 4;

// The element in each cell is its index in `dimension`, plus `shift`.
struct ShiftedIndex {
  size_t dimension = 0;
  int64_t shift = 0;
};

std::optional<int64_t> ConstantOf(const Operation& operation) {
  if (operation.is(OpKind::kStablehloBroadcastInDim)) {
    const Operation* const operand = operation.operands[0]->operation;
    return operand == nullptr ? std::nullopt : ConstantOf(*operand);
  }
  const Attribute* const value =
      operation.is(OpKind::kStablehloConstant) ? operation.Find("value") : nullptr;
  if (value == nullptr || value->value == nullptr) return std::nullopt;
  const Tensor& tensor = *value->value;
  if (!value->is_splat && tensor.element_count() != 1) return std::nullopt;
  const int64_t number = simd::FindReadIndex(tensor.element_type())(tensor.data());
  return IsSmall(number) ? std::optional(number) : std::nullopt;
}

// Returns nothing for other values than sums of iotas and constants.
std::optional<ShiftedIndex> IndexOf(const Value& value, int depth = 0) {
  const Operation* const operation = value.operation;
  if (operation == nullptr || depth == kMostOperations) return std::nullopt;
  if (operation->is(OpKind::kStablehloIota)) {
    return ShiftedIndex{static_cast<size_t>(IntegerOf(*operation, "iota_dimension", 0)), 0};
  }
  if (operation->is(OpKind::kStablehloBroadcastInDim)) {
    auto index = IndexOf(*operation->operands[0], depth + 1);
    if (!index) return std::nullopt;
    const auto dimensions = IntegersOf(*operation, "broadcast_dimensions");
    const int64_t size = operation->operands[0]->type.shape()[index->dimension];
    index->dimension = static_cast<size_t>(dimensions[index->dimension]);
    return size == value.type.shape()[index->dimension] ? index : std::nullopt;
  }
  if (!operation->is(OpKind::kStablehloAdd)) return std::nullopt;
  for (size_t i = 0; i < 2; ++i) {
    const Operation* const other = operation->operands[1 - i]->operation;
    const auto number = other == nullptr ? std::nullopt : ConstantOf(*other);
    auto index = number ? IndexOf(*operation->operands[i], depth + 1) : std::nullopt;
    if (!index) continue;
    index->shift += *number;
    return IsSmall(index->shift) ? index : std::nullopt;
  }
  return std::nullopt;
}

// Returns k if a matrix of booleans is true exactly where the index of the row plus k is that of
// the column; nothing for any other value.
std::optional<int64_t> ShiftOf(const Value& predicate, std::span<const int64_t> sizes) {
  const Operation* const compare = predicate.operation;
  const bool is_equality = compare != nullptr && compare->is(OpKind::kStablehloCompare) &&
                           TextOf(*compare, "comparison_direction") == "EQ";
  // The value may be one with another shape before a reshape.
  const bool has_sizes =
      predicate.type.has_static_shape() && std::ranges::equal(predicate.type.shape(), sizes);
  if (!is_equality || !has_sizes) return std::nullopt;
  const Type type = compare->operands[0]->type;
  const auto element = type.element_type();
  const bool has_room = element && IsInteger(*element) && ByteSize(*element) >= 4 &&
                        std::ranges::max(sizes) <= kGreatestIndex;
  if (!has_room) return std::nullopt;
  const auto lhs = IndexOf(*compare->operands[0]), rhs = IndexOf(*compare->operands[1]);
  if (!lhs || !rhs || lhs->dimension == rhs->dimension) return std::nullopt;
  return lhs->dimension == 0 ? lhs->shift - rhs->shift : rhs->shift - lhs->shift;
}

// Cells (row + i, column + i) of a matrix, for i < count.
struct Diagonal {
  int64_t row = 0;
  int64_t column = 0;
  int64_t count = 0;
};

Diagonal DiagonalAt(int64_t shift, std::span<const int64_t> shape) {
  Diagonal found{std::max<int64_t>(-shift, 0), std::max<int64_t>(shift, 0)};
  found.count = std::min(shape[0] - found.row, shape[1] - found.column);
  return found;
}

// Returns the elements of the diagonal of a view as a tensor of rank 1.
Leaf ElementsOf(Lowering& lowering, const Operation& operation, const Leaf& source,
                const StridedView& view, const Diagonal& diagonal) {
  const int64_t stride = view.strides[0] + view.strides[1];
  const int64_t first =
      view.offset + diagonal.row * view.strides[0] + diagonal.column * view.strides[1];
  const std::span<int64_t> shape = lowering.arena().CopyArray(std::span(&diagonal.count, 1));
  if (first == 0 && stride == 1 && source.count == diagonal.count) {
    Leaf whole = source;
    whole.shape = shape;
    return whole;
  }
  const Leaf dense = lowering.Dense(source);
  const Leaf taken = lowering.NewLeaf(source.type, shape);
  EmitMovement(lowering.emitter(), operation,
               simd::PlanElements(source.element_bytes(), {{diagonal.count}, {stride}, first}),
               {&dense, 1}, taken);
  return taken;
}

// Returns whether the result is written to memory in any case: it is returned, by each function
// that is being called, or operands of the operation that uses it are. Others compare the indices
// as fast as they read a padding.
bool IsWritten(const Lowering& lowering, const Operation& operation) {
  const std::span<const SuspensionFrame> frames = lowering.position().frames();
  const Operation* made = &operation;
  for (size_t i = frames.size(); i-- > 0;) {
    const Operation* const user = lowering.facts().NextUser(*made);
    if (user == nullptr) return false;
    if (!user->is(OpKind::kFuncReturn)) {
      return user->info != nullptr && user->info->family != "control_flow" &&
             !ModuleFacts::IsOfFusedFamily(*user);
    }
    if (i == 0) return true;
    made = frames[i - 1].operation;
  }
  return false;
}

}  // namespace

bool LowerDiagonal(Lowering& lowering, const Operation& operation) {
  const Leaf predicate = lowering.Operand(operation, 0), operand = lowering.Operand(operation, 1);
  Leaf value = lowering.Operand(operation, 2);
  if (lowering.level() != Level::kFast || operand.shape.size() != 2 || operand.count < kFewest) {
    return false;
  }
  ElementwiseScheduler& elementwise = lowering.elementwise();
  const Value* const compared = elementwise.WaitingValue(predicate);
  const auto shift = compared == nullptr ? std::nullopt : ShiftOf(*compared, operand.shape);
  const auto view = elementwise.FindView(operand);
  if (!shift || !view || !IsSingle(value) || !IsWritten(lowering, operation)) return false;
  const int64_t rows = operand.shape[0], columns = operand.shape[1];
  const Diagonal diagonal = DiagonalAt(*shift, operand.shape);
  if (diagonal.count <= 0) return false;
  elementwise.DoWithout(predicate);
  const Leaf source = elementwise.TakeSource(operand);
  value = lowering.InMemory(value);
  value.is_splat = false;
  value.shape = {};
  value.count = 1;
  const Leaf elements = ElementsOf(lowering, operation, source, *view, diagonal);
  const int64_t low[] = {diagonal.row * columns + diagonal.column}, interior[] = {columns};
  const int64_t padded = diagonal.count + (diagonal.count - 1) * columns;
  const int64_t high[] = {rows * columns - low[0] - padded};
  MoveOperands(lowering, operation, {elements, value}, PadLoad(elements, low, high, interior),
               simd::PlanPad(elements.element_bytes(), elements.shape, low, high, interior));
  return true;
}

}  // namespace paddock
