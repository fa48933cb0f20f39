#include "core/exec/threads/processors.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <optional>
#include <thread>

namespace paddock {
namespace {

TEST_CASE("the limit of a container is rounded up to processors") {
  CHECK(ProcessorsOfLimit("200000 100000") == 2);
  CHECK(ProcessorsOfLimit("150000 100000") == 2);
  CHECK(ProcessorsOfLimit("1000 100000") == 1);
  CHECK(ProcessorsOfLimit("6400000 100000") == 64);
}

TEST_CASE("a container without a limit has no limit") {
  for (const char* text : {"max 100000", "-1 100000", "", " ", "100000", "0 100000", "100000 0",
                           "1e5 100000", "100000 100000 "}) {
    CAPTURE(text);
    CHECK(ProcessorsOfLimit(text) == std::nullopt);
  }
}

TEST_CASE("a process may use at least one processor, and at most its own") {
  CHECK(UsableProcessors() >= 1);
#ifndef __EMSCRIPTEN__
  CHECK(UsableProcessors() <= std::max(1U, std::thread::hardware_concurrency()));
#endif
}

}  // namespace
}  // namespace paddock
