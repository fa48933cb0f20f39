#include "core/plan/lowering/lowering.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/ir/attribute_values.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/fold.h"
#include "core/plan/lowering/refine_results.h"
#include "core/plan/lowering/update_order.h"

namespace paddock {
namespace {

// Limit of nested calls and regions together, along which planning recurses. A level takes about a
// kilobyte of stack; WebAssembly has one megabyte.
constexpr size_t kMaximumDepth = 300;

std::string Quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

// Returns whether the Lower function itself binds the results, with their shapes.
bool HasPassedValues(const Operation& operation) {
  if (operation.info == nullptr || operation.info->has(kPassesValues)) return true;
  if (!operation.is(OpKind::kStablehloCustomCall)) return false;
  const std::string_view target = TextOf(operation, "call_target_name");
  return target == "SPMDFullToShardShape" || target == "SPMDShardToFullShape";
}

bool IsTerminator(const Operation& operation) {
  return operation.info != nullptr && operation.info->has(kTerminator);
}

std::vector<const Operation*> OperationsFrom(const Operation* first) {
  std::vector<const Operation*> operations;
  for (const Operation* at = first; at != nullptr; at = at->next) operations.push_back(at);
  return operations;
}

}  // namespace

Lowering::Lowering(const LowerTable& table, const Module& module, const Operation& planned,
                   const PlanOptions& options, Arena& arena,
                   std::vector<std::shared_ptr<const void>>& owned, PlanKnowledge& knowledge,
                   DiagnosticSink& sink)
    : table_(table),
      module_(module),
      options_(options),
      facts_(module, planned, options),
      diagnostics_(sink),
      emitter_(options, arena, owned, position_, diagnostics_),
      values_(module, facts_, emitter_, diagnostics_),
      elementwise_(options.level, facts_, position_, values_, emitter_),
      continuations_(module, facts_, knowledge, position_, diagnostics_, values_, elementwise_,
                     emitter_) {}

std::optional<std::vector<Leaf>> Lowering::LowerBlock(Block& block,
                                                      std::span<const Leaf> arguments) {
  position_.EnterFixed(block, PlanningPosition::FixedKind::kJumps);
  auto results = LowerInPlace(block, arguments);
  position_.LeaveFixed();
  return results;
}

std::optional<std::vector<Leaf>> Lowering::LowerBody(Block& body, std::span<const Leaf> arguments) {
  position_.EnterFixed(body, PlanningPosition::FixedKind::kBody);
  auto results = LowerInPlace(body, arguments);
  position_.LeaveFixed();
  return results;
}

std::optional<std::vector<Leaf>> Lowering::LowerInPlace(Block& block,
                                                        std::span<const Leaf> arguments) {
  if (position_.frames().size() >= kMaximumDepth) {
    Fail(*block.parent->parent, "limit",
         "regions and calls are nested deeper than " + std::to_string(kMaximumDepth));
    return std::nullopt;
  }
  position_.Enter(block);
  auto results = LowerOperations(block, arguments);
  position_.Leave();
  return results;
}

bool Lowering::BindArguments(const Block& block, std::span<const Leaf> arguments) {
  size_t at = 0;
  for (const Value* argument : block.arguments) {
    const size_t count = LeafCount(argument->type);
    if (at + count > arguments.size()) return false;
    Alias(*argument, arguments.subspan(at, count));
    at += count;
  }
  return true;
}

std::optional<std::vector<Leaf>> Lowering::LowerOperations(Block& block,
                                                           std::span<const Leaf> arguments) {
  const Operation* first = block.first;
  if (continuations_.ResumesIn(block)) {
    first = continuations_.TakeResumePoint();
  } else if (!BindArguments(block, arguments)) {
    Malformed(*block.parent->parent);
    return std::nullopt;
  }
  // Where a plan can end, it goes on behind an operation, so these keep their order.
  const bool may_order = !kHasChainModules && level() == Level::kFast && !position_.fixed().empty();
  for (const Operation* operation : may_order ? OrderAroundUpdates(first) : OperationsFrom(first)) {
    position_.MoveTo(*operation);
    if (IsTerminator(*operation)) {
      if (values_.IsPoisoned(*operation)) return std::nullopt;
      return values_.OperandLeaves(*operation, 0, operation->operands.size());
    }
    LowerOperation(*operation);
    if (continuations_.has_stopped()) return std::nullopt;
  }
  if (block.last != nullptr) Fail(*block.last, "run", "the block does not end with a return");
  return std::nullopt;
}

std::optional<std::vector<Leaf>> Lowering::LowerCall(const Operation& call,
                                                     const Operation& function,
                                                     std::span<const Leaf> arguments) {
  Block* body = FunctionBody(function);
  const std::string name = Quoted(SymbolName(function));
  if (body == nullptr) {
    Fail(call, "run", "function " + name + " has no body");
    return std::nullopt;
  }
  if (body->parent->block_count != 1) {
    Malformed(call);
    return std::nullopt;
  }
  if (std::ranges::find(call_stack_, &function) != call_stack_.end()) {
    Fail(call, "run", "function " + name + " calls itself");
    return std::nullopt;
  }
  call_stack_.push_back(&function);
  const HoistedOperations::Scope outer = hoisted_.EnterCall(call);
  auto results = LowerInPlace(*body, arguments);
  hoisted_.Enter(outer);
  call_stack_.pop_back();
  return results;
}

// Plans nothing at level kFast. At level kFaithful the values can be inspected, unless computing
// them fails, waits for a value, or calls a function of the embedder.
void Lowering::LowerUnneeded(const Operation& operation) {
  if (level() == Level::kFast) {
    // WebAssembly finds no dead values (module_facts.cc).
    if (!kHasChainModules) BindNothing(operation);
    return;
  }
  if (diagnostics_.has_failed()) return;
  if (continuations_.IsPassedOver(operation)) return;
  position_.EnterUnneeded();
  LowerNeeded(operation);
  position_.LeaveUnneeded();
  if (diagnostics_.has_failed()) continuations_.PassOver(operation);
}

// Loops, branches and calls may pass on the results, but nothing reads them: like tokens, they have
// no memory.
void Lowering::BindNothing(const Operation& operation) {
  for (const Value* result : operation.results) {
    Bind(*result, std::vector<Leaf>(LeafCount(TypeOf(*result)), Nothing()));
  }
}

// Operands that are lowered in each iteration have one use less: before the loop, others were read.
void Lowering::BindHoisted(const Operation& operation, std::span<const Leaf> leaves) {
  for (const Value* operand : operation.operands) {
    const Operation* const made = operand->operation;
    const bool is_of_iteration = made != nullptr && made->parent == operation.parent &&
                                 hoisted_.Find(*made) == nullptr && values_.IsKept(*operand);
    if (!is_of_iteration) continue;
    for (const Leaf& leaf : values_.Leaves(*operand)) elementwise_.DoWithout(leaf);
  }
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i].where != Leaf::Where::kNone) Bind(*operation.results[i], leaves[i]);
  }
}

// The results are other names of the values before.
void Lowering::BindEqual(const Operation& operation, const Operation& before) {
  if (values_.IsPoisoned(*before.results[0])) return values_.Poison(operation);
  for (size_t i = 0; i < operation.results.size(); ++i) {
    Alias(*operation.results[i], values_.Leaves(*before.results[i]));
  }
}

void Lowering::LowerOperation(const Operation& operation) {
  if (const auto* leaves = hoisted_.Find(operation)) return BindHoisted(operation, *leaves);
  if (facts_.IsUnneeded(operation)) return LowerUnneeded(operation);
  if (const Operation* before = facts_.equal().Before(operation)) {
    return BindEqual(operation, *before);
  }
  LowerNeeded(operation);
}

void Lowering::LowerNeeded(const Operation& operation) {
  if (diagnostics_.is_over_limit()) return values_.Poison(operation);
  if (++lowered_operations_ > options_.step_limit) {
    diagnostics_.FailAtLimit(&operation, options_.step_limit, "operations");
    return values_.Poison(operation);
  }
  // If planning resumes inside the operation, its operands are already used.
  if (!continuations_.is_resuming() && values_.IsPoisoned(operation)) {
    return values_.Poison(operation);
  }
  const LowerFunction lower = table_.find(operation);
  if (lower == nullptr) {
    NotImplemented(operation, std::string(operation.name) + " is not yet implemented");
    return values_.Poison(operation);
  }
  if (!LowerWithTypes(operation, lower)) values_.Poison(operation);
}

Result<void> Lowering::LowerWithTypes(const Operation& operation, LowerFunction lower) {
  if (HasPassedValues(operation)) return lower(*this, operation);
  if (!RefineResults(*this, operation)) return Failed();
  for (const Value* result : operation.results) {
    if (!values_.LeavesOf(TypeOf(*result), operation.name_span)) return Failed();
  }
  if (facts_.is_dynamic() && IsFoldable(*this, operation)) return Fold(*this, operation, lower);
  return lower(*this, operation);
}

Result<void> Lowering::LowerComposed(const Operation& source, Block& block) {
  const auto results = LowerPart(source, block);
  if (!results) return Failed();
  AliasResults(source, *results);
  return {};
}

std::optional<std::vector<Leaf>> Lowering::LowerPart(const Operation& source, Block& block) {
  facts_.Add(block, values_.value_count());
  const Operation* outer = position_.EnterComposition(source);
  auto results = LowerBlock(block, values_.OperandLeaves(source, 0, source.operands.size()));
  position_.LeaveComposition(outer);
  return results;
}

void Lowering::AliasResults(const Operation& operation, std::span<const Leaf> leaves) {
  size_t at = 0;
  for (const Value* result : operation.results) {
    const size_t count = LeafCount(TypeOf(*result));
    Alias(*result, leaves.subspan(at, count));
    at += count;
  }
}

void Lowering::SetBody(const Block& body, size_t value_count) {
  values_.Reserve(value_count);
  const bool is_made =
      !body.arguments.empty() && body.arguments.front()->id >= module_.value_count();
  if (is_made) facts_.Add(body, value_count);
}

}  // namespace paddock
