// Lowering: suspends planning where a value is missing, and resumes it.
#include <algorithm>

#include "core/base/check.h"
#include "core/base/overflow.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/pending_collective.h"

namespace paddock {
namespace {

StepStatus SuspendStep(StepContext&) { return StepStatus::kSuspended; }

// Traces values back to arguments of the planned function, through pure operations and calls.
class ArgumentTrace {
 public:
  // The blocks around a value, with the operations in them that the next one belongs to.
  using Path = std::vector<SuspensionFrame>;

  explicit ArgumentTrace(const Lowering& lowering) : lowering_(lowering) {}

  // Returns false if a value has another source.
  bool Follow(const Value& value, const Path& path) {
    if (++visited_ > kMostVisited) return false;
    if (value.operation == nullptr) return FollowArgument(value, Within(path, value.block));
    const Operation& operation = *value.operation;
    const Path around = Within(path, operation.parent);
    if (around.empty()) return false;
    if (operation.is(OpKind::kFuncCall)) return FollowCall(operation, value.index, around);
    if (operation.info == nullptr || !operation.info->has(kPure) || !operation.regions.empty()) {
      return false;
    }
    // Sizes are known, whatever the elements are.
    if (operation.is(OpKind::kStablehloGetDimensionSize)) return true;
    if (!IsSmall(value)) return false;
    return std::ranges::all_of(operation.operands,
                               [&](const Value* operand) { return Follow(*operand, around); });
  }

  std::vector<uint32_t> TakeArguments() { return std::move(arguments_); }

 private:
  static constexpr int kMostVisited = 10'000;

  // The path up to `block`; empty if it is not on it.
  static Path Within(Path path, const Block* block) {
    while (!path.empty() && path.back().block != block) path.pop_back();
    return path;
  }

  bool IsSmall(const Value& value) const {
    const Type type = lowering_.TypeOf(value);
    if (!type.is_tensor()) return !type.is(TypeKind::kTuple);
    if (!type.has_static_shape()) return false;
    return CheckedProduct(type.shape()).value_or(Lowering::kMostKnown + 1) <= Lowering::kMostKnown;
  }

  bool FollowCall(const Operation& call, uint32_t result, Path path) {
    const Attribute* callee = call.Find("callee");
    const Operation* function =
        callee == nullptr ? nullptr : lowering_.module().FindSymbol(callee->text);
    Block* body = function == nullptr ? nullptr : FunctionBody(*function);
    if (body == nullptr || body->last == nullptr || result >= body->last->operands.size()) {
      return false;
    }
    path.back().operation = &call;
    path.push_back({body, body->last});
    return Follow(*body->last->operands[result], path);
  }

  bool FollowArgument(const Value& value, Path path) {
    if (path.empty()) return false;
    if (path.size() == 1) return FollowInput(value);
    path.pop_back();
    const Operation& call = *path.back().operation;
    return call.is(OpKind::kFuncCall) && value.index < call.operands.size() &&
           Follow(*call.operands[value.index], path);
  }

  // An argument of what is planned itself; tuples and tokens are no sizes.
  bool FollowInput(const Value& value) {
    const std::vector<Leaf> leaves = lowering_.Leaves(value);
    if (leaves.size() != 1) return false;
    const Leaf& leaf = leaves[0];
    if (leaf.where == Leaf::Where::kConstant) return true;
    const bool is_whole = IsInteger(leaf.type) || IsBoolean(leaf.type);
    if (leaf.where != Leaf::Where::kInput || !is_whole || leaf.count > Lowering::kMostKnown) {
      return false;
    }
    arguments_.push_back(leaf.index);
    return true;
  }

  const Lowering& lowering_;
  std::vector<uint32_t> arguments_;
  int visited_ = 0;
};

// The operand of async_start that an argument of its region is another name of.
const Value* OutsideOfAsync(const Value* value) {
  while (value->is_block_argument()) {
    const Operation& around = *value->block->parent->parent;
    if (!around.is(OpKind::kStablehloAsyncStart)) break;
    value = around.operands[value->index];
  }
  return value;
}

bool CanBeLate(const Operation& operation) {
  return operation.is(OpKind::kStablehloWhile) || operation.is(OpKind::kStablehloIf) ||
         operation.is(OpKind::kStablehloCase);
}

}  // namespace

// Returns the key of an operation in knowledge_. The parts of a composition are made anew in each
// attempt, so the source is their key.
const Operation* Lowering::LateKey(const Operation& operation) const {
  return composed_ != nullptr ? composed_ : &operation;
}

bool Lowering::IsLate(const Operation& operation) const {
  return std::ranges::find(knowledge_.late, LateKey(operation)) != knowledge_.late.end();
}

// Returns the operation to plan lazily: the innermost body, or else the outermost branch or loop.
// Returns null if the outermost operation is neither.
const Operation* Lowering::LateFor(const Operation& operation) const {
  for (size_t i = fixed_.size(); i-- > 0;) {
    if (fixed_[i].is_body) return fixed_[i].operation;
  }
  const Operation* outermost = fixed_.empty() ? &operation : fixed_.front().operation;
  return CanBeLate(*outermost) ? outermost : nullptr;
}

std::unexpected<Failure> Lowering::MakeLate(const Operation& operation) {
  if (is_unneeded()) return Fail(operation, "late", "nothing needs what a run has to wait for");
  if (!has_failed_ && !has_stopped()) {
    const Operation* late = LateFor(operation);
    if (late == nullptr || std::ranges::find(knowledge_.late, late) != knowledge_.late.end()) {
      return NotImplemented(operation, std::string(operation.name) +
                                           ": a size that only a run computes is not yet "
                                           "implemented here");
    }
    knowledge_.late.push_back(late);
    needs_another_attempt_ = true;
  }
  return Failed();
}

bool Lowering::TraceToArguments(std::span<const Value* const> values) {
  // The arguments are not those of the function.
  if (is_rest_) return false;
  std::vector<uint32_t> found;
  for (const Value* value : values) {
    ArgumentTrace trace(*this);
    if (!trace.Follow(*value, frames_)) return false;
    const std::vector<uint32_t> arguments = trace.TakeArguments();
    found.insert(found.end(), arguments.begin(), arguments.end());
  }
  std::vector<uint32_t>& fixed = knowledge_.fixed_arguments;
  const size_t before = fixed.size();
  fixed.insert(fixed.end(), found.begin(), found.end());
  std::ranges::sort(fixed);
  fixed.erase(std::ranges::unique(fixed).begin(), fixed.end());
  return fixed.size() != before;
}

std::unexpected<Failure> Lowering::Suspend(const Operation& operation,
                                           std::span<const Value* const> needed) {
  if (has_failed_ || has_stopped()) return Failed();
  if (is_unneeded()) return MakeLate(operation);
  if (composed_ == nullptr && TraceToArguments(needed)) {
    needs_another_attempt_ = true;
    return Failed();
  }
  if (composed_ != nullptr || !fixed_.empty()) return MakeLate(operation);
  EmitSuspension(operation, needed, {});
  return Failed();
}

std::unexpected<Failure> Lowering::SuspendFor(const Operation& operation,
                                              std::span<const Leaf> leaves) {
  if (has_failed_ || has_stopped()) return Failed();
  if (is_unneeded() || composed_ != nullptr || !fixed_.empty()) return MakeLate(operation);
  EmitSuspension(operation, {}, leaves);
  return Failed();
}

void Lowering::EmitSuspension(const Operation& operation, std::span<const Value* const> needed,
                              std::span<const Leaf> known) {
  draft_.suspension = std::make_unique<DraftSuspension>();
  draft_.suspension->path = frames_;
  live_ = &draft_.suspension->live;
  AddLiveValues();
  std::vector<const Value*> outer;
  for (const Value* value : needed) outer.push_back(OutsideOfAsync(value));
  for (LiveLeaves& live : *live_) {
    live.is_needed = std::ranges::find(outer, live.value) != outer.end();
    HandOn(live);
  }
  if (!known.empty()) {
    live_->push_back({nullptr, {known.begin(), known.end()}, /*is_needed=*/true});
    HandOn(live_->back());
  }
  FlushAll();
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &SuspendStep;
  Emit(spec);
}

// Prepares a live value for the continuation: writes its leaves to memory that is kept, and records
// the type and pending collective of a future.
void Lowering::HandOn(LiveLeaves& live) {
  if (live.value != nullptr && live.value->type.is(TypeKind::kFuture)) {
    live.future = {TypeOf(*live.value), FindPending(live.leaves.front())};
    if (live.future->pending != nullptr) {
      const std::vector<Leaf>& given = live.future->pending->operands;
      live.leaves.insert(live.leaves.end(), given.begin(), given.end());
    }
  }
  for (Leaf& leaf : live.leaves) {
    if (leaf.is_token) continue;
    leaf = InMemory(leaf);
    if (leaf.where == Leaf::Where::kSlot) draft_.slots[leaf.index].is_kept = true;
  }
}

std::unexpected<Failure> Lowering::SuspendAtEnd(Block& block) {
  frames_.push_back({&block, block.last});
  const auto failure = Suspend(*block.last, block.last->operands);
  frames_.pop_back();
  return failure;
}

// Adds the values that the frames' operations and later ones use.
void Lowering::AddLiveValues() {
  std::vector<bool> is_added(bindings_.size());
  for (size_t i = 0; i < frames_.size(); ++i) {
    const SuspensionFrame& frame = frames_[i];
    const bool is_innermost = i + 1 == frames_.size();
    std::vector<bool> is_later(bindings_.size());
    AddLive(is_innermost ? frame.operation : frame.operation->next, is_later, is_added);
    if (is_innermost || !frame.operation->is(OpKind::kStablehloWhile)) continue;
    // The loop's captured and carried values are live for its next iteration.
    for (const Value* argument : frames_[i + 1].block->arguments) AddLiveValue(*argument, is_added);
    AddLiveIn(*frame.operation, is_later, is_added);
  }
}

// From `operation` to the end of its block, those that are there already.
void Lowering::AddLive(const Operation* operation, std::vector<bool>& is_later,
                       std::vector<bool>& is_added) {
  for (; operation != nullptr; operation = operation->next) {
    if (IsLeftOut(*operation)) continue;
    for (const Value* operand : operation->operands) {
      if (!is_later[operand->id]) AddLiveValue(*operand, is_added);
    }
    AddLiveIn(*operation, is_later, is_added);
    for (const Value* result : operation->results) is_later[result->id] = true;
  }
}

void Lowering::AddLiveIn(const Operation& operation, std::vector<bool>& is_later,
                         std::vector<bool>& is_added) {
  for (const Region* region : operation.regions) {
    for (const Block* block = region->first; block != nullptr; block = block->next) {
      for (const Value* argument : block->arguments) is_later[argument->id] = true;
      AddLive(block->first, is_later, is_added);
    }
  }
}

void Lowering::AddLiveValue(const Value& value, std::vector<bool>& is_added) {
  if (is_added[value.id] || IsPoisoned(value)) return;
  is_added[value.id] = true;
  live_->push_back({&value, Leaves(value)});
}

std::vector<LiveLeaves> Lowering::CapturedBy(const Block& body) {
  std::vector<LiveLeaves> captured;
  live_ = &captured;
  std::vector<bool> is_inside(bindings_.size()), is_added(bindings_.size());
  for (const Value* argument : body.arguments) is_inside[argument->id] = true;
  AddLive(body.first, is_inside, is_added);
  live_ = nullptr;
  return captured;
}

void Lowering::SetBody(const Block& body, size_t value_count) {
  bindings_.resize(std::max(bindings_.size(), value_count));
  use_counts_.resize(bindings_.size());
  const bool is_made =
      !body.arguments.empty() && body.arguments.front()->id >= module_.value_count();
  if (is_made) CountUses(body);
}

// Rebinds a future: the collective is still pending.
void Lowering::ResumeFuture(const LiveLeaves& live) {
  const std::span<const Leaf> leaves = live.leaves;
  Bind(*live.value, leaves.first(1));
  SetType(*live.value, live.future->type);
  if (live.future->pending == nullptr) return;
  PendingCollective pending = *live.future->pending;
  pending.ticket = leaves[0];
  pending.operands.assign(leaves.begin() + 1, leaves.end());
  KeepPending(leaves[0], std::make_shared<PendingCollective>(std::move(pending)));
}

void Lowering::Resume(std::span<const SuspensionFrame> path, std::span<const LiveLeaves> live) {
  is_rest_ = true;
  resume_path_.assign(path.begin(), path.end());
  for (const LiveLeaves& value : live) {
    if (value.value == nullptr) {
      known_ = value.leaves;
    } else if (value.future) {
      ResumeFuture(value);
    } else {
      Bind(*value.value, value.leaves);
    }
    for (const Leaf& leaf : value.leaves) {
      if (leaf.where == Leaf::Where::kInput) draft_.arguments.push_back(leaf);
    }
  }
}

}  // namespace paddock
