// MachineGrid: stepping forward and back.
#include <utility>

#include "core/exec/grid/machine_grid.h"

namespace paddock {

uint64_t MachineGrid::steps_done() const {
  uint64_t steps = 0;
  for (const auto& machine : machines_) steps += machine->steps_done();
  return steps;
}

void MachineGrid::SetBreakpoints(const std::vector<const Operation*>& operations) {
  for (const auto& machine : machines_) machine->SetBreakpoints(operations);
}

void MachineGrid::StopBefore(int64_t process, std::function<bool(const Step&)> stops_before) {
  for (const auto& machine : machines_) machine->StopBefore({});
  machine(process).StopBefore(std::move(stops_before));
}

void MachineGrid::SetTrap(bool traps_non_finite) {
  for (const auto& machine : machines_) machine->SetTrap(traps_non_finite);
}

std::shared_ptr<const MachineSnapshot> MachineGrid::Save(
    std::shared_ptr<MemoryBudget> memory) const {
  return machines_.size() == 1 ? machines_[0]->Save(std::move(memory)) : nullptr;
}

bool MachineGrid::Restore(const MachineSnapshot& snapshot) {
  if (machines_.size() != 1 || !machines_[0]->Restore(snapshot)) return false;
  queue_ = RunQueue(1, 0);
  hub_.Unfinish(processes_[0]);
  failed_.clear();
  limit_ = std::numeric_limits<int64_t>::max();
  stops_.clear();
  has_failed_ = false;
  diagnostics_ = {};
  work_done_ = machines_[0]->progress().work_done;
  return true;
}

}  // namespace paddock
