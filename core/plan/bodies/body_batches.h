// Applications in batches, for pure scalar bodies: one step runs the body's tile program over
// arrays of arguments.
#ifndef PADDOCK_CORE_PLAN_BODIES_BODY_BATCHES_H_
#define PADDOCK_CORE_PLAN_BODIES_BODY_BATCHES_H_

#include <cstdint>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/bodies/applications.h"

namespace paddock {

class Lowering;

struct BatchOptions {
  // Maximum number of applications in a batch.
  int64_t at_once = 1;
  // Whether results go to arrays before they are stored. Otherwise Applications::Place sets their
  // targets.
  bool has_result_arrays = true;
  // StepSpec::work, without the work of the body in `applications` applications; unused for chunks.
  int64_t work = kStepWork;
  int64_t applications = 0;
  // StepSpec::operations.
  uint64_t operations = 0;
};

// Emits the applications of `body`: as batches if it is a pure scalar body, otherwise as a scalar
// loop.
Result<void> EmitApplications(Lowering& lowering, const AppliedOperation& applied, Block& body,
                              const BatchOptions& options);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_BODY_BATCHES_H_
