// Bodies that are applied to elements and in which sizes are values that only an application
// knows (a list as long as the element says, say): each is a plan of its own, which one step runs
// to its end and which may be suspended as any other (core/plan/suspension.h).
#ifndef PADDOCK_CORE_PLAN_LATE_BODY_H_
#define PADDOCK_CORE_PLAN_LATE_BODY_H_

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/plan/lowering.h"

namespace paddock {

// References of the step are the plan's inputs, then what the body returns.
struct LateBody {
  std::shared_ptr<const Plan> plan;
  struct Returned {
    ElementType type = ElementType::kI1;
    std::span<const int64_t> shape;
  };
  std::vector<Returned> returned;
  // Nothing but this application tells sizes of what the body returns: the step writes them, one
  // list of i64 for all values, and leaves the values in StepHost::staged.
  bool gives_sizes = false;
};

// The body of an operation that is applied to elements: lowered where it stands, or, if it is late,
// as one step that applies it. Gives what it returns; of a late one of the shapes of `like` or,
// where that is empty, of those that the body's types say.
std::optional<std::vector<Leaf>> EmitAppliedBody(Lowering& lowering, Block& body,
                                                 std::span<const Leaf> arguments,
                                                 std::vector<Leaf> like);

// Emits a lazily planned body whose execution determines sizes of its results. Returns the list of
// these sizes, with which the plan ends. The continuation gets the values by EmitTakeStaged.
std::optional<Leaf> EmitBodyForSizes(Lowering& lowering, Block& body,
                                     std::span<const Leaf> arguments);

// Returns memory like each of `like`, written by a step from StepHost::staged.
std::vector<Leaf> EmitTakeStaged(Lowering& lowering, const Operation& operation,
                                 std::span<const Leaf> like);
// Writes staged values into existing memory.
void EmitTakeStagedTo(Lowering& lowering, const Operation& operation, std::vector<Leaf> writes);

// The plan of `body` by itself (plan.cc). `values` are its arguments, then what it uses of
// outside: as inputs of the plan, in order, or as constants that outlive it. All are numbered
// below `value_count`: those from the module's on were made while planning, as the body was.
Result<std::shared_ptr<const Plan>> MakeBodyPlan(const Module& module, Block& body,
                                                 size_t value_count, const PlanOptions& options,
                                                 std::span<const LiveLeaves> values,
                                                 DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LATE_BODY_H_
