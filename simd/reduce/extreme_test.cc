#include "simd/reduce/extreme.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "simd/reduce/scalar_body.h"

namespace paddock::simd {
namespace {

using testing::Element;
using testing::Random;

constexpr ElementType kValueTypes[] = {
    ElementType::kF32,      ElementType::kF64, ElementType::kF16,  ElementType::kBF16,
    ElementType::kF8E4M3FN, ElementType::kI1,  ElementType::kI4,   ElementType::kI8,
    ElementType::kUI8,      ElementType::kI16, ElementType::kUI16, ElementType::kI32,
    ElementType::kUI32,     ElementType::kI64, ElementType::kUI64};

bool IsNaN(ElementType type, const Element& element) {
  return testing::PartIsNaN(type, element, 0);
}

double NumberOf(ElementType type, const Element& element) {
  if (type == ElementType::kF64) return testing::ValueOf<double>(element);
  if (type == ElementType::kF32) return testing::ValueOf<float>(element);
  return DecodeSmallFloat(type, testing::ValueOf<uint16_t>(element));
}

bool IsLess(ElementType type, const Element& left, const Element& right) {
  if (IsFloat(type)) return NumberOf(type, left) < NumberOf(type, right);
  const uint64_t a = testing::ExtendInteger(type, testing::ValueOf<uint64_t>(left));
  const uint64_t b = testing::ExtendInteger(type, testing::ValueOf<uint64_t>(right));
  return IsSigned(type) ? static_cast<int64_t>(a) < static_cast<int64_t>(b) : a < b;
}

struct Pair {
  Element value;
  int64_t place;
};

Pair Apply(const ExtremeBody& body, ElementType type, const Pair& left, const Pair& right) {
  const bool left_nan = IsNaN(type, left.value), right_nan = IsNaN(type, right.value);
  ValueRelation relation = ValueRelation::kEqual;
  if (left_nan || right_nan) {
    relation = !right_nan  ? ValueRelation::kLeftNaN
               : !left_nan ? ValueRelation::kRightNaN
                           : ValueRelation::kBothNaN;
  } else if (IsLess(type, left.value, right.value)) {
    relation = ValueRelation::kLess;
  } else if (IsLess(type, right.value, left.value)) {
    relation = ValueRelation::kGreater;
  }
  const PlaceRelation order = left.place < right.place    ? PlaceRelation::kLess
                              : left.place == right.place ? PlaceRelation::kEqual
                                                          : PlaceRelation::kGreater;
  const ExtremeChoice choice = body.Of(relation, order);
  return {choice.is_left_value ? left.value : right.value,
          choice.is_left_place ? left.place : right.place};
}

Pair TotalOf(const ExtremeBody& body, ElementType type, std::vector<Pair> level) {
  while (level.size() > 1) {
    std::vector<Pair> next;
    for (size_t i = 0; i + 1 < level.size(); i += 2) {
      next.push_back(Apply(body, type, level[i], level[i + 1]));
    }
    if (level.size() % 2 != 0) next.push_back(level.back());
    level = std::move(next);
  }
  return level[0];
}

// Random choices, except that between different numbers one is chosen consistently.
ExtremeBody RandomBody(Random& random) {
  ExtremeBody body;
  for (auto& of_value : body.choices) {
    for (ExtremeChoice& choice : of_value) {
      choice = {random.Between(0, 1) != 0, random.Between(0, 1) != 0};
    }
  }
  const bool is_least = random.Between(0, 1) != 0;
  // Often wherever the two numbers are.
  const size_t places = random.Between(0, 1) == 0 ? 1 : kPlaceRelations;
  const auto set = [&](ValueRelation relation, bool is_left) {
    for (size_t i = 0; i < places; ++i) {
      body.choices[static_cast<size_t>(relation)][i] = {is_left, is_left};
    }
  };
  set(ValueRelation::kLess, is_least);
  set(ValueRelation::kGreater, !is_least);
  if (random.Between(0, 2) == 0) {
    set(ValueRelation::kLeftNaN, true);
    set(ValueRelation::kBothNaN, true);
    set(ValueRelation::kRightNaN, false);
  }
  return body;
}

struct Sizes {
  int64_t outer, size, inner;
};

void CheckExtreme(ElementType type, ElementType place_type, const Sizes& sizes, Random& random) {
  const size_t bytes = ByteSize(type), place_bytes = ByteSize(place_type);
  const ExtremeBody body = RandomBody(random);
  // Few different elements, so that there are ties.
  std::vector<Element> pool;
  for (int64_t i = random.Between(1, 12); i >= 0; --i) {
    pool.push_back(testing::RandomElement(type, random));
  }
  if (IsFloat(type) && random.Between(0, 2) == 0) {
    Element nan = {};
    std::memset(nan.data(), 0x7F, bytes);
    pool.push_back(nan);
  }
  const auto any = [&] {
    return pool[static_cast<size_t>(random.Between(0, static_cast<int64_t>(pool.size()) - 1))];
  };
  const int64_t count = sizes.outer * sizes.size * sizes.inner;
  std::vector<Element> elements(static_cast<size_t>(count));
  // NaNs, if any, only in one half, so that segments differ.
  for (size_t i = 0; i < elements.size(); ++i) {
    elements[i] = any();
    if (i < elements.size() / 2 && IsNaN(type, elements[i])) elements[i] = pool[0];
  }
  testing::GuardedBuffer operand(elements.size() * bytes,
                                 static_cast<size_t>(random.Between(0, 3)));
  for (size_t i = 0; i < elements.size(); ++i) {
    std::memcpy(operand.data() + i * bytes, elements[i].data(), bytes);
  }
  // Often less extreme than all elements.
  const Element init_value =
      random.Between(0, 1) != 0 ? any() : testing::RandomElement(type, random);
  const int64_t init_place = random.Between(0, 1) != 0 ? 0 : random.Between(0, sizes.size);
  const auto results = static_cast<size_t>(sizes.outer * sizes.inner);
  testing::GuardedBuffer values(results * bytes, 1), places(results * place_bytes, 1);

  const ExtremePlan plan =
      PlanExtreme(body, type, place_type, sizes.outer, sizes.size, sizes.inner);
  std::vector<uint64_t> shared(plan.shared_bytes / 8 + 1), scratch(plan.scratch_bytes / 8 + 1);
  const ExtremeBuffers buffers{reinterpret_cast<const std::byte*>(operand.data()),
                               reinterpret_cast<const std::byte*>(init_value.data()),
                               reinterpret_cast<const std::byte*>(&init_place),
                               reinterpret_cast<std::byte*>(values.data()),
                               reinterpret_cast<std::byte*>(places.data()),
                               reinterpret_cast<std::byte*>(shared.data())};
  for (int64_t pass = 0; pass < PassCount(plan); ++pass) {
    for (int64_t chunk = ChunkCount(plan, pass); chunk-- > 0;) {
      RunChunk(plan, buffers, pass, chunk, reinterpret_cast<std::byte*>(scratch.data()));
    }
  }
  REQUIRE(values.guards_are_whole());
  REQUIRE(places.guards_are_whole());
  for (int64_t result = 0; result < sizes.outer * sizes.inner; ++result) {
    std::vector<Pair> row;
    for (int64_t i = 0; i < sizes.size; ++i) {
      const int64_t at =
          (result / sizes.inner * sizes.size + i) * sizes.inner + result % sizes.inner;
      row.push_back({elements[static_cast<size_t>(at)], i});
    }
    const Pair expected = Apply(body, type, {init_value, init_place}, TotalOf(body, type, row));
    const auto at = static_cast<size_t>(result);
    const bool is_value =
        std::memcmp(values.data() + at * bytes, expected.value.data(), bytes) == 0;
    const bool is_place =
        std::memcmp(places.data() + at * place_bytes, &expected.place, place_bytes) == 0;
    if (!is_value || !is_place) {
      FAIL("result " << result << " of " << sizes.outer << " x " << sizes.size << " x "
                     << sizes.inner << " of " << Spelling(type));
    }
  }
}

TEST_CASE("the extreme and its place equal those of adjacent pairs", "[simd][reduce]") {
  testing::ForEachTarget([] {
    Random random(11);
    for (const ElementType type : kValueTypes) {
      for (const Sizes& sizes : {Sizes{1, 1, 1}, Sizes{3, 2, 1}, Sizes{5, 17, 1}, Sizes{7, 67, 1},
                                 Sizes{2, 1000, 1}, Sizes{2, 3, 2}, Sizes{2, 19, 5},
                                 Sizes{1, 40, 33}, Sizes{2, 70, 67}, Sizes{1, 3, 200}}) {
        for (int repeat = 0; repeat < 6; ++repeat) {
          CheckExtreme(type, ElementType::kI32, sizes, random);
        }
      }
    }
    SUCCEED();
  });
}

TEST_CASE("long dimensions and many columns are cut into segments and tiles", "[simd][reduce]") {
  testing::ForEachTarget([] {
    Random random(12);
    for (const ElementType type : {ElementType::kF32, ElementType::kF64, ElementType::kBF16,
                                   ElementType::kUI8, ElementType::kI64}) {
      for (const Sizes& sizes : {Sizes{2, 2 * kExtremeSegment + 5, 1}, Sizes{1, 4100, 3},
                                 Sizes{1, 3 * kExtremeSegment, 1}, Sizes{1, 9, 1030}}) {
        CheckExtreme(type, ElementType::kI64, sizes, random);
        CheckExtreme(type, ElementType::kUI16, sizes, random);
      }
    }
    SUCCEED();
  });
}

TEST_CASE("many short rows are transposed", "[simd][reduce]") {
  testing::ForEachTarget([] {
    Random random(13);
    for (const ElementType type : kValueTypes) {
      for (int repeat = 0; repeat < 12; ++repeat) {
        const Sizes sizes{random.Between(14, 700), random.Between(1, repeat % 4 == 0 ? 130 : 34),
                          1};
        CheckExtreme(type, repeat % 2 == 0 ? ElementType::kI32 : ElementType::kI64, sizes, random);
      }
    }
    SUCCEED();
  });
}

TEST_CASE("places are numbers of their type", "[simd][reduce]") {
  CHECK(HasExtreme(ElementType::kF32, ElementType::kI8, 128));
  CHECK(!HasExtreme(ElementType::kF32, ElementType::kI8, 129));
  CHECK(HasExtreme(ElementType::kF32, ElementType::kUI8, 256));
  CHECK(!HasExtreme(ElementType::kF32, ElementType::kUI8, 257));
  CHECK(HasExtreme(ElementType::kI1, ElementType::kUI64, int64_t{1} << 62));
  CHECK(!HasExtreme(ElementType::kF32, ElementType::kF32, 2));
  CHECK(!HasExtreme(ElementType::kC64, ElementType::kI32, 2));
}

}  // namespace
}  // namespace paddock::simd
