// PlanningPosition: the point of the program that is being planned. Lowering moves it; the other
// parts read it to attribute steps, and to suspend and resume.
#ifndef PADDOCK_CORE_PLAN_LOWERING_PLANNING_POSITION_H_
#define PADDOCK_CORE_PLAN_LOWERING_PLANNING_POSITION_H_

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/ir/operation.h"
#include "core/plan/suspension.h"

namespace paddock {

class PlanningPosition {
 public:
  // --- The blocks being lowered, outermost first, each with its current operation.
  std::span<const SuspensionFrame> frames() const { return frames_; }
  void Enter(Block& block, const Operation* operation = nullptr) {
    frames_.push_back({&block, operation});
  }
  void MoveTo(const Operation& operation) { frames_.back().operation = &operation; }
  void Leave() { frames_.pop_back(); }

  // --- Blocks among them in which a plan cannot end: branches and loops that are planned with
  // jumps, and bodies that are applied to elements.
  enum class FixedKind : uint8_t { kJumps, kBody };
  struct Fixed {
    // The operation that has the block, as Source returns it.
    const Operation* operation = nullptr;
    FixedKind kind = FixedKind::kJumps;
  };
  std::span<const Fixed> fixed() const { return fixed_; }
  void EnterFixed(const Block& block, FixedKind kind) {
    fixed_.push_back({&Source(*block.parent->parent), kind});
  }
  void LeaveFixed() {
    fixed_.pop_back();
    ++left_fixed_;
  }
  // Returns how many of these blocks planning has left.
  uint64_t left_fixed() const { return left_fixed_; }

  // --- Compositions: their parts are not visible.
  bool is_composed() const { return composed_ != nullptr; }
  // Returns the operation of the program that `operation` is a part of: `operation` itself outside
  // compositions.
  const Operation& Source(const Operation& operation) const {
    return composed_ != nullptr ? *composed_ : operation;
  }
  // Returns the previous source, to be restored by LeaveComposition.
  const Operation* EnterComposition(const Operation& source) {
    return std::exchange(composed_, &Source(source));
  }
  void LeaveComposition(const Operation* previous) { composed_ = previous; }

  // --- Dead code, which is planned only for inspection and must not fail.
  bool is_unneeded() const { return unneeded_depth_ != 0; }
  void EnterUnneeded() { ++unneeded_depth_; }
  void LeaveUnneeded() { --unneeded_depth_; }

 private:
  std::vector<SuspensionFrame> frames_;
  std::vector<Fixed> fixed_;
  uint64_t left_fixed_ = 0;
  const Operation* composed_ = nullptr;
  int unneeded_depth_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_PLANNING_POSITION_H_
