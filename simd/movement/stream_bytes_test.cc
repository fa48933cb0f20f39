#include "simd/movement/stream_bytes.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>

#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using testing::ForEachTarget;
using testing::GuardedBuffer;
using testing::Random;

TEST_CASE("streamed bytes are those of the source, at every misalignment", "[simd]") {
  ForEachTarget([] {
    Random random(1);
    for (size_t misalignment = 0; misalignment < 65; misalignment += 3) {
      for (size_t count = 0; count <= 2 * 64 + 1; ++count) {
        GuardedBuffer source(count, (misalignment * 7) % 17);
        GuardedBuffer result(count, misalignment);
        source.FillRandom(random);
        PrefetchBytes(source.data(), count);
        StreamBytes(result.data(), source.data(), count);
        FlushStreams();
        REQUIRE((count == 0 || std::memcmp(result.data(), source.data(), count) == 0));
        REQUIRE(result.guards_are_whole());
      }
    }
  });
}

}  // namespace
}  // namespace paddock::simd
