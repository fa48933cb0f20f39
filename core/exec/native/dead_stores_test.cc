// Machine code leaves out stores, and memory is afterwards as if it had not.
#include "core/exec/native/dead_stores.h"

#include <array>
#include <catch2/catch_test_macros.hpp>

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
