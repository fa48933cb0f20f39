// The complex kernels at infinities, NaN, signed zeros and on branch cuts.
#include <catch2/catch_test_macros.hpp>

#include "simd/math/test_evaluate.h"

namespace paddock::simd {
namespace {

// Follows C's annex G where it applies and agrees with the golden vectors. They differ in this: an
// exponential of an infinite imaginary part is NaN in both parts.
constexpr ComplexCase kSpecial[] = {
    {"abs", {-kInf, kNaN}, {kInf, 0}},
    {"abs", {kNaN, 1}, {kNaN, 0}},
    {"abs", {3, -4}, {5, 0}},
    {"atan", {kNaN, kInf}, {kNaN, 0.0}},
    {"atan", {-kInf, kNaN}, {-kPi / 2, 0.0}},
    {"atanh", {kNaN, -kInf}, {0.0, -kPi / 2}},
    {"atanh", {-kInf, kNaN}, {-0.0, kNaN}},
    {"atanh", {-0.0, kNaN}, {-0.0, kNaN}},
    {"cbrt", {0.0, 0.0}, {0.0, 0.0}},
    {"cbrt", {27, 0.0}, {3, 0.0}},
    {"cosh", {0.0, kInf}, {kNaN, 0.0}},
    {"cosh", {kNaN, -0.0}, {kNaN, 0.0}},
    {"cosh", {kInf, kInf}, {kNaN, kNaN}},
    {"cosine", {kInf, -0.0}, {kNaN, 0.0}},
    {"cosine", {0.0, 0.0}, {1, -0.0}},
    {"exponential", {0.0, 0.0}, {1, 0.0}},
    {"exponential", {0.0, -0.0}, {1, -0.0}},
    {"exponential", {kInf, 0.0}, {kInf, 0.0}},
    {"exponential", {kInf, 2}, {-kInf, kInf}},
    {"exponential", {-kInf, 2}, {-0.0, 0.0}},
    {"exponential", {-kInf, kInf}, {kNaN, kNaN}},
    {"exponential", {1, -kInf}, {kNaN, kNaN}},
    {"exponential", {kNaN, 0.0}, {kNaN, 0.0}},
    {"exponential_minus_one", {0.0, 0.0}, {0.0, 0.0}},
    {"exponential_minus_one", {-0.0, -0.0}, {-0.0, -0.0}},
    {"exponential_minus_one", {-kInf, 0.0}, {-1, 0.0}},
    {"exponential_minus_one", {kInf, 0.0}, {kInf, 0.0}},
    {"log", {0.0, 0.0}, {-kInf, 0.0}},
    {"log", {-0.0, 0.0}, {-kInf, kPi}},
    {"log", {-0.0, -0.0}, {-kInf, -kPi}},
    {"log", {1, 0.0}, {0.0, 0.0}},
    {"log", {-kInf, 1}, {kInf, kPi}},
    {"log", {kInf, -kInf}, {kInf, -kPi / 4}},
    {"log", {kNaN, kInf}, {kInf, kNaN}},
    {"log", {kNaN, 1}, {kNaN, kNaN}},
    {"log_plus_one", {0.0, -0.0}, {0.0, -0.0}},
    {"log_plus_one", {-0.0, 0.0}, {-0.0, 0.0}},
    {"log_plus_one", {-1, 0.0}, {-kInf, 0.0}},
    {"log_plus_one", {-kInf, kInf}, {kInf, 3 * kPi / 4}},
    {"logistic", {0.0, 0.0}, {0.5, 0.0}},
    {"logistic", {kInf, 1}, {1, 0.0}},
    {"logistic", {-kInf, 0.0}, {0.0, 0.0}},
    {"rsqrt", {0.0, 0.0}, {kInf, -0.0}},
    {"rsqrt", {-1, 0.0}, {0.0, -1}},
    {"rsqrt", {4, 0.0}, {0.5, -0.0}},
    {"rsqrt", {-kInf, 1}, {0.0, -0.0}},
    {"sign", {0.0, 0.0}, {0.0, 0.0}},
    {"sign", {kNaN, 0.0}, {kNaN, kNaN}},
    {"sign", {0.0, kNaN}, {kNaN, kNaN}},
    {"sign", {0.0, -7}, {0.0, -1}},
    {"sine", {0.0, -0.0}, {0.0, -0.0}},
    {"sine", {-kInf, -0.0}, {kNaN, -0.0}},
    {"sine", {-0.0, kNaN}, {-0.0, kNaN}},
    {"sinh", {-0.0, kInf}, {-0.0, kNaN}},
    {"sinh", {kNaN, -0.0}, {kNaN, -0.0}},
    {"sinh", {kInf, kInf}, {kNaN, kNaN}},
    {"sqrt", {0.0, 0.0}, {0.0, 0.0}},
    {"sqrt", {-0.0, -0.0}, {0.0, -0.0}},
    {"sqrt", {-1, 0.0}, {0.0, 1}},
    {"sqrt", {-1, -0.0}, {0.0, -1}},
    {"sqrt", {1, kInf}, {kInf, kInf}},
    {"sqrt", {kNaN, -kInf}, {kInf, -kInf}},
    {"sqrt", {-kInf, 1}, {0.0, kInf}},
    {"sqrt", {kInf, -1}, {kInf, -0.0}},
    {"sqrt", {3, 4}, {2, 1}},
    {"sqrt", {kNaN, 0.0}, {kNaN, kNaN}},
    {"tan", {2, -0.0}, {-2.185039863261519, -0.0}},
    {"tan", {kInf, -0.0}, {kNaN, -0.0}},
    {"tan", {kInf, 1e30}, {kNaN, kNaN}},
    {"tan", {0.0, kInf}, {0.0, 1}},
    {"tanh", {0.0, -0.0}, {0.0, -0.0}},
    {"tanh", {-0.0, 2}, {-0.0, -2.185039863261519}},
    {"tanh", {-0.0, kInf}, {-0.0, kNaN}},
    {"tanh", {-1e30, kInf}, {kNaN, kNaN}},
    {"tanh", {1e30, kNaN}, {kNaN, kNaN}},
    {"tanh", {kInf, kNaN}, {1, 0.0}},
    {"tanh", {kInf, 1}, {1, 0.0}},
    {"tanh", {-kInf, kInf}, {-1, 0.0}},
    {"tanh", {1, kInf}, {kNaN, kNaN}},
};

}  // namespace

TEST_CASE("complex math kernels have their special values", "[simd]") {
  ForEachTarget([](const std::string& target) {
    for (const ComplexCase& row : kSpecial) {
      const C128 wide = Evaluate(row.name, row.operand);
      const C64 narrow = Evaluate(row.name, C64(row.operand));
      INFO(target << " " << row.name << row.operand << " = " << wide << " and " << narrow);
      CHECK(IsSame(wide.real(), row.result.real()));
      CHECK(IsSame(wide.imag(), row.result.imag()));
      CHECK(IsSame(narrow.real(), static_cast<float>(row.result.real())));
      CHECK(IsSame(narrow.imag(), static_cast<float>(row.result.imag())));
    }
  });
}

TEST_CASE("complex power and atan2 have their special values", "[simd]") {
  CHECK(Evaluate<C128>("power", {0, 0}, {0, 0}) == C128(1, 0));
  CHECK(Evaluate<C128>("power", {kNaN, 2}, {0, 0}) == C128(1, 0));
  CHECK(Evaluate<C128>("power", {0, 0}, {2, 1}) == C128(0, 0));
  CHECK(Evaluate<C128>("power", {0, 0}, {-1, 0}) == C128(kInf, 0));
  CHECK(Evaluate<C128>("power", {kInf, 0}, {0.5, 0}) == C128(kInf, 0));
  CHECK(Evaluate<C128>("power", {2, 0}, {10, 0}) == C128(1024, 0));
  CHECK(Evaluate<C128>("power", {0, 1}, {2, 0}).real() == -1);
  CHECK(Evaluate<C128>("power", {0.5, 0}, {kInf, 0}) == C128(0, 0));
  CHECK(Evaluate<C128>("power", {2, 3}, {-1.7e308, 0.5}) == C128(0, 0));
  CHECK(Evaluate<C128>("power", {0, 2}, {0.75, 1.7e308}) == C128(0, 0));
  // The modulus is 8 for any angle.
  const C128 turned = Evaluate<C128>("power", {2, 0}, {3, 1.7e308});
  CHECK(std::abs(std::abs(turned) - 8) < 1e-9);
  const C128 far = Evaluate<C128>("power", {2, 0}, {0, 1e18});
  CHECK(std::abs(far.real() + 0.3195852135307465) < 1e-9);
  CHECK(std::abs(far.imag() + 0.9475575398320184) < 1e-9);
  CHECK(Evaluate<C128>("atan2", {1, 0}, {1, 0}).real() == kPi / 4);
  CHECK(Evaluate<C128>("atan2", {1, 0}, {-1, 0}).real() == 3 * kPi / 4);
  CHECK(Evaluate<C128>("atan2", {0, 0}, {5, 0}) == C128(0, 0));
}

}  // namespace paddock::simd
