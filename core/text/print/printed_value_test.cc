// Values that PrintValue prints must read back.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "core/ir/module.h"
#include "core/tensor/element_text.h"
#include "core/tensor/print_value.h"
#include "core/text/parse/parse.h"
#include "core/text/parse/value_text.h"

namespace paddock {
namespace {

// Returns elements with arbitrary valid bits of the type.
Tensor AnyBits(ElementType type, std::vector<int64_t> shape, std::mt19937_64& random) {
  Tensor value = Tensor::Allocate(type, shape);
  const ElementType part = PartType(type);
  const int width = BitWidth(part);
  for (size_t at = 0; at < value.byte_size(); at += ByteSize(part)) {
    uint64_t bits = random();
    if (width < 64) bits &= (uint64_t{1} << width) - 1;
    const bool is_negative = IsSigned(part) && width < 8 && (bits >> (width - 1)) != 0;
    if (is_negative) bits |= ~uint64_t{0} << width;
    std::memcpy(value.mutable_data() + at, &bits, ByteSize(part));
  }
  return value;
}

bool IsNaN(ElementType type, const std::byte* element) {
  return IsFloat(type) && std::isnan(FloatValue(type, element));
}

// Returns whether all bits are equal. With `any_nan`, all NaNs are equal.
bool IsSame(const Tensor& one, const Tensor& other, bool any_nan) {
  const ElementType part = PartType(one.element_type());
  for (size_t at = 0; at < one.byte_size(); at += ByteSize(part)) {
    if (std::memcmp(one.data() + at, other.data() + at, ByteSize(part)) == 0) continue;
    const bool are_nan = IsNaN(part, one.data() + at) && IsNaN(part, other.data() + at);
    if (!any_nan || !are_nan) return false;
  }
  return true;
}

std::string TypeText(ElementType type, const std::vector<int64_t>& shape) {
  std::string text = "tensor<";
  for (int64_t size : shape) text += std::to_string(size) + "x";
  return text + std::string(Spelling(type)) + ">";
}

TEST_CASE("printed values of every element type read back in every form", "[text]") {
  std::mt19937_64 random(5);
  const std::vector<int64_t> shapes[] = {{}, {1}, {3}, {2, 3}, {1, 2, 2}, {0}, {0, 2}, {2, 0}};
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    const auto element = static_cast<ElementType>(i);
    if (element == ElementType::kIndex) continue;
    for (const std::vector<int64_t>& shape : shapes) {
      Module module;
      DiagnosticSink sink;
      const std::string type = TypeText(element, shape);
      const Type handle = ParseTypeText(type, module, sink);
      for (int repeat = 0; repeat < 20; ++repeat) {
        const Tensor value = AnyBits(element, shape, random);
        for (ValueForm form : {ValueForm::kUpstream, ValueForm::kNumpy, ValueForm::kDense}) {
          const std::string text =
              PrintValue(value, type, {.elide_above = INT64_MAX, .form = form});
          INFO(text);
          const auto again = ParseValueText(text, handle, sink, {});
          REQUIRE(again.has_value());
          REQUIRE(again->size() == 1);
          REQUIRE(IsSame(value, again->front(), form != ValueForm::kDense));
        }
      }
    }
  }
}

TEST_CASE("JSON of every element type reads back", "[text]") {
  std::mt19937_64 random(7);
  const std::vector<int64_t> shapes[] = {{}, {1}, {3}, {2, 3}, {0}, {2, 0}};
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    const auto element = static_cast<ElementType>(i);
    for (const std::vector<int64_t>& shape : shapes) {
      Module module;
      DiagnosticSink sink;
      const Type handle = ParseTypeText(TypeText(element, shape), module, sink);
      for (int repeat = 0; repeat < 20; ++repeat) {
        const Tensor value = AnyBits(element, shape, random);
        const std::string text = PrintJson(value);
        INFO(Spelling(element) << " " << text);
        const auto again = ParseValueText(text, handle, sink, {});
        REQUIRE(again.has_value());
        REQUIRE(IsSame(value, again->front(), true));
      }
    }
  }
}

TEST_CASE("JSON has strings only for numbers that it cannot express", "[text]") {
  Module module;
  DiagnosticSink sink;
  const Type f32 = ParseTypeText("tensor<2xf32>", module, sink);
  const Type i64 = ParseTypeText("tensor<2xi64>", module, sink);
  CHECK(ParseValueText(R"(["NaN", "-Infinity"])", f32, sink, {}).has_value());
  CHECK(ParseValueText(R"(["-9223372036854775808", 1])", i64, sink, {}).has_value());
  for (const char* wrong : {R"(["nan", 1])", R"(["1.5", 1])", R"(["1, "2"])", R"([", 1])"}) {
    CHECK_FALSE(ParseValueText(wrong, f32, sink, {}).has_value());
  }
  for (const char* wrong :
       {R"(["NaN", 1])", R"(["", 1])", R"(["-", 1])", R"(["9223372036854775808000", 1])"}) {
    CHECK_FALSE(ParseValueText(wrong, i64, sink, {}).has_value());
  }
}

TEST_CASE("printed tuples read back, and elided values are refused", "[text]") {
  Module module;
  DiagnosticSink sink;
  const Type pair =
      ParseTypeText("tuple<tensor<2xf32>, tuple<tensor<i64>, !stablehlo.token>>", module, sink);
  const std::vector<float> numbers = {1.5f, -2.0f};
  const std::vector<int64_t> count = {7};
  const std::vector<int64_t> shape = {2};
  const std::vector<Tensor> values = {
      Tensor::FromElements<float>(ElementType::kF32, shape, numbers),
      Tensor::FromElements<int64_t>(ElementType::kI64, {}, count), Tensor()};
  for (ValueForm form : {ValueForm::kUpstream, ValueForm::kNumpy, ValueForm::kDense}) {
    std::span<const Tensor> leaves = values;
    const std::string text = PrintValue(pair, leaves, {.elide_above = INT64_MAX, .form = form});
    INFO(text);
    CHECK(leaves.empty());
    const auto again = ParseValueText(text, pair, sink, {});
    REQUIRE(again.has_value());
    REQUIRE(again->size() == 2);
    CHECK(IsSame(values[0], (*again)[0], false));
    CHECK(IsSame(values[1], (*again)[1], false));
  }
  const Tensor longer = Tensor::Allocate(ElementType::kI8, std::vector<int64_t>{20});
  const Type vector = ParseTypeText("tensor<20xi8>", module, sink);
  for (ValueForm form : {ValueForm::kUpstream, ValueForm::kNumpy}) {
    const std::string text = PrintValue(longer, "tensor<20xi8>", {.elide_above = 10, .form = form});
    CHECK_FALSE(ParseValueText(text, vector, sink, {}).has_value());
  }
}

TEST_CASE("a value whose type differs from its text is refused", "[text]") {
  Module module;
  DiagnosticSink sink;
  const Type type = ParseTypeText("tensor<2xi32>", module, sink);
  CHECK_FALSE(ParseValueText("tensor<3xi32> {[1, 2]}", type, sink, {}).has_value());
  CHECK(sink.diagnostics()[0].message ==
        "a value of type tensor<3xi32> where tensor<2xi32> is needed");
}

}  // namespace
}  // namespace paddock
