// The complex kernels at hard operands, whose results were computed with 2,600
// bits, and over samples against long double formulas.
#include <catch2/catch_test_macros.hpp>
#include <cfloat>

#include "simd/math/test_evaluate.h"

namespace paddock::simd {
namespace {

constexpr ComplexCase kHard[] = {
    {"log",
     {0x1.3333333333333p-1, 0x1.999999999999ap-1},
     {0x1.999999999999ap-56, 0x1.dac670561bb50p-1}},
    {"log",
     {-0x1.7ad3fe78111bfp-1, -0x1.586e8ae0dd081p-1},
     {0x1.9e3391499b040p-60, -0x1.33acf73889484p+1}},
    {"log",
     {0x1.0000000000000p+0, 0x1.67e9c127b6e74p-532},
     {0x0.00000000003f4p-1022, 0x1.67e9c127b6e74p-532}},
    {"log",
     {0x1.0000000000000p+0, 0x1.12e0be826d695p-30},
     {0x1.2725dd1d243acp-61, 0x1.12e0be826d695p-30}},
    {"log", {0x0.0p+0, 0x0.0000000000001p-1022}, {-0x1.74385446d71c3p+9, 0x1.921fb54442d18p+0}},
    {"log",
     {0x1.e42d130773b76p+1023, -0x1.e42d130773b76p+1023},
     {0x1.63096583c4ed0p+9, -0x1.921fb54442d18p-1}},
    {"log",
     {0x0.03739a252b281p-1022, 0x0.049a22dc398acp-1022},
     {-0x1.6418918519e41p+9, 0x1.dac670561bb4fp-1}},
    {"log",
     {0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bcdp-1},
     {0x1.3b3efbf5e2229p-54, 0x1.921fb54442d18p-1}},
    {"log",
     {-0x1.0000000000000p+0, 0x1.4484bfeebc2a0p-100},
     {0x1.9b604aaaca627p-201, 0x1.921fb54442d18p+1}},
    {"log", {0x1.4e718d7d7625ap+664, 0x1.87e92154ef7acp-665}, {0x1.cc845b54b54f2p+8, 0x0.0p+0}},
    {"log_plus_one",
     {-0x1.d83c94fb6d2acp-64, 0x1.12e0be826d695p-30},
     {0x1.d83c94fb6d2aep-62, 0x1.12e0be826d695p-30}},
    {"log_plus_one",
     {-0x1.36eee8601b695p+0, 0x1.f412c7566c81ap-1},
     {0x1.34f3c154b6c40p-58, 0x1.c97cd69f36d64p+0}},
    {"log_plus_one",
     {-0x1.0000000000000p-1, 0x1.bb67ae8584caap-1},
     {-0x1.90c8f142a9f1cp-55, 0x1.0c152382d7365p+0}},
    {"log_plus_one",
     {0x1.56e1fc2f8f359p-997, 0x1.a2fe76a3f9475p-499},
     {0x1.01297d23ab683p-996, 0x1.a2fe76a3f9475p-499}},
    {"log_plus_one",
     {0x0.0p+0, 0x1.67e9c127b6e74p-532},
     {0x0.00000000003f4p-1022, 0x1.67e9c127b6e74p-532}},
    {"log_plus_one",
     {-0x1.0000000000000p+1, 0x1.5798ee2308c3ap-27},
     {0x1.cd2b297d889bcp-55, 0x1.921fb52ec942ap+1}},
    {"log_plus_one",
     {0x1.1ccf385ebc8a0p+1023, -0x1.1ccf385ebc8a0p+1023},
     {0x1.62c579e3609a5p+9, -0x1.921fb54442d18p-1}},
    {"log_plus_one",
     {-0x1.0000000000000p+0, 0x1.87e92154ef7acp-665},
     {-0x1.cc845b54b54f2p+8, 0x1.921fb54442d18p+0}},
    {"log_plus_one",
     {0x0.0000000000001p-1022, 0x0.0000000000001p-1022},
     {0x0.0000000000001p-1022, 0x0.0000000000001p-1022}},
    {"sqrt", {-0x1.7e43c8800759cp+996, 0x1.56e1fc2f8f359p-997}, {0x0.0p+0, 0x1.38d352e5096afp+498}},
    {"sqrt",
     {0x0.0000000000001p-1022, -0x0.0000000000001p-1022},
     {0x1.19435caffa9f9p-537, -0x1.d203138f6c828p-539}},
    {"sqrt",
     {0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023},
     {0x1.1183929d37400p+512, 0x1.c52c3a0219e91p+510}},
    {"sqrt",
     {-0x1.0000000000000p+0, 0x1.79ca10c924223p-67},
     {0x1.79ca10c924223p-68, 0x1.0000000000000p+0}},
    {"sqrt",
     {0x1.8000000000000p+1, -0x1.0000000000000p+2},
     {0x1.0000000000000p+1, -0x1.0000000000000p+0}},
    {"sqrt", {0x0.0p+0, 0x0.012688b70e62bp-1022}, {0x1.8454e39de4157p-516, 0x1.8454e39de4157p-516}},
    {"exponential",
     {0x1.8000000000000p+0, 0x0.0000000000001p-1022},
     {0x1.1ed3fe64fc541p+2, 0x0.0000000000004p-1022}},
    {"exponential", {0x1.62f3333333333p+9, 0x1.8000000000000p+0}, {0x1.45cba03d40df7p+1020, kInf}},
    {"exponential", {-0x1.749999999999ap+9, 0x1.8000000000000p+1}, {-0x0.0p+0, 0x0.0p+0}},
    {"exponential", {0x1.f400000000000p+9, 0x1.87e92154ef7acp-665}, {kInf, 0x1.3d3cef6c3b833p+778}},
    {"exponential",
     {0x1.0000000000000p-1, 0x1.0f0cf064dd592p+73},
     {0x1.b9ab570d6401ap-1, -0x1.67b0cf8d3bb3ep+0}},
    {"exponential",
     {-0x1.56e1fc2f8f359p-997, 0x1.7e43c8800759cp+996},
     {-0x1.2699022adc4c1p-1, -0x1.a2c16b010e385p-1}},
    {"sine",
     {0x1.56e1fc2f8f359p-997, 0x1.6300000000000p+9},
     {0x1.aa19c693b7ac8p+26, 0x1.3e21a464507f9p+1023}},
    {"sine",
     {0x1.921fb54442d18p+1, 0x1.87e92154ef7acp-665},
     {0x1.1a62633145c07p-53, -0x1.87e92154ef7acp-665}},
    {"sine",
     {0x1.0f0cf064dd592p+73, 0x1.0000000000000p-1},
     {-0x1.ec0372acd4852p-1, 0x1.173030af6757cp-2}},
    {"sine",
     {0x0.0000000000001p-1022, -0x0.0000000000001p-1022},
     {0x0.0000000000001p-1022, -0x0.0000000000001p-1022}},
    {"sine", {0x1.0000000000000p-1, -0x1.6380000000000p+9}, {0x1.9e97ddc0f4e11p+1023, -kInf}},
    {"cosine",
     {0x1.921fb54442d18p+0, 0x1.87e92154ef7acp-665},
     {0x1.1a62633145c07p-54, -0x1.87e92154ef7acp-665}},
    {"cosine", {0x1.87e92154ef7acp-665, 0x1.9000000000000p+9}, {kInf, -0x1.b4ac9d4f4f33bp+488}},
    {"cosine",
     {0x1.0f0cf064dd592p+73, -0x1.0000000000000p-1},
     {0x1.2e133eb5b055cp-1, -0x1.c6bc58db45c55p-2}},
    {"cosine", {0x1.0000000000000p-1, 0x1.6380000000000p+9}, {kInf, -0x1.9e97ddc0f4e11p+1023}},
    {"tan",
     {0x1.921fb54442d18p+0, 0x1.b7cdfd9d7bdbbp-34},
     {0x1.7eb3be724faf3p+12, 0x1.2a05f1ffff852p+33}},
    {"tan",
     {0x1.0000000000000p+0, 0x1.e000000000000p+4},
     {0x1.3b6b09c671258p-86, 0x1.0000000000000p+0}},
    {"tan",
     {0x0.0000000000001p-1022, 0x1.56e1fc2f8f359p-997},
     {0x0.0000000000001p-1022, 0x1.56e1fc2f8f359p-997}},
    {"tan", {0x1.2a05f20000000p+33, -0x1.9000000000000p+8}, {-0x0.0p+0, -0x1.0000000000000p+0}},
    {"tan",
     {0x1.921fb54442d18p-1, -0x1.47ae147ae147bp-7},
     {0x1.ffe5ca3b5dbe3p-1, -0x1.47a2e5a063f18p-6}},
    {"tanh",
     {0x1.b7cdfd9d7bdbbp-34, 0x1.921fb54442d18p+0},
     {0x1.2a05f1ffff852p+33, 0x1.7eb3be724faf3p+12}},
    {"tanh",
     {0x1.e000000000000p+4, 0x1.0000000000000p+0},
     {0x1.0000000000000p+0, 0x1.3b6b09c671258p-86}},
    {"tanh", {-0x1.9000000000000p+8, 0x1.2a05f20000000p+33}, {-0x1.0000000000000p+0, -0x0.0p+0}},
    {"tanh",
     {0x1.56e1fc2f8f359p-997, -0x0.0000000000001p-1022},
     {0x1.56e1fc2f8f359p-997, -0x0.0000000000001p-1022}},
    {"tanh",
     {0x1.5e66666666666p+4, 0x1.9000000000000p+6},
     {0x1.0000000000000p+0, -0x1.87f18afd99e80p-63}},
    {"tanh",
     {0x1.619999999999ap+4, 0x1.9000000000000p+6},
     {0x1.0000000000000p+0, -0x1.06ba44329e607p-63}},
    {"exponential_minus_one",
     {0x1.56e1fc2f8f359p-997, 0x1.67e9c127b6e74p-532},
     {0x1.56e1fc2f8f359p-997, 0x1.67e9c127b6e74p-532}},
    {"exponential_minus_one",
     {0x1.12e0be826d695p-30, -0x1.12e0be826d695p-30},
     {0x1.12e0be826d695p-30, -0x1.12e0be870a00cp-30}},
    {"exponential_minus_one",
     {0x1.4400000000000p+5, 0x1.0000000000000p+1},
     {-0x1.1ee1cbee0395bp+57, 0x1.396ca068ea4afp+58}},
    {"exponential_minus_one",
     {-0x1.9000000000000p+5, 0x1.0000000000000p+0},
     {-0x1.0000000000000p+0, 0x1.886a08190f04fp-73}},
    {"exponential_minus_one",
     {0x1.0000000000000p+0, 0x1.3333333333333p+0},
     {-0x1.ebd4d11d1017cp-7, 0x1.444b331b69b6cp+1}},
    {"logistic",
     {0x1.b7cdfd9d7bdbbp-34, 0x1.921fb54442d18p+1},
     {0x1.2a05f2003e149p+33, 0x1.7eb3be724dd5ep+13}},
    {"logistic",
     {-0x1.7200000000000p+9, 0x1.0000000000000p+1},
     {-0x0.0000000000023p-1022, 0x0.000000000004dp-1022}},
    {"logistic",
     {0x1.9000000000000p+5, -0x1.8000000000000p+1},
     {0x1.0000000000000p+0, -0x1.073dca3bab1f9p-75}},
    {"logistic", {0x0.0p+0, 0x1.0000000000000p+0}, {0x1.0000000000000p-1, 0x1.17b4f5bf3474ap-2}},
    {"logistic",
     {-0x1.0000000000000p-1, 0x1.8000000000000p+1},
     {-0x1.649f37b75b3c8p+0, 0x1.067c297685313p-1}},
    {"rsqrt",
     {-0x1.d83c94fb6d2acp-64, -0x0.0000000000001p-1022},
     {0x1.98b6fdaa5059cp-981, 0x1.78f90e385635dp+31}},
    {"rsqrt", {0x1.7e43c8800759cp+996, 0x1.0000000000000p+0}, {0x1.a2fe76a3f9475p-499, -0x0.0p+0}},
    {"rsqrt",
     {0x0.03739a252b281p-1022, 0x0.049a22dc398acp-1022},
     {0x1.7dddf6b095ffbp+513, -0x1.7dddf6b095ffbp+512}},
    {"rsqrt",
     {-0x1.0000000000000p+2, 0x1.4484bfeebc2a0p-100},
     {0x1.4484bfeebc2a0p-104, -0x1.0000000000000p-1}},
    {"cbrt",
     {0x1.8000000000000p+1, 0x1.0000000000000p+2},
     {0x1.a1020658f9aefp+0, 0x1.0a544ff738e24p-1}},
    {"cbrt",
     {-0x1.0000000000000p+3, 0x1.4484bfeebc2a0p-100},
     {0x1.0000000000000p+0, 0x1.bb67ae8584caap+0}},
    {"cbrt",
     {0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023},
     {0x1.573fdc8fca8a4p+341, 0x1.6fe4c70256633p+339}},
    {"cbrt",
     {0x0.0000000000001p-1022, 0x0.0000000000001p-1022},
     {0x1.158f1e9cd5d81p-358, 0x1.297ca5cba998cp-360}},
    {"sign",
     {-0x1.9f22c8297b8d4p-549, 0x1.1d05d3ec3257ep+404},
     {-0x1.74dd3b7123ff6p-953, 0x1.0000000000000p+0}},
    {"sign",
     {0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023},
     {0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bcdp-1}},
    {"sign",
     {0x0.0000000000001p-1022, -0x0.0000000000001p-1022},
     {0x1.6a09e667f3bcdp-1, -0x1.6a09e667f3bcdp-1}},
};

// Long double formulas, which meet the bounds where no term cancels.
using Wide = long double;
struct Parts {
  Wide re;
  Wide im;
};

Parts Exponential(Wide x, Wide y) { return {std::exp(x) * std::cos(y), std::exp(x) * std::sin(y)}; }

Parts Tanh(Wide x, Wide y) {
  const Wide c = std::cos(y), s = std::sinh(x);
  const Wide denominator = c * c + s * s;
  return {s * std::cosh(x) / denominator, std::sin(y) * c / denominator};
}

Parts Sqrt(Wide x, Wide y) {
  const Wide w = std::sqrt((std::abs(x) + std::hypot(x, y)) / 2);
  const Wide other = std::abs(y) / (2 * w);
  return x < 0 ? Parts{other, std::copysign(w, y)} : Parts{w, std::copysign(other, y)};
}

Parts Tan(Wide x, Wide y) {
  const Parts tanh = Tanh(y, x);
  return {tanh.im, tanh.re};
}

Parts Logistic(Wide x, Wide y) {
  const Wide w = std::exp(-x);
  const Wide re = 1 + w * std::cos(y), im = w * std::sin(y);
  const Wide square = re * re + im * im;
  return {re / square, im / square};
}

Parts Rsqrt(Wide x, Wide y) {
  const Parts root = Sqrt(x, y);
  const Wide modulus = std::hypot(x, y);
  return {root.re / modulus, -root.im / modulus};
}

Parts Cbrt(Wide x, Wide y) {
  const Wide root = std::cbrt(std::hypot(x, y)), angle = std::atan2(y, x) / 3;
  return {root * std::cos(angle), root * std::sin(angle)};
}

struct Formula {
  std::string_view name;
  Parts (*function)(Wide, Wide);
};

constexpr Formula kFormulas[] = {
    {"cbrt", Cbrt},
    {"cosine",
     [](Wide x, Wide y) -> Parts {
       return {std::cos(x) * std::cosh(y), -std::sin(x) * std::sinh(y)};
     }},
    {"exponential", Exponential},
    {"exponential_minus_one",
     [](Wide x, Wide y) -> Parts {
       const Wide half = std::sin(y / 2);
       return {std::expm1(x) * std::cos(y) - 2 * half * half, std::exp(x) * std::sin(y)};
     }},
    {"log", [](Wide x, Wide y) -> Parts { return {std::log(std::hypot(x, y)), std::atan2(y, x)}; }},
    {"log_plus_one",
     [](Wide x, Wide y) -> Parts {
       return {std::log1p(x * (2 + x) + y * y) / 2, std::atan2(y, 1 + x)};
     }},
    {"logistic", Logistic},
    {"rsqrt", Rsqrt},
    {"sign", [](Wide x, Wide y) -> Parts { return {x / std::hypot(x, y), y / std::hypot(x, y)}; }},
    {"sine",
     [](Wide x, Wide y) -> Parts {
       return {std::sin(x) * std::cosh(y), std::cos(x) * std::sinh(y)};
     }},
    {"sqrt", Sqrt},
    {"tan", Tan},
    {"tanh", Tanh},
};

// In ULP of the greater part, which is the accuracy of a sum in long double.
template <class C>
void CheckSample(const Formula& formula, const std::string& target) {
  Random random(9);
  const MathKernel& row = RowOf(formula.name);
  double worst = 0;
  C where = 0;
  for (int i = 0; i < 5000; ++i) {
    const double size = (i % 3 == 0) ? 1 : 12;
    const C z(static_cast<typename C::value_type>(random.Between(-size, size)),
              static_cast<typename C::value_type>(random.Between(-size, size)));
    const Parts expected = formula.function(z.real(), z.imag());
    const double error = GreaterPartError(Evaluate(formula.name, z), expected.re, expected.im);
    if (error > worst) {
      worst = error;
      where = z;
    }
  }
  INFO(target << " " << formula.name << where);
  CHECK(worst > 0.4);
  CHECK(worst <= BoundOf<C>(row));
}

}  // namespace

TEST_CASE("complex math kernels are within their bound at hard operands", "[simd]") {
  CheckHardCases(kHard);
}

TEST_CASE("complex math kernels are within their bound over samples", "[simd]") {
  ForEachTarget([](const std::string& target) {
    for (const Formula& formula : kFormulas) {
      CheckSample<C64>(formula, target);
#if !defined(__EMSCRIPTEN__)
      if (LDBL_MANT_DIG > DBL_MANT_DIG) CheckSample<C128>(formula, target);
#endif
    }
  });
}

}  // namespace paddock::simd
