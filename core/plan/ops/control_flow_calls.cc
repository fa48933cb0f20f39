// Lowering of calls, which are planned in place, and of tuples and tokens, which only rename
// values.
#include <span>
#include <string>
#include <vector>

#include "core/ir/attribute_values.h"
#include "core/plan/control_steps.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/ops/chosen_update.h"
#include "core/plan/ops/threefry_call.h"

namespace paddock {
namespace {

Result<void> LowerCallTo(Lowering& lowering, const Operation& operation,
                         std::string_view attribute) {
  const std::string_view name = TextOf(operation, attribute);
  const Operation* function = lowering.module().FindSymbol(name);
  if (function == nullptr || !function->is(OpKind::kFuncFunc)) {
    return lowering.Fail(operation, "run", "there is no function '" + std::string(name) + "'");
  }
  // WebAssembly leaves it out: the engine's size counts there.
  if (!kHasChainModules && LowerThreeFryCall(lowering, operation, *function)) return {};
  if (const auto lowered = LowerChosenUpdate(lowering, operation)) return *lowered;
  const Block* body = FunctionBody(*function);
  if (lowering.level() == Level::kFaithful && body != nullptr &&
      !lowering.continuations().ResumesIn(*body)) {
    StepSpec enter;
    enter.operation = &operation;
    enter.function = &EnterStep;
    lowering.Emit(enter);
  }
  const auto results =
      lowering.LowerCall(operation, *function,
                         lowering.values().OperandLeaves(operation, 0, operation.operands.size()));
  if (!results) return Failed();
  lowering.AliasResults(operation, *results);
  return {};
}

}  // namespace

Result<void> LowerCall(Lowering& lowering, const Operation& operation) {
  return LowerCallTo(lowering, operation, "callee");
}

Result<void> LowerComposite(Lowering& lowering, const Operation& operation) {
  return LowerCallTo(lowering, operation, "decomposition");
}

Result<void> LowerTuple(Lowering& lowering, const Operation& operation) {
  lowering.Alias(*operation.results[0],
                 lowering.values().OperandLeaves(operation, 0, operation.operands.size()));
  return {};
}

Result<void> LowerGetTupleElement(Lowering& lowering, const Operation& operation) {
  const Value& tuple = *operation.operands[0];
  const auto index = static_cast<size_t>(IntegerOf(operation, "index", 0));
  if (!tuple.type.is(TypeKind::kTuple) || index >= tuple.type->elements.size()) {
    return lowering.Fail(operation, "run", "the tuple has no such element");
  }
  size_t before = 0;
  for (size_t i = 0; i < index; ++i) {
    before += LeafCount(tuple.type->elements[i]);
  }
  const std::vector<Leaf> leaves = lowering.values().Leaves(tuple);
  const size_t count = LeafCount(tuple.type->elements[index]);
  lowering.Alias(*operation.results[0], std::span(leaves).subspan(before, count));
  return {};
}

Result<void> LowerOptimizationBarrier(Lowering& lowering, const Operation& operation) {
  lowering.AliasResults(operation,
                        lowering.values().OperandLeaves(operation, 0, operation.operands.size()));
  return {};
}

Result<void> LowerToken(Lowering& lowering, const Operation& operation) {
  Leaf token;
  token.is_token = true;
  lowering.Bind(*operation.results[0], token);
  return {};
}

}  // namespace paddock
