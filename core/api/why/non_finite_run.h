// NonFiniteRun: runs a session until an operation makes a NaN or an infinity.
//
// An operation makes a NaN if no operand has one, and an infinity if no operand has a NaN or an
// infinity. So a program may compute with infinite constants, such as the masks of an attention.
#ifndef PADDOCK_CORE_API_WHY_NON_FINITE_RUN_H_
#define PADDOCK_CORE_API_WHY_NON_FINITE_RUN_H_

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/api/run/session.h"
#include "core/api/why/why.h"
#include "core/ir/operation.h"

namespace paddock {

struct NonFinite {
  // Result of the operation that made it.
  const Value* value = nullptr;
  int64_t process = 0;
  Why::Bad bad = Why::Bad::kNan;
  // The first such element.
  std::vector<int64_t> cell;
  // Number of times that this process computed the value with such an element, from 1. Another run
  // with the same inputs finds the same one.
  uint64_t occurrence = 0;
};

struct NonFiniteKinds {
  bool has_nan = true;
  bool has_infinity = true;
};

class NonFiniteRun {
 public:
  // `session`, which must outlive it, has the level kFaithful, and runs on one thread.
  NonFiniteRun(Session& session, NonFiniteKinds kinds);
  // The session goes on without stops.
  ~NonFiniteRun();
  NonFiniteRun(const NonFiniteRun&) = delete;
  NonFiniteRun& operator=(const NonFiniteRun&) = delete;

  // Like Session::Run. Returns kTrap once an operation made such an element. Further calls look for
  // the kinds that are not found yet.
  StopReason Run(int64_t work_budget);
  // Elements that the operation made at which the last call stopped, at most one of each kind.
  const std::vector<NonFinite>& found() const { return found_; }

 private:
  void LookAfter(const Operation& operation, int64_t process);
  bool HasOperandWith(const Operation& operation, int64_t process, Why::Bad bad) const;

  Session& session_;
  // Kinds that are not found yet.
  NonFiniteKinds kinds_;
  std::vector<NonFinite> found_;
  std::map<std::pair<const Value*, int64_t>, uint64_t> occurrences_[2];
};

// Runs `why`, which has not run yet, to the moment of `found`. Returns nothing if the run ends
// before it.
std::optional<WhyTarget> RunTo(Why& why, const NonFinite& found);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_NON_FINITE_RUN_H_
