#include "core/api/why/value_sources.h"

#include <algorithm>
#include <utility>

#include "core/api/query/walk.h"
#include "core/ir/attribute_values.h"
#include "core/ir/module.h"
#include "core/ir/value_name.h"

namespace paddock {
namespace {

std::string Times(uint64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

const Operation* OwnerOf(const Block& block) { return block.parent->parent; }

const Operation* ReturnOf(const Region& region) {
  const Block* block = region.only_block();
  return block == nullptr ? nullptr : block->last;
}

bool IsCall(const Operation& operation) {
  return operation.is(OpKind::kFuncCall) || operation.is(OpKind::kStablehloComposite);
}

// Returns the async_start whose body has the operation; null if there is none.
const Operation* StartOf(const Operation& operation) {
  const Operation* owner = operation.parent == nullptr ? nullptr : OwnerOf(*operation.parent);
  return owner != nullptr && owner->is(OpKind::kStablehloAsyncStart) ? owner : nullptr;
}

}  // namespace

const Operation* StartedBy(const Operation& start) {
  const Block* body = start.is(OpKind::kStablehloAsyncStart) && !start.regions.empty()
                          ? start.regions[0]->only_block()
                          : nullptr;
  return body == nullptr ? nullptr : body->first;
}

const Operation& ComputedBy(const Value& value) {
  if (value.is_block_argument()) return *OwnerOf(*value.block);
  const Operation& operation = *value.operation;
  if (!operation.is(OpKind::kStablehloAsyncDone)) return operation;
  const Value* future = operation.operands[0];
  const Operation* started = future->is_block_argument() ? nullptr : StartedBy(*future->operation);
  return started == nullptr ? operation : *started;
}

bool IsWhole(const Value& inside, const Value& outside) {
  return inside.type.is_tensor() && outside.type.is_tensor() &&
         std::ranges::equal(inside.type.shape(), outside.type.shape());
}

struct ValueSources::Search {
  ValueSource source;
  // Last time at which a loop, a branch or a call gave the value on, so that it is there since.
  uint64_t given = 0;
  void GoTo(const Value* value, uint64_t clock, std::string passage = {}) {
    source.moment.value = value;
    source.moment.clock = clock;
    if (!passage.empty()) source.passages.push_back(std::move(passage));
  }
  // Ends the search.
  bool End(ValueSource::Kind kind) {
    source.kind = kind;
    return false;
  }
  bool Fail(std::string reason) {
    source.reason = std::move(reason);
    return End(ValueSource::Kind::kUnknown);
  }
};

ValueSources::ValueSources(const Program& program, std::string_view entry, const RunLog& log)
    : program_(program), log_(log), entry_(program.module().FindSymbol(entry)) {
  ForEachOperation(*program.module().operation()->regions[0],
                   [&](const Operation& operation, uint32_t) {
                     const Operation* callee = CalleeOf(operation);
                     if (callee != nullptr) calls_[callee].push_back(&operation);
                     return true;
                   });
}

const Operation* ValueSources::CalleeOf(const Operation& call) const {
  if (!IsCall(call)) return nullptr;
  const bool is_composite = call.is(OpKind::kStablehloComposite);
  const std::string_view name = TextOf(call, is_composite ? "decomposition" : "callee");
  const Operation* function = program_.module().FindSymbol(name);
  return function != nullptr && FunctionBody(*function) != nullptr ? function : nullptr;
}

const std::vector<const Operation*>& ValueSources::CallsOf(const Operation& function) const {
  static const std::vector<const Operation*> kNone;
  const auto found = calls_.find(&function);
  return found == calls_.end() ? kNone : found->second;
}

const Operation* ValueSources::OperationAt(uint32_t begin, OpKind kind) const {
  const Operation* found = nullptr;
  ForEachOperation(*program_.module().operation()->regions[0],
                   [&](const Operation& operation, uint32_t) {
                     if (operation.span.begin == begin && operation.is(kind)) found = &operation;
                     return found == nullptr;
                   });
  return found;
}

std::string ValueSources::LineOf(const Operation& operation) const {
  if (!operation.span.is_known()) return "an unknown line";
  return "line " + std::to_string(program_.source().Locate(operation.span.begin).line);
}

ValueSource ValueSources::Find(ValueMoment moment) const {
  Search search;
  search.source.moment = moment;
  while (Step(search)) {
  }
  return std::move(search.source);
}

bool ValueSources::Step(Search& search) const {
  const Value& value = *search.source.moment.value;
  return value.is_block_argument() ? StepArgument(search) : StepResult(search, *value.operation);
}

// --- Arguments.

bool ValueSources::StepArgument(Search& search) const {
  const Block& block = *search.source.moment.value->block;
  const Operation& owner = *OwnerOf(block);
  if (owner.is(OpKind::kFuncFunc)) return StepParameter(search, owner);
  if (owner.is(OpKind::kStablehloWhile)) {
    return StepCarried(search, owner, block.parent == owner.regions[0]);
  }
  if (owner.is(OpKind::kSdyManualComputation)) return StepTile(search, owner);
  if (owner.is(OpKind::kStablehloAsyncStart)) {
    const ValueMoment moment = search.source.moment;
    const auto started = log_.LastAt(moment.process, *block.first, moment.clock);
    search.GoTo(owner.operands[moment.value->index], started.value_or(moment.clock));
    return true;
  }
  return search.Fail("It is an argument of a region of " + std::string(owner.name) + " in " +
                     LineOf(owner) + ", which is not followed.");
}

// Returns the call that ran the function at this time; null for the entry.
const Operation* ValueSources::ActiveCall(const Operation& function, int64_t process,
                                          uint64_t clock) const {
  const Operation* active = nullptr;
  uint64_t latest = 0;
  for (const Operation* call : CallsOf(function)) {
    const auto entered = log_.LastAt(process, *call, clock);
    if (!entered || *entered < latest) continue;
    active = call;
    latest = *entered;
  }
  return active;
}

bool ValueSources::StepParameter(Search& search, const Operation& function) const {
  const ValueMoment moment = search.source.moment;
  const Operation* call = ActiveCall(function, moment.process, moment.clock);
  if (call == nullptr) {
    if (&function == entry_) return search.End(ValueSource::Kind::kInput);
    return search.Fail("It is an argument of a function that was not called here.");
  }
  if (moment.value->index >= call->operands.size()) return search.Fail("The call has no operand.");
  const uint64_t entered = *log_.LastAt(moment.process, *call, moment.clock);
  search.given = std::max(search.given, entered);
  search.GoTo(call->operands[moment.value->index], entered,
              "argument " + WrittenName(*moment.value) + " of the call in " + LineOf(*call));
  return true;
}

bool ValueSources::StepCarried(Search& search, const Operation& loop, bool is_condition) const {
  const ValueMoment moment = search.source.moment;
  const LoopDecision* decision = is_condition
                                     ? log_.NextDecision(moment.process, loop, moment.clock)
                                     : log_.LastDecision(moment.process, loop, moment.clock);
  if (decision == nullptr) return search.Fail("The loop in " + LineOf(loop) + " was not entered.");
  search.given = std::max(search.given, is_condition ? decision->boundary : decision->branch);
  return StepDecision(search, loop, *decision);
}

// Goes to the operand of the loop, or to what the iteration before it returned.
bool ValueSources::StepDecision(Search& search, const Operation& loop,
                                const LoopDecision& decision) const {
  const ValueMoment moment = search.source.moment;
  const size_t index = moment.value->index;
  const Operation* end = ReturnOf(*loop.regions[1]);
  if (end == nullptr || index >= end->operands.size()) return search.Fail("The loop has no body.");
  const Value* next = end->operands[index];
  const Operation* condition = ReturnOf(*loop.regions[0]);
  const bool is_invariant = next == loop.regions[1]->only_block()->arguments[index];
  const std::string of_loop = " of the loop in " + LineOf(loop);
  if (is_invariant) {
    search.GoTo(loop.operands[index], moment.clock, "unchanged by the loop in " + LineOf(loop));
    return true;
  }
  if (decision.branch != 0 && condition != nullptr) {
    search.source.deciders.push_back({condition->operands[0], moment.process, decision.branch});
  }
  if (decision.iteration == 1) {
    search.GoTo(loop.operands[index], decision.boundary == 0 ? decision.branch : decision.boundary,
                "initial value" + of_loop);
  } else if (decision.iteration == 0) {
    return search.Fail("The loop in " + LineOf(loop) + " did not decide its first iteration.");
  } else {
    search.GoTo(next, decision.boundary,
                "carried out of iteration " + std::to_string(decision.iteration - 1) + of_loop);
  }
  return true;
}

// --- Results.

bool ValueSources::StepResult(Search& search, const Operation& operation) const {
  if (operation.info == nullptr) return search.Fail("The operation is unknown.");
  if (operation.is(OpKind::kStablehloWhile)) return StepLoop(search, operation);
  if (operation.is(OpKind::kStablehloIf) || operation.is(OpKind::kStablehloCase)) {
    return StepBranch(search, operation);
  }
  if (IsCall(operation)) return StepCall(search, operation);
  if (operation.is(OpKind::kStablehloGetTupleElement)) return StepTuple(search, operation);
  if (operation.is(OpKind::kStablehloAsyncStart)) return StepStart(search, operation);
  if (operation.is(OpKind::kSdyManualComputation) &&
      IsWhole(*ReturnOf(*operation.regions[0])->operands[search.source.moment.value->index],
              *search.source.moment.value)) {
    return StepJoined(search, operation);
  }
  if (operation.info->has(kConstantLike)) return search.End(ValueSource::Kind::kConstant);
  ValueMoment& moment = search.source.moment;
  const auto computed = log_.LastAt(moment.process, operation, moment.clock);
  if (!computed && operation.is(OpKind::kStablehloAsyncDone)) {
    search.GoTo(operation.operands[0], moment.clock);
    return true;
  }
  moment.clock = computed ? *computed : ClockOfAlias(operation, moment);
  return search.End(ValueSource::Kind::kOperation);
}

// An operation without steps shares the memory of its operands, since they are all there.
uint64_t ValueSources::ClockOfAlias(const Operation& operation, ValueMoment moment) const {
  uint64_t latest = 0;
  for (const Value* operand : operation.operands) {
    Search search;
    search.source.moment = {operand, moment.process, moment.clock};
    while (Step(search)) {
    }
    if (search.source.kind == ValueSource::Kind::kUnknown) return moment.clock;
    latest = std::max(latest, search.given);
    if (search.source.kind == ValueSource::Kind::kOperation) {
      latest = std::max(latest, search.source.moment.clock);
    }
  }
  return std::min(latest, moment.clock);
}

bool ValueSources::StepLoop(Search& search, const Operation& loop) const {
  const ValueMoment moment = search.source.moment;
  const LoopDecision* last = log_.LastDecision(moment.process, loop, moment.clock);
  if (last == nullptr) {
    return search.Fail("The iterations of the loop in " + LineOf(loop) +
                       " were planned one by one, because sizes are known only at run time.");
  }
  search.given = std::max(search.given, last->branch);
  search.source.passages.push_back("result after " + Times(last->iteration - 1, "iteration") +
                                   " of the loop in " + LineOf(loop));
  return StepDecision(search, loop, *last);
}

bool ValueSources::StepBranch(Search& search, const Operation& branch) const {
  const ValueMoment moment = search.source.moment;
  const auto* end = log_.BranchedAt(moment.process, branch, moment.clock);
  if (end == nullptr) {
    return search.Fail("The branch in " + LineOf(branch) +
                       " was planned at run time, because sizes are known only then.");
  }
  const Operation* last = ReturnOf(*branch.regions[end->region]);
  search.given = std::max(search.given, end->clock);
  search.source.deciders.push_back({branch.operands[0], moment.process, end->clock});
  const bool is_if = branch.is(OpKind::kStablehloIf);
  std::string name = "branch " + std::to_string(end->region) + " of the case";
  if (is_if) name = end->region == 0 ? "true branch of the if" : "false branch of the if";
  search.GoTo(last->operands[moment.value->index], end->clock, name + " in " + LineOf(branch));
  return true;
}

// Returns the end of the call, or a later time at which its values are still there.
uint64_t ValueSources::EndOfCall(const Operation& call, const Operation& function,
                                 ValueMoment moment) const {
  const uint64_t entered = *log_.LastAt(moment.process, call, moment.clock);
  uint64_t end = moment.clock;
  for (const Operation* other : CallsOf(function)) {
    const auto again = log_.NextAfter(moment.process, *other, entered);
    if (again && *again <= end) end = *again - 1;
  }
  return end;
}

bool ValueSources::StepCall(Search& search, const Operation& call) const {
  const ValueMoment moment = search.source.moment;
  const Operation* function = CalleeOf(call);
  if (function == nullptr) return search.Fail("The called function has no body.");
  const Operation* end = FunctionBody(*function)->last;
  if (!log_.LastAt(moment.process, call, moment.clock)) {
    return search.Fail("The call in " + LineOf(call) + " has no step.");
  }
  search.GoTo(end->operands[moment.value->index], EndOfCall(call, *function, moment),
              "returned by the call in " + LineOf(call));
  return true;
}

bool ValueSources::StepTuple(Search& search, const Operation& element) const {
  Search tuple;
  tuple.source.moment = {element.operands[0], search.source.moment.process,
                         search.source.moment.clock};
  while (Step(tuple)) {
  }
  const Value* made = tuple.source.moment.value;
  const bool is_known = tuple.source.kind == ValueSource::Kind::kOperation &&
                        made->operation->is(OpKind::kStablehloTuple);
  if (!is_known) return search.Fail("The tuple is not made by stablehlo.tuple.");
  const auto index = static_cast<size_t>(IntegerOf(element, "index", 0));
  for (std::string& passage : tuple.source.passages) {
    search.source.passages.push_back(std::move(passage));
  }
  search.GoTo(made->operation->operands[index], tuple.source.moment.clock,
              "element " + std::to_string(index) + " of the tuple of " + LineOf(*made->operation));
  return true;
}

// --- Asynchronous operations and tiles.

const Operation* ValueSources::CompletedBy(const Operation& started, int64_t process,
                                           uint64_t clock) const {
  const Operation* start = StartOf(started);
  if (start == nullptr || StartedBy(*start) != &started) return nullptr;
  for (const Operation* next = start->next; next != nullptr; next = next->next) {
    const bool is_it = next->is(OpKind::kStablehloAsyncDone) &&
                       next->operands[0] == start->results[0] && log_.LastAt(process, *next, clock);
    if (is_it) return next;
  }
  return nullptr;
}

// Only the first of several async_done has a step. Without one the operation ran at once.
bool ValueSources::StepStart(Search& search, const Operation& start) const {
  const ValueMoment moment = search.source.moment;
  const Operation* started = StartedBy(start);
  if (started == nullptr || started->results.empty()) {
    return search.Fail("The async_start in " + LineOf(start) + " has no body.");
  }
  const Operation* done = CompletedBy(*started, moment.process, moment.clock);
  search.GoTo(done == nullptr ? started->results[0] : done->results[0], moment.clock,
              "started by the async_start in " + LineOf(start));
  return true;
}

uint64_t ValueSources::TakenAt(const Operation& manual, int64_t process, uint64_t clock) const {
  const uint64_t last = log_.LastAt(process, manual, clock).value_or(clock);
  // Its results were joined then, behind the body.
  const bool has_joined = last != 0 && log_.ExchangeAt(process, manual, last) != nullptr;
  return has_joined ? log_.LastAt(process, manual, last - 1).value_or(last) : last;
}

bool ValueSources::StepTile(Search& search, const Operation& manual) const {
  ValueMoment& moment = search.source.moment;
  const Value* operand = manual.operands[moment.value->index];
  if (IsWhole(*moment.value, *operand)) {
    search.GoTo(operand, moment.clock, "given to the computation in " + LineOf(manual));
    return true;
  }
  moment.clock = TakenAt(manual, moment.process, moment.clock);
  return search.End(ValueSource::Kind::kOperation);
}

bool ValueSources::StepJoined(Search& search, const Operation& manual) const {
  const ValueMoment moment = search.source.moment;
  search.GoTo(ReturnOf(*manual.regions[0])->operands[moment.value->index], moment.clock,
              "returned by the computation in " + LineOf(manual));
  return true;
}

}  // namespace paddock
