#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/text/parse/parse.h"

namespace paddock {
namespace {

struct Parsed {
  explicit Parsed(std::string text) {
    program = ParseProgram(std::make_shared<const Source>("test", std::move(text)), sink);
  }
  // Returns "line:column message" for each diagnostic.
  std::vector<std::string> Messages() const {
    std::vector<std::string> messages;
    for (const Diagnostic& diagnostic : sink.diagnostics()) {
      const LineColumn at = program.module->source()->Locate(diagnostic.span.begin);
      messages.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + " " +
                         diagnostic.message);
    }
    return messages;
  }
  Operation* Main() const { return program.module->FindSymbol("main"); }

  DiagnosticSink sink;
  ParsedProgram program;
};

using Messages = std::vector<std::string>;

TEST_CASE("the pretty form of an operation gives operands, types and spans") {
  const Parsed parsed(
      "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
      "  %sum = stablehlo.add %a, %a : tensor<2xf32>\n"
      "  return %sum : tensor<2xf32>\n"
      "}\n");
  REQUIRE(parsed.Messages().empty());
  const Block* body = FunctionBody(*parsed.Main());
  const Operation* add = body->first;
  CHECK(add->is(OpKind::kStablehloAdd));
  REQUIRE(add->operands.size() == 2);
  CHECK(add->operands[0] == body->arguments[0]);
  CHECK(add->results[0]->name == "sum");
  CHECK(ToString(add->results[0]->type) == "tensor<2xf32>");
  CHECK(parsed.program.module->source()->text().substr(
            add->operand_spans[1].begin, add->operand_spans[1].end - add->operand_spans[1].begin) ==
        "%a");
  CHECK(ToString(FunctionType(*parsed.Main())) == "(tensor<2xf32>) -> tensor<2xf32>");
}

TEST_CASE("a byte order mark and Windows line ends are ignored") {
  const std::string text =
      "// paddock: example\n"
      "// %a: [1.0, 2.0]\n"
      "func.func @main(%a: tensor<2\nxf32>) -> tensor<2xf32> {\n"
      "  %b = stablehlo.constant dense<[1.0,\n 2.0]> : tensor<2xf32> // two\n"
      "  %sum = stablehlo.add %a, %b : tensor<2xf32>\n"
      "  return %sum : tensor<2xf32>\n"
      "}\n"
      "// %sum: [2.0, 4.0]\n";
  std::string windows = "\xEF\xBB\xBF";
  for (char c : text) windows += c == '\n' ? "\r\n" : std::string(1, c);
  const Parsed parsed(windows);
  CHECK(parsed.Messages() == Messages{});
  REQUIRE(parsed.program.example.inputs.size() == 1);
  CHECK(ToString(FunctionType(*parsed.Main())) == "(tensor<2xf32>) -> tensor<2xf32>");
}

TEST_CASE("generic and pretty forms give equal attributes") {
  const Parsed parsed(
      "func.func @main(%a: tensor<3x8xf32>) {\n"
      "  %0 = stablehlo.slice %a [1:3, 4:8:2] : (tensor<3x8xf32>) -> tensor<2x2xf32>\n"
      "  %1 = \"stablehlo.slice\"(%a) {start_indices = dense<[1, 4]> : tensor<2xi64>,\n"
      "    limit_indices = array<i64: 3, 8>, strides = [1, 2]}\n"
      "    : (tensor<3x8xf32>) -> tensor<2x2xf32>\n"
      "  return\n"
      "}\n");
  REQUIRE(parsed.Messages().empty());
  const Operation* pretty = FunctionBody(*parsed.Main())->first;
  const Operation* generic = pretty->next;
  for (std::string_view name : {"start_indices", "limit_indices", "strides"}) {
    REQUIRE(pretty->Find(name) != nullptr);
    REQUIRE(generic->Find(name) != nullptr);
    CHECK(IsEquivalent(*pretty->Find(name), *generic->Find(name)));
  }
}

TEST_CASE("multiple results are used by number") {
  const Parsed parsed(
      "func.func @main(%a: tensor<i32>) -> tensor<i32> {\n"
      "  %0:2 = \"test.two\"(%a) : (tensor<i32>) -> (tensor<f32>, tensor<i32>)\n"
      "  return %0#1 : tensor<i32>\n"
      "}\n");
  REQUIRE(parsed.Messages().empty());
  const Operation* two = FunctionBody(*parsed.Main())->first;
  CHECK(two->next->operands[0] == two->results[1]);
}

TEST_CASE("a syntax error names the expected token, and reading continues") {
  const Parsed parsed(
      "func.func @main(%a: tensor<2xf32>) {\n"
      "  %0 = stablehlo.add %a, %a\n"
      "  %1 = stablehlo.abs %0 : tensor<2xf32>\n"
      "  %2 = stablehlo.abs %9 : tensor<2xf32>\n"
      "  return\n"
      "}\n"
      "func.func @other() {\n"
      "  %0 = stablehlo.nothing : tensor<f32>\n"
      "  %1 = other.nothing : tensor<f32>\n"
      "  return\n"
      "}\n");
  CHECK(
      parsed.Messages() ==
      Messages{"2:28 expected ':' and the types after the operands of stablehlo.add, found "
               "the end of the line",
               "4:22 use of undefined value '%9'",
               "8:8 unknown operation 'stablehlo.nothing': stablehlo has no operation of this name",
               "9:8 unknown operation 'other.nothing': operations of other dialects are parsed in "
               "the generic form only"});
}

TEST_CASE("a missing brace does not swallow the next function") {
  const Parsed parsed(
      "func.func @main(%a: tensor<2xf32>) {\n"
      "  %0 = \"stablehlo.if\"(%a) ({\n"
      "    stablehlo.return %a : tensor<2xf32>\n"
      "func.func @other() {\n"
      "  return %1 : tensor<f32>\n"
      "}\n");
  CHECK(parsed.program.module->FindSymbol("other") != nullptr);
  CHECK(parsed.sink.error_count() >= 2);
}

TEST_CASE("names are checked") {
  CHECK(Parsed("func.func @f(%a: tensor<f32>) {\n"
               "  %a = stablehlo.abs %a : tensor<f32>\n"
               "  return\n}\n")
            .Messages() == Messages{"2:3 redefinition of value '%a'"});
  CHECK(Parsed("func.func @f(%a: tensor<f32>) {\n"
               "  %0:2 = stablehlo.abs %a : tensor<f32>\n"
               "  return\n}\n")
            .Messages() == Messages{"2:3 stablehlo.abs has 1 result, but 2 are named"});
  CHECK(Parsed("func.func @f(%a: tensor<f32>) {\n"
               "  return %a#3 : tensor<f32>\n}\n")
            .Messages() == Messages{"2:10 result number 3 is out of range: '%a' has 1 result"});
  CHECK(Parsed("func.func @f(%a: tensor<f32>) {\n"
               "  return %a : tensor<f64>\n}\n")
            .Messages() ==
        Messages{"2:10 '%a' has type tensor<f32>, but tensor<f64> is written here"});
  CHECK(Parsed("func.func @f() {\n"
               "  %0 = stablehlo.abs %1 : tensor<f32>\n"
               "  %1 = stablehlo.abs %0 : tensor<f32>\n"
               "  return\n}\n")
            .Messages() == Messages{"2:22 '%1' is used before its definition"});
}

TEST_CASE("a value may be defined in a later block that runs earlier") {
  const Parsed parsed(
      "func.func @f() {\n"
      "  \"cf.br\"()[^bb2] : () -> ()\n"
      "^bb1:\n"
      "  \"test.use\"(%0) : (tensor<f32>) -> ()\n"
      "  \"cf.br\"()[^bb3] : () -> ()\n"
      "^bb2:\n"
      "  %0 = \"test.def\"() : () -> tensor<f32>\n"
      "  \"cf.br\"()[^bb1] : () -> ()\n"
      "^bb3:\n"
      "  return\n"
      "}\n");
  CHECK(parsed.Messages().empty());
}

TEST_CASE("a module operation around the functions is the module itself") {
  const Parsed parsed(
      "module @name attributes {mhlo.num_replicas = 2 : i32} {\n"
      "  func.func @main() {\n"
      "    return\n"
      "  }\n"
      "}\n");
  REQUIRE(parsed.Messages().empty());
  CHECK(parsed.Main() != nullptr);
  CHECK(SymbolName(*parsed.program.module->operation()) == "name");
  CHECK(parsed.program.module->operation()->Find("mhlo.num_replicas")->integer == 2);
}

TEST_CASE("nesting is bounded") {
  std::string text = "func.func @f() attributes {a = ";
  for (int i = 0; i < 100000; ++i) text += '[';
  const Parsed parsed(text);
  REQUIRE(parsed.sink.error_count() == 1);
  CHECK(parsed.Messages()[0].find("nested deeper than 256 levels") != std::string::npos);
}

TEST_CASE("aliases may be defined after their use") {
  const Parsed parsed(
      "func.func @main(%a: !t) -> !t attributes {value = #v, other = #v} {\n"
      "  return %a : !t loc(#loc1)\n"
      "}\n"
      "!t = tensor<2xi64>\n"
      "#v = dense<7> : !t\n"
      "#loc1 = loc(\"file\":1:2)\n");
  REQUIRE(parsed.Messages().empty());
  CHECK(ToString(parsed.Main()->Find("value")->type) == "tensor<2xi64>");
  CHECK(FunctionBody(*parsed.Main())->first->location == "\"file\":1:2");
  CHECK(Parsed("func.func @f() attributes {v = #v} {\n  return\n}\n#v = [#v]\n").Messages() ==
        Messages{"4:7 the alias '#v' refers to itself"});
}

TEST_CASE("aliases of aliases may not grow without bound") {
  std::string attributes = "#a0 = [1, 1]\n";
  std::string types = "!t0 = tuple<i1, i1>\n";
  for (int i = 1; i < 100; ++i) {
    const std::string last = std::to_string(i - 1);
    attributes += "#a" + std::to_string(i) + " = [#a" + last + ", #a" + last + "]\n";
    types += "!t" + std::to_string(i) + " = tuple<!t" + last + ", !t" + last + ">\n";
  }
  CHECK(Parsed(attributes).Messages()[0].find("expands to too much text") != std::string::npos);
  CHECK(Parsed(types).Messages()[0].find("expands to too much text") != std::string::npos);
}

}  // namespace
}  // namespace paddock
