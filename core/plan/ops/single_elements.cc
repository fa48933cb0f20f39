#include "core/plan/ops/single_elements.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/ir/attribute_values.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/composition_parts.h"
#include "core/plan/ops/scatter_bodies.h"
#include "simd/movement/row_major.h"

namespace paddock {
namespace {

// An instruction displaces bytes by this many indices.
constexpr size_t kMostIndices = 2;

Value* AsScalar(Composition& made, Value* value) {
  if (value->type.rank() == 0) return value;
  return made.Reshape(value, made.ScalarOf(ElementOf(value)));
}

Value* Flat(Composition& made, Value* value) {
  const int64_t shape[] = {CountOf(value)};
  return made.Reshape(value, made.TensorOf(shape, ElementOf(value)));
}

// Indices as numbers of elements of a tensor, which fit their type.
class Numbers {
 public:
  Numbers(Composition& made, const Value* operand, ElementType index_type) : made_(made) {
    const bool is_narrow = ByteSize(index_type) < 4 || index_type == ElementType::kI32;
    const bool is_small = CountOf(operand) <= std::numeric_limits<int32_t>::max();
    type_ = is_narrow && is_small ? ElementType::kI32 : ElementType::kI64;
  }

  // Adds an index of a dimension with elements `stride` apart.
  void Add(Value* index, int64_t greatest, int64_t stride) {
    Value* const wide = made_.Convert(index, type_);
    Value* const zero = Number(made_, wide, 0);
    Value* const inside =
        made_.Add(OpKind::kStablehloClamp,
                  {zero, wide, Number(made_, wide, static_cast<double>(greatest))}, wide->type);
    Value* const is_inside = made_.Compare("EQ", inside, wide);
    Value* const distance = stride == 1
                                ? inside
                                : made_.Binary(OpKind::kStablehloMultiply, inside,
                                               Number(made_, wide, static_cast<double>(stride)));
    sum_ = sum_ == nullptr ? distance : made_.Binary(OpKind::kStablehloAdd, sum_, distance);
    are_inside_ = are_inside_ == nullptr
                      ? is_inside
                      : made_.Binary(OpKind::kStablehloAnd, are_inside_, is_inside);
  }

  // The number of the element at the clamped indices.
  Value* clamped() const { return sum_; }
  // -1 if an index is outside.
  Value* OrOutside() const { return made_.Select(are_inside_, sum_, Number(made_, sum_, -1)); }

 private:
  Composition& made_;
  ElementType type_;
  Value* sum_ = nullptr;
  Value* are_inside_ = nullptr;
};

// Index vector of an element of `operand` as its number.
Value* NumberOf(Composition& made, const ScatterNumbers& numbers, const Value* operand,
                Value* indices) {
  const auto strides = simd::RowMajorStrides(operand->type.shape());
  Value* const vector = Flat(made, indices);
  Numbers sum(made, operand, ElementOf(indices));
  for (size_t i = 0; i < numbers.map.size(); ++i) {
    const auto k = static_cast<int64_t>(i);
    const int64_t begin[] = {k}, end[] = {k + 1};
    const auto d = static_cast<size_t>(numbers.map[i]);
    sum.Add(AsScalar(made, made.Slice(vector, begin, end)), operand->type.shape()[d] - 1,
            strides[d]);
  }
  const int64_t shape[] = {1};
  return made.Reshape(sum.OrOutside(), made.TensorOf(shape, ElementOf(sum.clamped())));
}

bool IsOne(std::span<const int64_t> shape) {
  return std::ranges::all_of(shape, [](int64_t size) { return size == 1; });
}

// Gathers what the only update is combined with.
Value* Gathered(Composition& made, const ScatterNumbers& numbers, Value* operand, Value* indices,
                std::span<const int64_t> shape) {
  const size_t rank = operand->type.rank();
  const std::vector<int64_t> none,
      sizes = IsOne(shape) ? std::vector<int64_t>(rank, 1) : numbers.WindowSizes(rank, shape);
  const NamedAttribute fields[] = {made.Integers("offset_dims", numbers.window),
                                   made.Integers("collapsed_slice_dims", numbers.inserted),
                                   made.Integers("operand_batching_dims", none),
                                   made.Integers("start_indices_batching_dims", none),
                                   made.Integers("start_index_map", numbers.map),
                                   made.Integer("index_vector_dim", numbers.vector_dimension)};
  return made.Add(
      OpKind::kStablehloGather, {operand, indices}, made.TensorOf(shape, ElementOf(operand)),
      {made.Struct("dimension_numbers", "gather", fields), made.Integers("slice_sizes", sizes)});
}

Value* Scattered(Composition& made, const ScatterNumbers& numbers, Value* operand, Value* indices,
                 Value* update, Region* region) {
  const NamedAttribute fields[] = {made.Integers("update_window_dims", numbers.window),
                                   made.Integers("inserted_window_dims", numbers.inserted),
                                   made.Integers("input_batching_dims", numbers.batching),
                                   made.Integers("scatter_indices_batching_dims", numbers.batching),
                                   made.Integers("scatter_dims_to_operand_dims", numbers.map),
                                   made.Integer("index_vector_dim", numbers.vector_dimension)};
  const NamedAttribute attributes[] = {made.Flag("indices_are_sorted", true),
                                       made.Struct("scatter_dimension_numbers", "scatter", fields),
                                       made.Flag("unique_indices", true)};
  Value* const operands[] = {operand, indices, update};
  const Type types[] = {operand->type};
  return made.AddAll(OpKind::kStablehloScatter, operands, types, attributes,
                     std::span(&region, 1))[0];
}

// A step for more updates has less to do than the steps for each of them.
constexpr int64_t kMostUpdates = 8;

// Returns whether the updates are few elements, each with an index vector of its own.
bool AreFewElements(const ScatterNumbers& numbers, const Type& indices, const Type& updates) {
  const auto rank = static_cast<int64_t>(indices.rank());
  const bool has_vectors = numbers.vector_dimension == rank - 1 && rank == 2;
  const bool has_scalars = numbers.vector_dimension == rank && rank == 1;
  return numbers.window.empty() && updates.rank() == 1 && (has_vectors || has_scalars) &&
         updates.shape()[0] <= kMostUpdates;
}

// Returns row `row` of a tensor, as a tensor of one row.
Value* Row(Composition& made, Value* value, int64_t row) {
  std::vector<int64_t> begin(value->type.rank(), 0);
  std::vector<int64_t> end(value->type.shape().begin(), value->type.shape().end());
  begin[0] = row;
  end[0] = row + 1;
  return made.Slice(value, begin, end);
}

// Whether the updates are one window that is inside or outside as a whole.
bool IsWholeWindow(const ScatterNumbers& numbers, const Type& input, const Type& updates) {
  if (numbers.window.size() != updates.rank()) return false;
  const std::vector<int64_t> sizes = numbers.WindowSizes(input.rank(), updates.shape());
  return std::ranges::all_of(
      numbers.map, [&](int64_t dimension) { return sizes[static_cast<size_t>(dimension)] == 1; });
}

}  // namespace

bool ScattersElements(Lowering& lowering, const Operation& operation, const Block& body) {
  const bool is_single = operation.operands.size() == 3 && body.arguments.size() == 2;
  if (kHasChainModules || lowering.level() != Level::kFast || !is_single) return false;
  const Type input = lowering.TypeOf(*operation.operands[0]);
  const Type update = lowering.TypeOf(*operation.operands[2]);
  if (!input.element_type() || !update.element_type()) return false;
  const ElementType type = *input.element_type();
  const bool is_plain = *update.element_type() == type && IsScalarBody(body, type);
  const ScatterNumbers numbers(operation);
  const auto is_zero = [](int64_t size) { return size == 0; };
  const bool is_empty =
      std::ranges::any_of(input.shape(), is_zero) || std::ranges::any_of(update.shape(), is_zero);
  if (!is_plain || is_empty || !numbers.batching.empty() || numbers.map.empty()) return false;
  const bool has_kernel = HasScatterKernel(body, type);
  const bool has_few_indices = numbers.map.size() <= kMostIndices;
  if (IsOne(update.shape())) return !has_few_indices || !has_kernel;
  const Type indices = lowering.TypeOf(*operation.operands[1]);
  if (!has_kernel && AreFewElements(numbers, indices, update)) return true;
  return has_few_indices && !has_kernel && IsWholeWindow(numbers, input, update);
}

namespace {

// Returns the operand with one update. Its indices may be several.
Value* WithUpdate(Composition& made, const Block& body, ScatterNumbers numbers, Value* operand,
                  Value* indices, Value* update) {
  const Type whole = operand->type;
  if (numbers.map.size() > kMostIndices) {
    indices = NumberOf(made, numbers, operand, indices);
    operand = Flat(made, operand);
    update = AsScalar(made, update);
    numbers.window.clear();
    numbers.inserted = numbers.map = {0};
    numbers.vector_dimension = 0;
  }
  const ElementType type = ElementOf(operand);
  const bool has_kernel = HasScatterKernel(body, type);
  if (!has_kernel) {
    const std::span<const int64_t> shape = update->type.shape();
    Value* const present = Gathered(made, numbers, operand, indices, shape);
    Value* const arguments[] = {present, update};
    update = ApplyBody(made, body, arguments, shape);
  }
  Region* const region = ScatterRegion(made, has_kernel ? &body : nullptr, type);
  return made.Reshape(Scattered(made, numbers, operand, indices, update, region), whole);
}

}  // namespace

Result<void> LowerElementScatter(Lowering& lowering, const Operation& operation,
                                 const Block& body) {
  Composition made(lowering, operation);
  const ScatterNumbers numbers(operation);
  Value* operand = made.operand(0);
  Value* const indices = made.operand(1);
  Value* const updates = made.operand(2);
  const bool is_one =
      IsOne(updates->type.shape()) || !AreFewElements(numbers, indices->type, updates->type);
  if (is_one) {
    operand = WithUpdate(made, body, numbers, operand, indices, updates);
  } else {
    // In order, because equal indices have the effects of all their updates.
    for (int64_t i = 0; i < updates->type.shape()[0]; ++i) {
      operand =
          WithUpdate(made, body, numbers, operand, Row(made, indices, i), Row(made, updates, i));
    }
  }
  return made.Give({made.Reshape(operand, made.result_type(0))});
}

bool SlicesOneElement(Lowering& lowering, const Operation& operation) {
  if (kHasChainModules || lowering.level() != Level::kFast) return false;
  const bool is_update = operation.is(OpKind::kStablehloDynamicUpdateSlice);
  const std::span<const int64_t> shape = lowering.TypeOf(*operation.operands[0]).shape();
  const Type moved = lowering.TypeOf(is_update ? *operation.operands[1] : *operation.results[0]);
  const auto displaced = std::ranges::count_if(shape, [](int64_t size) { return size > 1; });
  if (displaced <= static_cast<int64_t>(kMostIndices)) return false;
  // A great unsigned index would become negative.
  const Type index = lowering.TypeOf(*operation.operands[is_update ? 2 : 1]);
  return index.element_type() != ElementType::kUI64 &&
         std::ranges::all_of(shape, [](int64_t size) { return size > 0; }) &&
         std::ranges::all_of(moved.shape(), [](int64_t size) { return size == 1; });
}

Result<void> LowerElementSlice(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const bool is_update = operation.is(OpKind::kStablehloDynamicUpdateSlice);
  Value* const operand = made.operand(0);
  const size_t first = is_update ? 2 : 1;
  const std::span<const int64_t> shape = operand->type.shape();
  const auto strides = simd::RowMajorStrides(shape);
  Numbers sum(made, operand, ElementOf(made.operand(first)));
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] > 1) sum.Add(made.operand(first + d), shape[d] - 1, strides[d]);
  }
  Value* const flat = Flat(made, operand);
  const int64_t one[] = {1};
  Value* const result =
      is_update
          ? made.Add(OpKind::kStablehloDynamicUpdateSlice,
                     {flat, Flat(made, made.operand(1)), sum.clamped()}, flat->type)
          : made.Add(OpKind::kStablehloDynamicSlice, {flat, sum.clamped()},
                     made.TensorOf(one, ElementOf(operand)), {made.Integers("slice_sizes", one)});
  return made.Give({made.Reshape(result, made.result_type(0))});
}

}  // namespace paddock
