#include "core/exec/threads/thread_pool.h"

#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <ctime>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "core/exec/threads/thread_place.h"

namespace paddock {
namespace {

struct Counter {
  std::vector<std::atomic<int>> runs;
  std::atomic<size_t> greatest_thread = 0;
};

void Count(void* argument, int64_t task, size_t thread) {
  Counter& counter = *static_cast<Counter*>(argument);
  ++counter.runs[static_cast<size_t>(task)];
  size_t seen = counter.greatest_thread;
  while (seen < thread && !counter.greatest_thread.compare_exchange_weak(seen, thread)) {
  }
}

TEST_CASE("a pool runs every task once", "[exec]") {
  for (size_t threads : {1, 2, 4}) {
    ThreadPool pool(threads);
    CHECK(pool.thread_count() == threads);
    for (int64_t count : {0, 1, 2, 100}) {
      Counter counter{std::vector<std::atomic<int>>(static_cast<size_t>(count)), {}};
      pool.Run(count, ThreadPool::kMuchWork, &Count, &counter);
      for (const std::atomic<int>& runs : counter.runs) CHECK(runs == 1);
      CHECK(counter.greatest_thread < threads);
    }
  }
}

TEST_CASE("two callers of a pool do not wait for each other", "[exec]") {
  ThreadPool pool(3);
  const auto call = [&pool] {
    for (int repeat = 0; repeat < 50; ++repeat) {
      Counter counter{std::vector<std::atomic<int>>(20), {}};
      pool.Run(20, ThreadPool::kMuchWork, &Count, &counter);
      for (const std::atomic<int>& runs : counter.runs) {
        if (runs != 1) return false;
      }
    }
    return true;
  };
  bool other = false;
  std::thread thread([&] { other = call(); });
  const bool own = call();
  thread.join();
  CHECK(own);
  CHECK(other);
}

// Helpers sleep before some calls, and spin before others.
TEST_CASE("a pool runs every task once, for any time between two calls", "[exec]") {
  for (size_t threads : {2, 5, 33}) {
    ThreadPool pool(threads);
    for (int repeat = 0; repeat < 60; ++repeat) {
      Counter counter{std::vector<std::atomic<int>>(9), {}};
      pool.Run(9, ThreadPool::kMuchWork, &Count, &counter);
      for (const std::atomic<int>& runs : counter.runs) REQUIRE(runs == 1);
      if (repeat % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(20 * repeat));
    }
  }
}

TEST_CASE("a pool runs every small task once", "[exec]") {
  ThreadPool pool(3);
  for (int64_t count : {2, 3, 50}) {
    for (int64_t work : {int64_t{0}, int64_t{1000}, ThreadPool::kMuchWork}) {
      Counter counter{std::vector<std::atomic<int>>(static_cast<size_t>(count)), {}};
      pool.Run(count, work, &Count, &counter);
      for (const std::atomic<int>& runs : counter.runs) CHECK(runs == 1);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

struct Threads {
  std::vector<size_t> seen;
};

void NoteThread(void* argument, int64_t task, size_t thread) {
  static_cast<Threads*>(argument)->seen[static_cast<size_t>(task)] = thread;
}

TEST_CASE("a pool wakes no thread for tasks that end immediately", "[exec]") {
  ThreadPool pool(2);
  for (int repeat = 0; repeat < 20; ++repeat) {
    Threads threads{std::vector<size_t>(4, 7)};
    pool.Run(4, 0, &NoteThread, &threads);
    CHECK(threads.seen == std::vector<size_t>(4, 0));
  }
}

struct ShortTasks {
  std::atomic<int> of_helpers = 0;
};

void SpinBriefly(void* argument, int64_t, size_t thread) {
  if (thread != 0) ++static_cast<ShortTasks*>(argument)->of_helpers;
  const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(10);
  while (std::chrono::steady_clock::now() < end) continue;
}

TEST_CASE("many calls that are too short to wake a thread wake one together", "[exec]") {
  ThreadPool pool(2);
  ShortTasks tasks;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (tasks.of_helpers == 0 && std::chrono::steady_clock::now() < end) {
    pool.Run(2, 1000, &SpinBriefly, &tasks);
  }
  CHECK(tasks.of_helpers > 0);
}

TEST_CASE("a pool runs every task once after a pool of its size or another", "[exec]") {
  for (int repeat = 0; repeat < 40; ++repeat) {
    ThreadPool pool(2 + static_cast<size_t>(repeat % 7));
    Counter counter{std::vector<std::atomic<int>>(23), {}};
    pool.Run(23, ThreadPool::kMuchWork, &Count, &counter);
    for (const std::atomic<int>& runs : counter.runs) REQUIRE(runs == 1);
  }
}

TEST_CASE("an idle pool uses no processor", "[exec]") {
  ThreadPool pool(2);
  Counter counter{std::vector<std::atomic<int>>(9), {}};
  pool.Run(9, ThreadPool::kMuchWork, &Count, &counter);
  const std::clock_t before = std::clock();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  CHECK(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC < 0.05);
}

TEST_CASE("a pool ends immediately, used or not", "[exec]") {
  const auto start = std::chrono::steady_clock::now();
  for (int repeat = 0; repeat < 100; ++repeat) {
    ThreadPool pool(3);
    Counter counter{std::vector<std::atomic<int>>(9), {}};
    if (repeat % 2 == 0) pool.Run(9, ThreadPool::kMuchWork, &Count, &counter);
  }
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}

#ifdef __linux__

struct ThreadIds {
  std::mutex mutex;
  std::set<std::thread::id> seen;
};

void NoteId(void* argument, int64_t, size_t) {
  ThreadIds& ids = *static_cast<ThreadIds*>(argument);
  {
    const std::lock_guard lock(ids.mutex);
    ids.seen.insert(std::this_thread::get_id());
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST_CASE("a pool takes over the threads of a pool that has ended", "[exec]") {
  ThreadIds ids;
  for (int repeat = 0; repeat < 10; ++repeat) {
    ThreadPool pool(4);
    pool.Run(12, ThreadPool::kMuchWork, &NoteId, &ids);
  }
  CHECK(ids.seen.size() <= 4);
}

// The thread sanitizer ends a process that starts threads after a fork.
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#define PADDOCK_TEST_CANNOT_FORK
#endif
#endif
#ifndef PADDOCK_TEST_CANNOT_FORK

bool RunsFiftyTasks() {
  ThreadPool pool(3);
  Counter counter{std::vector<std::atomic<int>>(50), {}};
  pool.Run(50, ThreadPool::kMuchWork, &Count, &counter);
  for (const std::atomic<int>& runs : counter.runs) {
    if (runs != 1) return false;
  }
  return true;
}

TEST_CASE("a process that was forked has pools of its own", "[exec]") {
  CHECK(RunsFiftyTasks());
  const pid_t child = fork();
  if (child == 0) {
    const bool at_first = RunsFiftyTasks(), again = RunsFiftyTasks();
    _exit(at_first && again ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(RunsFiftyTasks());
}

#endif

cpu_set_t Allowed() {
  cpu_set_t allowed = {};
  sched_getaffinity(0, sizeof(allowed), &allowed);
  return allowed;
}

void CompareAllowed(void* argument, int64_t, size_t) {
  auto& [expected, differing] = *static_cast<std::pair<cpu_set_t, std::atomic<int>>*>(argument);
  const cpu_set_t own = Allowed();
  if (!CPU_EQUAL(&own, &expected)) ++differing;
  std::this_thread::sleep_for(std::chrono::microseconds(100));
}

TEST_CASE("a pool pins no thread", "[exec]") {
  std::pair<cpu_set_t, std::atomic<int>> seen(Allowed(), 0);
  ThreadPool pool(3);
  for (int repeat = 0; repeat < 20; ++repeat) {
    pool.Run(6, ThreadPool::kMuchWork, &CompareAllowed, &seen);
    std::this_thread::sleep_for(std::chrono::microseconds(50 * repeat));
  }
  CHECK(seen.second == 0);
}

TEST_CASE("a thread that is kept away from a processor wakes on a different one", "[exec]") {
  const cpu_set_t allowed = Allowed();
  const int here = CurrentProcessor();
  std::atomic<bool> is_woken = false;
  std::atomic<int> seen = -1;
  ThreadPlace place;
  bool is_as_before = false;
  std::thread sleeper([&] {
    is_woken.wait(false);
    seen = CurrentProcessor();
    place.TakeBack();
    const cpu_set_t own = Allowed();
    is_as_before = CPU_EQUAL(&own, &allowed) != 0;
  });
  place.KeepAway(sleeper.native_handle(), here);
  is_woken = true;
  is_woken.notify_one();
  sleeper.join();
  CHECK(is_as_before);
  if (CPU_COUNT(&allowed) > 1) CHECK(seen != here);
}

#endif

}  // namespace
}  // namespace paddock
