// Schedule: the computation of each process between communications, and the data that it sends and
// receives.
#ifndef PADDOCK_CORE_COST_SCHEDULE_H_
#define PADDOCK_CORE_COST_SCHEDULE_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>
#include <vector>

#include "core/cost/machine_model.h"
#include "core/run/process_grid.h"
#include "core/run/step_span.h"

namespace paddock {

struct Step;
struct Traffic;

struct ProcessSchedule {
  struct Event {
    // Computation since the preceding event.
    double seconds = 0;
    // Index of Schedule::traffic.
    uint32_t traffic = 0;
  };
  std::vector<Event> events;
  // Computation after the last event, and in total.
  double seconds_after = 0;
  double compute_seconds = 0;
  uint64_t operations = 0;
  uint64_t bytes = 0;
};

class Schedule {
 public:
  // Maximum number of kept events; see is_complete.
  static constexpr uint64_t kMaximumEvents = 20'000'000;

  Schedule(GridSize grid, const MachineModel& machine) : grid_(grid), machine_(machine) {}

  // Adds a plan whose steps run once each, in order (Plan::is_straight), for all processes.
  void AddPlan(const std::shared_ptr<const Plan>& plan);
  // Adds a step of a run. Callable from any thread.
  void AddSpan(int64_t process, const StepSpan& span);

  GridSize grid() const { return grid_; }
  const ProcessSchedule& OfProcess(int64_t process) const;
  const std::vector<const Traffic*>& traffic() const { return traffic_; }
  bool is_complete() const { return event_count_ <= kMaximumEvents; }

 private:
  void Add(ProcessSchedule& schedule, const Step& step);

  GridSize grid_;
  const MachineModel& machine_;
  std::mutex mutex_;
  // One for all processes, or one for each.
  std::vector<ProcessSchedule> processes_;
  // Plans that own the traffic.
  std::set<std::shared_ptr<const Plan>> plans_;
  const Plan* last_plan_ = nullptr;
  std::unordered_map<const Traffic*, uint32_t> numbers_;
  std::vector<const Traffic*> traffic_;
  uint64_t event_count_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_COST_SCHEDULE_H_
