#include "core/check/custom_call_results.h"

#include <algorithm>

#include "core/base/contains.h"
#include "core/check/custom_call_values.h"
#include "core/check/window_rules.h"
#include "core/dialect/custom_call_info.h"
#include "core/ir/attribute_values.h"

namespace paddock {

#define PADDOCK_HANDLER(name) CheckResult name(CheckContext& context);
#include "dialect/call_check_handlers.inc"
#undef PADDOCK_HANDLER

namespace {

using CheckCallFunction = CheckResult (*)(CheckContext& context);

CheckCallFunction const kCheckCalls[] = {
#include "dialect/call_check_table.inc"
};

bool IsOpen(Type type) {
  return type.is(TypeKind::kUnrankedTensor) || (type.is_tensor() && !type.has_static_shape());
}

bool IsShape(Type type) {
  return type.is_tensor() && type.rank() == 1 && type.element_type() &&
         (IsInteger(*type.element_type()) || type.element_type() == ElementType::kIndex);
}

// Returns the type of `result` with the sizes in operand `from`, if they are known.
Result<Type> Sized(CheckContext& context, Type result, size_t from) {
  const auto sizes = context.ConstantOperand(from);
  if (!sizes) return result;
  if (std::ranges::any_of(*sizes, [](int64_t size) { return size < 0; })) {
    return context.Fail(Constraint::kCustomCallX6, At::Operand(from), Say("it is ", *sizes));
  }
  return context.types().GetTensor(*sizes, result.element());
}

// Fails unless the target has this number of operands and results.
bool CheckCounts(CheckContext& context, size_t operands, size_t results) {
  if (context.operand_count() == operands && context.result_count() == results) return true;
  context.Fail(
      Constraint::kCustomCallX5, At(),
      Say("@", context.text("call_target_name"), ": it takes ", operands, " operands and gives ",
          results, " results, not ", context.operand_count(), " and ", context.result_count()));
  return false;
}

InferredType OfTarget(CheckContext& context, const TensorType& type) {
  return context.Infer(type, Constraint::kCustomCallX5, Constraint::kCustomCallX5);
}

// Inputs, an equal number of initial values, and operands for reduce_window's attributes.
class DynamicWindow {
 public:
  explicit DynamicWindow(CheckContext& context)
      : context_(context), inputs_(context.result_count()) {}

  CheckResult Run() {
    const size_t operands = context_.operand_count();
    if (inputs_ == 0 || operands != 2 * inputs_ + 5) {
      CheckCounts(context_, 2 * std::max<size_t>(inputs_, 1) + 5, std::max<size_t>(inputs_, 1));
      return Failed();
    }
    const TensorType input = context_.operand(0);
    const size_t rank = input.rank();
    if (!Read(0, rank, windows_.dimensions) || !Read(1, rank, windows_.strides) ||
        !Read(2, rank, windows_.base_dilations) || !Read(3, rank, windows_.window_dilations) ||
        !ReadPadding(rank)) {
      return Failed();
    }
    if (!is_known_) return context_.Declared();
    const auto shape = WindowedShape(context_, input.shape, windows_, Constraint::kCustomCallX5);
    if (!shape) return Failed();
    InferredTypes results;
    for (size_t i = 0; i < inputs_; ++i) {
      TensorType result = context_.operand(i);
      result.shape = *shape;
      result.element = context_.result_type(i).element();
      results.push_back(OfTarget(context_, result));
    }
    return results;
  }

 private:
  // Reads operand `index` after the initial values: a positive number for each dimension.
  bool Read(size_t index, size_t rank, std::vector<int64_t>& into) {
    const size_t operand = 2 * inputs_ + index;
    auto values = context_.ConstantOperand(operand);
    is_known_ = is_known_ && values;
    if (!values) return true;
    const bool fits = values->size() == rank &&
                      std::ranges::all_of(*values, [](int64_t value) { return value > 0; });
    if (!fits) {
      context_.Fail(Constraint::kCustomCallX5, At::Operand(operand),
                    Say("it is ", *values, " for ", rank, " dimensions"));
      return false;
    }
    into = std::move(*values);
    return true;
  }

  bool ReadPadding(size_t rank) {
    const size_t operand = 2 * inputs_ + 4;
    const auto values = context_.ConstantOperand(operand);
    is_known_ = is_known_ && values;
    if (!values) return true;
    if (values->size() != 2 * rank) {
      context_.Fail(Constraint::kCustomCallX5, At::Operand(operand),
                    Say("it is ", *values, " for ", rank, " dimensions"));
      return false;
    }
    for (size_t i = 0; i < rank; ++i) {
      windows_.padding_low.push_back((*values)[2 * i]);
      windows_.padding_high.push_back((*values)[2 * i + 1]);
    }
    return true;
  }

  CheckContext& context_;
  const size_t inputs_;
  bool is_known_ = true;
  Windows windows_;
};

}  // namespace

bool CheckShapeOperands(CheckContext& context) {
  const Attribute* list = context.attribute("indices_of_shape_operands");
  if (list == nullptr) return true;
  const std::vector<int64_t> indices = IntegersOf(list);
  const auto is_shape = [&](int64_t index) {
    return index >= 0 && static_cast<size_t>(index) < context.operand_count() &&
           IsShape(context.operand_type(static_cast<size_t>(index))) &&
           std::ranges::count(indices, index) == 1;
  };
  if (indices.size() == context.result_count() && std::ranges::all_of(indices, is_shape)) {
    return true;
  }
  context.Fail(Constraint::kCustomCallX6, At::Attribute("indices_of_shape_operands"),
               Say("it is ", indices, " for ", context.operand_count(), " operands and ",
                   context.result_count(), " results"));
  return false;
}

Result<std::vector<Type>> SizedResults(CheckContext& context) {
  const std::vector<size_t> shapes = ShapeOperandsOf(context.operation());
  std::vector<Type> results;
  for (size_t i = 0; i < context.result_count(); ++i) {
    Type type = context.result_type(i);
    if (i < shapes.size() && (type.is_tensor() || type.is(TypeKind::kUnrankedTensor))) {
      const auto sized = Sized(context, type, shapes[i]);
      if (!sized) return Failed();
      type = *sized;
    }
    results.push_back(type);
  }
  return results;
}

CheckResult CheckCallResults(CheckContext& context) {
  const CustomCallTarget* target = FindCustomCall(context.text("call_target_name"));
  const CheckCallFunction check = target == nullptr ? nullptr : kCheckCalls[target->info->row];
  if (check != nullptr) return check(context);
  const auto results = SizedResults(context);
  if (!results) return Failed();
  InferredTypes inferred;
  for (Type type : *results) inferred.push_back(context.Infer(type, Constraint::kCustomCallX6));
  return inferred;
}

// A result with open sizes has those of its operand.
CheckResult CheckAnnotation(CheckContext& context) {
  InferredTypes results = context.Declared();
  for (size_t i = 0; i < results.size() && i < context.operand_count(); ++i) {
    const Type operand = context.operand_type(i);
    if (IsOpen(results[i].type) && operand.is_tensor()) {
      results[i] = OfTarget(context, TensorType::Of(operand));
    }
  }
  return results;
}

CheckResult CheckDynamicReduceWindow(CheckContext& context) { return DynamicWindow(context).Run(); }

CheckResult CheckDynamicRngBitGenerator(CheckContext& context) {
  if (!CheckCounts(context, 2, 2)) return Failed();
  const auto output = Sized(context, context.result_type(1), 1);
  if (!output) return Failed();
  return InferredTypes{context.Infer(context.operand_type(0), Constraint::kCustomCallX5),
                       context.Infer(*output, Constraint::kCustomCallX5)};
}

CheckResult CheckDynamicTopK(CheckContext& context) {
  if (!CheckCounts(context, 2, 2)) return Failed();
  TensorType values = context.operand(0);
  const auto k = context.ConstantOperand(1);
  if (!values.is_ranked) return context.Declared();
  const int64_t most = values.rank() == 0 ? 0 : values.shape.back().limit();
  const bool fits =
      values.rank() != 0 &&
      (!k || (k->size() == 1 && k->front() >= 0 && (most == kDynamic || k->front() <= most)));
  if (!fits) {
    return context.Fail(
        Constraint::kCustomCallX5, At::Operand(1),
        Say("k = ", k.value_or(std::vector<int64_t>{}), " for ", context.operand_type(0)));
  }
  values.shape.back() = k ? Dimension{k->front()} : Dimension{};
  TensorType indices = values;
  indices.element = context.result_type(1).element();
  return InferredTypes{OfTarget(context, values), OfTarget(context, indices)};
}

}  // namespace paddock
