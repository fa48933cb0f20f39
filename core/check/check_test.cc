#include "core/check/check.h"

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>
#include <tuple>

#include "core/text/parse/parse.h"

namespace paddock {
namespace {

struct Program {
  explicit Program(const std::string& text) {
    module = Parse(std::make_shared<const Source>("test.mlir", text), sink);
  }
  Operation* function() const { return module->body()->first; }
  // Returns operation `i` of the only function.
  Operation* operation(size_t i) const {
    Operation* operation = FunctionBody(*function())->first;
    while (i-- > 0) operation = operation->next;
    return operation;
  }

  DiagnosticSink sink;
  std::unique_ptr<Module> module;
};

TEST_CASE("a diagnostic has code, formula, link, place and fix", "[check]") {
  const std::string text =
      "func.func @f(%x: tensor<2xf32>) {\n"
      "  %0 = \"stablehlo.negate\"(%x) : (tensor<2xf32>) -> tensor<3xf32>\n"
      "  func.return\n}\n";
  Program program(text);
  REQUIRE_FALSE(program.sink.has_errors());
  CHECK_FALSE(CheckModule(*program.module, program.sink).has_value());
  REQUIRE(program.sink.diagnostics().size() == 1);
  const Diagnostic& diagnostic = program.sink.diagnostics()[0];
  CHECK(diagnostic.code == "negate-c1");
  CHECK(diagnostic.formula == "baseline_type(operand) = baseline_type(result)");
  CHECK(diagnostic.link == "https://openxla.org/stablehlo/spec#negate");
  CHECK(text.substr(diagnostic.span.begin, diagnostic.span.end - diagnostic.span.begin) ==
        "tensor<3xf32>");
  REQUIRE(diagnostic.fixes.size() == 1);
  CHECK(diagnostic.fixes[0].replacement == "tensor<2xf32>");
  CHECK(diagnostic.fixes[0].span == diagnostic.span);
}

TEST_CASE("a consequence of an earlier mistake is marked", "[check]") {
  Program program(
      "func.func @f(%x: tensor<2xf32>, %y: tensor<4xf32>) {\n"
      "  %0 = \"stablehlo.negate\"(%x) : (tensor<2xf32>) -> tensor<3xf32>\n"
      "  %1 = \"stablehlo.add\"(%0, %x) : (tensor<3xf32>, tensor<2xf32>) -> tensor<2xf32>\n"
      "  %2 = \"stablehlo.add\"(%x, %y) : (tensor<2xf32>, tensor<4xf32>) -> tensor<2xf32>\n"
      "  func.return\n}\n");
  CHECK_FALSE(CheckModule(*program.module, program.sink).has_value());
  REQUIRE(program.sink.diagnostics().size() == 3);
  const auto& [first, second, third] = std::tie(
      program.sink.diagnostics()[0], program.sink.diagnostics()[1], program.sink.diagnostics()[2]);
  CHECK_FALSE(first.is_consequence);
  CHECK_FALSE(first.caused_by.has_value());
  CHECK(second.is_consequence);
  REQUIRE(second.caused_by.has_value());
  CHECK(second.caused_by->code == "negate-c1");
  CHECK(second.caused_by->span == first.span);
  CHECK_FALSE(third.is_consequence);
}

TEST_CASE("rules ignore a value without a definition and a type", "[check]") {
  Program program(
      "func.func @f() {\n"
      "  check.expect_eq_const %z, dense<[1]> : vector<1xi32>\n"
      "  func.return\n}\n");
  CHECK(program.sink.has_errors());
  CHECK_FALSE(program.function() == nullptr);
  static_cast<void>(CheckModule(*program.module, program.sink));
}

TEST_CASE("an unreadable part is the cause of a missing one", "[check]") {
  Program program(
      "func.func @f(%p: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {\n"
      "  %0 = stablehlo.negate %x : tensor<2xf32\n"
      "  %1 = stablehlo.slice %0 [1:9] : (tensor<2xf32>) -> tensor<8xf32>\n"
      "  %2 = stablehlo.negate %1 : tensor<8xf32>\n"
      "  %3 = \"stablehlo.if\"(%p) ({\n"
      "    stablehlo.retrun %2 : tensor<8xf32>\n"
      "  }, {\n"
      "    stablehlo.return %2 : tensor<8xf32>\n"
      "  }) : (tensor<i1>) -> tensor<8xf32>\n"
      "  func.return %x : tensor<2xf32>\n}\n");
  const size_t read_errors = program.sink.diagnostics().size();
  REQUIRE(read_errors == 2);
  CHECK_FALSE(CheckModule(*program.module, program.sink).has_value());
  REQUIRE(program.sink.diagnostics().size() > read_errors);
  for (size_t i = read_errors; i < program.sink.diagnostics().size(); ++i) {
    const Diagnostic& diagnostic = program.sink.diagnostics()[i];
    CAPTURE(diagnostic.message);
    CHECK(diagnostic.is_consequence);
    REQUIRE(diagnostic.caused_by.has_value());
    CHECK(diagnostic.caused_by->span == program.sink.diagnostics()[0].span);
  }
}

TEST_CASE("a violation that upstream accepts is a warning, and an error when strict", "[check]") {
  const std::string text =
      "func.func @f(%x: tensor<2xi32>) {\n"
      "  %0 = stablehlo.compare LT, %x, %x, FLOAT : (tensor<2xi32>, tensor<2xi32>) -> "
      "tensor<2xi1>\n"
      "  func.return\n}\n";
  Program lenient(text);
  CHECK(CheckModule(*lenient.module, lenient.sink).has_value());
  REQUIRE(lenient.sink.diagnostics().size() == 1);
  CHECK(lenient.sink.diagnostics()[0].severity == Severity::kWarning);
  CHECK(lenient.sink.diagnostics()[0].code == "compare-c3");
  Program strict(text);
  CHECK_FALSE(CheckModule(*strict.module, strict.sink, {.strict = true}).has_value());
}

TEST_CASE("a value used before its definition is refused", "[check]") {
  Program program(
      "func.func @f(%x: tensor<2xf32>) {\n"
      "  %0 = stablehlo.negate %x : tensor<2xf32>\n"
      "  %1 = stablehlo.negate %0 : tensor<2xf32>\n"
      "  func.return\n}\n");
  REQUIRE_FALSE(program.sink.has_errors());
  program.operation(0)->operands[0] = program.operation(1)->results[0];
  CHECK_FALSE(CheckModule(*program.module, program.sink).has_value());
  CHECK(program.sink.diagnostics()[0].code == "dominance");
}

TEST_CASE("a value of a region is not visible after it", "[check]") {
  Program program(
      "func.func @f(%p: tensor<i1>, %x: tensor<f32>) {\n"
      "  %0 = \"stablehlo.if\"(%p) ({\n"
      "    %a = stablehlo.negate %x : tensor<f32>\n"
      "    stablehlo.return %a : tensor<f32>\n"
      "  }, {\n"
      "    stablehlo.return %x : tensor<f32>\n"
      "  }) : (tensor<i1>) -> tensor<f32>\n"
      "  %1 = stablehlo.negate %x : tensor<f32>\n"
      "  func.return\n}\n");
  REQUIRE_FALSE(program.sink.has_errors());
  const Operation* inner = program.operation(0)->regions[0]->first->first;
  program.operation(1)->operands[0] = inner->results[0];
  CHECK_FALSE(CheckModule(*program.module, program.sink).has_value());
  CHECK(program.sink.diagnostics()[0].code == "dominance");
}

TEST_CASE("an outer value is not visible in an isolated region", "[check]") {
  Program program(
      "func.func @f(%x: tensor<2xf32>) {\n"
      "  %0 = \"stablehlo.async_start\"(%x) ({\n"
      "  ^bb0(%a: tensor<2xf32>):\n"
      "    %y = stablehlo.slice %a [0:1] : (tensor<2xf32>) -> tensor<1xf32>\n"
      "    stablehlo.return %y : tensor<1xf32>\n"
      "  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<1xf32>>\n"
      "  func.return\n}\n");
  REQUIRE_FALSE(program.sink.has_errors());
  program.operation(0)->regions[0]->first->first->operands[0] =
      FunctionBody(*program.function())->arguments[0];
  CHECK_FALSE(CheckModule(*program.module, program.sink).has_value());
  CHECK(program.sink.diagnostics()[0].code == "isolation");
}

TEST_CASE("result types follow refined operand types", "[check]") {
  Program program(
      "func.func @f(%x: tensor<?x3xf32>) {\n"
      "  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x3xf32>) -> tensor<3x?xf32>\n"
      "  func.return\n}\n");
  REQUIRE_FALSE(program.sink.has_errors());
  Module& module = *program.module;
  const Type refined = module.types().GetTensor(std::vector<int64_t>{5, 3}, ElementType::kF32);
  const auto types = InferResultTypes(*program.operation(0), std::vector<Type>{refined}, module,
                                      module.types(), program.sink);
  REQUIRE(types.has_value());
  REQUIRE(types->size() == 1);
  CHECK(ToString((*types)[0]) == "tensor<3x5xf32>");
}

TEST_CASE("a loop that may change a size does not refine its results", "[check]") {
  Program program(
      "func.func @f(%x: tensor<?xf32>) {\n"
      "  %0 = \"stablehlo.while\"(%x) ({\n"
      "  ^bb0(%a: tensor<?xf32>):\n"
      "    %c = stablehlo.constant dense<false> : tensor<i1>\n"
      "    stablehlo.return %c : tensor<i1>\n"
      "  }, {\n"
      "  ^bb0(%a: tensor<?xf32>):\n"
      "    %b = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> "
      "tensor<?xf32>\n"
      "    stablehlo.return %b : tensor<?xf32>\n"
      "  }) : (tensor<?xf32>) -> tensor<?xf32>\n"
      "  func.return\n}\n");
  REQUIRE_FALSE(program.sink.has_errors());
  Module& module = *program.module;
  const Type refined = module.types().GetTensor(std::vector<int64_t>{5}, ElementType::kF32);
  const auto types = InferResultTypes(*program.operation(0), std::vector<Type>{refined}, module,
                                      module.types(), program.sink);
  REQUIRE(types.has_value());
  CHECK(ToString((*types)[0]) == "tensor<?xf32>");
}

TEST_CASE("the types of a new operation's results follow from its operands", "[check]") {
  Program program(
      "func.func @f(%x: tensor<2x2xbf16>) {\n"
      "  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]\n"
      "      : (tensor<2x2xbf16>, tensor<2x2xbf16>) -> tensor<2x2xf32>\n"
      "  %1 = stablehlo.reshape %x : (tensor<2x2xbf16>) -> tensor<4xbf16>\n"
      "  func.return\n}\n");
  REQUIRE_FALSE(program.sink.has_errors());
  TypeContext types(&program.module->types());
  const auto inferred =
      InferNewResultTypes(*program.operation(0), *program.module, types, program.sink);
  REQUIRE(inferred.has_value());
  CHECK(ToString(inferred->at(0)) == "tensor<2x2xbf16>");
  CHECK_FALSE(InferNewResultTypes(*program.operation(1), *program.module, types, program.sink));
}

}  // namespace
}  // namespace paddock
