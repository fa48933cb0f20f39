// Checks of modules and functions.
#include <algorithm>

#include "core/check/context.h"
#include "core/check/return_rules.h"

namespace paddock {
namespace {

Type FunctionTypeOf(const CheckContext& context) {
  const Attribute* type = context.attribute("function_type");
  return type->type.is(TypeKind::kFunction) ? type->type : Type();
}

// Requires one dictionary for each argument or result, if the list is present.
bool CheckDictionaries(CheckContext& context, std::string_view name, size_t count) {
  const Attribute* list = context.attribute(name);
  if (list == nullptr || list->elements.size() == count) return true;
  context.Fail(Constraint::kAttributeForm, At::Attribute(name),
               Say(name, " has ", list->elements.size(), " entries for ", count));
  return false;
}

}  // namespace

CheckResult CheckFuncFunc(CheckContext& context) {
  const Type type = FunctionTypeOf(context);
  if (!type) {
    return context.Fail(Constraint::kAttributeForm, At::Attribute("function_type"),
                        "function_type is no function type");
  }
  if (!CheckDictionaries(context, "arg_attrs", type->elements.size()) ||
      !CheckDictionaries(context, "res_attrs", type->results.size())) {
    return Failed();
  }
  const Block* body = FunctionBody(context.operation());
  if (body == nullptr) return context.Declared();
  const std::vector<Type> arguments = context.argument_types(0);
  if (!std::ranges::equal(arguments, type->elements)) {
    return context.Fail(Constraint::kBlockArguments, At::Region(0),
                        Say("the body takes ", arguments, " and the function ", type->elements));
  }
  return context.Declared();
}

CheckResult CheckFuncReturn(CheckContext& context) {
  const Operation* function = ReturningFunction(context.operation());
  if (function == nullptr) return context.Declared();
  const Misreturn wrong = CompareReturned(context, *function);
  if (!wrong.detail.empty()) return context.Fail(Constraint::kReturnType, wrong.at, wrong.detail);
  return context.Declared();
}

}  // namespace paddock
