#include "core/check/reducer.h"

#include <string>

#include "core/check/element_rules.h"

namespace paddock {
namespace {

std::vector<TensorType> TensorsOf(std::span<const Type> types) {
  std::vector<TensorType> tensors;
  for (Type type : types) tensors.push_back(TensorType::Of(type));
  return tensors;
}

class Reducer {
 public:
  Reducer(CheckContext& context, size_t region, size_t count, Constraint rule)
      : context_(context),
        at_(At::Region(region)),
        arguments_(context.argument_types(region)),
        returned_(context.returned_types(region)),
        count_(count),
        rule_(rule) {}

  bool CheckSignature() {
    if (arguments_.size() != 2 * count_) {
      return Fail(Say("it takes ", arguments_.size(), " values, not ", 2 * count_));
    }
    if (count_ == 0 || returned_.size() != count_) {
      return Fail(Say("it returns ", returned_.size(), " values, not ", count_));
    }
    for (size_t i = 0; i < count_; ++i) {
      if (!returned_[i].is_tensor() || !arguments_[i].is_tensor() ||
          !arguments_[count_ + i].is_tensor()) {
        return Fail(Say("it takes ", arguments_, " and returns ", returned_, ", not only tensors"));
      }
    }
    return true;
  }

  bool CheckArguments(std::span<const Dimension> allowed) {
    for (size_t i = 0; i < 2 * count_; ++i) {
      const Type argument = arguments_[i];
      const Type returned = returned_[i % count_];
      const bool both_float =
          i >= count_ && IsFloat(argument.element()) && IsFloat(returned.element());
      const bool fits = ShapesAgree(TensorType::Of(argument), TensorType::Of(returned)) &&
                        (argument.element() == returned.element() || both_float);
      if (!fits) {
        return Fail(Say("argument ", i, " is ", argument, " and return value ", i % count_, " is ",
                        returned));
      }
      if (argument.element() != returned.element() &&
          !Warn(Say("argument ", i, " is ", argument, " and return value ", i % count_, " is ",
                    returned))) {
        return false;
      }
      if (i >= count_ && !CheckAllowed(i, TensorType::Of(argument), allowed)) return false;
    }
    return true;
  }

  // Checks that an operand of `type` is promotable to return value i.
  bool CheckPromotion(size_t i, const TensorType& type, std::string_view what) {
    const Type from = type.element;
    const Type to = returned_[i].element();
    const std::string detail =
        Say(what, " ", i, " has element type ", from, " and E", i, " is ", to);
    if (!IsPromotable(from, to)) return Fail(detail);
    const bool narrows = BitWidth(from) > BitWidth(to);
    const bool changes_sign =
        IsInteger(from) && IsInteger(to) && from->signedness != to->signedness;
    const bool is_boolean = IsBoolean(from) != IsBoolean(to);
    return !(narrows || changes_sign || is_boolean) || Warn(detail);
  }

  bool CheckInit(size_t i, const TensorType& init) {
    if (!Agree(init.shape, TensorType::Of(returned_[i]).shape)) {
      // Init values are the last operands of each operation that has them.
      context_.Fail(rule_, At::Operand(context_.operand_count() - count_ + i),
                    Say("init value ", i, " has shape ", init.shape, " and return value ", i,
                        " is ", returned_[i]));
      return false;
    }
    return true;
  }

  std::vector<Type> elements() const {
    std::vector<Type> elements;
    for (Type type : returned_) elements.push_back(type.element());
    return elements;
  }

 private:
  bool Fail(std::string_view detail) {
    context_.Fail(rule_, at_, detail);
    return false;
  }
  bool Warn(std::string_view detail) { return context_.Warn(rule_, at_, detail).has_value(); }

  // Requires that the sizes are a subsequence of `allowed`.
  bool CheckAllowed(size_t i, const TensorType& argument, std::span<const Dimension> allowed) {
    size_t matched = 0;
    for (const Dimension& dimension : allowed) {
      if (matched < argument.rank() && Agree(argument.shape[matched], dimension)) ++matched;
    }
    if (matched == argument.rank()) return argument.rank() == 0 || WarnRank(i, argument);
    return Fail(Say("argument ", i, " has shape ", argument.shape, ", not one of ", allowed));
  }
  bool WarnRank(size_t i, const TensorType& argument) {
    return Warn(Say("argument ", i, " has shape ", argument.shape, ", which is not a scalar"));
  }

  CheckContext& context_;
  const At at_;
  const std::vector<Type> arguments_;
  const std::vector<Type> returned_;
  const size_t count_;
  const Constraint rule_;
};

}  // namespace

Result<ReducedInputs> CheckReducedInputs(CheckContext& context, Constraint count, Constraint shape,
                                         Constraint element) {
  ReducedInputs found = {TensorsOf(context.operand_types(0)), TensorsOf(context.operand_types(1))};
  if (found.inputs.empty() || found.inputs.size() != context.result_count()) {
    return context.Fail(
        count, At(),
        Say("there are ", found.inputs.size(), " inputs and ", context.result_count(), " results"));
  }
  if (!MergeShapes(context, found.inputs, Info(shape))) return Failed();
  for (size_t i = 0; i < found.inputs.size(); ++i) {
    const Type x = found.inputs[i].element;
    const Type y = found.inits[i].element;
    if (x != y && !context.Warn(element, At::Operand(found.inputs.size() + i),
                                Say("inputs[", i, "] has ", x, " and init_values[", i, "] ", y))) {
      return Failed();
    }
  }
  return found;
}

Result<std::vector<Type>> CheckReducer(CheckContext& context, size_t region,
                                       std::span<const TensorType> inputs,
                                       std::span<const TensorType> inits,
                                       std::span<const Dimension> allowed, Constraint rule) {
  Reducer reducer(context, region, inputs.size(), rule);
  if (!reducer.CheckSignature() || !reducer.CheckArguments(allowed)) return Failed();
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (i < inits.size() && !reducer.CheckInit(i, inits[i])) return Failed();
    if (i < inits.size() && !reducer.CheckPromotion(i, inits[i], "init value")) return Failed();
    if (!reducer.CheckPromotion(i, inputs[i], "input")) return Failed();
  }
  return reducer.elements();
}

}  // namespace paddock
