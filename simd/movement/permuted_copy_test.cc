#ifndef __wasm__

#include "simd/movement/permuted_copy.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <random>
#include <vector>

#include "hwy/highway.h"

namespace paddock::simd {
namespace {

// Copies elements of `bytes` each. Returns whether there is a plan, whose copy is right.
bool CheckCopy(size_t bytes, const std::vector<int32_t>& sources, int64_t source_count) {
  const auto plan = PlanPermutedCopy(bytes, sources, source_count);
  if (!plan) return false;
  // Exact sizes, so that a sanitizer reports what is read and written outside.
  std::vector<std::byte> source(static_cast<size_t>(source_count) * bytes);
  for (size_t i = 0; i < source.size(); ++i) source[i] = static_cast<std::byte>(i * 37 + i / 256);
  std::vector<std::byte> result(sources.size() * bytes), expected(result.size());
  for (size_t i = 0; i < sources.size(); ++i) {
    std::memcpy(expected.data() + i * bytes,
                source.data() + static_cast<size_t>(sources[i]) * bytes, bytes);
  }
  RunPermutedCopy(*plan, source.data(), result.data());
  INFO(sources.size() << " of " << source_count << " elements of " << bytes << " bytes");
  CHECK(result == expected);
  return true;
}

constexpr size_t kWidths[] = {1, 2, 4, 8};

TEST_CASE("permuted copies have the elements of their places") {
  std::mt19937 random(5);
  for (const size_t bytes : kWidths) {
    for (const int64_t source_count : {1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 65, 100}) {
      for (const size_t count : {1, 2, 5, 8, 16, 17, 63, 64, 65, 200}) {
        std::vector<int32_t> anywhere, near;
        for (size_t i = 0; i < count; ++i) {
          anywhere.push_back(static_cast<int32_t>(random() % static_cast<uint64_t>(source_count)));
          const auto place = i * static_cast<size_t>(source_count) / count;
          near.push_back(static_cast<int32_t>(place));
        }
        CheckCopy(bytes, anywhere, source_count);
        CheckCopy(bytes, near, source_count);
      }
    }
  }
}

// The rows of a tensor of n x 3, each repeated, and all of them repeated.
TEST_CASE("rows that a broadcast repeats are permuted copies") {
  if (HWY_MAX_BYTES < 32) SKIP("vectors are short");
  for (const int32_t n : {2, 5, 8, 20}) {
    std::vector<int32_t> each, all;
    for (int32_t i = 0; i < n * n * 3; ++i) {
      each.push_back(i / (3 * n) * 3 + i % 3);
      all.push_back(i % (3 * n));
    }
    for (const size_t bytes : {size_t{4}, size_t{8}}) {
      CHECK(CheckCopy(bytes, each, int64_t{3} * n));
      CHECK(CheckCopy(bytes, all, int64_t{3} * n));
    }
  }
}

TEST_CASE("elements of many vectors are no permuted copy") {
  std::vector<int32_t> sources;
  for (int32_t i = 0; i < 64; ++i) sources.push_back(i * 100);
  for (const size_t bytes : kWidths) CHECK(!CheckCopy(bytes, sources, 6400));
  CHECK(!CheckCopy(16, {0, 1}, 2));
}

}  // namespace
}  // namespace paddock::simd

#endif  // __wasm__
