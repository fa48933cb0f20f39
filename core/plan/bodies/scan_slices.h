// The applications of a chlo.scan whose body runs once for each position (scan.cc).
#ifndef PADDOCK_CORE_PLAN_BODIES_SCAN_SLICES_H_
#define PADDOCK_CORE_PLAN_BODIES_SCAN_SLICES_H_

#include <cstdint>
#include <vector>

#include "core/plan/bodies/applications.h"

namespace paddock {

// Layout of an input or output: outer x length x inner bytes. A slice has outer x inner.
struct Slices {
  int64_t outer = 1;
  int64_t length = 0;
  int64_t inner_bytes = 0;

  int64_t bytes() const { return outer * inner_bytes; }
};

// Sources: inits. Reads: inputs. Writes: outputs, carries. Runs one at a time, because arguments
// are whole slices. Position counts applications; within one, context.position counts copied bytes.
class ScanApplications final : public Applications {
 public:
  // The carries are copied whole, as slices of length 1.
  std::vector<Slices> inputs;
  std::vector<Slices> outputs;
  std::vector<Slices> carries;
  int64_t length = 0;
  bool is_reverse = false;

  StepStatus Prepare(StepContext& context, const ApplicationMemory& memory) const override;
  bool IsDone(const StepContext&, const ApplicationMemory&, int64_t position) const override {
    return position == length;
  }
  Fetched Fetch(StepContext& context, const ApplicationMemory& memory, int64_t& position,
                std::byte* const* arguments) const override;
  bool Store(StepContext& context, const ApplicationMemory& memory, int64_t& position,
             int64_t count, std::span<const std::byte* const> results) const override;

 private:
  // Place of an application's slices along the scanned dimension.
  int64_t PlaceOf(int64_t position) const { return is_reverse ? length - 1 - position : position; }
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_SCAN_SLICES_H_
