#include "core/api/query/dimension.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "core/types/type.h"

namespace paddock {
namespace {

// Returns the dimensions of the size that follows `before` in `text`, such as "%x.0 %y.1".
std::string ValuesOfSize(const std::string& text, std::string_view before) {
  const auto program = Program::Load("test", text);
  INFO(text);
  REQUIRE(!program->has_errors());
  const auto place =
      DimensionAt(*program, static_cast<uint32_t>(text.find(before) + before.size()));
  if (!place) return "none";
  std::string values;
  for (const auto& [name, definition, dimension] : place->values) {
    values += (values.empty() ? "" : " ") + name + "." + std::to_string(dimension);
  }
  return values;
}

// Returns a function of one operation on %x, written with its type.
std::string OneOperation(const std::string& arguments, const std::string& operation,
                         const std::string& type) {
  return "func.func @main(" + arguments + ") -> " + type + " {\n%r = " + operation +
         "\nreturn %r : " + type + "\n}\n";
}

std::string Unary(const std::string& operand, const std::string& operation,
                  const std::string& result) {
  return OneOperation("%x: " + operand, operation + " : (" + operand + ") -> " + result, result);
}

}  // namespace

TEST_CASE("a dimension is found in every type that has it", "[api]") {
  const std::string text =
      "func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x3xf32>) -> tensor<4x3xf32> {\n"
      "%d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : "
      "(tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>\n"
      "%s = stablehlo.add %d, %d : tensor<4x3xf32>\n"
      "return %s : tensor<4x3xf32>\n}\n";
  const auto program = Program::Load("test", text);
  const auto place = DimensionAt(*program, static_cast<uint32_t>(text.find("4x8")));
  REQUIRE(place.has_value());
  CHECK(place->size == 4);
  CHECK(place->span ==
        Span{static_cast<uint32_t>(text.find("4x8")), static_cast<uint32_t>(text.find("4x8")) + 1});
  std::string written;
  for (const Span span : place->places) written += text.substr(span.begin, 3) + " ";
  // Two places in the function's head, two in the type of the dot, one in the sum, one in the
  // return.
  CHECK(written == "4x8 4x3 4x8 4x3 4x3 4x3 ");
  CHECK(ValuesOfSize(text, "%x: tensor<") == "%x.0 %d.0 %s.0");
  // The contracted dimension ends at the dot.
  CHECK(ValuesOfSize(text, "%x: tensor<4x") == "%x.1 %w.0");
  CHECK(ValuesOfSize(text, "-> tensor<4x") == "%w.1 %d.1 %s.1");
  CHECK(!DimensionAt(*program, static_cast<uint32_t>(text.find("f32"))).has_value());
  CHECK(!DimensionAt(*program, static_cast<uint32_t>(text.find("[1]") + 1)).has_value());
}

TEST_CASE("a dimension follows its index", "[api]") {
  const auto of_first = [](const std::string& text) { return ValuesOfSize(text, "%x: tensor<"); };
  const auto of_second = [](const std::string& text) {
    const size_t begin = text.find("%x: tensor<");
    return ValuesOfSize(text, text.substr(begin, text.find('x', begin + 11) + 1 - begin));
  };
  CHECK(of_first(Unary("tensor<4x8xf32>", "stablehlo.transpose %x, dims = [1, 0]",
                       "tensor<8x4xf32>")) == "%x.0 %r.1");
  CHECK(of_second(Unary("tensor<4x8xf32>", "stablehlo.broadcast_in_dim %x, dims = [1, 2]",
                        "tensor<4x4x8xf32>")) == "%x.1 %r.2");
  const std::string reshaped =
      Unary("tensor<4x8xf32>", "stablehlo.reshape %x", "tensor<4x2x4xf32>");
  CHECK(of_first(reshaped) == "%x.0 %r.0");
  CHECK(of_second(reshaped) == "%x.1");
  const std::string sliced =
      Unary("tensor<4x8xf32>", "stablehlo.slice %x [0:4, 2:6]", "tensor<4x4xf32>");
  CHECK(of_first(sliced) == "%x.0 %r.0");
  CHECK(of_second(sliced) == "%x.1");
  CHECK(of_first(OneOperation("%x: tensor<4x8xf32>",
                              "stablehlo.reverse %x, dims = [0] : tensor<4x8xf32>",
                              "tensor<4x8xf32>")) == "%x.0 %r.0");
  CHECK(
      of_first("func.func @main(%x: tensor<4x8xf32>, %z: tensor<f32>) -> tensor<4xf32> {\n"
               "%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] "
               ": (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>\nreturn %r : tensor<4xf32>\n}") ==
      "%x.0 %r.0");
  CHECK(of_first("func.func @main(%x: tensor<4x8xf32>, %z: tensor<f32>) -> tensor<4x12xf32> {\n"
                 "%r = stablehlo.pad %x, %z, low = [0, 2], high = [0, 2], interior = [0, 0] : "
                 "(tensor<4x8xf32>, tensor<f32>) -> tensor<4x12xf32>\n"
                 "return %r : tensor<4x12xf32>\n}") == "%x.0 %r.0");
  // All dimensions are joined, for either operand.
  CHECK(of_first("func.func @main(%x: tensor<4x8xf32>, %y: tensor<4x1xf32>) -> tensor<4x9xf32> {\n"
                 "%r = stablehlo.concatenate %y, %x, dim = 1 : "
                 "(tensor<4x1xf32>, tensor<4x8xf32>) -> tensor<4x9xf32>\n"
                 "return %r : tensor<4x9xf32>\n}") == "%x.0 %y.0 %r.0");
}

TEST_CASE("open sizes and sizes of 1 are followed through element-wise operations", "[api]") {
  CHECK(ValuesOfSize(OneOperation("%x: tensor<?x1xf32>", "stablehlo.abs %x : tensor<?x1xf32>",
                                  "tensor<?x1xf32>"),
                     "%x: tensor<") == "%x.0 %r.0");
}

TEST_CASE("a dimension is followed into regions and functions and out of them", "[api]") {
  const std::string text =
      "func.func private @twice(%t: tensor<4xf32>) -> tensor<4xf32> {\n"
      "%u = stablehlo.add %t, %t : tensor<4xf32>\nreturn %u : tensor<4xf32>\n}\n"
      "func.func @main(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {\n"
      "%r:2 = stablehlo.while(%i = %n, %y = %x) : tensor<i32>, tensor<4xf32>\n"
      "cond {\n%c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
      "stablehlo.return %c : tensor<i1>\n} do {\n"
      "%z = func.call @twice(%y) : (tensor<4xf32>) -> tensor<4xf32>\n"
      "stablehlo.return %i, %z : tensor<i32>, tensor<4xf32>\n}\n"
      "return %r#1 : tensor<4xf32>\n}\n";
  const std::string values = ValuesOfSize(text, "%x: tensor<");
  for (const std::string_view value : {"%t.0", "%u.0", "%x.0", "%r#1.0", "%y.0", "%z.0"}) {
    INFO(value << " in " << values);
    CHECK(values.find(value) != std::string::npos);
  }
}

TEST_CASE("a program with errors has no dimensions", "[api]") {
  const std::string text =
      OneOperation("%x: tensor<4xf32>", "stablehlo.add %x, %y : tensor<4xf32>", "tensor<4xf32>");
  const auto program = Program::Load("test", text);
  CHECK(!DimensionAt(*program, static_cast<uint32_t>(text.find("4xf32"))).has_value());
}

}  // namespace paddock
