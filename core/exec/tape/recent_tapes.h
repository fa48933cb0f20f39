// RecentTapes: bound tapes of machines that have ended. A session that runs a plan again mostly has
// its memory at the addresses of the session before it, and binding a tape, machine code included,
// takes longer than many a loop.
#ifndef PADDOCK_CORE_EXEC_TAPE_RECENT_TAPES_H_
#define PADDOCK_CORE_EXEC_TAPE_RECENT_TAPES_H_

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>

#include "core/exec/tape/bound_tape.h"
#include "core/plan/tape.h"

namespace paddock {

// Machines of several threads share it.
class RecentTapes {
 public:
  // The tapes of this process.
  static RecentTapes& OfProcess();

  explicit RecentTapes(size_t capacity) : capacity_(capacity) {}

  // Returns a tape of this plan that is bound to this memory; null if there is none.
  std::unique_ptr<BoundTape> Take(const std::shared_ptr<const TapePlan>& plan,
                                  const TapeMemory& memory);
  // Keeps a bound tape as long as its plan exists and fewer than `capacity` tapes are younger.
  void Keep(std::unique_ptr<BoundTape> tape);

 private:
  struct Kept {
    std::weak_ptr<const TapePlan> plan;
    std::unique_ptr<BoundTape> tape;
  };

  const size_t capacity_;
  std::mutex mutex_;
  // The youngest is the last.
  std::deque<Kept> kept_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_TAPE_RECENT_TAPES_H_
