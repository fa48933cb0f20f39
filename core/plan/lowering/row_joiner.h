// RowJoiner: finds neighbouring steps that can be one row loop (core/plan/fusion/row_loop.h).
//
// A loop begins with a reduction of rows, or with a product. Steps that compute rows independently
// join if they share data with it. The preceding step joins if the reduction reads its results.
// Later steps join if they read results of the loop, each row from the same row. So attention is
// one loop: a product, a softmax, a product.
#ifndef PADDOCK_CORE_PLAN_LOWERING_ROW_JOINER_H_
#define PADDOCK_CORE_PLAN_LOWERING_ROW_JOINER_H_

#include <cstdint>
#include <vector>

#include "core/plan/fusion/row_loop.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/step_spec.h"

namespace paddock {

// Minimum size of the values; smaller ones stay in the second-level cache anyway.
inline constexpr uint64_t kLeastRowLoopBytes = uint64_t{256} << 10;

class RowJoiner {
 public:
  // Ends the current loop: no later step joins it.
  void Close();
  // Returns whether the step becomes part of the one emitted last. All steps here have `rows`.
  bool CanJoin(const StepSpec& spec) const;
  // Returns whether the step reads nothing of a loop that it does not join, so that it can run
  // before the loop. Later steps can then still join.
  bool MayPrecede(const StepSpec& spec) const;
  // Records that such a step runs before the loop.
  void NotePreceding() { ++preceding_; }
  // Records this step as the one emitted last, not joined to another.
  void Begin(StepSpec spec);
  // Returns the step emitted last and this one as one step. `loop` is its parameters, which
  // FinishRowLoops completes.
  StepSpec Join(StepSpec spec, RowLoop& loop);
  // Returns the loop of the step emitted last; null if that is not a loop.
  RowLoop* loop() const { return loop_; }
  // Returns whether a step of `count` elements may join.
  bool MayJoin(int64_t count) const { return rows_ != 0 && count % rows_ == 0; }
  // Returns the results of the step emitted last.
  std::vector<Leaf> Writes() const;
  // Returns all operations that are fused into the step emitted last.
  std::vector<const Operation*> Operations() const;

 private:
  bool IsWritten(const Leaf& leaf) const;
  bool HasReduction() const;
  // Returns whether a member reads a result of this step.
  bool IsReadHere(const StepSpec& step) const;
  void AddPairs(StepSpec& whole) const;
  bool MayTakePlace(const Leaf& read, size_t writer, size_t write) const;
  void AddShared(const StepSpec& whole, RowLoop& loop) const;
  void Describe(const StepSpec& whole, RowLoop& loop) const;

  std::vector<StepSpec> members_;
  // 0 if no member begins a loop yet.
  int64_t rows_ = 0;
  RowLoop* loop_ = nullptr;
  // Steps that were moved before the loop.
  int preceding_ = 0;
};

// Places values that only a loop reads in scratch memory, and divides the rows into blocks.
void FinishRowLoops(PlanDraft& draft);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_ROW_JOINER_H_
