#include "core/api/why/run_log.h"

#include <algorithm>
#include <functional>

#include "core/plan/control_steps.h"
#include "core/plan/step.h"

namespace paddock {
namespace {

bool IsBranch(const Step& step) { return step.function == &BranchStep; }

// Removes the entries before `clock`, but the last one.
template <class Entry, class ClockOf>
size_t RemoveBefore(std::vector<Entry>& entries, uint64_t clock, ClockOf clock_of) {
  if (entries.empty()) return 0;
  const auto end = std::prev(entries.end());
  const auto kept = std::find_if(entries.begin(), end,
                                 [&](const Entry& entry) { return clock_of(entry) >= clock; });
  const auto count = static_cast<size_t>(kept - entries.begin());
  entries.erase(entries.begin(), kept);
  return count;
}

}  // namespace

void RunLog::Add(int64_t process, const Operation& operation, const Step& step, uint64_t clock) {
  if (++entries_ > kMostEntries) Forget();
  last_clock_ = clock;
  std::vector<uint64_t>& clocks = executions_[{process, &operation}].clocks;
  // Several steps in a row compute one operation, such as a collective.
  auto& [last_operation, last_step] = last_[process];
  const bool is_same = last_operation == &operation && last_step != &step && !clocks.empty();
  if (is_same) {
    clocks.back() = clock;
  } else {
    clocks.push_back(clock);
  }
  last_operation = &operation;
  last_step = &step;
  AddExchanges(process, clock);
  if (operation.is(OpKind::kStablehloIf) || operation.is(OpKind::kStablehloCase)) {
    ++entries_;
    AddToBranches(branches_[{process, &operation}], step, clock);
  }
  if (!operation.is(OpKind::kStablehloWhile)) return;
  ++entries_;
  AddToLoop(loops_[{process, &operation}], step, clock);
}

// The steps are a branch, and at the end of each region, in their order, a move of its results.
void RunLog::AddToBranches(Branches& branches, const Step& step, uint64_t clock) {
  if (IsBranch(step)) {
    branches.open = &step;
    return;
  }
  if (branches.open == nullptr) return;
  const auto is_end = [&](const Step& other) { return other.operation == step.operation; };
  const auto region = static_cast<size_t>(std::count_if(branches.open + 1, &step, is_end));
  branches.ends.push_back({clock, region});
  branches.open = nullptr;
}

// The steps of a loop are a move of the operands, then in each iteration a branch and one or two
// moves behind it. A move before the branch in the plan enters the loop.
void RunLog::AddToLoop(Loop& loop, const Step& step, uint64_t clock) {
  if (!IsBranch(step)) {
    loop.moves.emplace_back(clock, &step);
    loop.open = {clock, 0, 0};
    loop.has_open = true;
    return;
  }
  LoopDecision decision{0, clock, 1};
  bool is_first = loop.decisions.empty();
  for (const auto& [moved, move] : loop.moves) {
    decision.boundary = moved;
    is_first |= std::less<>()(move, &step);
  }
  if (!is_first) decision.iteration = loop.decisions.back().iteration + 1;
  loop.decisions.push_back(decision);
  loop.moves.clear();
  loop.has_open = false;
}

void RunLog::Add(const Communication& event) {
  Exchanged exchanged{0, event.kind, event.channel, event.occurrence, {}, {}};
  exchanged.members.assign(event.members.begin(), event.members.end());
  for (const Communication::Root& root : event.roots) exchanged.roots.push_back(root.position);
  pending_[event.process].emplace_back(event.span.begin, std::move(exchanged));
}

void RunLog::AddExchanges(int64_t process, uint64_t clock) {
  const auto found = pending_.find(process);
  if (found == pending_.end()) return;
  for (auto& [begin, exchanged] : found->second) {
    exchanged.clock = clock;
    exchanges_[{process, begin}].push_back(std::move(exchanged));
  }
  pending_.erase(found);
}

void RunLog::Forget() {
  const uint64_t oldest = last_clock_ - last_clock_ / 2;
  entries_ = 0;
  for (auto& [key, list] : executions_) {
    list.forgotten += RemoveBefore(list.clocks, oldest, [](uint64_t clock) { return clock; });
    entries_ += list.clocks.size();
  }
  for (auto& [key, branches] : branches_) {
    RemoveBefore(branches.ends, oldest, [](const Branched& end) { return end.clock; });
    entries_ += branches.ends.size();
  }
  for (auto& [key, loop] : loops_) {
    RemoveBefore(loop.decisions, oldest,
                 [](const LoopDecision& decision) { return decision.branch; });
    entries_ += loop.decisions.size();
  }
}

const RunLog::Executions* RunLog::Find(int64_t process, const Operation& operation) const {
  const auto found = executions_.find({process, &operation});
  return found == executions_.end() ? nullptr : &found->second;
}

std::optional<uint64_t> RunLog::LastAt(int64_t process, const Operation& operation,
                                       uint64_t clock) const {
  const Executions* list = Find(process, operation);
  if (list == nullptr) return std::nullopt;
  const auto after = std::ranges::upper_bound(list->clocks, clock);
  if (after == list->clocks.begin()) return std::nullopt;
  return *std::prev(after);
}

std::optional<uint64_t> RunLog::NextAfter(int64_t process, const Operation& operation,
                                          uint64_t clock) const {
  const Executions* list = Find(process, operation);
  if (list == nullptr) return std::nullopt;
  const auto after = std::ranges::upper_bound(list->clocks, clock);
  if (after == list->clocks.end()) return std::nullopt;
  return *after;
}

uint64_t RunLog::ExecutionsAt(int64_t process, const Operation& operation, uint64_t clock) const {
  const Executions* list = Find(process, operation);
  if (list == nullptr) return 0;
  const auto after = std::ranges::upper_bound(list->clocks, clock);
  return list->forgotten + static_cast<uint64_t>(after - list->clocks.begin());
}

std::optional<uint64_t> RunLog::ClockOf(int64_t process, const Operation& operation,
                                        uint64_t execution) const {
  const Executions* list = Find(process, operation);
  if (list == nullptr || execution <= list->forgotten) return std::nullopt;
  const uint64_t index = execution - list->forgotten - 1;
  if (index >= list->clocks.size()) return std::nullopt;
  return list->clocks[static_cast<size_t>(index)];
}

const LoopDecision* RunLog::LastDecision(int64_t process, const Operation& loop,
                                         uint64_t clock) const {
  const auto found = loops_.find({process, &loop});
  if (found == loops_.end()) return nullptr;
  const std::vector<LoopDecision>& decisions = found->second.decisions;
  const auto after = std::ranges::upper_bound(decisions, clock, {}, &LoopDecision::branch);
  return after == decisions.begin() ? nullptr : &*std::prev(after);
}

const LoopDecision* RunLog::NextDecision(int64_t process, const Operation& loop,
                                         uint64_t clock) const {
  const auto found = loops_.find({process, &loop});
  if (found == loops_.end()) return nullptr;
  const std::vector<LoopDecision>& decisions = found->second.decisions;
  const auto decision = std::ranges::lower_bound(decisions, clock, {}, &LoopDecision::branch);
  if (decision != decisions.end()) return &*decision;
  return found->second.has_open ? &found->second.open : nullptr;
}

const RunLog::Branched* RunLog::BranchedAt(int64_t process, const Operation& branch,
                                           uint64_t clock) const {
  const auto found = branches_.find({process, &branch});
  if (found == branches_.end()) return nullptr;
  const std::vector<Branched>& ends = found->second.ends;
  const auto after = std::ranges::upper_bound(ends, clock, {}, &Branched::clock);
  return after == ends.begin() ? nullptr : &*std::prev(after);
}

const Exchanged* RunLog::ExchangeAt(int64_t process, const Operation& operation,
                                    uint64_t clock) const {
  const auto found = exchanges_.find({process, operation.span.begin});
  if (found == exchanges_.end()) return nullptr;
  auto event = std::ranges::lower_bound(found->second, clock, {}, &Exchanged::clock);
  for (; event != found->second.end() && event->clock == clock; ++event) {
    if (event->kind != CommunicationKind::kSend) return &*event;
  }
  return nullptr;
}

const Exchanged* RunLog::SentBetween(int64_t process, const Operation& operation, uint64_t begin,
                                     uint64_t end) const {
  const auto found = exchanges_.find({process, operation.span.begin});
  if (found == exchanges_.end()) return nullptr;
  const auto sent = std::ranges::find_if(found->second, [&](const Exchanged& event) {
    return event.kind == CommunicationKind::kSend && begin < event.clock && event.clock <= end;
  });
  return sent == found->second.end() ? nullptr : &*sent;
}

RunLog::Counterpart RunLog::CounterpartOf(const Exchanged& event, int64_t process) const {
  CommunicationKind wanted = event.kind;
  if (event.kind == CommunicationKind::kReceive) wanted = CommunicationKind::kSend;
  if (event.kind == CommunicationKind::kSend) wanted = CommunicationKind::kReceive;
  for (auto at = exchanges_.lower_bound({process, 0});
       at != exchanges_.end() && at->first.first == process; ++at) {
    for (const Exchanged& other : at->second) {
      if (other.kind != wanted || other.channel != event.channel ||
          other.occurrence != event.occurrence || other.members != event.members) {
        continue;
      }
      return {&other, {at->first.second, at->first.second}};
    }
  }
  return {};
}

}  // namespace paddock
