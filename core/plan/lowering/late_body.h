// Late bodies: bodies applied to elements, in which sizes depend on the values of one application
// (say, a list as long as the element). Each has a plan of its own, which one step runs to its end.
// The plan may be suspended like any other (core/plan/suspension.h).
#ifndef PADDOCK_CORE_PLAN_LOWERING_LATE_BODY_H_
#define PADDOCK_CORE_PLAN_LOWERING_LATE_BODY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/ir/module.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/lower_table.h"
#include "core/plan/plan.h"
#include "core/plan/references.h"

namespace paddock {

class Emitter;

struct LateBody {
  std::shared_ptr<const Plan> plan;
  size_t input_count = 0;
  struct Returned {
    ElementType type = ElementType::kI1;
    std::span<const int64_t> shape;
  };
  std::vector<Returned> returned;
  // The sizes of the body's results depend on the application. The step writes the sizes as one
  // list of i64, and leaves the values in StepHost::staged; `returned` is empty.
  bool gives_sizes = false;
};

template <class Phase>
struct LateBodyReferences {
  // Inputs of the plan.
  ReadSpan<Phase, &LateBody::input_count> inputs;
  WriteSpan<Phase, &LateBody::returned> results;
  // None or one.
  WriteSpan<Phase, &LateBody::gives_sizes> sizes;
};

// Lowers the body of an operation that is applied to elements: in place, or, for a late body, as
// one step that applies it. Returns the body's results. Results of a late body have the shapes of
// `like`, or of the body's types if `like` is empty.
std::optional<std::vector<Leaf>> EmitAppliedBody(Lowering& lowering, Block& body,
                                                 std::span<const Leaf> arguments,
                                                 std::vector<Leaf> like);

// Emits a lazily planned body whose execution determines sizes of its results. Returns the list of
// these sizes; the plan ends after it. The continuation gets the values by EmitTakeStaged.
std::optional<Leaf> EmitBodyForSizes(Lowering& lowering, Block& body,
                                     std::span<const Leaf> arguments);

// Returns memory like each of `like`, written by a step from StepHost::staged.
std::vector<Leaf> EmitTakeStaged(Emitter& emitter, const Operation& operation,
                                 std::span<const Leaf> like);
// Writes staged values into existing memory.
void EmitTakeStagedTo(Emitter& emitter, const Operation& operation, std::vector<Leaf> writes);

// Plans `body` alone (build_plan.cc). `values` are its arguments, then its captured values: inputs
// of the plan, in order, or constants that outlive it. All ids are below `value_count`. Ids from
// the module's count on belong to values made while planning.
Result<std::shared_ptr<const Plan>> MakeBodyPlan(const LowerTable& table, const Module& module,
                                                 Block& body, size_t value_count,
                                                 const PlanOptions& options,
                                                 std::span<const LiveLeaves> values,
                                                 DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_LATE_BODY_H_
