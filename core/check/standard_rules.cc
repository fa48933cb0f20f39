#include "core/check/standard_rules.h"

namespace paddock {

Type ElementOf(Type type) { return type.is_tensor() ? type.element() : type; }

bool IsIndex(Type element) { return element.element_type() == ElementType::kIndex; }

bool IsSignlessInteger(Type element) {
  return IsInteger(element) && element->signedness == Signedness::kSignless;
}

Type WithElement(CheckContext& context, Type shape, Type element) {
  if (!shape.is_tensor()) return element;
  TensorType type = TensorType::Of(shape);
  type.element = element;
  return type.Make(context.types());
}

bool CheckElement(CheckContext& context, size_t i, bool (*is_allowed)(Type),
                  std::string_view words) {
  const Type type = context.operand_type(i);
  if ((type.is_tensor() || type.is(TypeKind::kScalar)) && is_allowed(ElementOf(type))) return true;
  const bool is_vector = type.is(TypeKind::kOpaque) && type->text.starts_with("vector<");
  context.Fail(Constraint::kOperandType, At::Operand(i),
               is_vector ? Say("operand ", i, " is ", type,
                               ": vectors are not supported, scalars and tensors are")
                         : Say("operand ", i, " is ", type, ", not of ", words));
  return false;
}

std::optional<Type> CheckShapes(CheckContext& context, size_t first) {
  Type shape = context.operand_type(first);
  for (size_t i = first + 1; i < context.operand_count(); ++i) {
    const Type type = context.operand_type(i);
    const bool fits =
        type.is_tensor() == shape.is_tensor() &&
        (!type.is_tensor() || Agree(TensorType::Of(type).shape, TensorType::Of(shape).shape));
    if (!fits) {
      context.Fail(Constraint::kOperandType, At::Operand(i),
                   Say("operand ", i, " is ", type, " and operand ", first, " is ", shape,
                       ": shapes must be equal"));
      return std::nullopt;
    }
    if (!type.is_tensor()) continue;
    TensorType met = TensorType::Of(shape);
    const TensorType other = TensorType::Of(type);
    for (size_t d = 0; d < met.rank(); ++d) met.shape[d] = Meet(met.shape[d], other.shape[d]);
    shape = met.Make(context.types());
  }
  return shape;
}

CheckResult CheckSameTypes(CheckContext& context, bool (*is_allowed)(Type),
                           std::string_view words) {
  const auto shape = CheckShapes(context);
  if (!shape) return Failed();
  const Type element = ElementOf(context.operand_type(0));
  for (size_t i = 0; i < context.operand_count(); ++i) {
    if (!CheckElement(context, i, is_allowed, words)) return Failed();
    if (ElementOf(context.operand_type(i)) == element) continue;
    return context.Fail(Constraint::kOperandType, At::Operand(i),
                        Say("operand ", i, " is ", context.operand_type(i), " and operand 0 is ",
                            context.operand_type(0)));
  }
  return InferredTypes{context.Infer(*shape, Constraint::kResultType)};
}

}  // namespace paddock
