#include "core/check/return_rules.h"

namespace paddock {

const Operation* ReturningFunction(const Operation& operation) {
  const Block* block = operation.parent;
  const Operation* parent = block == nullptr ? nullptr : block->parent->parent;
  return parent != nullptr && parent->is(OpKind::kFuncFunc) ? parent : nullptr;
}

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

}  // namespace paddock
