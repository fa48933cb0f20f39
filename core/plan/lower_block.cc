// Lowering of blocks: one operation after the other, each by the function that the op table
// names. What cannot be lowered is reported once, and all that depends on it is passed over.
#include <algorithm>
#include <string>

#include "core/plan/lowering.h"
#include "core/plan/run_support.h"

namespace paddock {
namespace {

// Planning recurses along calls and nested regions; more of both together is refused. A
// level takes about a kilobyte of stack, of which WebAssembly gives one megabyte.
constexpr int kMaximumDepth = 300;

LowerFunction const kLowerTable[] = {
#include "dialect/lower_table.inc"
};

std::string Quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

bool IsTerminator(const Operation& operation) {
  return operation.info != nullptr && operation.info->has(kTerminator);
}

}  // namespace

LowerFunction FindLower(OpKind kind) { return kLowerTable[static_cast<size_t>(kind)]; }

std::optional<std::vector<Leaf>> Lowering::LowerBlock(Block& block,
                                                      std::span<const Leaf> arguments) {
  if (depth_ >= kMaximumDepth) {
    Fail(*block.parent->parent, "limit",
         "regions and calls are nested deeper than " + std::to_string(kMaximumDepth));
    return std::nullopt;
  }
  ++depth_;
  auto results = LowerOperations(block, arguments);
  --depth_;
  return results;
}

std::optional<std::vector<Leaf>> Lowering::LowerOperations(Block& block,
                                                           std::span<const Leaf> arguments) {
  size_t at = 0;
  for (Value* argument : block.arguments) {
    const auto leaves = LeavesOf(argument->type, argument->type_span);
    if (!leaves || at + leaves->size() > arguments.size()) return std::nullopt;
    Alias(*argument, arguments.subspan(at, leaves->size()));
    at += leaves->size();
  }
  for (Operation* operation : block) {
    if (IsTerminator(*operation)) {
      if (IsPoisoned(*operation)) return std::nullopt;
      return OperandLeaves(*operation, 0, operation->operands.size());
    }
    LowerOperation(*operation);
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
    NotImplemented(call, "a function of several blocks, " + name + ", is not yet implemented");
    return std::nullopt;
  }
  if (std::ranges::find(call_stack_, &function) != call_stack_.end()) {
    Fail(call, "run", "function " + name + " calls itself");
    return std::nullopt;
  }
  call_stack_.push_back(&function);
  auto results = LowerBlock(*body, arguments);
  call_stack_.pop_back();
  return results;
}

bool Lowering::IsPoisoned(const Operation& operation) const {
  return std::ranges::any_of(operation.operands, [&](const Value* operand) {
    const Binding& binding = bindings_[operand->id];
    if (!binding.is_bound) return true;
    for (uint32_t i = 0; i < binding.count; ++i) {
      const Leaf& leaf = leaves_[binding.first + i];
      if (leaf.where == Leaf::Where::kNone && !leaf.is_token) return true;
    }
    return false;
  });
}

void Lowering::Poison(const Operation& operation) {
  for (const Value* result : operation.results) {
    bindings_[result->id] = {static_cast<uint32_t>(leaves_.size()), 1, true};
    leaves_.emplace_back();
  }
}

void Lowering::LowerOperation(const Operation& operation) {
  if (is_over_limit_) return Poison(operation);
  if (++lowered_operations_ > options_.step_limit) {
    Fail(operation, "limit",
         "the program has more than " + std::to_string(options_.step_limit) +
             " operations once its calls are planned in place");
    is_over_limit_ = true;
    return Poison(operation);
  }
  if (IsPoisoned(operation)) return Poison(operation);
  const LowerFunction lower =
      operation.info == nullptr ? &LowerUnknown : FindLower(operation.info->kind);
  if (lower == nullptr) {
    NotImplemented(operation, std::string(operation.name) + " is not yet implemented");
    return Poison(operation);
  }
  for (const Value* result : operation.results) {
    if (!LeavesOf(result->type, operation.name_span)) return Poison(operation);
  }
  if (!lower(*this, operation)) Poison(operation);
}

Result<void> LowerUnknown(Lowering& lowering, const Operation& operation) {
  return EmitFailure(lowering, operation, "unknown-operation",
                     "the operation '" + std::string(operation.name) + "' is not known");
}

}  // namespace paddock
