#include "core/exec/threads/thread_pool.h"

#include "core/exec/threads/has_threads.h"

#ifdef PADDOCK_HAS_THREADS
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#ifndef __EMSCRIPTEN__
#include <unistd.h>
#endif

#include "core/base/clock.h"
#include "core/exec/threads/pool_thread.h"
#include "core/exec/threads/processors.h"
#include "core/exec/threads/spin.h"
#include "core/exec/threads/task_parts.h"
#include "core/exec/threads/thread_place.h"
#endif

namespace paddock {

#ifndef PADDOCK_HAS_THREADS

struct ThreadPool::State {};

ThreadPool::ThreadPool(size_t) {}
ThreadPool::~ThreadPool() = default;
size_t ThreadPool::thread_count() const { return 1; }
void ThreadPool::Run(int64_t count, int64_t, Task task, void* argument) {
  for (int64_t i = 0; i < count; ++i) task(argument, i, 0);
}

#else

namespace {

// Time for which waking a thread pays: shorter work ends before a woken thread has saved the cost
// of its wake. Calls that are shorter add up to it, so a loop of small kernels wakes threads too.
constexpr int64_t kWorthWaking = 60'000;
// The sum for which short calls wake threads. It halves when woken threads have saved more than a
// wake pays for, and doubles when they have not, because others use the processors.
constexpr int64_t kLeastPatience = 8'000;
constexpr int64_t kMostPatience = 8 * kWorthWaking;

// Time that calls take alone before the first thread of a pool begins. In WebAssembly a thread is a
// Worker: its start takes 20 ms of a processor, and 3 ms of the caller.
#ifdef __EMSCRIPTEN__
constexpr int64_t kWorthBeginning = 20'000'000;
#else
constexpr int64_t kWorthBeginning = 0;
#endif

// The door of a call of Run, in one word. Helpers that enter before it is closed take part.
//   bits 32..63  number of the call      bits 1..31  helpers that entered      bit 0  open
constexpr uint64_t kOpen = 1;
constexpr uint64_t kOneHelper = 2;
constexpr uint64_t CallOf(uint64_t word) { return word >> 32; }
constexpr uint64_t HelpersOf(uint64_t door) { return (door & 0xffffffff) >> 1; }

// Stores only what differs, because a store takes the memory from the caches of other threads.
void Note(std::atomic<int>& seen, int value) {
  if (seen.load(std::memory_order_relaxed) != value) seen.store(value, std::memory_order_relaxed);
}

}  // namespace

struct ThreadPool::State {
  struct Helper {
    PoolThread thread;
    std::condition_variable ready;
    // Guarded by `mutex`. A helper has no thread until it is first woken.
    bool is_asleep = true;
    ThreadPlace place;
  };

  // A helper that waits reads this line, and finds there what it needs to begin.
  alignas(64) std::atomic<uint64_t> door = 0;
  // Written while the door is closed and no helper is inside.
  Task task = nullptr;
  void* argument = nullptr;
  TaskParts parts;
  std::atomic<bool> is_ending = false;
  bool may_spin = true;
  // Last processor of the caller and of a helper.
  std::atomic<int> caller_processor = -1;

  alignas(64) std::atomic<uint64_t> gone = 0;
  alignas(64) std::atomic<int> helper_processor = -1;
  std::atomic<size_t> sleepers = 0;
  std::atomic<bool> caller_sleeps = false;
  alignas(64) std::atomic<bool> is_taken = false;
  // Helpers that took part in earlier calls.
  uint64_t gone_before = 0;
  // Nanoseconds of tasks that sleeping helpers could have run since the last wake.
  int64_t missed = 0;
  int64_t patience = kWorthWaking;
  // Nanoseconds that helpers have saved since the last wake, up to about kWorthWaking.
  int64_t saved = 0;
  // Nanoseconds of calls before the first thread began, up to kWorthBeginning.
  int64_t alone = 0;
  std::mutex mutex;
  std::condition_variable work_done;
  std::vector<std::unique_ptr<Helper> > helpers;

  explicit State(size_t threads) : parts(threads), may_spin(threads <= UsableProcessors()) {
    for (size_t i = 1; i < threads; ++i) helpers.push_back(std::make_unique<Helper>());
    sleepers = helpers.size();
  }
  ~State() {
    {
      const std::lock_guard lock(mutex);
      is_ending = true;
      for (const auto& helper : helpers) helper->ready.notify_one();
    }
    for (const auto& helper : helpers) helper->thread.Join();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  size_t thread_count() const { return helpers.size() + 1; }

  // Returns the number of tasks that this thread has run.
  int64_t RunShare(size_t thread, uint64_t call) {
    int64_t run = 0;
    const int64_t own = parts.OwnOf(thread);
    for (int64_t i = 0; i < parts.count(); ++i) {
      const int64_t part = own + i < parts.count() ? own + i : own + i - parts.count();
      for (int64_t at = parts.Begin(part, call); at >= 0; at = parts.Begin(part, call)) {
        task(argument, at, thread);
        ++run;
      }
    }
    return run;
  }

  // --- Helpers

  bool HasNews(uint64_t seen) const {
    const uint64_t now = door.load();
    return is_ending.load() || ((now & kOpen) != 0 && CallOf(now) != seen);
  }

  void Sleep(Helper& own, uint64_t seen) {
    std::unique_lock lock(mutex);
    if (!own.is_asleep) sleepers.fetch_add(1);
    own.is_asleep = true;
    own.ready.wait(lock, [&] { return !own.is_asleep || HasNews(seen); });
    if (own.is_asleep) sleepers.fetch_sub(1);
    own.is_asleep = false;
    lock.unlock();
    own.place.TakeBack();
  }

  // Sets `seen` to the entered call.
  bool Enter(uint64_t& seen) {
    uint64_t now = door.load();
    while ((now & kOpen) != 0 && CallOf(now) != seen) {
      if (!door.compare_exchange_weak(now, now + kOneHelper)) continue;
      seen = CallOf(now);
      return true;
    }
    return false;
  }

  void Leave() {
    gone.fetch_add(1);
    if (!caller_sleeps.load()) return;
    {
      const std::lock_guard lock(mutex);
    }
    work_done.notify_one();
  }

  void Serve(size_t thread) {
    Helper& own = *helpers[thread - 1];
    uint64_t seen = 0;
    bool spins = false;
    while (!is_ending.load()) {
      if (!spins || !SpinUntil(caller_processor, [&] { return HasNews(seen); })) Sleep(own, seen);
      if (!Enter(seen)) continue;
      Note(helper_processor, CurrentProcessor());
      RunShare(thread, seen);
      Leave();
      spins = may_spin;
    }
  }

  // --- The caller

  // Runs a task, and returns whether the tasks after it take long enough, together with those of
  // earlier calls, to wake helpers. left() is their number, or more.
  template <class Left>
  bool PaysToWake(int64_t first, Left left) {
    const int64_t start = NowNanoseconds();
    task(argument, first, 0);
    const int64_t saving = (NowNanoseconds() - start) * left();
    missed += saving;
    if (saving < kWorthWaking && missed < patience) return false;
    patience = saved >= kWorthWaking ? std::max(patience / 2, kLeastPatience)
                                     : std::min(patience * 2, kMostPatience);
    saved = 0;
    missed = 0;
    return true;
  }

  // The same for the next task of an open call.
  bool PaysToWakeMore(uint64_t call) {
    const int64_t first = parts.Begin(0, call);
    return first >= 0 && PaysToWake(first, [&] { return parts.LeftOf(call); });
  }

  void RunAlone(int64_t count) {
    const int64_t start = NowNanoseconds();
    for (int64_t i = 0; i < count; ++i) task(argument, i, 0);
    alone += NowNanoseconds() - start;
  }

  void Run(int64_t count, int64_t work) {
    if (alone < kWorthBeginning) return RunAlone(count);
    bool wakes = work >= kMuchWork;
    const uint64_t call = parts.Divide(count, CallOf(door.load()));
    if (!wakes && sleepers.load() == helpers.size()) {
      wakes = PaysToWake(0, [&] { return count - 1; });
      if (!wakes) {
        for (int64_t i = 1; i < count; ++i) task(argument, i, 0);
        return;
      }
      parts.BeginFirst(call);
    }
    Note(caller_processor, CurrentProcessor());
    door = call << 32 | kOpen;
    if (sleepers.load() != 0 && (wakes || PaysToWakeMore(call))) Wake(count - 1);
    if (saved < kWorthWaking) {
      const int64_t start = NowNanoseconds();
      const int64_t own = RunShare(0, call);
      if (own != 0) saved += (NowNanoseconds() - start) * (count - own) / own;
    } else {
      RunShare(0, call);
    }
    // A helper that arrives later finds no work, and is not awaited.
    WaitFor(HelpersOf(door.fetch_and(~kOpen)));
  }

  // Wakes at most one helper for each task.
  void Wake(int64_t tasks) {
    const int here = CurrentProcessor();
    const std::lock_guard lock(mutex);
    for (size_t i = 0; i < helpers.size(); ++i) {
      Helper& helper = *helpers[i];
      if (!helper.is_asleep || --tasks < 0) continue;
      if (!helper.thread.has_begun() && !Begin(i)) return;
      helper.is_asleep = false;
      sleepers.fetch_sub(1);
      helper.place.KeepAway(helper.thread.handle(), here);
      helper.ready.notify_one();
    }
  }

  // Without a new thread from the system, those that have begun do the work.
  bool Begin(size_t helper) {
    return helpers[helper]->thread.Begin([this, helper] { Serve(helper + 1); });
  }

  void WaitFor(uint64_t entered) {
    gone_before += entered;
    const auto is_over = [&] { return gone.load() == gone_before; };
    if (may_spin ? SpinUntil(helper_processor, is_over) : is_over()) return;
    std::unique_lock lock(mutex);
    caller_sleeps = true;
    work_done.wait(lock, is_over);
    caller_sleeps = false;
  }
};

#ifdef __EMSCRIPTEN__

// In WebAssembly threads are Workers, which begin slowly, and sessions are kept for their values.
// So all pools with one number of threads share them, and they never end.
ThreadPool::ThreadPool(size_t threads) {
  if (threads == 0) threads = UsableProcessors();
  static std::mutex mutex;
  static std::vector<State*> states;
  const std::lock_guard lock(mutex);
  const auto known = std::ranges::find_if(
      states, [&](const State* state) { return state->helpers.size() + 1 == threads; });
  state_.reset(known != states.end() ? *known : states.emplace_back(new State(threads)));
}

ThreadPool::~ThreadPool() { static_cast<void>(state_.release()); }

#else

// States whose pool has ended, with their sleeping threads: each run has a pool, and to start a
// thread takes longer than many a run.
struct ThreadPool::Idle {
  static constexpr size_t kMost = 4;

  std::mutex mutex;
  // Oldest first. Their threads are in the process `owner`.
  std::vector<std::unique_ptr<State> > states;
  pid_t owner = getpid();

  // Never destroyed: at the exit of a process, its threads may still need it.
  static Idle& Instance() {
    static Idle& instance = *new Idle;
    return instance;
  }

  // Neither waits for the mutex, which is locked forever in a process that was forked at that time.
  std::unique_ptr<State> Take(size_t threads) {
    const std::unique_lock lock(mutex, std::try_to_lock);
    if (!lock.owns_lock()) return nullptr;
    if (owner != getpid()) {
      for (std::unique_ptr<State>& state : states) static_cast<void>(state.release());
      states.clear();
      owner = getpid();
    }
    const auto found = std::ranges::find_if(states, [&](const std::unique_ptr<State>& state) {
      return state->helpers.size() + 1 == threads;
    });
    if (found == states.end()) return nullptr;
    std::unique_ptr<State> state = std::move(*found);
    states.erase(found);
    return state;
  }

  void Keep(std::unique_ptr<State> state) {
    std::unique_ptr<State> oldest;
    const std::unique_lock lock(mutex, std::try_to_lock);
    if (!lock.owns_lock()) return;
    if (owner != getpid()) {
      // A pool of the process before the fork: here its threads are not.
      static_cast<void>(state.release());
      return;
    }
    if (states.size() == kMost) {
      oldest = std::move(states.front());
      states.erase(states.begin());
    }
    states.push_back(std::move(state));
  }
};

ThreadPool::ThreadPool(size_t threads) {
  if (threads == 0) threads = UsableProcessors();
  state_ = Idle::Instance().Take(threads);
  if (state_ == nullptr) state_ = std::make_unique<State>(threads);
}

ThreadPool::~ThreadPool() { Idle::Instance().Keep(std::move(state_)); }

#endif

size_t ThreadPool::thread_count() const { return state_->thread_count(); }

void ThreadPool::Run(int64_t count, int64_t work, Task task, void* argument) {
  State& state = *state_;
  const bool is_alone = state.helpers.empty() || count <= 1 || count > TaskParts::kMostTasks ||
                        state.is_taken.exchange(true);
  if (is_alone) {
    for (int64_t i = 0; i < count; ++i) task(argument, i, 0);
    return;
  }
  state.task = task;
  state.argument = argument;
  state.Run(count, work);
  state.is_taken = false;
}

#endif

}  // namespace paddock
