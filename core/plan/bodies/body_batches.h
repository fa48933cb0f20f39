// Applications many at a time, for pure scalar bodies: one step runs the body's tile program over
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
  // Most applications at a time.
  int64_t at_once = 1;
  // Whether results go to arrays before they are stored. Otherwise Applications::Place says where.
  bool has_result_arrays = true;
  // StepSpec::work, without that of the body in `applications` applications; not for chunks.
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
