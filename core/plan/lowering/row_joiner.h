// RowJoiner: finds neighbouring steps that can be one row loop (core/plan/fusion/row_loop.h).
//
// A loop begins with a reduction of rows. Steps that compute rows independently join if they share
// data with it. The preceding step joins if the reduction reads its results. Later steps join if
// they read what the loop writes, of the same row.
#ifndef PADDOCK_CORE_PLAN_LOWERING_ROW_JOINER_H_
#define PADDOCK_CORE_PLAN_LOWERING_ROW_JOINER_H_

#include <cstdint>
#include <vector>

#include "core/plan/fusion/row_loop.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/step_spec.h"

namespace paddock {

// Smaller values stay in the second-level cache anyway.
inline constexpr uint64_t kLeastRowLoopBytes = uint64_t{256} << 10;

class RowJoiner {
 public:
  // Ends the current loop: no later step joins it.
  void Close();
  // Whether the step becomes part of the one that was emitted last. All steps here have `rows`.
  bool CanJoin(const StepSpec& spec) const;
  // The step emitted last is this one, and no part of another.
  void Begin(StepSpec spec);
  // The step emitted last together with this one, as one step; `loop` is its parameters, which are
  // complete after FinishRowLoops.
  StepSpec Join(StepSpec spec, RowLoop& loop);
  // The loop that the step emitted last is; null if it is none.
  RowLoop* loop() const { return loop_; }
  // Returns whether a step of so many elements may join.
  bool MayJoin(int64_t count) const { return rows_ != 0 && count % rows_ == 0; }
  // All that is fused into what the step emitted last is.
  std::vector<const Operation*> Operations() const;

 private:
  bool IsWritten(const Leaf& leaf) const;
  // Whether a member reads what this one writes.
  bool IsReadHere(const StepSpec& step) const;
  void AddPairs(StepSpec& whole) const;
  bool MayTakePlace(const Leaf& read, size_t writer, size_t write) const;
  void Describe(const StepSpec& whole, RowLoop& loop) const;

  std::vector<StepSpec> members_;
  // 0 as long as there is no reduction.
  int64_t rows_ = 0;
  RowLoop* loop_ = nullptr;
};

// Places values that only a loop reads in scratch memory, and cuts the rows into blocks.
void FinishRowLoops(PlanDraft& draft);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_ROW_JOINER_H_
