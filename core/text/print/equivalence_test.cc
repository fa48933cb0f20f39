#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/text/parse/parse.h"

namespace paddock {
namespace {

std::unique_ptr<Module> ParseBody(const std::string& body) {
  DiagnosticSink sink;
  auto module = Parse(std::make_shared<const Source>("test",
                                                     "func.func @f(%a: tensor<3xf32>, %b: "
                                                     "tensor<3xf32>) {\n" +
                                                         body + "\nreturn\n}\n"),
                      sink);
  REQUIRE(sink.diagnostics().empty());
  return module;
}

bool AreEqual(const std::string& a, const std::string& b) {
  return IsEquivalent(*ParseBody(a), *ParseBody(b));
}

TEST_CASE("programs that differ only in notation are equal") {
  CHECK(AreEqual("%0 = stablehlo.add %a, %b : tensor<3xf32>",
                 "%x = \"stablehlo.add\"(%a, %b) : (tensor<3xf32>, tensor<3xf32>) -> "
                 "tensor<3xf32> loc(\"here\")"));
  CHECK(AreEqual("%0 = stablehlo.reverse %a, dims = [0] : tensor<3xf32>",
                 "%0 = \"stablehlo.reverse\"(%a) {dimensions = dense<0> : tensor<1xi64>} : "
                 "(tensor<3xf32>) -> tensor<3xf32>"));
  CHECK(AreEqual("stablehlo.custom_call @x(%a) {has_side_effect = false} : (tensor<3xf32>) -> ()",
                 "stablehlo.custom_call @x(%a) : (tensor<3xf32>) -> ()"));
  CHECK(AreEqual("\"t.t\"() {a = 1, b = 2 : i64} : () -> ()",
                 "\"t.t\"() {b = 2, a = 1 : i64} : () -> ()"));
}

TEST_CASE("programs that differ in meaning are not equal") {
  const std::string add = "%0 = stablehlo.add %a, %b : tensor<3xf32>";
  CHECK_FALSE(AreEqual(add, "%0 = stablehlo.add %b, %a : tensor<3xf32>"));
  CHECK_FALSE(AreEqual(add, "%0 = stablehlo.multiply %a, %b : tensor<3xf32>"));
  CHECK_FALSE(AreEqual(add, add + "\n%1 = stablehlo.abs %0 : tensor<3xf32>"));
  CHECK_FALSE(AreEqual(add, "%0 = stablehlo.add %a, %b {x = 1} : tensor<3xf32>"));
  CHECK_FALSE(AreEqual("%0 = stablehlo.abs %a : tensor<3xf32>",
                       "%0 = stablehlo.abs %a : (tensor<3xf32>) -> tensor<?xf32>"));
  CHECK_FALSE(
      AreEqual("stablehlo.custom_call @x(%a) {has_side_effect = true} : (tensor<3xf32>) -> ()",
               "stablehlo.custom_call @x(%a) : (tensor<3xf32>) -> ()"));
  CHECK_FALSE(AreEqual("\"t.t\"() ({}) : () -> ()", "\"t.t\"() : () -> ()"));
  CHECK_FALSE(
      AreEqual("%0 = \"t.a\"() : () -> i1\n%1 = \"t.a\"() : () -> i1\n\"t.u\"(%0) : (i1) -> ()",
               "%0 = \"t.a\"() : () -> i1\n%1 = \"t.a\"() : () -> i1\n\"t.u\"(%1) : (i1) -> ()"));
}

}  // namespace
}  // namespace paddock
