// PlannedRun: runs steps of a draft while planning.
#ifndef PADDOCK_CORE_PLAN_LOWERING_PLANNED_RUN_H_
#define PADDOCK_CORE_PLAN_LOWERING_PLANNED_RUN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/diagnostics/diagnostic.h"
#include "core/plan/lowering/draft.h"

namespace paddock {

class PlannedRun {
 public:
  // `draft` and `sink`, which gets what the steps report, must outlive the run.
  PlannedRun(const PlanDraft& draft, DiagnosticSink& sink);

  // Runs a step that reads constants and slots of steps before it, and returns the number of the
  // next one. `number` is the step's. Returns nothing if the step fails, or does something else
  // than to write its results.
  std::optional<size_t> RunStep(const DraftStep& step, size_t number);

  // Memory of a slot, aligned as in a run.
  std::byte* Memory(SlotId slot);
  // Hands over the memory around Memory(slot).
  std::vector<std::byte> Take(SlotId slot) { return std::move(slots_[slot]); }

 private:
  std::byte* Scratch();
  std::byte* Address(const DraftReference& reference);

  const PlanDraft& draft_;
  DiagnosticSink& sink_;
  // By slot.
  std::vector<std::vector<std::byte>> slots_;
  // Empty before the first step.
  std::vector<std::byte> scratch_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_PLANNED_RUN_H_
