// Continuations: ends a plan that computes sizes of later steps, and resumes planning when they are
// known (core/plan/suspension.h). Where a plan cannot end, it makes the enclosing branch, loop or
// body late.
#ifndef PADDOCK_CORE_PLAN_LOWERING_CONTINUATIONS_H_
#define PADDOCK_CORE_PLAN_LOWERING_CONTINUATIONS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/elementwise_scheduler.h"
#include "core/plan/lowering/emitter.h"
#include "core/plan/lowering/module_facts.h"
#include "core/plan/lowering/plan_diagnostics.h"
#include "core/plan/lowering/plan_knowledge.h"
#include "core/plan/lowering/planning_position.h"
#include "core/plan/lowering/values.h"
#include "core/plan/suspension.h"

namespace paddock {

struct PendingCollective;

class Continuations {
 public:
  Continuations(const Module& module, const ModuleFacts& facts, PlanKnowledge& knowledge,
                PlanningPosition& position, PlanDiagnostics& diagnostics, Values& values,
                ElementwiseScheduler& elementwise, Emitter& emitter);
  Continuations(const Continuations&) = delete;
  Continuations& operator=(const Continuations&) = delete;

  // --- Suspending.
  // Ends the plan before `operation`: the continuation is planned when the values are known.
  std::unexpected<Failure> Suspend(const Operation& operation,
                                   std::span<const Value* const> needed);
  // Like Suspend, if preceding steps write the values that `operation` itself needs. TakeKnown
  // returns them when planning resumes there.
  std::unexpected<Failure> SuspendFor(const Operation& operation, std::span<const Leaf> leaves);
  std::vector<Leaf> TakeKnown() { return std::exchange(known_, {}); }
  // Like Suspend, before the end of `block`, whose lowering is complete.
  std::unexpected<Failure> SuspendAtEnd(Block& block);
  bool is_suspended() const { return emitter_.draft().suspension != nullptr; }
  bool has_stopped() const { return is_suspended() || needs_another_attempt_; }

  // --- Resuming.
  // Binds the live values, and resumes at the place of a suspension; at the beginning of the plan
  // if there is no path.
  void Resume(std::span<const SuspensionFrame> path, std::span<const LiveLeaves> live);
  // Returns whether planning resumes inside this block.
  bool ResumesIn(const Block& block) const {
    return resume_depth_ < resume_path_.size() && resume_path_[resume_depth_].block == &block;
  }
  // Enters the block that planning resumes in, and returns the operation to resume at.
  const Operation* TakeResumePoint() { return resume_path_[resume_depth_++].operation; }
  // Returns whether planning resumes inside the current operation.
  bool is_resuming() const { return resume_depth_ != 0 && resume_depth_ < resume_path_.size(); }

  // --- Requests for another attempt to plan.
  // Marks this branch or loop, or the body around it, as late for the next attempt.
  std::unexpected<Failure> MakeLate(const Operation& operation);
  bool IsLate(const Operation& operation) const;
  // Skips dead code in the next attempt.
  void PassOver(const Operation& operation);
  bool IsPassedOver(const Operation& operation) const;
  bool needs_another_attempt() const { return needs_another_attempt_; }

  // --- Futures: async_done finds the collective by the leaf that async_start bound.
  void KeepPending(const Leaf& ticket, std::shared_ptr<const PendingCollective> pending) {
    pending_[{ticket.where, ticket.index}] = std::move(pending);
  }
  // Returns null for a future whose value is the leaf itself.
  std::shared_ptr<const PendingCollective> FindPending(const Leaf& ticket) const;

 private:
  bool TraceToArguments(std::span<const Value* const> values);
  void EmitSuspension(const Operation& operation, std::span<const Value* const> needed,
                      std::span<const Leaf> known);
  void HandOn(LiveLeaves& live);
  void ResumeFuture(const LiveLeaves& live);
  const Operation* LateFor(const Operation& operation) const;

  const Module& module_;
  const ModuleFacts& facts_;
  PlanKnowledge& knowledge_;
  PlanningPosition& position_;
  PlanDiagnostics& diagnostics_;
  Values& values_;
  ElementwiseScheduler& elementwise_;
  Emitter& emitter_;
  bool needs_another_attempt_ = false;
  // Whether the planned inputs are not a function's arguments.
  bool is_rest_ = false;
  std::vector<Leaf> known_;
  std::vector<SuspensionFrame> resume_path_;
  size_t resume_depth_ = 0;
  // By the ticket's place.
  std::map<std::pair<Leaf::Where, uint32_t>, std::shared_ptr<const PendingCollective>> pending_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_CONTINUATIONS_H_
