#include "core/exec/thread_pool.h"

#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <thread>
#include <vector>

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
      pool.Run(count, &Count, &counter);
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
      pool.Run(20, &Count, &counter);
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

}  // namespace
}  // namespace paddock
