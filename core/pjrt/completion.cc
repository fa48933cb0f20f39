#include "core/pjrt/completion.h"

#include <deque>
#include <utility>

namespace paddock::pjrt {
namespace {

using Task = std::function<void()>;

// Tasks of this thread that wait for the running one.
thread_local std::deque<Task>* waiting_tasks = nullptr;

void RunAfterOthers(Task task) {
  if (waiting_tasks != nullptr) {
    waiting_tasks->push_back(std::move(task));
    return;
  }
  std::deque<Task> tasks;
  waiting_tasks = &tasks;
  tasks.push_back(std::move(task));
  while (!tasks.empty()) {
    const Task next = std::move(tasks.front());
    tasks.pop_front();
    next();
  }
  waiting_tasks = nullptr;
}

// Counts the completions that are not done yet.
struct Countdown {
  std::mutex mutex;
  size_t left = 0;
  std::optional<Problem> problem;
};

}  // namespace

void Completion::Finish(std::optional<Problem> problem) {
  std::vector<Listener> listeners;
  {
    const std::lock_guard lock(mutex_);
    is_done_ = true;
    problem_ = problem;
    listeners.swap(listeners_);
  }
  ended_.notify_all();
  for (Listener& listener : listeners) {
    RunAfterOthers([listener = std::move(listener), problem] { listener(problem); });
  }
}

bool Completion::is_done() const {
  const std::lock_guard lock(mutex_);
  return is_done_;
}

std::optional<Problem> Completion::Wait() const {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return is_done_; });
  return problem_;
}

void Completion::OnDone(Listener listener) {
  {
    const std::lock_guard lock(mutex_);
    if (!is_done_) {
      listeners_.push_back(std::move(listener));
      return;
    }
  }
  listener(problem_);
}

void WhenAllDone(std::vector<CompletionRef> pending, Completion::Listener run) {
  if (pending.empty()) {
    run(std::nullopt);
    return;
  }
  auto countdown = std::make_shared<Countdown>();
  countdown->left = pending.size();
  auto shared_run = std::make_shared<Completion::Listener>(std::move(run));
  for (const CompletionRef& completion : pending) {
    completion->OnDone([countdown, shared_run](const std::optional<Problem>& problem) {
      {
        const std::lock_guard lock(countdown->mutex);
        if (problem && !countdown->problem) countdown->problem = problem;
        if (--countdown->left != 0) return;
      }
      (*shared_run)(countdown->problem);
    });
  }
}

}  // namespace paddock::pjrt
