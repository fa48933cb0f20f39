#include "core/api/query/surroundings.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock {
namespace {

// Reads the surroundings of the bar in a text.
Surroundings AtBar(std::string text) {
  const size_t bar = text.find('|');
  text.erase(bar, 1);
  return SurroundingsOf(text, static_cast<uint32_t>(bar));
}

std::string NamesAtBar(std::string text) {
  std::string names;
  for (const NameInScope& name : AtBar(std::move(text)).names) {
    names += (names.empty() ? "" : " ") + name.name;
  }
  return names;
}

TEST_CASE("values in scope are arguments and earlier results, without the statement's own") {
  CHECK(NamesAtBar("func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {\n"
                   "  %c:2 = \"x.y\"(%a) : (tensor<f32>) -> (i1, i1)\n  %d = stablehlo.add %|") ==
        "%a %b %c#0 %c#1");
  CHECK(NamesAtBar("func.func @f(%a: i1) {\n  return\n}\nfunc.func @g(%b: i1) {\n  %c = |") ==
        "%b");
}

TEST_CASE(
    "values of an ended region are out of scope, and both regions of a loop have its arguments") {
  const std::string loop =
      "func.func @f(%a: tensor<i32>) {\n  %r = stablehlo.while(%i = %a) : tensor<i32> cond {\n"
      "    %p = stablehlo.compare LT, %i, %i : tensor<i1>\n    stablehlo.return %p : i1\n  } do "
      "{\n";
  CHECK(NamesAtBar(loop + "    %n = stablehlo.negate %|") == "%a %i");
  CHECK(NamesAtBar(loop + "    stablehlo.return %i : i1\n  }\n  return %|") == "%a %r");
}

TEST_CASE("arguments of blocks and of reducers are in scope") {
  CHECK(NamesAtBar(
            "%r = \"stablehlo.map\"(%x) ({\n^bb0(%a: tensor<f32>):\n  %b = stablehlo.abs %|") ==
        "%a");
  CHECK(NamesAtBar("%r = stablehlo.reduce(%x init: %z) across dimensions = [0] : t\n"
                   " reducer(%a: tensor<f32>, %b: tensor<f32>) {\n  %c = stablehlo.add %|") ==
        "%a %b");
}

TEST_CASE("an operation's name belongs at the start of a statement and after the equal sign") {
  CHECK(AtBar("|").is_at_operation);
  CHECK(AtBar("func.func @f() {\n  sta|").is_at_operation);
  CHECK(AtBar("%x = stable|").is_at_operation);
  CHECK(AtBar("%x = \"stable|\"").is_at_operation);
  CHECK_FALSE(AtBar("%x = stablehlo.add %a,\n  |").is_at_operation);
  CHECK_FALSE(AtBar("%x = stablehlo.pad %a, %b, low = |").is_at_operation);
}

TEST_CASE("the statement names its operation, over several lines") {
  CHECK(AtBar("%x = stablehlo.pad %a, %b,\n  low = [0],\n  hi|").info == FindOp("stablehlo.pad"));
  CHECK(AtBar("return |").info == FindOp("func.return"));
  const Surroundings generic = AtBar("%x = \"stablehlo.pad\"(%a, %b) {ed|");
  CHECK(generic.info == FindOp("stablehlo.pad"));
  CHECK(generic.is_generic);
  CHECK(AtBar("%x = stablehlo.no %a|").info == nullptr);
}

TEST_CASE("comments and strings are recognized") {
  CHECK(AtBar("%x = // stable|").is_in_comment);
  CHECK_FALSE(AtBar("// note\n%x = |").is_in_comment);
  CHECK(AtBar("%x = \"a.b\"() {name = \"ab|c\"}").is_in_string);
}

}  // namespace
}  // namespace paddock
