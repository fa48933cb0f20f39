// combine_at, combine_indexed and combine_rows_at, against one application of the body after
// another.
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <vector>

#include "simd/movement/testing.h"
#include "simd/reduce/monoid.h"
#include "simd/reduce/scalar_body.h"

namespace paddock::simd {
namespace {

using testing::ApplyBody;
using testing::Element;
using testing::ForEachKernel;
using testing::ForEachTarget;
using testing::GuardedBuffer;
using testing::IsSame;
using testing::LoadElement;
using testing::Random;
using testing::RandomElement;

constexpr int64_t kUpdates = 41;

GuardedBuffer RandomElements(ElementType type, int64_t count, size_t misalignment, Random& random) {
  const size_t bytes = ByteSize(type);
  GuardedBuffer buffer(static_cast<size_t>(count) * bytes, misalignment);
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    std::memcpy(buffer.data() + i * bytes, RandomElement(type, random).data(), bytes);
  }
  return buffer;
}

// Combines rows of `length` elements at these targets, in elements; the result has `cells` rows.
void CheckAt(ElementType type, Monoid monoid, const std::vector<int64_t>& targets, int64_t cells,
             int64_t length, Random& random) {
  const size_t bytes = ByteSize(type);
  const auto count = static_cast<int64_t>(targets.size());
  GuardedBuffer result = RandomElements(type, cells * length, 3, random);
  GuardedBuffer updates = RandomElements(type, count * length, 7, random);
  const auto at = [&](GuardedBuffer& buffer, int64_t i) {
    return LoadElement(type, buffer.data() + static_cast<size_t>(i) * bytes);
  };
  std::vector<Element> expected;
  for (int64_t i = 0; i < cells * length; ++i) expected.push_back(at(result, i));
  std::vector<int64_t> sources;
  for (int64_t r = 0; r < count; ++r) {
    sources.push_back(random.Between(0, count - 1) * length);
    for (int64_t i = 0; i < length; ++i) {
      Element& cell = expected[static_cast<size_t>(targets[static_cast<size_t>(r)] + i)];
      cell = ApplyBody(type, monoid, cell, at(updates, sources.back() + i));
    }
  }
  const MonoidKernels& kernels = *FindMonoidKernels(monoid, type);
  if (length == 1) {
    kernels.combine_at(type, result.data(), targets.data(), updates.data(), sources.data(), count);
  } else {
    kernels.combine_rows_at(type, result.data(), targets.data(), updates.data(), sources.data(),
                            count, length);
  }
  INFO(Spelling(type) << " monoid " << static_cast<int>(monoid) << " length " << length);
  bool is_right = true;
  for (int64_t i = 0; i < cells * length; ++i) {
    is_right &= IsSame(type, expected[static_cast<size_t>(i)], at(result, i));
  }
  CHECK(is_right);
  CHECK(result.guards_are_whole());
}

TEST_CASE("combine_at applies updates in order", "[simd][reduce]") {
  ForEachTarget([] {
    Random random(25);
    ForEachKernel([&](ElementType type, Monoid monoid) {
      std::vector<int64_t> mixed, runs;
      for (int64_t i = 0; i < kUpdates; ++i) {
        mixed.push_back(random.Between(0, 4));
        // Runs, and one that has a single target.
        runs.push_back(i < 17 ? 2 : i == 17 ? 0 : i < 30 ? 1 : 3);
      }
      CheckAt(type, monoid, mixed, 5, 1, random);
      CheckAt(type, monoid, runs, 4, 1, random);
    });
  });
}

template <class Float>
void FillOrdinary(GuardedBuffer& buffer, int64_t count, Random& random) {
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    const auto magnitude = static_cast<Float>(random.Between(1, 9));
    const Float number = random.Between(0, 1) == 0 ? magnitude : -magnitude;
    std::memcpy(buffer.data() + i * sizeof(Float), &number, sizeof(Float));
  }
}

// The kernel takes indices of both widths; updates are `stride` elements apart. `are_ordinary`: no
// update of f32 or f64 is zero or NaN.
void CheckIndexed(ElementType type, Monoid monoid, size_t index_bytes, int64_t stride,
                  bool are_ordinary, Random& random) {
  constexpr int64_t kCells = 9;
  const size_t bytes = ByteSize(type);
  GuardedBuffer result = RandomElements(type, kCells, 5, random);
  GuardedBuffer updates = RandomElements(type, (kUpdates - 1) * stride + 1, 1, random);
  const int64_t update_count = (kUpdates - 1) * stride + 1;
  if (are_ordinary && type == ElementType::kF32) FillOrdinary<float>(updates, update_count, random);
  if (are_ordinary && type == ElementType::kF64) {
    FillOrdinary<double>(updates, update_count, random);
  }
  GuardedBuffer indices(kUpdates * index_bytes, 3);
  std::vector<Element> expected;
  for (size_t i = 0; i < kCells; ++i) {
    expected.push_back(LoadElement(type, result.data() + i * bytes));
  }
  for (int64_t i = 0; i < kUpdates; ++i) {
    const auto index = static_cast<uint64_t>(random.Between(0, kCells - 1));
    std::memcpy(indices.data() + static_cast<size_t>(i) * index_bytes, &index, index_bytes);
    const size_t update = static_cast<size_t>(i * stride) * bytes;
    expected[index] =
        ApplyBody(type, monoid, expected[index], LoadElement(type, updates.data() + update));
  }
  FindMonoidKernels(monoid, type)
      ->combine_indexed(type, result.data(), indices.data(), index_bytes, updates.data(), stride,
                        kUpdates);
  INFO(Spelling(type) << " monoid " << static_cast<int>(monoid) << " indices of " << index_bytes);
  bool is_right = true;
  for (size_t i = 0; i < kCells; ++i) {
    is_right &= IsSame(type, expected[i], LoadElement(type, result.data() + i * bytes));
  }
  CHECK(is_right);
  CHECK(result.guards_are_whole());
}

TEST_CASE("combine_indexed applies updates in order", "[simd][reduce]") {
  ForEachTarget([] {
    Random random(26);
    ForEachKernel([&](ElementType type, Monoid monoid) {
      const bool has_kernel = FindMonoidKernels(monoid, type)->combine_indexed != nullptr;
      const bool is_short_sum = monoid == Monoid::kAdd && ByteSize(type) == 4;
      CHECK(has_kernel == (!kIsWeb || is_short_sum));
      if (!has_kernel) return;
      for (const int64_t stride : {0, 1, 3}) {
        for (const bool are_ordinary : {false, true}) {
          CheckIndexed(type, monoid, 4, stride, are_ordinary, random);
          if (!kIsWeb) CheckIndexed(type, monoid, 8, stride, are_ordinary, random);
        }
      }
    });
  });
}

TEST_CASE("combine_rows_at applies rows in order", "[simd][reduce]") {
  if (!kHasCombineRowsAt) return;
  ForEachTarget([] {
    Random random(27);
    ForEachKernel([&](ElementType type, Monoid monoid) {
      for (const int64_t length : {2, 3, 4, 5, 7, 16, 37}) {
        std::vector<int64_t> targets;
        for (int64_t i = 0; i < 11; ++i) targets.push_back(random.Between(0, 3) * length);
        CheckAt(type, monoid, targets, 4, length, random);
      }
    });
  });
}

}  // namespace
}  // namespace paddock::simd
