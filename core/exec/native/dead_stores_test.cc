// Machine code leaves out stores, and memory is afterwards as if it had not.
#include "core/exec/native/dead_stores.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "core/exec/native/native_segment_testing.h"
#include "core/exec/native/random_tape_testing.h"

namespace paddock {
namespace {

using namespace testing;

TEST_CASE("a store is dead if it is overwritten as a whole before it is read", "[exec]") {
  std::array<uint8_t, 32> memory;
  DeadStores stores;
  const auto run = [&](auto expect) {
    expect(stores.Store(&memory[0], 4), true);  // read in part
    stores.Read(&memory[3], 1);
    expect(stores.Store(&memory[0], 4), false);  // overwritten by a wider one
    expect(stores.Store(&memory[16], 8), true);  // overwritten in part
    expect(stores.Store(&memory[0], 8), true);
    expect(stores.Store(&memory[20], 4), false);  // behind the range that is read
    stores.Read(&memory[4], 16);
    expect(stores.Store(&memory[20], 4), true);  // read in a range
    stores.Read(&memory[0], 32);
    expect(stores.Store(&memory[20], 4), false);
    expect(stores.Store(&memory[20], 4), true);  // the last one
  };
  run([](bool is_written, bool) { CHECK(is_written); });
  stores.Finish();
  int number = 0;
  run([&](bool is_written, bool is_needed) {
    INFO("store " << number++);
    CHECK(is_written == is_needed);
  });
}

TEST_CASE("a way out writes what the segment leaves out behind it", "[exec]") {
  std::array<uint8_t, 16> memory;
  DeadStores stores;
  const auto is_held = [&](const void* address, size_t) { return address != &memory[8]; };
  const auto run = [&](const std::vector<bool>& are_needed) {
    size_t number = 0;
    const auto store = [&](size_t at) {
      CHECK(stores.Store(&memory[at], 4) == are_needed[number++]);
    };
    store(0);   // overwritten behind the way out
    store(4);   // read from memory behind it
    store(8);   // in no register at the way out
    store(12);  // the last one
    const auto late = stores.Leave(is_held);
    stores.Read(&memory[4], 4);
    for (const size_t at : {0, 4, 8}) store(at);
    return late;
  };
  CHECK(run(std::vector<bool>(7, true)).empty());
  stores.Finish();
  const auto late = run({false, true, true, true, true, true, true});
  REQUIRE(late.size() == 1);
  CHECK(late[0].address == &memory[0]);
  CHECK(late[0].bytes == 4);
}

void CheckSegment(uint32_t seed) {
  RandomTape tape(seed, 40);
  const auto before = tape.bytes();
  for (const simd::TapeInstruction& one : tape.instructions()) RunAlone(one);
  const auto expected = tape.bytes();
  tape.bytes() = before;
  NativeTape(tape.instructions(), Operations()).Run();
  if (tape.bytes() != expected) FAIL("memory differs");
}

TEST_CASE("memory behind a segment is that of its instructions", "[exec]") {
  SkipWithoutNativeTapes();
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    INFO("seed " << seed);
    CheckSegment(seed);
  }
}

}  // namespace
}  // namespace paddock
