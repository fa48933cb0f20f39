#include "core/api/xla/written_call.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock::xla {
namespace {

// Makes the call in a builder of its own. Returns its program's text, or the sentence about its
// notation.
std::string TextOfCall(std::string_view call, const CallNames& names = {}) {
  ComputationBuilder builder("case");
  const auto made = MakeWrittenCall(builder, call, names);
  if (!made) return made.error();
  const auto built = builder.Build();
  return built ? *built->MakeText() : RenderText(built.error().front());
}

bool Contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("a string of a written call has escapes") {
  CHECK(Contains(TextOfCall(R"(CustomCall("a \"b\" \\ c", {}, f32[]))"), R"(@"a \"b\" \\ c")"));
  CHECK(TextOfCall(R"(CustomCall("a\")") == "a string has no end");
}

TEST_CASE("a constant of a written call is the least value, or has a name") {
  CHECK(Contains(TextOfCall("ConstantLiteral(MinValue(S8))"), "dense<-128> : tensor<i8>"));
  CHECK(Contains(TextOfCall("ConstantLiteral(MinValue(f32))"), "dense<0xFF800000> : tensor<f32>"));
  CHECK(TextOfCall("ConstantLiteral(MinValue(TUPLE))") == "MinValue takes an element type");
  CallNames names;
  names.literals["ones"] = Literal(1).Splat({3});
  CHECK(Contains(TextOfCall("ConstantLiteral(ones)", names), "dense<1> : tensor<3xi32>"));
  CHECK(TextOfCall("ConstantLiteral(twos)", names) == "ConstantLiteral: expected a literal");
}

TEST_CASE("a written call names function objects") {
  ComputationBuilder builder("case");
  CallNames names;
  names.values["x"] = builder.ConstantLiteral({1.0f, 2.0f});
  names.computations["twice"] =
      Function([](ComputationBuilder& b, const Handles& a) { return b.Add(a[0], a[0]); });
  const auto made = MakeWrittenCall(builder, "Map({x}, twice)", names);
  REQUIRE(made.has_value());
  CHECK(Contains(*builder.Build()->MakeText(), "stablehlo.map"));
}

TEST_CASE("a builder goes on after its diagnostics are taken") {
  ComputationBuilder builder("case");
  const auto x = builder.ConstantLiteral({1.0f, 2.0f});
  builder.Dot(x, builder.Broadcast(x, {3}));
  REQUIRE(!builder.Build().has_value());
  CHECK(builder.TakeDiagnostics().front().diagnostic.code == "xla-dot-2");
  builder.Neg(x);
  const auto built = builder.Build();
  REQUIRE(built.has_value());
  CHECK(*built->MakeText() == (*built->MakeProgram({.has_locations = false}))->source().text());
}

}  // namespace
}  // namespace paddock::xla
