// ValueSources: when a value was computed.
#include <algorithm>

#include "core/api/why/value_sources.h"

namespace paddock {
namespace {

// Depth of operations without steps that IsUnchanged follows.
constexpr int kMostAliases = 32;

const Operation* RegionOwner(const Value& argument) { return argument.block->parent->parent; }

}  // namespace

std::vector<std::string> ValueSources::IterationsAround(const Operation& operation, int64_t process,
                                                        uint64_t clock) const {
  std::vector<std::string> iterations;
  const Operation* inner = &operation;
  while (inner->parent != nullptr) {
    const Region* region = inner->parent->parent;
    const Operation* outer = region->parent;
    if (outer == nullptr) break;
    if (outer->is(OpKind::kStablehloWhile)) {
      const bool is_condition = region == outer->regions[0];
      const LoopDecision* decision = is_condition ? log_.NextDecision(process, *outer, clock)
                                                  : log_.LastDecision(process, *outer, clock);
      if (decision != nullptr) {
        iterations.push_back((is_condition ? "condition of iteration " : "iteration ") +
                             std::to_string(decision->iteration) + " of the loop in " +
                             LineOf(*outer));
      }
    }
    if (outer->is(OpKind::kFuncFunc)) {
      const Operation* call = ActiveCall(*outer, process, clock);
      if (call == nullptr) break;
      iterations.push_back("the call in " + LineOf(*call));
      clock = *log_.LastAt(process, *call, clock);
      outer = call;
    }
    inner = outer;
  }
  return iterations;
}

uint64_t ValueSources::LastTimeOf(const Value& value, int64_t process, uint64_t clock) const {
  const Operation* loop = value.is_block_argument() ? RegionOwner(value) : nullptr;
  if (loop == nullptr || !loop->is(OpKind::kStablehloWhile)) return clock;
  const LoopDecision* decision = log_.LastDecision(process, *loop, clock);
  if (decision == nullptr) return clock;
  const bool is_condition = value.block->parent == loop->regions[0];
  return is_condition || decision->iteration == 1 ? decision->branch : decision->boundary - 1;
}

uint64_t ValueSources::LastGiven(const Value& value, int64_t process, uint64_t clock) const {
  if (!value.is_block_argument()) {
    return log_.LastAt(process, *value.operation, clock).value_or(0);
  }
  const Operation& owner = *RegionOwner(value);
  if (!owner.is(OpKind::kStablehloWhile)) return 0;
  const LoopDecision* decision = log_.LastDecision(process, owner, clock);
  return decision == nullptr ? 0 : decision->branch;
}

bool ValueSources::IsUnchanged(ValueMoment moment, uint64_t clock) const {
  return IsUnchanged(moment, clock, 0);
}

bool ValueSources::IsUnchanged(ValueMoment moment, uint64_t clock, int depth) const {
  if (clock == moment.clock) return true;
  if (clock < moment.clock || depth > kMostAliases) return false;
  const Value& value = *moment.value;
  if (value.is_block_argument()) {
    return RegionOwner(value) == entry_ && CallsOf(*entry_).empty();
  }
  const Operation& operation = *value.operation;
  if (operation.info != nullptr && operation.info->has(kConstantLike)) return true;
  if (const auto last = log_.LastAt(moment.process, operation, clock)) {
    return *last <= moment.clock;
  }
  return std::ranges::all_of(operation.operands, [&](const Value* operand) {
    if (LastGiven(*operand, moment.process, clock) > moment.clock) return false;
    const ValueSource source = Find({operand, moment.process, moment.clock});
    return source.kind != ValueSource::Kind::kUnknown &&
           IsUnchanged(source.moment, clock, depth + 1);
  });
}

}  // namespace paddock
