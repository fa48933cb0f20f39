// Lowering of chlo.ragged_dot (family contraction): dot_general for each group, of which only
// the group's part counts. The groups' sizes are known when it runs, so a part is what a mask
// selects: rows of the result where the ragged dimension is a free one of lhs, elements of both
// operands where it is contracting.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>

#include "core/base/contains.h"
#include "core/plan/attributes.h"
#include "core/plan/composition.h"
#include "core/plan/converted.h"
#include "core/plan/run_support.h"

namespace paddock {
namespace {

using Dimensions = std::vector<int64_t>;

class RaggedDot {
 public:
  RaggedDot(Lowering& lowering, const Operation& operation)
      : made_(lowering, operation),
        numbers_(operation.Find("ragged_dot_dimension_numbers")),
        lhs_batching_(IntegersOf(numbers_, "lhs_batching_dimensions")),
        rhs_batching_(IntegersOf(numbers_, "rhs_batching_dimensions")),
        lhs_contracting_(IntegersOf(numbers_, "lhs_contracting_dimensions")),
        rhs_contracting_(IntegersOf(numbers_, "rhs_contracting_dimensions")),
        ragged_(IntegersOf(numbers_, "lhs_ragged_dimensions")[0]),
        groups_(IntegersOf(numbers_, "rhs_group_dimensions")),
        sizes_(made_.Convert(made_.operand(2), ElementType::kI64)) {}

  Result<void> Lower() {
    if (Contains(lhs_batching_, ragged_)) {
      return made_.Give({Product(made_.operand(0), made_.operand(1), ResultShape(0))});
    }
    return Contains(lhs_contracting_, ragged_) ? LowerContracting() : LowerFree();
  }

 private:
  Dimensions ResultShape(size_t skipped) {
    const std::span<const int64_t> shape = made_.result_type(0).shape().subspan(skipped);
    return {shape.begin(), shape.end()};
  }
  ElementType result_element() { return *made_.result_type(0).element_type(); }
  int64_t group_count() const { return sizes_->type.shape().back(); }

  // dot_general, with rhs' dimensions as they are without the group dimension.
  Value* Product(Value* lhs, Value* rhs, const Dimensions& shape) {
    const auto without_group = [&](Dimensions list) {
      for (int64_t& d : list) {
        if (!groups_.empty() && d > groups_[0]) --d;
      }
      return list;
    };
    const NamedAttribute fields[] = {
        made_.Integers("lhs_batching_dimensions", lhs_batching_),
        made_.Integers("rhs_batching_dimensions", without_group(rhs_batching_)),
        made_.Integers("lhs_contracting_dimensions", lhs_contracting_),
        made_.Integers("rhs_contracting_dimensions", without_group(rhs_contracting_))};
    return made_.Add(OpKind::kStablehloDotGeneral, {lhs, rhs},
                     made_.TensorOf(shape, result_element()),
                     {made_.Struct("dot_dimension_numbers", "dot", fields)});
  }

  // Index `at` of a dimension, which goes away.
  Value* Slice(Value* operand, size_t dimension, int64_t at) {
    const std::span<const int64_t> shape = operand->type.shape();
    Dimensions start(shape.size(), 0), limit(shape.begin(), shape.end());
    const Dimensions strides(shape.size(), 1);
    start[dimension] = at;
    limit[dimension] = at + 1;
    Dimensions sliced(shape.begin(), shape.end());
    sliced[dimension] = 1;
    const ElementType element = *operand->type.element_type();
    Value* slice =
        made_.Add(OpKind::kStablehloSlice, {operand}, made_.TensorOf(sliced, element),
                  {made_.Integers("start_indices", start), made_.Integers("limit_indices", limit),
                   made_.Integers("strides", strides)});
    sliced.erase(sliced.begin() + static_cast<ptrdiff_t>(dimension));
    return made_.Reshape(slice, made_.TensorOf(sliced, element));
  }

  // Where `begin` <= index along `dimension` < `end`, in a tensor of `shape`; both have the
  // prefix's dimensions, which are `prefix` of the tensor, or none.
  Value* Mask(const Dimensions& shape, int64_t dimension, Dimensions prefix, Value* begin,
              Value* end) {
    const Type type = made_.TensorOf(shape, ElementType::kI64);
    prefix.resize(begin->type.rank());
    Value* index =
        made_.Add(OpKind::kStablehloIota, {}, type, {made_.Integer("iota_dimension", dimension)});
    Value* from = made_.Compare("GE", index, made_.Broadcast(begin, prefix, type));
    Value* until = made_.Compare("LT", index, made_.Broadcast(end, prefix, type));
    return made_.Binary(OpKind::kStablehloAnd, from, until);
  }

  // Calls body(group, begin, end) with where each group begins and ends.
  template <class Body>
  void ForEachGroup(Body body) {
    const size_t last = sizes_->type.rank() - 1;
    const Dimensions shape(sizes_->type.shape().begin(), sizes_->type.shape().end() - 1);
    Value* begin = made_.Constant(made_.TensorOf(shape, ElementType::kI64), 0);
    for (int64_t group = 0; group < group_count(); ++group) {
      Value* end = made_.Binary(OpKind::kStablehloAdd, begin, Slice(sizes_, last, group));
      body(group, begin, end);
      begin = end;
    }
  }

  // Rows past the last group stay 0.
  Result<void> LowerFree() {
    const Dimensions shape = ResultShape(0);
    Dimensions prefix(lhs_batching_.size());
    std::iota(prefix.begin(), prefix.end(), 0);
    auto row = static_cast<int64_t>(prefix.size());
    for (int64_t d = 0; d < ragged_; ++d) {
      if (!Contains(lhs_batching_, d) && !Contains(lhs_contracting_, d)) prefix.push_back(row++);
    }
    Value* result = made_.Constant(made_.TensorOf(shape, result_element()), 0);
    ForEachGroup([&](int64_t group, Value* begin, Value* end) {
      Value* rhs = Slice(made_.operand(1), static_cast<size_t>(groups_[0]), group);
      Value* product = Product(made_.operand(0), rhs, shape);
      result = made_.Select(Mask(shape, row, prefix, begin, end), product, result);
    });
    return made_.Give({result});
  }

  // Elements outside the group count as 0 on both sides: 0 times infinity would be NaN.
  Result<void> LowerContracting() {
    const auto ragged_at = static_cast<size_t>(std::ranges::find(lhs_contracting_, ragged_) -
                                               lhs_contracting_.begin());
    const auto masked = [&](Value* operand, const Dimensions& batching,
                            const Dimensions& contracting, Value* begin, Value* end) {
      Dimensions prefix = batching;
      prefix.insert(prefix.end(), contracting.begin(),
                    contracting.begin() + static_cast<ptrdiff_t>(ragged_at));
      const std::span<const int64_t> shape = operand->type.shape();
      Value* mask = Mask({shape.begin(), shape.end()}, contracting[ragged_at], prefix, begin, end);
      return made_.Select(mask, operand, made_.Constant(operand->type, 0));
    };
    const Dimensions shape = ResultShape(1);
    Dimensions expanded = shape;
    expanded.insert(expanded.begin(), 1);
    std::vector<Value*> products;
    ForEachGroup([&](int64_t, Value* begin, Value* end) {
      Value* lhs = masked(made_.operand(0), lhs_batching_, lhs_contracting_, begin, end);
      Value* rhs = masked(made_.operand(1), rhs_batching_, rhs_contracting_, begin, end);
      products.push_back(
          made_.Reshape(Product(lhs, rhs, shape), made_.TensorOf(expanded, result_element())));
    });
    if (products.empty()) return made_.Give({made_.Constant(made_.result_type(0), 0)});
    expanded[0] = group_count();
    const Type results[] = {made_.TensorOf(expanded, result_element())};
    const NamedAttribute attributes[] = {made_.Integer("dimension", 0)};
    return made_.Give(made_.AddAll(OpKind::kStablehloConcatenate, products, results, attributes));
  }

  Composition made_;
  const Attribute* numbers_;
  const Dimensions lhs_batching_, rhs_batching_, lhs_contracting_, rhs_contracting_;
  const int64_t ragged_;
  const Dimensions groups_;
  Value* sizes_;
};

struct GroupSizes {
  int64_t count;
};

StepStatus CheckGroupSizes(StepContext& context) {
  for (int64_t i = 0; i < context.As<GroupSizes>().count; ++i) {
    int64_t size = 0;
    std::memcpy(&size, context.pointers[0] + static_cast<size_t>(i) * sizeof(size), sizeof(size));
    if (size >= 0) continue;
    ReportAt(context, "run",
             "ragged_dot: 0 <= group_sizes, but group_sizes holds " + std::to_string(size));
    return StepStatus::kFailed;
  }
  return StepStatus::kDone;
}

void EmitCheck(Lowering& lowering, const Operation& operation) {
  const Leaf sizes =
      Converted(lowering, operation, lowering.Operand(operation, 2), ElementType::kI64);
  StepSpec check;
  check.operation = &operation;
  check.function = &CheckGroupSizes;
  check.parameters = lowering.Own(GroupSizes{sizes.count});
  check.reads = {sizes};
  lowering.Emit(check);
}

}  // namespace

Result<void> LowerRaggedDot(Lowering& lowering, const Operation& operation) {
  EmitCheck(lowering, operation);
  return RaggedDot(lowering, operation).Lower();
}

}  // namespace paddock
