#include "core/text/lay_out.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/text/lexer.h"

namespace paddock {
namespace {

TEST_CASE("lay out: indentation follows braces") {
  CHECK(LayOut("module {\nfunc.func @main(%x: tensor<f32>) -> tensor<f32> {\n"
               "%0 = stablehlo.abs %x : tensor<f32>\n      // a remark\n return %0 : tensor<f32>\n"
               "// the end\n}\n}\n") ==
        "module {\n  func.func @main(%x: tensor<f32>) -> tensor<f32> {\n"
        "    %0 = stablehlo.abs %x : tensor<f32>\n    // a remark\n    return %0 : tensor<f32>\n"
        "    // the end\n  }\n}\n");
}

TEST_CASE("lay out: regions in parentheses, and their labels") {
  CHECK(
      LayOut("%0 = \"stablehlo.reduce\"(%x, %i) ({\n^bb0(%a: tensor<f32>,\n     %b: tensor<f32>):\n"
             "%1 = stablehlo.add %a, %b : tensor<f32>\n}, {\nstablehlo.return\n}) {a = 1,\nb} : "
             "(tensor<f32>) -> tensor<f32>") ==
      "%0 = \"stablehlo.reduce\"(%x, %i) ({\n^bb0(%a: tensor<f32>,\n     %b: tensor<f32>):\n"
      "  %1 = stablehlo.add %a, %b : tensor<f32>\n}, {\n  stablehlo.return\n}) {a = 1,\n  b} : "
      "(tensor<f32>) -> tensor<f32>\n");
}

TEST_CASE("lay out: blanks between tokens") {
  CHECK(LayOut("%0=stablehlo.pad  %x,%p,low=[ 0,1 ],high = [0 ,1] { a=1 }:( t )->t") ==
        "%0 = stablehlo.pad %x, %p, low = [0, 1], high = [0, 1] {a = 1}:(t) -> t\n");
  CHECK(LayOut("stablehlo.return %a,\n%b\n: t,\nt\n") ==
        "stablehlo.return %a,\n  %b\n  : t,\n  t\n");
}

TEST_CASE("lay out: an operation continues on further lines") {
  CHECK(LayOut("%0 = stablehlo.convolution(%x, %k)\ndim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],\n"
               "      window = {pad = [[1, 1]]}\n{batch_group_count = 1 : i64}\n: (t, u)->v\n"
               "%1 = stablehlo.while(%i = %0) : t\n  cond {\n} do {\n}\n") ==
        "%0 = stablehlo.convolution(%x, %k)\n  dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],\n"
        "  window = {pad = [[1, 1]]}\n  {batch_group_count = 1 : i64}\n  : (t, u) -> v\n"
        "%1 = stablehlo.while(%i = %0) : t\ncond {\n} do {\n}\n");
}

TEST_CASE("lay out: columns of numbers stay aligned, and bodies of other dialects unchanged") {
  CHECK(LayOut("{\n%c = dense<[[1, 2],\n            [3, 4]]>\n}") ==
        "{\n  %c = dense<[[1, 2],\n              [3, 4]]>\n}\n");
  CHECK(LayOut("x = #sdy.sharding< @mesh,[{\"x\"},\n   {} ]>,y") ==
        "x = #sdy.sharding< @mesh,[{\"x\"},\n   {} ]>, y\n");
}

TEST_CASE("lay out: empty lines, ends of lines and comments") {
  CHECK(LayOut("") == "");
  CHECK(LayOut("\n\n") == "");
  CHECK(LayOut("// a\n\n\n\n%a\t  // b  \r\n\r\n%b") == "// a\n\n%a    // b\n\n%b\n");
  CHECK(LayOut("\xEF\xBB\xBF%a") == "%a\n");
}

// Returns the tokens and comments of a text.
std::vector<std::string> PartsOf(const std::string& text) {
  std::vector<std::string> parts;
  Lexer lexer(text);
  while (true) {
    const Token token = lexer.Next();
    if (token.kind == TokenKind::kEnd) return parts;
    parts.emplace_back(lexer.TextOf(token));
  }
}

TEST_CASE("lay out: any text keeps its tokens, and laying out twice changes nothing more") {
  static constexpr const char* kPieces[] = {
      "{",  "}",   "(",    ")",    "[",    "]",  "<",     ">",    ",", ":",  "=",  "->",
      "%a", "^bb", "#d.a", "!t.u", "word", "12", "\"s\"", "// c", "-", "\t", "@f", "~"};
  uint64_t state = 7;
  const auto draw = [&](uint64_t count) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % count;
  };
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (uint64_t k = draw(24); k != 0; --k) {
      const std::string piece = kPieces[draw(std::size(kPieces))];
      text += piece;
      text += piece == "// c" || draw(4) == 0 ? "\n" : draw(3) == 0 ? "" : " ";
      if (text.back() == '\n') text.append(draw(6), ' ');
    }
    const std::string laid_out = LayOut(text);
    CAPTURE(text, laid_out);
    REQUIRE(PartsOf(laid_out) == PartsOf(text));
    REQUIRE(LayOut(laid_out) == laid_out);
  }
}

}  // namespace
}  // namespace paddock
