// Checks of modules, functions and calls.
#include <algorithm>
#include <string>

#include "core/check/context.h"
#include "core/check/suggest.h"

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

// Returns the function whose body ends in `operation`; `nullptr` if it stands elsewhere and is no
// terminator there.
const Operation* ReturningFunction(const Operation& operation) {
  const Block* block = operation.parent;
  const Operation* parent = block == nullptr ? nullptr : block->parent->parent;
  return parent != nullptr && parent->is(OpKind::kFuncFunc) ? parent : nullptr;
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

namespace {

// Error in the returned values, and its place; empty if there is none.
struct Misreturn {
  At at;
  std::string detail;
};

Misreturn CompareReturned(const CheckContext& context, const Operation& function) {
  const Type type = FunctionType(function);
  if (!type.is(TypeKind::kFunction)) return {};
  const size_t count = context.operand_count();
  if (count != type->results.size()) {
    return {At(), Say("it returns ", count, " values and @", SymbolName(function), " has ",
                      type->results.size(), " results")};
  }
  for (size_t i = 0; i < count; ++i) {
    if (context.operand_type(i) == type->results[i]) continue;
    return {At::Operand(i), Say("value ", i, " is ", context.operand_type(i), " and result ", i,
                                " of @", SymbolName(function), " is ", type->results[i])};
  }
  return {};
}

}  // namespace

CheckResult CheckFuncReturn(CheckContext& context) {
  const Operation* function = ReturningFunction(context.operation());
  if (function == nullptr) return context.Declared();
  const Misreturn wrong = CompareReturned(context, *function);
  if (!wrong.detail.empty()) return context.Fail(Constraint::kReturnType, wrong.at, wrong.detail);
  return context.Declared();
}

// The parent operation checks the values that a region returns. Upstream compares nothing for a
// function that ends in stablehlo.return.
CheckResult CheckReturn(CheckContext& context) {
  const Operation* function = ReturningFunction(context.operation());
  if (function == nullptr) return context.Declared();
  const Misreturn wrong = CompareReturned(context, *function);
  if (!wrong.detail.empty() && !context.Warn(Constraint::kReturnType, wrong.at, wrong.detail)) {
    return Failed();
  }
  return context.Declared();
}

CheckResult CheckFuncCall(CheckContext& context) {
  const std::string_view symbol = context.text("callee");
  const Operation* function = context.module().FindSymbol(symbol);
  if (function == nullptr || !function->is(OpKind::kFuncFunc)) {
    return FailUnknownSymbol(context, Constraint::kSymbolUnknown, At::Attribute("callee"),
                             *context.attribute("callee"));
  }
  const Type type = FunctionType(*function);
  if (!type.is(TypeKind::kFunction)) return context.Declared();
  if (type->elements.size() != context.operand_count() ||
      type->results.size() != context.result_count()) {
    return context.Fail(
        Constraint::kCallType, At(),
        Say("@", symbol, " has the type ", type, ", the call ", context.operand_count(),
            " operands and ", context.result_count(), " results"));
  }
  for (size_t i = 0; i < context.operand_count(); ++i) {
    if (context.operand_type(i) == type->elements[i]) continue;
    return context.Fail(Constraint::kCallType, At::Operand(i),
                        Say("operand ", i, " is ", context.operand_type(i), " and @", symbol,
                            " takes ", type->elements[i]));
  }
  for (size_t i = 0; i < context.result_count(); ++i) {
    if (context.result_type(i) == type->results[i]) continue;
    return context.Fail(Constraint::kCallType, At::Result(i),
                        Say("result ", i, " is ", context.result_type(i), " and @", symbol,
                            " gives ", type->results[i]));
  }
  return context.Declared();
}

}  // namespace paddock
