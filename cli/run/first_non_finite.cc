#include "cli/run/first_non_finite.h"

#include <algorithm>
#include <deque>
#include <set>

#include "cli/run/value_run.h"
#include "core/api/query/walk.h"
#include "core/api/query/window.h"
#include "core/ir/module.h"

namespace paddock::cli {
namespace {

// Maximum number of values of a slice that are shown.
constexpr size_t kMostOfSlice = 16;

const Operation* OperationAt(const Program& program, Span span) {
  const Operation* found = nullptr;
  ForEachOperation(*program.module().operation()->regions[0],
                   [&](const Operation& operation, uint32_t) {
                     if (operation.span == span) found = &operation;
                     return found == nullptr;
                   });
  return found;
}

// Returns the leaves of values, in the order of the text.
std::vector<ValueLeaf> LeavesWith(const Program& program, const std::set<const Value*>& values) {
  std::vector<ValueLeaf> leaves;
  const Span whole{0, static_cast<uint32_t>(program.source().text().size())};
  for (ValueLeaf& leaf : ValueLeavesIn(program, whole)) {
    if (values.contains(leaf.value)) leaves.push_back(std::move(leaf));
  }
  return leaves;
}

std::vector<ValueSummary> SummariesOf(const Program& program, const Session& session,
                                      const std::set<const Value*>& values, ProcessId process) {
  std::vector<ValueSummary> summaries;
  for (const ValueLeaf& leaf : LeavesWith(program, values)) {
    if (auto summary = SummarizeValue(session, leaf, process)) {
      summaries.push_back(*std::move(summary));
    }
  }
  return summaries;
}

// Returns the operands from which `value` is computed: those of its operation, or of the operation
// whose region has it as an argument.
std::span<Value* const> SourcesOf(const Value& value) {
  const Operation* operation =
      value.is_block_argument() ? value.block->parent->parent : value.operation;
  return operation == nullptr ? std::span<Value* const>() : operation->operands;
}

// Returns the nearest values that lead to the operation, operands first.
std::set<const Value*> SliceBefore(const Operation& operation) {
  std::set<const Value*> slice;
  std::deque<const Value*> open(operation.operands.begin(), operation.operands.end());
  while (!open.empty() && slice.size() < kMostOfSlice) {
    const Value* value = open.front();
    open.pop_front();
    if (!slice.insert(value).second) continue;
    for (const Value* source : SourcesOf(*value)) open.push_back(source);
  }
  return slice;
}

bool HasKind(const Tensor& elements, NonFinite kind) {
  const TensorSummary summary = SummarizeTensor(elements, 1);
  if (kind == NonFinite::kNan) return summary.nan_count != 0;
  if (kind == NonFinite::kInfinity) return summary.infinity_count != 0;
  return summary.nan_count + summary.infinity_count != 0;
}

// Returns the row-major index of the first element of the kind, or -1.
int64_t FirstIn(const ValueView& sight, NonFinite kind) {
  int64_t count = sight.is_splat ? 1 : sight.elements.element_count();
  if (count == 0 || !HasKind(PartOf(sight.elements, 0, count), kind)) return -1;
  int64_t first = 0;
  while (count > 1) {
    const int64_t half = count / 2;
    const bool is_left = HasKind(PartOf(sight.elements, first, half), kind);
    if (!is_left) first += half;
    count = is_left ? half : count - half;
  }
  return first;
}

void DescribeFirst(const Session& session, NonFinite kind, FoundOperation& found) {
  for (const Value* result : found.operation->results) {
    int64_t first = -1;
    std::vector<int64_t> shape;
    session.LookAt(
        *result, 0,
        [&](const ValueView& sight) {
          first = FirstIn(sight, kind);
          shape.assign(sight.shape.begin(), sight.shape.end());
        },
        found.process);
    if (first < 0) continue;
    found.index = IndexText(first, shape);
    for (const Value* operand : found.operation->operands) {
      session.LookAt(
          *operand, 0,
          [&](const ValueView& sight) {
            if (!std::ranges::equal(sight.shape, shape)) return;
            found.operands.push_back("%" + std::string(operand->name) + " is " +
                                     ElementText(sight.elements, sight.is_splat ? 0 : first));
          },
          found.process);
    }
    return;
  }
}

Debugger::Stop RunOn(Debugger& debugger, Host& host, bool& is_interrupted) {
  constexpr int64_t kSlice = int64_t{10} << 20;
  debugger.GoOn();
  Debugger::Stop stop;
  do {
    stop = debugger.Run(kSlice);
    is_interrupted = host.is_interrupted();
  } while (stop == Debugger::Stop::kBudgetSpent && !is_interrupted);
  return stop;
}

// Returns whether the last operation produced an element of the kind.
bool IsFound(const Program& program, const Debugger& debugger, NonFinite kind,
             FoundOperation& found) {
  const Session& session = debugger.session();
  found = {};
  found.operation = OperationAt(program, debugger.last_span());
  if (found.operation == nullptr) return false;
  found.process = session.grid().ProcessOf(debugger.place().process);
  const std::set<const Value*> results(found.operation->results.begin(),
                                       found.operation->results.end());
  found.results = SummariesOf(program, session, results, found.process);
  const bool is_found = std::ranges::any_of(
      found.results, [&](const ValueSummary& value) { return Holds(value, kind); });
  if (!is_found) return false;
  found.execution = found.results.front().executions;
  found.slice = SummariesOf(program, session, SliceBefore(*found.operation), found.process);
  DescribeFirst(session, kind, found);
  return true;
}

}  // namespace

bool Holds(const ValueSummary& value, NonFinite kind) {
  return (kind != NonFinite::kInfinity && value.nan_count != 0) ||
         (kind != NonFinite::kNan && value.infinity_count != 0);
}

SearchEnd FindFirst(const Program& program, Debugger& debugger, NonFinite kind, Host& host,
                    FoundOperation& found) {
  debugger.SetTrap(true);
  while (true) {
    bool is_interrupted = false;
    const Debugger::Stop stop = RunOn(debugger, host, is_interrupted);
    if (is_interrupted) return SearchEnd::kInterrupted;
    if (stop == Debugger::Stop::kFinished) return SearchEnd::kFinished;
    if (stop != Debugger::Stop::kTrap) return SearchEnd::kFailed;
    if (IsFound(program, debugger, kind, found)) return SearchEnd::kFound;
  }
}

}  // namespace paddock::cli
