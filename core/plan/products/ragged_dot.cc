// Lowering of chlo.ragged_dot (family contraction): a dot_general for each group, over the group's
// rows of lhs if the ragged dimension is free, or over its elements if it is contracting.
#include <algorithm>
#include <string>

#include "core/base/contains.h"
#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/products/gemm_step.h"
#include "core/plan/products/group_bounds.h"
#include "core/plan/products/ragged_steps.h"

namespace paddock {
namespace {

using Dimensions = std::vector<int64_t>;

struct RaggedNumbers {
  explicit RaggedNumbers(const Operation& operation)
      : numbers(operation.Find("ragged_dot_dimension_numbers")),
        lhs_batching(IntegersOf(numbers, "lhs_batching_dimensions")),
        rhs_batching(IntegersOf(numbers, "rhs_batching_dimensions")),
        lhs_contracting(IntegersOf(numbers, "lhs_contracting_dimensions")),
        rhs_contracting(IntegersOf(numbers, "rhs_contracting_dimensions")),
        ragged(IntegersOf(numbers, "lhs_ragged_dimensions")[0]),
        groups(IntegersOf(numbers, "rhs_group_dimensions")) {}

  bool is_batching() const { return Contains(lhs_batching, ragged); }
  bool is_contracting() const { return Contains(lhs_contracting, ragged); }
  bool is_free_of_lhs(int64_t d) const {
    return !Contains(lhs_batching, d) && !Contains(lhs_contracting, d);
  }
  bool is_free_of_rhs(int64_t d) const {
    return !Contains(rhs_batching, d) && !Contains(rhs_contracting, d) && !Contains(groups, d);
  }

  const Attribute* numbers;
  const Dimensions lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
  const int64_t ragged;
  const Dimensions groups;
};

// --- Groups within one dimension.

class RaggedProblemMaker {
 public:
  RaggedProblemMaker(const RaggedNumbers& numbers, const Leaf& lhs, const Leaf& rhs)
      : numbers_(numbers),
        lhs_(lhs),
        rhs_(rhs),
        lhs_strides_(OperandStrides(lhs)),
        rhs_strides_(OperandStrides(rhs)) {}

  RaggedProblem Make(ElementType result, simd::Numerics numerics) const {
    RaggedProblem problem;
    problem.product.lhs_type = lhs_.type;
    problem.product.rhs_type = rhs_.type;
    problem.product.result_type = result;
    problem.product.numerics = numerics;
    for (size_t i = 0; i < numbers_.lhs_batching.size(); ++i) {
      problem.outer.push_back(Paired(numbers_.lhs_batching[i], numbers_.rhs_batching[i]));
    }
    for (size_t i = 0; i < numbers_.lhs_contracting.size(); ++i) {
      const int64_t d = numbers_.lhs_contracting[i];
      const simd::GemmDimension dimension = Paired(d, numbers_.rhs_contracting[i]);
      if (d == numbers_.ragged) {
        problem.ragged = dimension;
      } else {
        problem.product.k.push_back(dimension);
      }
    }
    for (int64_t d = 0; d < static_cast<int64_t>(lhs_.shape.size()); ++d) {
      if (numbers_.is_free_of_lhs(d)) AddRows(d, problem);
    }
    for (int64_t d = 0; d < static_cast<int64_t>(rhs_.shape.size()); ++d) {
      if (!numbers_.is_free_of_rhs(d)) continue;
      const auto at = static_cast<size_t>(d);
      problem.product.n.push_back({rhs_.shape[at], 0, rhs_strides_[at]});
    }
    if (!numbers_.groups.empty()) {
      problem.rhs_group_stride = rhs_strides_[static_cast<size_t>(numbers_.groups[0])];
    }
    return problem;
  }

 private:
  simd::GemmDimension Paired(int64_t lhs, int64_t rhs) const {
    const auto l = static_cast<size_t>(lhs), r = static_cast<size_t>(rhs);
    return {lhs_.shape[l], lhs_strides_[l], rhs_strides_[r]};
  }

  // A free dimension of lhs. Each index of the dimensions before the ragged one has its own groups.
  void AddRows(int64_t d, RaggedProblem& problem) const {
    const auto at = static_cast<size_t>(d);
    const simd::GemmDimension dimension{lhs_.shape[at], lhs_strides_[at], 0};
    problem.rows *= dimension.size;
    if (d == numbers_.ragged) {
      problem.ragged = dimension;
    } else if (d < numbers_.ragged && !numbers_.is_contracting()) {
      problem.outer.push_back(dimension);
    } else {
      problem.product.m.push_back(dimension);
    }
  }

  const RaggedNumbers& numbers_;
  const Leaf& lhs_;
  const Leaf& rhs_;
  const std::vector<int64_t> lhs_strides_, rhs_strides_;
};

Result<void> EmitRagged(Lowering& lowering, const Operation& operation,
                        const RaggedNumbers& numbers, const Leaf& bounds) {
  return EmitInKernelTypes(
      lowering, operation, [&](const Leaf& lhs, const Leaf& rhs, const Leaf& result) {
        const RaggedProblem problem =
            RaggedProblemMaker(numbers, lhs, rhs).Make(result.type, lowering.numerics());
        const auto emit = numbers.is_contracting() ? &EmitRaggedSums : &EmitRaggedRows;
        return emit(lowering, operation, problem, lhs, rhs, bounds, result);
      });
}

// --- Other forms, composed of dot_general. If several dimensions are contracting and the ragged
// one is not the first, each index of those before it may have its own groups. A mask selects a
// group's elements.

class ComposedRaggedDot {
 public:
  ComposedRaggedDot(Lowering& lowering, const Operation& operation, const RaggedNumbers& numbers)
      : made_(lowering, operation),
        numbers_(numbers),
        sizes_(made_.Convert(made_.operand(2), ElementType::kI64)) {}

  Result<void> Lower() {
    if (numbers_.is_batching()) {
      return made_.Give({Product(made_.operand(0), made_.operand(1), ResultShape(0))});
    }
    return LowerContracting();
  }

 private:
  Dimensions ResultShape(size_t skipped) {
    const std::span<const int64_t> shape = made_.result_type(0).shape().subspan(skipped);
    return {shape.begin(), shape.end()};
  }
  ElementType result_element() { return *made_.result_type(0).element_type(); }
  int64_t group_count() const { return sizes_->type.shape().back(); }

  Value* Product(Value* lhs, Value* rhs, const Dimensions& shape) {
    const NamedAttribute fields[] = {
        made_.Integers("lhs_batching_dimensions", numbers_.lhs_batching),
        made_.Integers("rhs_batching_dimensions", numbers_.rhs_batching),
        made_.Integers("lhs_contracting_dimensions", numbers_.lhs_contracting),
        made_.Integers("rhs_contracting_dimensions", numbers_.rhs_contracting)};
    return made_.Add(OpKind::kStablehloDotGeneral, {lhs, rhs},
                     made_.TensorOf(shape, result_element()),
                     {made_.Struct("dot_dimension_numbers", "dot", fields)});
  }

  // Returns the slice at index `at` of a dimension, which is removed.
  Value* Slice(Value* operand, size_t dimension, int64_t at) {
    const std::span<const int64_t> shape = operand->type.shape();
    Dimensions start(shape.size(), 0), limit(shape.begin(), shape.end());
    start[dimension] = at;
    limit[dimension] = at + 1;
    Dimensions left(shape.begin(), shape.end());
    left.erase(left.begin() + static_cast<ptrdiff_t>(dimension));
    return made_.Reshape(made_.Slice(operand, start, limit),
                         made_.TensorOf(left, *operand->type.element_type()));
  }

  // Returns the mask of `begin` <= index along `dimension` < `end` in a tensor of `shape`. Both
  // bounds have the dimensions `prefix` of the tensor, or are scalars.
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

  // Calls body(group, begin, end) with the bounds of each group.
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

  // Elements outside the group are 0 on both sides, because 0 times infinity would be NaN.
  Result<void> LowerContracting() {
    const auto ragged_at =
        static_cast<size_t>(std::ranges::find(numbers_.lhs_contracting, numbers_.ragged) -
                            numbers_.lhs_contracting.begin());
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
      Value* lhs =
          masked(made_.operand(0), numbers_.lhs_batching, numbers_.lhs_contracting, begin, end);
      Value* rhs =
          masked(made_.operand(1), numbers_.rhs_batching, numbers_.rhs_contracting, begin, end);
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
  const RaggedNumbers& numbers_;
  Value* sizes_;
};

}  // namespace

Result<void> LowerRaggedDot(Lowering& lowering, const Operation& operation) {
  const RaggedNumbers numbers(operation);
  const Type lhs = lowering.TypeOf(*operation.operands[0]);
  const Leaf bounds =
      EmitGroupBounds(lowering, operation, lhs.shape()[static_cast<size_t>(numbers.ragged)]);
  const bool is_composed = numbers.is_batching() || (numbers.is_contracting() &&
                                                     numbers.lhs_contracting[0] != numbers.ragged);
  if (is_composed) return ComposedRaggedDot(lowering, operation, numbers).Lower();
  return EmitRagged(lowering, operation, numbers, bounds);
}

}  // namespace paddock
