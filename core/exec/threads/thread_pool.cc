#include "core/exec/threads/thread_pool.h"

#include "core/exec/threads/has_threads.h"

#ifdef PADDOCK_HAS_THREADS
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/clock.h"
#include "core/exec/threads/pool_thread.h"
#include "core/exec/threads/processors.h"
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

// A waiting thread spins for this time before it sleeps. Waking a thread costs the waker 5 us and
// takes 15 to 50 us. The steps between two shared kernels of a loop take less than this.
constexpr int64_t kSpinNanoseconds = 50'000;
constexpr int kPausesBetweenClocks = 16;

// Minimum work for which waking a thread pays: shorter work ends before a woken thread has saved
// the cost of its wake.
constexpr int64_t kWorthWaking = 60'000;

void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Spins, and returns whether `is_over` became true. Gives up immediately if the awaited thread,
// last seen on `processor`, needs the caller's processor.
template <class IsOver>
bool SpinUntil(const std::atomic<int>& processor, IsOver is_over) {
  if (is_over()) return true;
  const int64_t start = NowNanoseconds();
  do {
    const int own = CurrentProcessor();
    if (own >= 0 && own == processor.load(std::memory_order_relaxed)) return false;
    for (int i = 0; i < kPausesBetweenClocks; ++i) {
      Pause();
      if (is_over()) return true;
    }
  } while (NowNanoseconds() - start < kSpinNanoseconds);
  return false;
}

// The door of a call of Run, in one word. Helpers that enter before it is closed take part.
//   bits 32..63  number of the call      bits 1..31  helpers that entered      bit 0  open
constexpr uint64_t kOpen = 1;
constexpr uint64_t kOneHelper = 2;
constexpr uint64_t CallOf(uint64_t door) { return door >> 32; }
constexpr uint64_t HelpersOf(uint64_t door) { return (door & 0xffffffff) >> 1; }

}  // namespace

struct ThreadPool::State {
  struct Helper {
    PoolThread thread;
    std::condition_variable ready;
    // Guarded by `mutex`. A helper has no thread until it is first woken.
    bool is_asleep = true;
    ThreadPlace place;
  };

  // Written while the door is closed and no helper is inside.
  Task task = nullptr;
  void* argument = nullptr;
  int64_t count = 0;
  bool may_spin = true;
  alignas(64) std::atomic<uint64_t> door = 0;
  std::atomic<size_t> sleepers = 0;
  std::atomic<bool> is_ending = false;
  std::atomic<bool> is_taken = false;
  std::atomic<bool> caller_sleeps = false;
  // Last processor of the caller and of a helper.
  std::atomic<int> caller_processor = -1;
  std::atomic<int> helper_processor = -1;
  alignas(64) std::atomic<int64_t> next = 0;
  alignas(64) std::atomic<uint64_t> gone = 0;

  std::mutex mutex;
  std::condition_variable work_done;
  std::vector<std::unique_ptr<Helper> > helpers;

  explicit State(size_t threads) : may_spin(threads <= UsableProcessors()) {
    for (size_t i = 1; i < threads; ++i) helpers.push_back(std::make_unique<Helper>());
    sleepers = helpers.size();
  }

  void RunShare(size_t thread) {
    for (int64_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
      task(argument, i, thread);
    }
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
      helper_processor.store(CurrentProcessor(), std::memory_order_relaxed);
      RunShare(thread);
      Leave();
      spins = may_spin;
    }
  }

  // --- The caller

  // Runs one task, and returns whether the others take long enough to wake helpers.
  bool PaysToWake() {
    const int64_t start = NowNanoseconds();
    const int64_t first = next.fetch_add(1);
    if (first >= count) return false;
    task(argument, first, 0);
    const int64_t left = std::max<int64_t>(count - next.load(), 0);
    return (NowNanoseconds() - start) * left >= kWorthWaking;
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
    const auto is_over = [&] { return gone.load() == entered; };
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

ThreadPool::ThreadPool(size_t threads)
    : state_(std::make_unique<State>(threads == 0 ? UsableProcessors() : threads)) {}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->is_ending = true;
    for (const auto& helper : state_->helpers) helper->ready.notify_one();
  }
  for (const auto& helper : state_->helpers) helper->thread.Join();
}

#endif

size_t ThreadPool::thread_count() const { return state_->helpers.size() + 1; }

void ThreadPool::Run(int64_t count, int64_t work, Task task, void* argument) {
  State& state = *state_;
  const bool is_alone = state.helpers.empty() || count <= 1 || state.is_taken.exchange(true);
  if (is_alone) {
    for (int64_t i = 0; i < count; ++i) task(argument, i, 0);
    return;
  }
  state.task = task;
  state.argument = argument;
  state.count = count;
  state.next = 0;
  state.gone = 0;
  state.caller_processor.store(CurrentProcessor(), std::memory_order_relaxed);
  state.door = ((CallOf(state.door) + 1) << 32) | kOpen;
  if (state.sleepers.load() != 0 && (work >= kMuchWork || state.PaysToWake())) {
    state.Wake(count - 1);
  }
  state.RunShare(0);
  // A helper that arrives later finds no work, and is not awaited.
  state.WaitFor(HelpersOf(state.door.fetch_and(~kOpen)));
  state.is_taken = false;
}

#endif

}  // namespace paddock
