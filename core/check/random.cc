// Checks of random numbers.
#include "core/check/context.h"

namespace paddock {

CheckResult CheckRng(CheckContext& context) {
  const Type a = context.operand(0).element;
  const Type b = context.operand(1).element;
  if (a != b) {
    return context.Fail(Constraint::kRngC1, At::Operand(1), At::Operand(0),
                        Say("a has ", a, " and b ", b));
  }
  if (context.text("rng_distribution") == "NORMAL" && !IsFloat(a)) {
    return context.Fail(Constraint::kRngC2, At::Operand(0), Say("a has ", a));
  }
  const TensorType shape = context.operand(2);
  TensorType result;
  result.element = a;
  const auto sizes = context.ConstantOperand(2);
  if (sizes) {
    for (int64_t size : *sizes) {
      if (size < 0)
        return context.Fail(Constraint::kRngC3, At::Operand(2), Say("shape = ", *sizes));
      result.shape.push_back({size});
    }
  } else if (shape.shape[0].is_static()) {
    result.shape = context.result(0).shape;
    if (result.rank() != static_cast<size_t>(shape.shape[0].size)) {
      return context.Fail(
          Constraint::kRngC3, At::Operand(2),
          Say("shape has ", shape.shape[0], " sizes and the result is ", context.result_type(0)));
    }
  } else {
    result.shape = context.result(0).shape;
  }
  return InferredTypes{context.Infer(result, Constraint::kRngC3, Constraint::kRngC1)};
}

namespace {

// Other types of states only cause a warning, since upstream's test collection has them.
Result<void> CheckState(CheckContext& context) {
  const TensorType state = context.operand(0);
  const At at = At::Operand(0);
  if (state.rank() != 1 || state.element.element_type() != ElementType::kUI64) {
    return context.Warn(Constraint::kOperandType, at,
                        Say("initial_state is ", context.operand_type(0),
                            ", not 1-dimensional tensor of type ui64"));
  }
  const int64_t size = state.shape[0].size;
  const std::string_view algorithm = context.text("rng_algorithm");
  const bool has_long = algorithm != "THREE_FRY";
  if (size == kDynamic || size == 2 || (size == 3 && has_long)) return {};
  // The state of DEFAULT is implementation-defined.
  return context.Warn(Constraint::kRngBitGeneratorC2, at,
                      Say("the state is ", context.operand_type(0), ", and ", algorithm, " takes ",
                          has_long ? "2 or 3" : "2", " words"));
}

}  // namespace

CheckResult CheckRngBitGenerator(CheckContext& context) {
  const TensorType state = context.operand(0);
  const TensorType next = context.result(0);
  if (!context.result(1).has_static_shape()) {
    return context.Fail(Constraint::kResultType, At::Result(1),
                        Say("the output is ", context.result_type(1), ", its shape is not static"));
  }
  if (!Agree(state.shape, next.shape)) {
    return context.Fail(Constraint::kRngBitGeneratorC1, At::Result(0),
                        Say("they are ", context.operand_type(0), " and ", context.result_type(0)));
  }
  if (state.element != next.element &&
      !context.Warn(Constraint::kRngBitGeneratorC1, At::Result(0),
                    Say("they are ", context.operand_type(0), " and ", context.result_type(0)))) {
    return Failed();
  }
  if (!CheckState(context)) return Failed();
  return context.Declared();
}

}  // namespace paddock
