#include "core/api/query/structure.h"

#include <cmath>
#include <string>

#include "catch2/catch_test_macros.hpp"
#include "core/api/observe/values.h"
#include "core/api/run/session.h"

namespace paddock {
namespace {

constexpr const char* kText = R"(func.func private @double(%x: tensor<4xf32>) -> tensor<4xf32> {
  %twice = stablehlo.add %x, %x : tensor<4xf32>
  return %twice : tensor<4xf32>
}
func.func @main() -> tensor<4xf32> {
  %c = stablehlo.constant dense<[1.0, -2.0, 0x7FC00000, 0x7F800000]> : tensor<4xf32>
  %d = call @double(%c) : (tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}
)";

uint32_t Find(const std::string& text, std::string_view part) {
  return static_cast<uint32_t>(text.find(part));
}

std::string At(const std::string& text, Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

}  // namespace

TEST_CASE("operations have sentences only if they are asked for", "[api]") {
  const std::string text = kText;
  const auto program = Program::Load("test", text);
  const Span whole{0, static_cast<uint32_t>(text.size())};
  const auto with = OperationsIn(*program, whole);
  const auto without = OperationsIn(*program, whole, false);
  REQUIRE(with.size() == without.size());
  CHECK(with.front().sentence == "Adds %x and %x: 4 elements.");
  for (const OperationPlace& place : without) CHECK(place.sentence.empty());
}

TEST_CASE("a name is found at its definition and at its uses", "[api]") {
  const std::string text = kText;
  const auto program = Program::Load("test", text);
  REQUIRE(!program->has_errors());
  for (const std::string_view part : {"%x: tensor", "%x, %x", "%x : tensor"}) {
    const auto name = NameAt(*program, Find(text, part) + 1);
    REQUIRE(name.has_value());
    CHECK(name->name == "%x");
    CHECK(name->type == "tensor<4xf32>");
    CHECK(At(text, name->definition) == "%x");
    CHECK(name->definition.begin == Find(text, "%x: "));
    REQUIRE(name->uses.size() == 2);
    CHECK(At(text, name->uses[1]) == "%x");
  }
  CHECK(!NameAt(*program, Find(text, "stablehlo.add")).has_value());
}

TEST_CASE("both forms of pad have their padding", "[api]") {
  for (const std::string& text :
       {std::string("func.func @main(%x: tensor<3xf32>, %p: tensor<f32>) -> tensor<8xf32> {\n"
                    "  %r = stablehlo.pad %x, %p, low = [2], high = [1], interior = [1]"
                    " : (tensor<3xf32>, tensor<f32>) -> tensor<8xf32>\n"
                    "  return %r : tensor<8xf32>\n}\n"),
        std::string("func.func @main(%x: tensor<3xf32>, %p: tensor<f32>) -> tensor<8xf32> {\n"
                    "  %r = \"stablehlo.pad\"(%x, %p) <{edge_padding_high = array<i64: 1>,"
                    " edge_padding_low = array<i64: 2>, interior_padding = array<i64: 1>}>"
                    " : (tensor<3xf32>, tensor<f32>) -> tensor<8xf32>\n"
                    "  return %r : tensor<8xf32>\n}\n")}) {
    const auto program = Program::Load("test", text);
    REQUIRE(!program->has_errors());
    const auto places = OperationsIn(*program, {0, static_cast<uint32_t>(text.size())});
    REQUIRE(places.size() == 2);
    REQUIRE(places[0].padding.has_value());
    CHECK(places[0].padding->low == std::vector<int64_t>{2});
    CHECK(places[0].padding->interior == std::vector<int64_t>{1});
    CHECK(!places[1].padding.has_value());
  }
}

TEST_CASE("a function's name is found at its definition and at calls", "[api]") {
  const std::string text = kText;
  const auto program = Program::Load("test", text);
  for (const std::string_view part : {"@double(%x", "@double(%c"}) {
    const auto name = NameAt(*program, Find(text, part) + 2);
    REQUIRE(name.has_value());
    CHECK(name->name == "@double");
    CHECK(At(text, name->definition) == "@double");
    REQUIRE(name->uses.size() == 1);
    CHECK(name->uses[0].begin == Find(text, "@double(%c"));
  }
}

TEST_CASE("operations in a range come with their operands and results", "[api]") {
  const std::string text = kText;
  const auto program = Program::Load("test", text);
  const uint32_t begin = Find(text, "%twice");
  const auto places = OperationsIn(*program, {begin, begin + 1});
  REQUIRE(places.size() == 1);
  CHECK(places[0].name == "stablehlo.add");
  CHECK(At(text, places[0].name_span) == "stablehlo.add");
  CHECK(places[0].depth == 0);
  REQUIRE(places[0].operands.size() == 2);
  CHECK(At(text, places[0].operands[1].uses[0]) == "%x");
  REQUIRE(places[0].results.size() == 1);
  CHECK(At(text, places[0].results[0].definition) == "%twice");
  CHECK(At(text, places[0].results[0].type_span) == "tensor<4xf32>");
}

TEST_CASE("operations of regions are deeper than their owner", "[api]") {
  const std::string text = R"(func.func @main(%p: tensor<i1>) -> tensor<i1> {
  %r = "stablehlo.if"(%p) ({
    %n = stablehlo.not %p : tensor<i1>
    stablehlo.return %n : tensor<i1>
  }, {
    stablehlo.return %p : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
})";
  const auto program = Program::Load("test", text);
  REQUIRE(!program->has_errors());
  const auto places = OperationsIn(*program, {0, static_cast<uint32_t>(text.size())});
  REQUIRE(places.size() == 5);
  CHECK(places[0].name == "stablehlo.if");
  CHECK(places[1].name == "stablehlo.not");
  CHECK(places[1].depth == 1);
  CHECK(places[4].name == "func.return");
  CHECK(places[4].depth == 0);
}

TEST_CASE("values of a run have summaries by name", "[api]") {
  const std::string text = kText;
  const auto program = Program::Load("test", text);
  std::vector<Diagnostic> diagnostics;
  SessionOptions options;
  options.level = Level::kFaithful;
  const auto session = Session::Start(program, options, diagnostics);
  REQUIRE(session != nullptr);
  const Span all{0, static_cast<uint32_t>(text.size())};
  const auto before = ValuesIn(*program, *session, all);
  for (const ValueSummary& value : before) CHECK(value.executions == 0);
  REQUIRE(session->Run(1'000'000) == StopReason::kFinished);
  const auto values = ValuesIn(*program, *session, all);
  REQUIRE(values.size() == 4);
  CHECK(values[0].name == "%x");
  CHECK(values[1].name == "%twice");
  CHECK(values[1].executions == 1);
  CHECK(values[1].min == -4);
  CHECK(values[1].max == 2);
  CHECK(values[1].nan_count == 1);
  CHECK(values[1].infinity_count == 1);
  CHECK(values[1].elements == R"([2.0, -4.0, "NaN", "Infinity"])");
  REQUIRE(values[1].histogram.size() == kHistogramBins);
  CHECK(values[1].histogram.front() == 1);
  CHECK(values[1].histogram.back() == 1);
}

}  // namespace paddock
