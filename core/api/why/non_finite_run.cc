#include "core/api/why/non_finite_run.h"

#include <algorithm>

#include "core/api/why/bad_cell.h"
#include "core/exec/grid/machine_grid.h"

namespace paddock {
namespace {

std::optional<std::vector<int64_t>> FirstBadCellOf(const Session& session, const Value& value,
                                                   int64_t process, Why::Bad bad) {
  std::optional<std::vector<int64_t>> cell;
  const auto look = [&](const ValueView& view) { cell = FirstBadCell(view, bad); };
  session.LookAt(value, 0, look, session.grid().ProcessOf(process));
  return cell;
}

// Returns whether the results are those of other operations, which were inspected when they ran.
bool PassesOn(const Operation& operation) {
  return operation.is(OpKind::kStablehloWhile) || operation.is(OpKind::kStablehloIf) ||
         operation.is(OpKind::kStablehloCase) || operation.is(OpKind::kFuncCall) ||
         operation.is(OpKind::kStablehloComposite) || operation.is(OpKind::kSdyManualComputation) ||
         operation.is(OpKind::kStablehloTuple) || operation.is(OpKind::kStablehloGetTupleElement) ||
         operation.is(OpKind::kStablehloConstant);
}

}  // namespace

NonFiniteRun::NonFiniteRun(Session& session, NonFiniteKinds kinds)
    : session_(session), kinds_(kinds) {
  session_.machines().SetTrap(kinds.has_nan || kinds.has_infinity);
}

NonFiniteRun::~NonFiniteRun() { session_.machines().SetTrap(false); }

StopReason NonFiniteRun::Run(int64_t work_budget) {
  found_.clear();
  const StopReason reason = session_.Run(work_budget);
  if (reason != StopReason::kTrap) return reason;
  const int64_t process = session_.machines().current();
  const Operation* operation = session_.machines().machine(process).last_operation();
  if (operation != nullptr) LookAfter(*operation, process);
  if (found_.empty()) return StopReason::kBudgetSpent;
  session_.machines().SetTrap(kinds_.has_nan || kinds_.has_infinity);
  return StopReason::kTrap;
}

void NonFiniteRun::LookAfter(const Operation& operation, int64_t process) {
  for (const Why::Bad bad : {Why::Bad::kNan, Why::Bad::kInfinity}) {
    const bool is_nan = bad == Why::Bad::kNan;
    bool& is_wanted = is_nan ? kinds_.has_nan : kinds_.has_infinity;
    if (!is_wanted) continue;
    for (const Value* result : operation.results) {
      auto cell = FirstBadCellOf(session_, *result, process, bad);
      if (!cell) continue;
      const uint64_t occurrence = ++occurrences_[is_nan ? 0 : 1][{result, process}];
      is_wanted = PassesOn(operation) || HasOperandWith(operation, process, bad);
      if (!is_wanted) found_.push_back({result, process, bad, *std::move(cell), occurrence});
      // Why::RunToFirst also stops once for an operation.
      break;
    }
  }
}

// A NaN explains an infinity, such as that of a NaN's reciprocal, but not the reverse.
bool NonFiniteRun::HasOperandWith(const Operation& operation, int64_t process, Why::Bad bad) const {
  return std::ranges::any_of(operation.operands, [&](const Value* operand) {
    return FirstBadCellOf(session_, *operand, process, Why::Bad::kNan) ||
           (bad == Why::Bad::kInfinity &&
            FirstBadCellOf(session_, *operand, process, Why::Bad::kInfinity));
  });
}

std::optional<WhyTarget> RunTo(Why& why, const NonFinite& found) {
  Why::End end = Why::End::kStopped;
  for (uint64_t count = 0; count < found.occurrence;) {
    const auto target = why.RunToFirst(found.bad, end);
    if (!target) return std::nullopt;
    const bool is_it = target->value == found.value && target->process == found.process;
    if (is_it && ++count == found.occurrence) return target;
  }
  return std::nullopt;
}

}  // namespace paddock
