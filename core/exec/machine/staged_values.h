// Results of a program that was planned at run time, for the continuation of the outer plan.
#ifndef PADDOCK_CORE_EXEC_MACHINE_STAGED_VALUES_H_
#define PADDOCK_CORE_EXEC_MACHINE_STAGED_VALUES_H_

#include <cstddef>

#include "core/grid/hub.h"
#include "core/plan/step.h"

namespace paddock {

// Stages `values` for the continuation, and writes their sizes in order to `sizes`.
void StageWithSizes(Parcel values, std::byte* sizes, StepHost& host);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_MACHINE_STAGED_VALUES_H_
