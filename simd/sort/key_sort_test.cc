#include "simd/sort/key_sort.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace paddock::simd {
namespace {

// Returns the places of slice `slice` in the order of `is_less`. Equal elements keep their order.
template <class T, class IsLess>
std::vector<int32_t> Expected(const std::vector<T>& keys, const SortShape& shape, int64_t slice,
                              IsLess is_less) {
  std::vector<int32_t> places(static_cast<size_t>(shape.size));
  std::iota(places.begin(), places.end(), 0);
  const auto key = [&](int32_t place) {
    return keys[static_cast<size_t>(shape.Origin(slice, shape.size) + place * shape.stride())];
  };
  std::sort(places.begin(), places.end(), [&](int32_t a, int32_t b) {
    if (is_less(key(a), key(b))) return true;
    return !is_less(key(b), key(a)) && a < b;
  });
  return places;
}

// Pieces that may run concurrently run in reverse.
void SortInPieces(const KeySortPlan& plan, const SortBuffers& buffers, int64_t slice) {
  const int64_t count = PieceCount(plan);
  for (int64_t i = 0; i < count;) {
    const int64_t together = PiecesTogether(plan, i);
    REQUIRE((together >= 1 && i + together <= count));
    for (int64_t j = together - 1; j >= 0; --j) SortPiece(plan, buffers, slice, i + j);
    i += together;
  }
}

// Sorts elements alone, which only moves their keys.
template <class T>
void CheckValues(const SortOrder& order, const SortShape& shape, bool in_pieces,
                 const std::vector<T>& keys, const std::vector<T>& expected) {
  const SortOutput output{0, sizeof(T)};
  const KeySortPlan plan = PlanKeySort(order, shape, 0, std::span(&output, 1), shape.size);
  std::vector<T> values(expected.size());
  std::vector<uint64_t> workspace(plan.workspace_bytes / 8 + 1);
  const std::byte* operands[] = {reinterpret_cast<const std::byte*>(keys.data())};
  std::byte* written[] = {reinterpret_cast<std::byte*>(values.data())};
  const SortBuffers buffers{operands, written, reinterpret_cast<std::byte*>(workspace.data())};
  for (int64_t slice = 0; slice < shape.slices(); ++slice) {
    if (in_pieces) {
      SortInPieces(plan, buffers, slice);
    } else {
      SortSlice(plan, buffers, slice);
    }
  }
  if (std::memcmp(values.data(), expected.data(), expected.size() * sizeof(T)) != 0) {
    FAIL("values of slices of " << shape.size);
  }
}

template <class T, class IsLess>
void CheckSort(const SortOrder& order, const SortShape& shape, int64_t kept, bool in_pieces,
               const std::vector<T>& keys, IsLess is_less) {
  const SortOutput outputs[] = {{0, sizeof(T)}, {SortOutput::kPlaces, 4}};
  const KeySortPlan plan = PlanKeySort(order, shape, 0, outputs, kept);
  const auto results = static_cast<size_t>(shape.slices() * kept);
  std::vector<T> values(results);
  std::vector<int32_t> places(results);
  std::vector<std::byte> workspace(plan.workspace_bytes);
  const std::byte* operands[] = {reinterpret_cast<const std::byte*>(keys.data())};
  std::byte* written[] = {reinterpret_cast<std::byte*>(values.data()),
                          reinterpret_cast<std::byte*>(places.data())};
  const SortBuffers buffers{operands, written, workspace.data()};
  for (int64_t slice = 0; slice < shape.slices(); ++slice) {
    if (in_pieces) {
      SortInPieces(plan, buffers, slice);
    } else {
      SortSlice(plan, buffers, slice);
    }
    const std::vector<int32_t> expected = Expected(keys, shape, slice, is_less);
    for (int64_t k = 0; k < kept; ++k) {
      const auto at = static_cast<size_t>(shape.Origin(slice, kept) + k * shape.stride());
      const int32_t place = expected[static_cast<size_t>(k)];
      const T& key =
          keys[static_cast<size_t>(shape.Origin(slice, shape.size) + place * shape.stride())];
      if (places[at] != place || std::memcmp(&values[at], &key, sizeof(T)) != 0) {
        FAIL("slice " << slice << ", element " << k << " of " << shape.size);
      }
    }
  }
  if (kept == shape.size) CheckValues(order, shape, in_pieces, keys, values);
  SUCCEED();
}

template <class T>
std::vector<T> RandomIntegers(const SortShape& shape, uint64_t range) {
  std::mt19937_64 random(static_cast<uint64_t>(shape.size) * 31 + range);
  std::vector<T> keys(static_cast<size_t>(shape.slices() * shape.size));
  for (T& key : keys) key = static_cast<T>(range == 0 ? random() : random() % range);
  return keys;
}

template <class T>
void CheckIntegers(ElementType type) {
  for (int64_t size : {1, 2, 3, 40, 48, 49, 50, 257, 1000}) {
    for (const SortShape& shape : {SortShape{3, size, 1}, SortShape{2, size, 5}}) {
      for (uint64_t range : {0, 7}) {
        const std::vector<T> keys = RandomIntegers<T>(shape, range);
        for (int64_t kept : {size, (size + 9) / 10}) {
          CheckSort({type, false, false}, shape, kept, false, keys, std::less<T>());
          CheckSort({type, true, false}, shape, kept, true, keys, std::greater<T>());
        }
      }
    }
  }
}

TEST_CASE("integers are sorted as the library does", "[simd][sort]") {
  CheckIntegers<uint8_t>(ElementType::kUI8);
  CheckIntegers<int8_t>(ElementType::kI8);
  CheckIntegers<int16_t>(ElementType::kI16);
  CheckIntegers<uint16_t>(ElementType::kUI16);
  CheckIntegers<uint32_t>(ElementType::kUI32);
  CheckIntegers<int32_t>(ElementType::kI32);
  CheckIntegers<int64_t>(ElementType::kI64);
  CheckIntegers<uint64_t>(ElementType::kUI64);
}

TEST_CASE("long slices are sorted in pieces", "[simd][sort]") {
  const SortShape shape{1, (1 << 19) + 77, 1};
  CheckSort({ElementType::kI32, false, false}, shape, shape.size, true,
            RandomIntegers<int32_t>(shape, 0), std::less<int32_t>());
  // Split twice.
  const SortShape longer{1, (1 << 20) + 77, 1};
  CheckSort({ElementType::kUI32, false, false}, longer, longer.size, true,
            RandomIntegers<uint32_t>(longer, 0), std::less<uint32_t>());
  const SortShape longest{1, (1 << 21) + 77, 1};
  CheckSort({ElementType::kI32, false, false}, longest, longest.size, true,
            RandomIntegers<int32_t>(longest, 3), std::less<int32_t>());
  // Selected from in rounds.
  CheckSort({ElementType::kI32, false, false}, longest, 700, true,
            RandomIntegers<int32_t>(longest, 0), std::less<int32_t>());
  CheckSort({ElementType::kI64, true, false}, longest, 5000, true,
            RandomIntegers<int64_t>(longest, 3), std::greater<int64_t>());
  CheckSort({ElementType::kUI64, true, false}, shape, 1000, true,
            RandomIntegers<uint64_t>(shape, 5000), std::greater<uint64_t>());
  const SortShape columns{1, 40000, 2};
  CheckSort({ElementType::kI64, false, false}, columns, columns.size, true,
            RandomIntegers<int64_t>(columns, 0), std::less<int64_t>());
  CheckSort({ElementType::kUI32, true, false}, columns, columns.size, false,
            RandomIntegers<uint32_t>(columns, 1 << 20), std::greater<uint32_t>());
}

// Tests keys key_of(0), key_of(1) ..: all in descending order, and the first 50 of some.
template <class KeyOf>
void CheckOrder(const SortShape& shape, const SortShape& shorter, KeyOf key_of) {
  std::vector<uint32_t> keys;
  for (int64_t k = 0; k < shape.size; ++k) keys.push_back(key_of(static_cast<uint32_t>(k)));
  CheckSort({ElementType::kUI32, true, false}, shape, shape.size, true, keys,
            std::greater<uint32_t>());
  CheckSort({ElementType::kUI32, false, false}, shorter, 50, true, keys, std::less<uint32_t>());
}

template <class T>
void CheckFirst(ElementType type) {
  for (int64_t size : {256, 257, 300, 600}) {
    const SortShape shape{2, size, 3};
    for (int64_t kept : {0, 1, 2, 8, 33, 63, 64, 65, 100}) {
      if (kept >= size / 4) continue;
      for (uint64_t range : {0, 1, 9}) {
        std::vector<T> keys = RandomIntegers<T>(shape, range);
        CheckSort({type, false, false}, shape, kept, false, keys, std::less<T>());
        CheckSort({type, true, false}, shape, kept, true, keys, std::greater<T>());
        // The last key in order is also the greatest number that encodes one.
        for (T& key : keys)
          key = static_cast<T>(std::numeric_limits<T>::max() - (key % 2 == 0 ? 0 : 1));
        CheckSort({type, false, false}, shape, kept, false, keys, std::less<T>());
        for (T& key : keys) key = std::numeric_limits<T>::max();
        CheckSort({type, false, false}, shape, kept, false, keys, std::less<T>());
        // Each key precedes all before it, or none.
        std::iota(keys.begin(), keys.end(), T{0});
        CheckSort({type, false, false}, shape, kept, false, keys, std::less<T>());
        CheckSort({type, true, false}, shape, kept, false, keys, std::greater<T>());
      }
    }
  }
}

TEST_CASE("the first elements of short slices are selected", "[simd][sort]") {
  CheckFirst<uint8_t>(ElementType::kUI8);
  CheckFirst<int16_t>(ElementType::kI16);
  CheckFirst<uint32_t>(ElementType::kUI32);
  CheckFirst<int32_t>(ElementType::kI32);
  CheckFirst<uint64_t>(ElementType::kUI64);
}

TEST_CASE("long slices of special orders are sorted", "[simd][sort]") {
  // One split; the selection takes two pieces.
  const SortShape shape{1, (1 << 19) + 77, 1}, shorter{1, 270000, 1};
  const auto size = static_cast<uint32_t>(shape.size);
  CheckOrder(shape, shorter, [&](uint32_t k) { return size - k; });
  CheckOrder(shape, shorter, [](uint32_t k) { return k % 3; });
  // All keys equal, nearly all equal, and nearly sorted.
  CheckOrder(shape, shorter, [](uint32_t) { return uint32_t{7}; });
  CheckOrder(shape, shorter, [](uint32_t k) { return k % 1000 == 0 ? k % 7001 : 5000; });
  CheckOrder(shape, shorter,
             [&](uint32_t k) { return (size - k) ^ (k % 4096 == 5 ? 0xFF000 : 0); });
}

template <class T>
void CheckLong(ElementType type) {
  const SortShape shape{1, (1 << 19) + 5, 1}, columns{1, 270000, 2};
  CheckSort({type, true, false}, shape, shape.size, true, RandomIntegers<T>(shape, 0),
            std::greater<T>());
  CheckSort({type, false, false}, columns, columns.size, true, RandomIntegers<T>(columns, 500),
            std::less<T>());
}

TEST_CASE("long slices of every width are sorted", "[simd][sort]") {
  CheckLong<int8_t>(ElementType::kI8);
  CheckLong<uint16_t>(ElementType::kUI16);
  CheckLong<int32_t>(ElementType::kI32);
  CheckLong<int64_t>(ElementType::kI64);
}

// Pieces that may run concurrently give the same result in any order.
TEST_CASE("parts of a long slice are sorted independently", "[simd][sort]") {
  const SortShape shape{1, 1200000, 1};
  const std::vector<int32_t> keys = RandomIntegers<int32_t>(shape, 100000);
  const SortOutput outputs[] = {{0, sizeof(int32_t)}, {SortOutput::kPlaces, 4}};
  const KeySortPlan plan =
      PlanKeySort({ElementType::kI32, false, false}, shape, 0, outputs, shape.size);
  std::vector<int32_t> results[2][2];
  for (auto& [values, places] : results) {
    const bool is_backwards = &values == &results[1][0];
    values.resize(keys.size());
    places.resize(keys.size());
    std::vector<std::byte> workspace(plan.workspace_bytes);
    const std::byte* operands[] = {reinterpret_cast<const std::byte*>(keys.data())};
    std::byte* written[] = {reinterpret_cast<std::byte*>(values.data()),
                            reinterpret_cast<std::byte*>(places.data())};
    const SortBuffers buffers{operands, written, workspace.data()};
    for (int64_t piece = 0; piece < PieceCount(plan);) {
      const int64_t together = PiecesTogether(plan, piece);
      for (int64_t i = 0; i < together; ++i) {
        SortPiece(plan, buffers, 0, piece + (is_backwards ? together - 1 - i : i));
      }
      piece += together;
    }
  }
  CHECK(std::is_sorted(results[0][0].begin(), results[0][0].end()));
  CHECK(results[0][0] == results[1][0]);
  CHECK(results[0][1] == results[1][1]);
}

// Checks floats with few different bits, among them several NaNs, both zeros and infinities.
template <class T>
void CheckFloats(ElementType type, T infinity, int64_t size, int64_t most_inner = 3) {
  constexpr T kSign = static_cast<T>(T{1} << (8 * sizeof(T) - 1));
  std::vector<T> pool = {0,
                         kSign,
                         infinity,
                         static_cast<T>(infinity | kSign),
                         static_cast<T>(infinity / 2),
                         1,
                         static_cast<T>(kSign | 5)};
  const std::vector<T> numbers = pool;
  for (int nan = 1; nan < 4; ++nan) pool.push_back(static_cast<T>(infinity + static_cast<T>(nan)));
  pool.push_back(static_cast<T>(infinity | kSign | 2));
  const auto magnitude = [](T bits) { return static_cast<T>(bits & static_cast<T>(~kSign)); };
  // Signed, so that both zeros are 0. NaN is above all numbers.
  const auto rank = [&](T bits, bool is_falling) {
    const auto at = static_cast<double>(magnitude(bits));
    if (magnitude(bits) > infinity) return std::numeric_limits<double>::infinity();
    return ((bits & kSign) != 0) != is_falling ? -at : at;
  };
  const std::vector<T>* const pools[] = {&pool, &numbers};
  for (const std::vector<T>* from : pools) {
    for (int64_t inner = 1; inner <= most_inner; inner += 2) {
      const SortShape shape{1, size, inner};
      std::mt19937_64 random(static_cast<uint64_t>(size + inner));
      std::vector<T> keys(static_cast<size_t>(size * inner));
      for (T& key : keys) key = (*from)[random() % from->size()];
      for (const bool is_falling : {false, true}) {
        CheckSort({type, is_falling, false}, shape, size, is_falling, keys,
                  [&](T a, T b) { return rank(a, is_falling) < rank(b, is_falling); });
      }
    }
  }
}

TEST_CASE("equal floats that differ in their bits keep their order", "[simd][sort]") {
  for (const int64_t size : {1, 7, 48, 300, 40000}) {
    CheckFloats<uint16_t>(ElementType::kF16, 0x7C00, size);
    CheckFloats<uint16_t>(ElementType::kBF16, 0x7F80, size);
    CheckFloats<uint32_t>(ElementType::kF32, uint32_t{0xFF} << 23, size);
    CheckFloats<uint64_t>(ElementType::kF64, uint64_t{0x7FF} << 52, size);
  }
  CheckFloats<uint32_t>(ElementType::kF32, uint32_t{0xFF} << 23, 530000, 1);
}

TEST_CASE("floats are sorted as numbers with NaN last, or in total order", "[simd][sort]") {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double special[] = {0.0, -0.0, 1.5, -1.5, infinity, -infinity, nan, -nan, 5e-324, -5e-324};
  const SortShape shape{2, 300, 1};
  std::mt19937_64 random(5);
  std::vector<double> keys(600);
  for (double& key : keys) key = special[random() % std::size(special)];
  const auto number = [](double a, double b) {
    return std::isnan(a) ? false : std::isnan(b) ? true : a < b;
  };
  const auto falling = [](double a, double b) {
    return std::isnan(a) ? false : std::isnan(b) ? true : a > b;
  };
  const auto total = [](double a, double b) {
    const auto rank = [](double x) {
      int64_t bits;
      std::memcpy(&bits, &x, sizeof(bits));
      return bits < 0 ? bits ^ std::numeric_limits<int64_t>::max() : bits;
    };
    return rank(a) < rank(b);
  };
  CheckSort({ElementType::kF64, false, false}, shape, 300, false, keys, number);
  CheckSort({ElementType::kF64, true, false}, shape, 300, true, keys, falling);
  CheckSort({ElementType::kF64, false, true}, shape, 300, false, keys, total);
  CheckSort({ElementType::kF64, true, true}, shape, 300, false, keys,
            [&](double a, double b) { return total(b, a); });
}

}  // namespace
}  // namespace paddock::simd
