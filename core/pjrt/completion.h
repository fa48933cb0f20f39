// Completion: the end of an asynchronous computation, which events and buffers wait for.
#ifndef PADDOCK_CORE_PJRT_COMPLETION_H_
#define PADDOCK_CORE_PJRT_COMPLETION_H_

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/pjrt/error.h"

namespace paddock::pjrt {

// Thread-safe. Where one is optional, `nullptr` means a computation that has succeeded.
class Completion {
 public:
  using Listener = std::function<void(const std::optional<Problem>&)>;

  // Ends the computation and calls the listeners. A call from a listener returns before its own
  // listeners were called, so chains of computations need no deep stack.
  void Finish(std::optional<Problem> problem);
  bool is_done() const;
  // Blocks until the end.
  std::optional<Problem> Wait() const;
  // Calls `listener` at the end, or immediately after it.
  void OnDone(Listener listener);

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable ended_;
  bool is_done_ = false;
  std::optional<Problem> problem_;
  std::vector<Listener> listeners_;
};

using CompletionRef = std::shared_ptr<Completion>;

inline bool IsDone(const CompletionRef& completion) {
  return completion == nullptr || completion->is_done();
}

// Calls `run` with the first problem once all completions are done.
void WhenAllDone(std::vector<CompletionRef> pending, Completion::Listener run);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_COMPLETION_H_
