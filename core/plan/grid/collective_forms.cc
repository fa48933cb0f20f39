// Lowering of other forms of collective operations: the deprecated cross-replica-sum, and
// async_start and async_done.
#include <memory>
#include <utility>

#include "core/plan/grid/collective.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/refine_results.h"
#include "core/plan/quantized/quantized_form.h"

namespace paddock {

// Lowers the operation as an all_reduce with add.
Result<void> LowerCrossReplicaSum(Lowering& lowering, const Operation& operation) {
  const auto element = lowering.TypeOf(*operation.results[0]).element_type();
  if (!element) return lowering.Malformed(operation);
  Composition made(lowering, operation);
  const Type arguments[] = {made.ScalarOf(*element), made.ScalarOf(*element)};
  const std::span<Value* const> values = made.BeginRegion(arguments);
  Value* const sum[] = {made.Binary(OpKind::kStablehloAdd, values[0], values[1])};
  Region* const region = made.EndRegion(sum);
  const Type results[] = {made.result_type(0)};
  const NamedAttribute attributes[] = {
      Composition::Named("replica_groups", operation.Find("replica_groups"))};
  return made.Give(made.AddAll(OpKind::kStablehloAllReduce, made.operands(), results, attributes,
                               std::span(&region, 1)));
}

namespace {

// Sets the type of the future for the results of `inner`, with the sizes of this run.
void SetFutureType(Lowering& lowering, const Operation& start, const Operation& inner) {
  const Type results[] = {lowering.TypeOf(*inner.results[0])};
  lowering.values().SetType(*start.results[0], lowering.values().types().GetFuture(results));
}

// Returns whether only operations of the same block wait for the future. Operations in a nested
// region may wait many times or never, and a future that is passed on may have any use.
bool IsWaitedForInBlock(const Lowering& lowering, const Operation& start) {
  const Value* future = start.results[0];
  uint32_t left = lowering.facts().UseCount(*future);
  for (const Operation* next = start.next; next != nullptr && left != 0; next = next->next) {
    if (lowering.facts().IsLeftOut(*next)) continue;
    if (next->is(OpKind::kStablehloAsyncDone) && next->operands[0] == future) --left;
  }
  return left == 0;
}

}  // namespace

Result<void> LowerAsyncStart(Lowering& lowering, const Operation& operation) {
  Block* body = operation.regions[0]->only_block();
  if (body == nullptr || body->first == nullptr ||
      body->arguments.size() != operation.operands.size()) {
    return lowering.Malformed(operation);
  }
  for (size_t i = 0; i < body->arguments.size(); ++i) {
    const Leaf leaf = lowering.Operand(operation, i);
    lowering.Alias(*body->arguments[i], std::span(&leaf, 1));
  }
  const Operation& inner = *body->first;
  // An operation that is lowered as a composition runs immediately, which is always valid.
  const Block* inner_body = inner.regions.empty() ? nullptr : inner.regions[0]->only_block();
  const bool is_composed =
      (inner_body != nullptr && HasMixedArguments(*inner_body)) ||
      (inner.info != nullptr && FindQuantized(inner.info->kind) != nullptr && HasQuantized(inner));
  if (is_composed || inner.info == nullptr || !inner.info->has(kCollective) ||
      !IsWaitedForInBlock(lowering, operation)) {
    lowering.LowerOperation(inner);
    if (lowering.diagnostics().has_failed() || lowering.continuations().has_stopped()) {
      return Failed();
    }
    const Leaf leaf = lowering.InMemory(lowering.values().Leaves(*inner.results[0]).front());
    lowering.Bind(*operation.results[0], leaf);
    SetFutureType(lowering, operation, inner);
    return {};
  }
  if (!RefineResults(lowering, inner)) return Failed();
  auto pending = GiveCollective(lowering, inner);
  if (!pending) return Failed();
  SetFutureType(lowering, operation, inner);
  const Leaf ticket = pending->ticket;
  lowering.Bind(*operation.results[0], ticket);
  lowering.continuations().KeepPending(ticket,
                                       std::make_shared<PendingCollective>(*std::move(pending)));
  return {};
}

Result<void> LowerAsyncDone(Lowering& lowering, const Operation& operation) {
  const Leaf leaf = lowering.Operand(operation, 0);
  if (const auto pending = lowering.continuations().FindPending(leaf)) {
    if (!TakeCollective(lowering, *pending, operation, operation.results)) return Failed();
    // A second wait for the same future finds the value.
    lowering.Bind(*operation.operands[0], lowering.values().Leaves(*operation.results[0]));
    return {};
  }
  lowering.Alias(*operation.results[0], std::span(&leaf, 1));
  return {};
}

}  // namespace paddock
