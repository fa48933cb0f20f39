// Lowering of blocks: one operation after the other, each by the function that the op table
// names. What cannot be lowered is reported once, and all that depends on it is passed over.
#include <algorithm>
#include <string>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Planning recurses along calls and nested regions; more of both together is refused. A
// level takes about a kilobyte of stack, of which WebAssembly gives one megabyte.
constexpr int kMaximumDepth = 300;

std::string Quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

// Whether the lowering binds the results, with their shapes, itself.
bool HasPassedValues(const Operation& operation) {
  if (operation.info == nullptr || operation.info->has(kPassesValues)) return true;
  if (!operation.is(OpKind::kStablehloCustomCall)) return false;
  const std::string_view target = TextOf(operation, "call_target_name");
  return target == "SPMDFullToShardShape" || target == "SPMDShardToFullShape";
}

bool IsTerminator(const Operation& operation) {
  return operation.info != nullptr && operation.info->has(kTerminator);
}

}  // namespace

std::optional<std::vector<Leaf>> Lowering::LowerBlock(Block& block,
                                                      std::span<const Leaf> arguments) {
  fixed_.push_back({LateKey(*block.parent->parent), /*is_body=*/false});
  auto results = LowerInPlace(block, arguments);
  fixed_.pop_back();
  return results;
}

std::optional<std::vector<Leaf>> Lowering::LowerBody(Block& body, std::span<const Leaf> arguments) {
  fixed_.push_back({LateKey(*body.parent->parent), /*is_body=*/true});
  auto results = LowerInPlace(body, arguments);
  fixed_.pop_back();
  return results;
}

std::optional<std::vector<Leaf>> Lowering::LowerInPlace(Block& block,
                                                        std::span<const Leaf> arguments) {
  if (depth_ >= kMaximumDepth) {
    Fail(*block.parent->parent, "limit",
         "regions and calls are nested deeper than " + std::to_string(kMaximumDepth));
    return std::nullopt;
  }
  ++depth_;
  frames_.push_back({&block, nullptr});
  auto results = LowerOperations(block, arguments);
  frames_.pop_back();
  --depth_;
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
  if (ResumesIn(block)) {
    first = resume_path_[resume_depth_++].operation;
  } else if (!BindArguments(block, arguments)) {
    Malformed(*block.parent->parent);
    return std::nullopt;
  }
  for (const Operation* operation = first; operation != nullptr; operation = operation->next) {
    frames_.back().operation = operation;
    if (IsTerminator(*operation)) {
      if (IsPoisoned(*operation)) return std::nullopt;
      return OperandLeaves(*operation, 0, operation->operands.size());
    }
    LowerOperation(*operation);
    if (has_stopped()) return std::nullopt;
  }
  if (block.last != nullptr) Fail(*block.last, "run", "the block does not end with a return");
  return std::nullopt;
}

// Scope of the operations at which the enclosing blocks stand.
const StepScope* Lowering::Scope() {
  const size_t count = frames_.empty() ? 0 : frames_.size() - 1;
  size_t same = 0;
  while (same < std::min(count, scopes_.size()) &&
         scopes_[same]->operation == frames_[same].operation) {
    ++same;
  }
  scopes_.resize(same);
  for (; same < count; ++same) {
    auto* scope = arena_.Make<StepScope>();
    *scope = {frames_[same].operation, same == 0 ? nullptr : scopes_[same - 1],
              static_cast<uint32_t>(same)};
    scopes_.push_back(scope);
  }
  return scopes_.empty() ? nullptr : scopes_.back();
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
  auto results = LowerInPlace(*body, arguments);
  call_stack_.pop_back();
  return results;
}

bool Lowering::IsPoisoned(const Value& value) const {
  const Binding& binding = bindings_[value.id];
  if (!binding.is_bound) return true;
  return std::ranges::any_of(
      std::span(leaves_).subspan(binding.first, binding.count),
      [](const Leaf& leaf) { return leaf.where == Leaf::Where::kNone && !leaf.is_token; });
}

bool Lowering::IsPoisoned(const Operation& operation) const {
  return std::ranges::any_of(operation.operands,
                             [&](const Value* operand) { return IsPoisoned(*operand); });
}

void Lowering::Poison(const Operation& operation) {
  for (const Value* result : operation.results) {
    bindings_[result->id] = {static_cast<uint32_t>(leaves_.size()), 1, true};
    leaves_.emplace_back();
  }
}

// Plans nothing at level kFast. At level kFaithful the values can be inspected, unless computing
// them fails, waits for a value, or calls a function of the embedder.
void Lowering::LowerUnneeded(const Operation& operation) {
  if (level() == Level::kFast || has_failed_) return;
  if (std::ranges::find(knowledge_.passed_over, &operation) != knowledge_.passed_over.end()) return;
  ++unneeded_depth_;
  LowerNeeded(operation);
  --unneeded_depth_;
  if (!has_failed_) return;
  knowledge_.passed_over.push_back(&operation);
  needs_another_attempt_ = true;
}

void Lowering::LowerOperation(const Operation& operation) {
  if (unneeded_.contains(&operation)) return LowerUnneeded(operation);
  LowerNeeded(operation);
}

void Lowering::LowerNeeded(const Operation& operation) {
  if (is_over_limit_) return Poison(operation);
  if (++lowered_operations_ > options_.step_limit) {
    Fail(operation, "limit",
         "the program has more than " + std::to_string(options_.step_limit) +
             " operations once its calls are planned in place");
    is_over_limit_ = true;
    return Poison(operation);
  }
  // The operands of an operation inside which planning resumes are past.
  const bool resumes = resume_depth_ != 0 && resume_depth_ < resume_path_.size();
  if (!resumes && IsPoisoned(operation)) return Poison(operation);
  const LowerFunction lower = table_.find(operation);
  if (lower == nullptr) {
    NotImplemented(operation, std::string(operation.name) + " is not yet implemented");
    return Poison(operation);
  }
  if (!HasPassedValues(operation)) {
    if (!RefineResults(operation)) return Poison(operation);
    for (const Value* result : operation.results) {
      if (!LeavesOf(TypeOf(*result), operation.name_span)) return Poison(operation);
    }
    if (is_dynamic_ && IsFoldable(operation)) {
      if (!Fold(operation, lower)) Poison(operation);
      return;
    }
  }
  if (!lower(*this, operation)) Poison(operation);
}

Result<void> Lowering::LowerComposed(const Operation& source, Block& block) {
  CountUses(block);
  const Operation* outer = composed_;
  if (composed_ == nullptr) composed_ = &source;
  const auto results = LowerBlock(block, OperandLeaves(source, 0, source.operands.size()));
  composed_ = outer;
  if (!results) return Failed();
  size_t at = 0;
  for (const Value* result : source.results) {
    const size_t count = LeafCount(TypeOf(*result));
    Alias(*result, std::span(*results).subspan(at, count));
    at += count;
  }
  return {};
}

}  // namespace paddock
