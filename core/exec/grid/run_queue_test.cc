#include "core/exec/grid/run_queue.h"

#include <catch2/catch_test_macros.hpp>
#include <set>

namespace paddock {
namespace {

TEST_CASE("ready processes run in turn; blocked ones run again once woken") {
  RunQueue queue(3, 0);
  CHECK(queue.Take() == 0);
  queue.Block(0);
  CHECK(queue.Take() == 1);
  queue.PutBack(1);
  CHECK(queue.Take() == 2);
  CHECK(queue.running() == 1);
  CHECK(queue.Wake(0));
  CHECK_FALSE(queue.Wake(0));
  queue.End(2);
  CHECK(queue.unfinished() == 2);
  CHECK_FALSE(queue.Wake(2));
  CHECK(queue.Take() == 1);
  CHECK(queue.Take() == 0);
  CHECK_FALSE(queue.Take());
}

TEST_CASE("a process that is woken before it blocks stays ready") {
  RunQueue queue(1, 0);
  CHECK(queue.Take() == 0);
  CHECK_FALSE(queue.Wake(0));
  queue.Block(0);
  CHECK(queue.Take() == 0);
  // The wake counts once.
  queue.Block(0);
  CHECK_FALSE(queue.Take());
}

TEST_CASE("a process that stopped for the caller is next") {
  RunQueue queue(3, 0);
  CHECK(queue.Take() == 0);
  queue.PutFirst(0);
  CHECK(queue.Take() == 0);
}

TEST_CASE("a seed selects the next process at random") {
  std::set<size_t> first;
  for (uint64_t seed = 1; seed < 50; ++seed) first.insert(*RunQueue(4, seed).Take());
  CHECK(first.size() == 4);
}

}  // namespace
}  // namespace paddock
