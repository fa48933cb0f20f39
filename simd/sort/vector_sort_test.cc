#include "simd/sort/vector_sort.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using testing::ForEachTarget;
using testing::GuardedBuffer;
using testing::Random;

// Returns one of `range` keys; 0 means any key.
template <class Key>
Key RandomKey(Random& random, uint64_t range) {
  const uint64_t bits = range == 0 ? random.Bits() : random.Bits() % range;
  if constexpr (sizeof(Key) == 16) {
    return {random.Bits() % 3, bits};
  } else {
    return static_cast<Key>(bits);
  }
}

template <class Key>
bool AreEqual(const Key& a, const Key& b) {
  return !(a < b) && !(b < a);
}

// Keys between guards, `misalignment` keys after a boundary of 64 bytes.
template <class Key>
struct GuardedKeys {
  GuardedKeys(size_t count, size_t misalignment)
      : buffer(count * sizeof(Key), misalignment * sizeof(Key)) {}
  Key* data() { return reinterpret_cast<Key*>(buffer.data()); }
  GuardedBuffer buffer;
};

template <class Key>
void CheckSorting(Random& random, size_t count, uint64_t range) {
  GuardedKeys<Key> keys(count, count % 3);
  std::vector<Key> expected;
  for (size_t i = 0; i < count; ++i) {
    expected.push_back(RandomKey<Key>(random, range));
    keys.data()[i] = expected[i];
  }
  std::sort(expected.begin(), expected.end());
  SortKeys(keys.data(), count);
  REQUIRE(std::equal(expected.begin(), expected.end(), keys.data(), AreEqual<Key>));
  REQUIRE(keys.buffer.guards_are_whole());
}

template <class Key>
void CheckSplitting(Random& random, size_t count, uint64_t range) {
  GuardedKeys<Key> keys(count, count % 5), split(count, count % 3);
  for (size_t i = 0; i < count; ++i) keys.data()[i] = RandomKey<Key>(random, range);
  const Key pivot = RandomKey<Key>(random, range);
  // Splits in two calls. The second continues where the first stopped.
  const size_t first = count / 3;
  SplitEnds<Key> ends{split.data(), split.data() + count};
  ends = SplitKeys(keys.data(), first, pivot, ends);
  ends = SplitKeys(keys.data() + first, count - first, pivot, ends);
  REQUIRE(ends.low == ends.high);
  REQUIRE(split.buffer.guards_are_whole());
  REQUIRE(std::all_of(split.data(), ends.low, [&](const Key& key) { return key < pivot; }));
  REQUIRE(
      std::none_of(ends.low, split.data() + count, [&](const Key& key) { return key < pivot; }));
  std::sort(keys.data(), keys.data() + count);
  std::sort(split.data(), split.data() + count);
  REQUIRE(std::equal(keys.data(), keys.data() + count, split.data(), AreEqual<Key>));
}

template <class Key>
void CheckKeys() {
  Random random(7);
  for (const uint64_t range : {0, 2, 40}) {
    for (size_t count = 0; count < 70; ++count) {
      CheckSorting<Key>(random, count, range);
      CheckSplitting<Key>(random, count, range);
    }
    for (const size_t count : {255, 256, 257, 600, 5003}) {
      CheckSorting<Key>(random, count, range);
      CheckSplitting<Key>(random, count, range);
    }
  }
}

TEST_CASE("keys are sorted and split on every target", "[simd][sort]") {
  if constexpr (kHasVectorSort) {
    ForEachTarget([] {
      CheckKeys<uint32_t>();
      CheckKeys<uint64_t>();
      CheckKeys<Key128>();
    });
  }
}

}  // namespace
}  // namespace paddock::simd
