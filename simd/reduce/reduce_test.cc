#include "simd/reduce/reduce.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "simd/movement/testing.h"
#include "simd/reduce/scalar_body.h"

namespace paddock::simd {
namespace {

using testing::ApplyBody;
using testing::Element;
using testing::ForEachKernel;
using testing::ForEachTarget;
using testing::GuardedBuffer;
using testing::IsSame;
using testing::kMonoids;
using testing::LoadElement;
using testing::Random;
using testing::RandomElement;

// The formula of docs/numerics.md.
Element TotalOf(ElementType type, Monoid monoid, const std::vector<Element>& x) {
  if (x.size() > 4096) {
    std::vector<Element> totals;
    for (size_t i = 0; i < x.size(); i += 4096) {
      const size_t end = std::min(i + 4096, x.size());
      totals.push_back(TotalOf(type, monoid,
                               {x.begin() + static_cast<std::ptrdiff_t>(i),
                                x.begin() + static_cast<std::ptrdiff_t>(end)}));
    }
    return TotalOf(type, monoid, totals);
  }
  std::vector<Element> lanes;
  for (size_t r = 0; r < x.size(); ++r) {
    if (r < 16) {
      lanes.push_back(x[r]);
    } else {
      lanes[r % 16] = ApplyBody(type, monoid, lanes[r % 16], x[r]);
    }
  }
  for (size_t half : {8, 4, 2, 1}) {
    for (size_t i = 0; i + half < lanes.size(); ++i) {
      lanes[i] = ApplyBody(type, monoid, lanes[i], lanes[i + half]);
    }
    lanes.resize(std::min(lanes.size(), half));
  }
  return lanes[0];
}

struct Case {
  ElementType type;
  Monoid monoid;
  std::vector<int64_t> shape;
  std::vector<int64_t> dimensions;
};

int64_t CountOf(const std::vector<int64_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

// Returns the reduced elements of each result element, in row-major order of all reduced
// dimensions.
std::vector<std::vector<Element>> SlicesOf(const Case& c, const uint8_t* operand) {
  std::vector<int64_t> kept_shape;
  for (size_t d = 0; d < c.shape.size(); ++d) {
    const bool is_reduced = std::count(c.dimensions.begin(), c.dimensions.end(), d) != 0;
    if (!is_reduced) kept_shape.push_back(c.shape[d]);
  }
  std::vector<std::vector<Element>> slices(static_cast<size_t>(CountOf(kept_shape)));
  for (int64_t i = 0; i < CountOf(c.shape); ++i) {
    int64_t rest = i;
    int64_t kept = 0;
    int64_t stride = 1;
    for (size_t d = c.shape.size(); d-- > 0;) {
      const int64_t index = rest % c.shape[d];
      rest /= c.shape[d];
      if (std::count(c.dimensions.begin(), c.dimensions.end(), d) != 0) continue;
      kept += index * stride;
      stride *= c.shape[d];
    }
    slices[static_cast<size_t>(kept)].push_back(
        LoadElement(c.type, operand + i * static_cast<int64_t>(ByteSize(c.type))));
  }
  return slices;
}

void CheckReduce(const Case& c, Random& random) {
  const size_t bytes = ByteSize(c.type);
  const auto count = static_cast<size_t>(CountOf(c.shape));
  GuardedBuffer operand(count * bytes, static_cast<size_t>(random.Between(0, 17)));
  for (size_t i = 0; i < count; ++i) {
    std::memcpy(operand.data() + i * bytes, RandomElement(c.type, random).data(), bytes);
  }
  GuardedBuffer init(bytes, 1);
  std::memcpy(init.data(), RandomElement(c.type, random).data(), bytes);

  const MonoidKernels* kernels = FindMonoidKernels(c.monoid, c.type);
  REQUIRE(kernels != nullptr);
  const ReducePlan plan = PlanReduce(*kernels, c.shape, c.dimensions);
  const auto slices = SlicesOf(c, operand.data());
  REQUIRE(plan.result_count == static_cast<int64_t>(slices.size()));
  GuardedBuffer result(slices.size() * bytes, static_cast<size_t>(random.Between(0, 17)));
  GuardedBuffer shared(plan.shared_bytes, 0);
  GuardedBuffer scratch(plan.scratch_bytes, 0);
  const ReduceBuffers buffers{operand.data(), init.data(), result.data(), shared.data()};

  const auto check = [&] {
    for (size_t k = 0; k < slices.size(); ++k) {
      Element expected = LoadElement(c.type, init.data());
      if (!slices[k].empty()) {
        expected = ApplyBody(c.type, c.monoid, expected, TotalOf(c.type, c.monoid, slices[k]));
      }
      if (!IsSame(c.type, expected, LoadElement(c.type, result.data() + k * bytes))) {
        FAIL("result element " << k << " of " << slices.size());
      }
    }
    REQUIRE(result.guards_are_whole());
    REQUIRE(shared.guards_are_whole());
    REQUIRE(scratch.guards_are_whole());
  };
  int64_t position = 0;
  while (!RunReduce(plan, buffers, scratch.data(), &position, 1)) {
  }
  check();
  result.FillRandom(random);
  for (int64_t pass = 0; pass < PassCount(plan); ++pass) {
    for (int64_t chunk = ChunkCount(plan, pass); chunk-- > 0;) {
      scratch.FillRandom(random);
      RunChunk(plan, buffers, pass, chunk, scratch.data());
    }
  }
  check();
}

std::string Describe(const Case& c) {
  std::string text = std::string(Spelling(c.type)) + " monoid " +
                     std::to_string(static_cast<int>(c.monoid)) + " shape";
  for (int64_t size : c.shape) text += " " + std::to_string(size);
  text += " dimensions";
  for (int64_t d : c.dimensions) text += " " + std::to_string(d);
  return text;
}

std::vector<int64_t> RandomSubset(Random& random, size_t rank) {
  std::vector<int64_t> dimensions;
  for (size_t d = 0; d < rank; ++d) {
    if (random.Between(0, 1) == 1) dimensions.push_back(static_cast<int64_t>(d));
  }
  return dimensions;
}

TEST_CASE("reduce follows its formula bit for bit", "[simd][reduce]") {
  ForEachTarget([] {
    Random random(21);
    ForEachKernel([&](ElementType type, Monoid monoid) {
      for (int round = 0; round < 12; ++round) {
        Case c{type, monoid, {}, {}};
        const auto rank = static_cast<size_t>(random.Between(0, 5));
        for (size_t d = 0; d < rank; ++d) {
          c.shape.push_back(random.Between(random.Between(0, 15) == 0 ? 0 : 1, 9));
        }
        c.dimensions = RandomSubset(random, rank);
        INFO(Describe(c));
        CheckReduce(c, random);
      }
    });
  });
}

TEST_CASE("reduce of every short count, as rows and as columns", "[simd][reduce]") {
  ForEachTarget([] {
    Random random(22);
    for (ElementType type : {ElementType::kF32, ElementType::kF64, ElementType::kBF16,
                             ElementType::kF8E4M3FN, ElementType::kC64, ElementType::kC128}) {
      for (int64_t count = 0; count <= 67; ++count) {
        for (int64_t kept : {1, 3, 17, 70}) {
          const Monoid monoid = kMonoids[random.Between(0, 3)];
          const Case rows{type, monoid, {kept, count}, {1}};
          const Case columns{type, monoid, {count, kept}, {0}};
          const Case broken{type, monoid, {3, kept, count}, {0, 2}};
          for (const Case& c : {rows, columns, broken}) {
            INFO(Describe(c));
            CheckReduce(c, random);
          }
        }
      }
    }
  });
}

TEST_CASE("reduce of runs of neighbours, in one block and in several", "[simd][reduce]") {
  ForEachTarget([] {
    Random random(28);
    for (ElementType type : {ElementType::kF32, ElementType::kF64, ElementType::kBF16,
                             ElementType::kF16, ElementType::kI8, ElementType::kI64}) {
      for (Monoid monoid : {Monoid::kAdd, Monoid::kMaximum}) {
        for (int64_t run : {17, 32, 49, 60, 255, 300}) {
          for (int64_t kept : {4, 5, 37}) {
            const Case few{type, monoid, {7, kept, run}, {0, 2}};
            const Case blocks{
                type, monoid, {4100 / run + random.Between(1, 30), kept, run}, {0, 2}};
            const Case nested{type, monoid, {2, 3, 2, kept, run}, {0, 2, 4}};
            for (const Case& c : {few, blocks, nested}) {
              INFO(Describe(c));
              CheckReduce(c, random);
            }
          }
        }
      }
    }
  });
}

TEST_CASE("reduce of windows that cover a tensor", "[simd][reduce]") {
  ForEachTarget([] {
    Random random(27);
    ForEachKernel([&](ElementType type, Monoid monoid) {
      for (int round = 0; round < 4; ++round) {
        const int64_t planes = random.Between(1, 5), high = random.Between(1, 9);
        const int64_t beside = random.Between(1, round == 0 ? 40 : 12);
        const int64_t wide = round < 3 ? int64_t{1} << random.Between(1, 4) : random.Between(2, 20);
        const Case nested{type, monoid, {planes, high, beside, wide}, {1, 3}};
        const Case thrice{type, monoid, {2, planes, high, beside, wide}, {0, 2, 4}};
        const Case columns{type, monoid, {planes, high, wide, beside}, {0, 2}};
        const int64_t channels = random.Between(1, round == 0 ? 20 : 6);
        const Case pictures{type, monoid, {planes, high, beside, wide, channels}, {1, 3}};
        const Case vectors{type, monoid, {random.Between(1, 900), wide, channels}, {1}};
        for (const Case& c : {nested, thrice, columns, pictures, vectors}) {
          INFO(Describe(c));
          CheckReduce(c, random);
        }
      }
    });
  });
}

TEST_CASE("reduce of more than a block", "[simd][reduce]") {
  Random random(23);
  for (ElementType type : {ElementType::kF32, ElementType::kF16, ElementType::kC128,
                           ElementType::kI32, ElementType::kF8E5M2}) {
    for (int64_t count : {4095, 4096, 4097, 8192, 9001, 40'000}) {
      for (const Case& c :
           {Case{type, Monoid::kAdd, {count}, {0}}, Case{type, Monoid::kAdd, {3, count}, {1}},
            Case{type, Monoid::kAdd, {count, 3}, {0}},
            Case{type, Monoid::kAdd, {2, count / 2, 3}, {0, 1}},
            Case{type, Monoid::kMaximum, {2, 2, count / 2}, {0, 2}},
            Case{type, Monoid::kAdd, {2, 3, count / 2}, {0, 2}},
            Case{type, Monoid::kAdd, {2, 3, count / 2, 2}, {0, 2}}}) {
        INFO(Describe(c));
        CheckReduce(c, random);
      }
    }
  }
}

TEST_CASE("reduce of many kept elements", "[simd][reduce]") {
  Random random(24);
  for (ElementType type : {ElementType::kF32, ElementType::kI8, ElementType::kF64}) {
    for (const Case& c :
         {Case{type, Monoid::kAdd, {5, 3000}, {0}}, Case{type, Monoid::kAdd, {3, 5, 3000}, {1}},
          Case{type, Monoid::kMinimum, {700, 40}, {1}}, Case{type, Monoid::kAdd, {7000, 3}, {1}},
          Case{type, Monoid::kAdd, {100, 7, 30}, {}}, Case{type, Monoid::kAdd, {7000}, {}},
          Case{type, Monoid::kAdd, {4, 1100, 6}, {1, 2}},
          Case{type, Monoid::kAdd, {300, 1100}, {0}},
          Case{type, Monoid::kMaximum, {2, 145, 5000}, {1}},
          Case{type, Monoid::kAdd, {4100, 1030}, {0}}}) {
      INFO(Describe(c));
      CheckReduce(c, random);
    }
  }
}

TEST_CASE("each body has kernels for the types that define it", "[simd][reduce]") {
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    const auto type = static_cast<ElementType>(i);
    const bool is_number = IsFloat(type) || IsComplex(type);
    for (Monoid monoid : kMonoids) {
      const bool is_bitwise = monoid >= Monoid::kAnd;
      const MonoidKernels* kernels = FindMonoidKernels(monoid, type);
      CHECK((kernels != nullptr) == (!is_bitwise || !is_number));
      if (kernels != nullptr) CHECK(kernels->type == type);
    }
  }
}

// A row of random elements usually contains a NaN, so this test has separate rows.
TEST_CASE("least and greatest of rows of numbers, zeros of both signs, and one NaN",
          "[simd][reduce]") {
  Random random(27);
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (ElementType type : {ElementType::kF32, ElementType::kF64}) {
    for (Monoid monoid : {Monoid::kMinimum, Monoid::kMaximum}) {
      const auto check = [&]<class T>(T) {
        for (int64_t nan = -10; nan < 75; ++nan) {
          std::vector<T> row(75);
          const int64_t sign = random.Between(-1, 1);
          for (T& x : row) x = static_cast<T>(random.Between(0, 2) * sign) * T{0.5};
          for (T& x : row) x = x == 0 && random.Between(0, 3) != 0 ? -x : x;
          if (nan >= 0) row[static_cast<size_t>(nan)] = static_cast<T>(kNaN);
          std::vector<Element> elements(row.size());
          for (size_t i = 0; i < 75; ++i) std::memcpy(elements[i].data(), &row[i], sizeof(T));
          T total;
          FindMonoidKernels(monoid, type)->reduce_rows(type, row.data(), 75, 75, &total, 1);
          REQUIRE(std::memcmp(TotalOf(type, monoid, elements).data(), &total, sizeof(T)) == 0);
        }
      };
      type == ElementType::kF32 ? check(float{}) : check(double{});
    }
  }
}

TEST_CASE("small floats round at every application", "[simd][reduce]") {
  // Every pair of codes of each 8-bit format, in a row and in lanes.
  ForEachTarget([] {
    for (size_t i = 0; i < kElementTypeCount; ++i) {
      const auto type = static_cast<ElementType>(i);
      if (!IsFloat(type) || ByteSize(type) != 1) continue;
      INFO(Spelling(type));
      const auto codes = static_cast<size_t>(1) << BitWidth(type);
      for (Monoid monoid : {Monoid::kAdd, Monoid::kMultiply, Monoid::kMinimum, Monoid::kMaximum}) {
        const MonoidKernels* kernels = FindMonoidKernels(monoid, type);
        for (size_t lhs = 0; lhs < codes; ++lhs) {
          std::vector<uint8_t> result(codes, static_cast<uint8_t>(lhs));
          std::vector<uint8_t> operand(codes);
          std::iota(operand.begin(), operand.end(), uint8_t{0});
          kernels->combine(type, result.data(), operand.data(), static_cast<int64_t>(codes));
          std::vector<uint8_t> lanes(codes, static_cast<uint8_t>(lhs));
          const bool has_group = codes >= kReduceLanes;
          for (size_t group = 0; group + kReduceLanes <= codes; group += kReduceLanes) {
            kernels->accumulate(type, lanes.data() + group, operand.data() + group, 1);
          }
          bool is_right = true;
          for (size_t rhs = 0; rhs < codes; ++rhs) {
            Element a{}, b{}, in_row{}, in_lane{};
            a[0] = static_cast<uint8_t>(lhs);
            b[0] = static_cast<uint8_t>(rhs);
            in_row[0] = result[rhs];
            in_lane[0] = lanes[rhs];
            const Element expected = ApplyBody(type, monoid, a, b);
            is_right &= IsSame(type, expected, in_row);
            is_right &= !has_group || IsSame(type, expected, in_lane);
          }
          REQUIRE(is_right);
        }
      }
    }
  });
}

// Overlaps as in scans: uncombined elements are read next to combined ones.
TEST_CASE("combine and combine_behind take operands that overlap the result", "[simd][reduce]") {
  ForEachTarget([] {
    Random random(26);
    ForEachKernel([&](ElementType type, Monoid monoid) {
      const size_t bytes = ByteSize(type);
      for (const size_t shift : {1, 2, 3, 8, 16, 40}) {
        const auto count = static_cast<size_t>(random.Between(1, 70));
        std::vector<Element> elements(count + shift);
        GuardedBuffer ahead(elements.size() * bytes, 3);
        GuardedBuffer behind(elements.size() * bytes, 5);
        for (size_t i = 0; i < elements.size(); ++i) {
          elements[i] = RandomElement(type, random);
          std::memcpy(ahead.data() + i * bytes, elements[i].data(), bytes);
          std::memcpy(behind.data() + i * bytes, elements[i].data(), bytes);
        }
        const MonoidKernels& kernels = *FindMonoidKernels(monoid, type);
        const auto size = static_cast<int64_t>(count);
        kernels.combine(type, ahead.data(), ahead.data() + shift * bytes, size);
        if (kHasCombineBehind) {
          kernels.combine_behind(type, behind.data() + shift * bytes, behind.data(), size);
        }
        INFO(Spelling(type) << " monoid " << static_cast<int>(monoid) << ", " << count
                            << " elements, shift " << shift);
        bool is_right = ahead.guards_are_whole() && behind.guards_are_whole();
        for (size_t i = 0; i < count; ++i) {
          const Element total = ApplyBody(type, monoid, elements[i], elements[i + shift]);
          is_right &= IsSame(type, total, LoadElement(type, ahead.data() + i * bytes));
          if (!kHasCombineBehind) continue;
          is_right &= IsSame(type, total, LoadElement(type, behind.data() + (i + shift) * bytes));
        }
        CHECK(is_right);
      }
    });
  });
}

}  // namespace
}  // namespace paddock::simd
