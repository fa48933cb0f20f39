#include "core/exec/threads/task_parts.h"

#include <algorithm>
#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <thread>
#include <vector>

namespace paddock {
namespace {

// Begins all tasks, those of part `first` first, and returns their numbers.
std::vector<int64_t> BeginAll(TaskParts& parts, uint64_t call, int64_t first) {
  std::vector<int64_t> begun;
  for (int64_t i = 0; i < parts.count(); ++i) {
    const int64_t part = (first + i) % parts.count();
    for (int64_t at = parts.Begin(part, call); at >= 0; at = parts.Begin(part, call)) {
      begun.push_back(at);
    }
  }
  return begun;
}

TEST_CASE("each task of a call begins once, a thread's own first", "[exec]") {
  TaskParts two(2);
  CHECK(BeginAll(two, two.Divide(7, 0), 0) == std::vector<int64_t>{0, 1, 2, 3, 4, 5, 6});
  CHECK(BeginAll(two, two.Divide(7, 1), 1) == std::vector<int64_t>{4, 5, 6, 0, 1, 2, 3});
  CHECK(BeginAll(two, two.Divide(2, 2), 1) == std::vector<int64_t>{1, 0});
  for (size_t threads : {1, 2, 3, 8, 9, 64}) {
    TaskParts parts(threads);
    uint64_t call = 0;
    for (int64_t count : {1, 2, 8, 9, 100}) {
      call = parts.Divide(count, call);
      std::vector<int64_t> begun = BeginAll(parts, call, parts.OwnOf(threads - 1));
      std::ranges::sort(begun);
      REQUIRE(static_cast<int64_t>(begun.size()) == count);
      for (int64_t i = 0; i < count; ++i) CHECK(begun[static_cast<size_t>(i)] == i);
      CHECK(parts.LeftOf(call) == 0);
    }
  }
}

TEST_CASE("the first task may have begun before the others", "[exec]") {
  TaskParts parts(2);
  const uint64_t call = parts.Divide(4, 0);
  parts.BeginFirst(call);
  CHECK(parts.LeftOf(call) == 3);
  CHECK(BeginAll(parts, call, 0) == std::vector<int64_t>{1, 2, 3});
}

// The numbers of calls begin again after 2^32 calls.
TEST_CASE("no task counts as begun in an earlier call of the same number", "[exec]") {
  TaskParts parts(8);
  CHECK(BeginAll(parts, parts.Divide(16, 0), 0).size() == 16);
  const uint64_t call = parts.Divide(16, 0xffffffff);
  CHECK(call == 1);
  CHECK(BeginAll(parts, call, 0).size() == 16);
}

TEST_CASE("threads that begin tasks of one part do not begin the same", "[exec]") {
  TaskParts parts(3);
  constexpr int64_t kCount = 20'000;
  const uint64_t call = parts.Divide(kCount, 0);
  std::vector<std::atomic<int>> runs(kCount);
  std::vector<std::thread> threads;
  for (int64_t thread = 0; thread < 3; ++thread) {
    threads.emplace_back([&, thread] {
      for (int64_t task : BeginAll(parts, call, thread)) ++runs[static_cast<size_t>(task)];
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::atomic<int>& count : runs) REQUIRE(count == 1);
}

}  // namespace
}  // namespace paddock
