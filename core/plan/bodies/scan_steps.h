// The steps of a chlo.scan that goes through its body once for each position (scan.cc).
#ifndef PADDOCK_CORE_PLAN_BODIES_SCAN_STEPS_H_
#define PADDOCK_CORE_PLAN_BODIES_SCAN_STEPS_H_

#include <cstdint>
#include <vector>

#include "core/plan/bodies/scalar_loop.h"

namespace paddock {

// Layout of an input or output: outer x length x inner bytes. A slice has outer x inner.
struct Slices {
  int64_t outer = 1;
  int64_t length = 0;
  int64_t inner_bytes = 0;

  int64_t bytes() const { return outer * inner_bytes; }
};

// The carries are copied whole, as slices of length 1.
struct ScanLoop : ScalarLoopJumps {
  std::vector<Slices> inputs;
  std::vector<Slices> outputs;
  std::vector<Slices> carries;
  int64_t length = 0;
  bool is_reverse = false;

  int64_t position(int64_t step) const { return is_reverse ? length - 1 - step : step; }
};

// Inits; carries, outputs, counter.
StepStatus StartScan(StepContext& context);
// Inputs, carries, counter; arguments.
StepStatus FetchScan(StepContext& context);
// Returned values; outputs, carries, counter.
StepStatus StoreScan(StepContext& context);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_SCAN_STEPS_H_
