#include "core/api/debug/condition.h"

#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <vector>

namespace paddock {
namespace {

using Kind = Condition::Kind;

Tensor F32(std::vector<float> elements) {
  return Tensor::FromElements<float>(ElementType::kF32,
                                     std::vector{static_cast<int64_t>(elements.size())}, elements);
}

TEST_CASE("a condition holds for any element", "[api]") {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const Tensor finite = F32({1, -2, 3});
  const Tensor nan = F32({1, kNan, 3});
  const Tensor infinite = F32({1, -kInf, 3});
  CHECK_FALSE(Holds({Kind::kNan}, finite, {}));
  CHECK(Holds({Kind::kNan}, nan, {}));
  CHECK_FALSE(Holds({Kind::kNan}, infinite, {}));
  CHECK_FALSE(Holds({Kind::kInfinity}, nan, {}));
  CHECK(Holds({Kind::kInfinity}, infinite, {}));
  CHECK(Holds({Kind::kNonFinite}, nan, {}));
  CHECK(Holds({Kind::kNonFinite}, infinite, {}));
  CHECK_FALSE(Holds({Kind::kNonFinite}, finite, {}));
  CHECK(Holds({Kind::kGreater, 2.5}, finite, {}));
  CHECK_FALSE(Holds({Kind::kGreater, 3}, finite, {}));
  CHECK(Holds({Kind::kLess, -1.5}, finite, {}));
  CHECK_FALSE(Holds({Kind::kLess, -2}, finite, {}));
  CHECK(Holds({Kind::kLess, -1e300}, infinite, {}));
  CHECK_FALSE(Holds({Kind::kGreater, 3}, nan, {}));
}

TEST_CASE("a change is larger than the limit in any element", "[api]") {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInf = std::numeric_limits<float>::infinity();
  std::vector<float> many(10'000, 1.0F);
  const Tensor before = F32(many);
  CHECK_FALSE(Holds({Kind::kChange, 0}, before, before));
  many[9'000] = 1.5F;
  CHECK(Holds({Kind::kChange, 0.25}, F32(many), before));
  CHECK_FALSE(Holds({Kind::kChange, 0.5}, F32(many), before));
  many[9'000] = kNan;
  CHECK(Holds({Kind::kChange, 0.5}, F32(many), before));
  CHECK_FALSE(Holds({Kind::kChange, 0.5}, F32(many), F32(many)));
  many[9'000] = kInf;
  CHECK(Holds({Kind::kChange, 0.5}, F32(many), before));
  CHECK_FALSE(Holds({Kind::kChange, 0.5}, F32(many), F32(many)));
  CHECK(Holds({Kind::kChange, 5}, F32({1}), before));
  // Without a previous value there is no change.
  CHECK_FALSE(Holds({Kind::kChange, 0}, before, {}));
}

TEST_CASE("a condition on integers and complex elements", "[api]") {
  const Tensor integers = Tensor::FromElements<int8_t>(ElementType::kI8, std::vector<int64_t>{2},
                                                       std::vector<int8_t>{-128, 5});
  CHECK(Holds({Kind::kLess, -127}, integers, {}));
  const Tensor complex = Tensor::FromElements<float>(ElementType::kC64, std::vector<int64_t>{1},
                                                     std::vector<float>{3, 4});
  CHECK(Holds({Kind::kGreater, 4.5}, complex, {}));
  CHECK_FALSE(Holds({Kind::kGreater, 5}, complex, {}));
}

}  // namespace
}  // namespace paddock
