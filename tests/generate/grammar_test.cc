// Programs by the specification's grammar. `paddock_generator --grammar --check FIRST COUNT` tests
// any number of them.
#include "tests/generate/grammar.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/dialect/op_info.h"
#include "tests/generate/plain_number.h"
#include "tests/generate/plain_reader.h"

namespace paddock::generate {
namespace {

TEST_CASE("programs of the grammar, and mutated ones, have their plain reading",
          "[generate][one-thread]") {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const Finding finding = TestGrammarProgram(seed);
    if (finding.problem.empty()) continue;
    FAIL_CHECK("grammar program " << seed << ": " << finding.problem);
  }
}

TEST_CASE("every operation of StableHLO and CHLO is written by the grammar", "[generate]") {
  std::string all;
  for (uint64_t seed = 0; seed < 400; ++seed) all += WriteGrammarProgram(seed);
  for (const OpInfo& info : OpTable()) {
    if (info.dialect != "stablehlo" && info.dialect != "chlo") continue;
    INFO(info.name);
    CHECK(all.find("\"" + std::string(info.name) + "\"") != std::string::npos);
  }
}

// Tests the reader that the other tests rely on.
TEST_CASE("different programs have different plain readings", "[generate]") {
  const auto read = [](const std::string& value) {
    return ReadPlainly("func.func @f() { %0 = \"stablehlo.x\"() {a = " + value +
                       "} : () -> tensor<f32> }");
  };
  CHECK(read("1.0 : f32").problem.empty());
  CHECK(read("1.0 : f32").program == read("0x3F800000 : f32").program);
  CHECK(read("1.0 : f32").program != read("1.0 : f64").program);
  CHECK(read("-0.0 : f32").program != read("0.0 : f32").program);
  CHECK(read("dense<[1, 1]> : tensor<2xi8>").program == read("dense<1> : tensor<2xsi8>").program);
  CHECK(read("dense<\"0x0102\"> : tensor<i16>").program ==
        read("dense<513> : tensor<i16>").program);
  CHECK(read("dense<[1, 2]> : tensor<2xi8>").program !=
        read("dense<[2, 1]> : tensor<2xi8>").program);
  CHECK_FALSE(read("dense<[1, 2]> : tensor<3xi8>").problem.empty());
  CHECK_FALSE(read("128 : i8").problem.empty());
  CHECK_FALSE(read("\"\\q\"").problem.empty());
}

TEST_CASE("plain numbers are rounded to the nearest value, of two to the even one", "[generate]") {
  CHECK(PlainBits("1.0", "f16") == 0x3C00);
  CHECK(PlainBits("65504", "f16") == 0x7BFF);
  CHECK_FALSE(PlainBits("65520", "f16").has_value());
  CHECK(PlainBits("2049", "f16") == 0x6800);
  CHECK(PlainBits("2051", "f16") == 0x6802);
  CHECK(PlainBits("448", "f8E4M3FN") == 0x7E);
  CHECK(PlainBits("-0.0", "f8E5M2FNUZ") == 0);
  CHECK(PlainBits("-6", "f4E2M1FN") == 0xF);
  CHECK(PlainBits("1", "f8E8M0FNU") == 127);
  CHECK_FALSE(PlainBits("0x7FC0", "f32").has_value());
  CHECK(PlainBits("-0x80", "i8") == 0x80);
  CHECK_FALSE(PlainBits("-1", "ui8").has_value());
}

}  // namespace
}  // namespace paddock::generate
