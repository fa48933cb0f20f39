// RunQueue: selects the process of a grid that runs next. Pure logic; if several threads use it,
// one lock must guard it.
#ifndef PADDOCK_CORE_EXEC_GRID_RUN_QUEUE_H_
#define PADDOCK_CORE_EXEC_GRID_RUN_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace paddock {

//            Take            Block
//   ready ----------> running -----> blocked
//     ^  <-- PutBack --  |               |
//     |                  +--> ended      |
//     +------------- Wake ---------------+
class RunQueue {
 public:
  // Starts with all processes ready. The queue is first-in, first-out, or random with a seed.
  RunQueue(size_t processes, uint64_t seed);

  std::optional<size_t> Take();
  // Puts a running process back: to the end of the queue, or to its front.
  void PutBack(size_t process);
  void PutFirst(size_t process);
  // The process stays ready if it was woken while it ran.
  void Block(size_t process);
  void End(size_t process);
  // Returns true if the call made the process ready.
  bool Wake(size_t process);

  bool has_ready() const { return !ready_.empty(); }
  // Returns the process that Take returns without a seed.
  std::optional<size_t> next() const {
    return ready_.empty() ? std::nullopt : std::optional<size_t>(ready_.front());
  }
  // Numbers of processes that are running, and that have not ended.
  size_t running() const { return running_; }
  size_t unfinished() const { return unfinished_; }

 private:
  enum class State : uint8_t { kReady, kRunning, kWoken, kBlocked, kEnded };

  uint64_t Draw();

  std::vector<State> states_;
  std::deque<size_t> ready_;
  size_t running_ = 0;
  size_t unfinished_ = 0;
  uint64_t random_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_GRID_RUN_QUEUE_H_
