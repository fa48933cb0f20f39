// argmax and argmin in the forms of real programs: with indices from an iota, and with the same
// indices as an argument, which are compared pair by pair.
#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <string>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "core/plan/fusion/tile_chain.h"

namespace paddock {
namespace {

using namespace testing;

// V and P are the types of values and indices.
struct Form {
  std::string_view name;
  std::string_view body;
};

constexpr Form kForms[] = {
    {"jax.numpy.argmax", R"(
    %more = stablehlo.compare GT, %a, %b : (tensor<V>, tensor<V>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a : (tensor<V>, tensor<V>) -> tensor<i1>
    %value = stablehlo.or %more, %nan : tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b : (tensor<V>, tensor<V>) -> tensor<i1>
    %before = stablehlo.compare LT, %i, %k : (tensor<P>, tensor<P>) -> tensor<i1>
    %first = stablehlo.and %equal, %before : tensor<i1>
    %place = stablehlo.or %value, %first : tensor<i1>
    %v = stablehlo.select %value, %a, %b : tensor<i1>, tensor<V>
    %p = stablehlo.select %place, %i, %k : tensor<i1>, tensor<P>
)"},
    {"jax.numpy.argmin", R"(
    %less = stablehlo.compare LT, %a, %b : (tensor<V>, tensor<V>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a : (tensor<V>, tensor<V>) -> tensor<i1>
    %value = stablehlo.or %less, %nan : tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b : (tensor<V>, tensor<V>) -> tensor<i1>
    %before = stablehlo.compare LT, %i, %k : (tensor<P>, tensor<P>) -> tensor<i1>
    %first = stablehlo.and %equal, %before : tensor<i1>
    %place = stablehlo.or %value, %first : tensor<i1>
    %v = stablehlo.select %value, %a, %b : tensor<i1>, tensor<V>
    %p = stablehlo.select %place, %i, %k : tensor<i1>, tensor<P>
)"},
    {"XLA's builder, PyTorch", R"(
    %keeps = stablehlo.compare GE, %a, %b : (tensor<V>, tensor<V>) -> tensor<i1>
    %v = stablehlo.select %keeps, %a, %b : tensor<i1>, tensor<V>
    %equal = stablehlo.compare EQ, %a, %b : (tensor<V>, tensor<V>) -> tensor<i1>
    %lesser = stablehlo.minimum %i, %k : tensor<P>
    %kept = stablehlo.select %keeps, %i, %k : tensor<i1>, tensor<P>
    %p = stablehlo.select %equal, %lesser, %kept : tensor<i1>, tensor<P>
)"},
    {"one predicate, the right side first", R"(
    %equal = stablehlo.compare EQ, %b, %a : (tensor<V>, tensor<V>) -> tensor<i1>
    %before = stablehlo.compare GE, %i, %k : (tensor<P>, tensor<P>) -> tensor<i1>
    %different = stablehlo.not %equal : tensor<i1>
    %less = stablehlo.compare LE, %b, %a : (tensor<V>, tensor<V>) -> tensor<i1>
    %strictly = stablehlo.and %less, %different : tensor<i1>
    %tie = stablehlo.and %equal, %before : tensor<i1>
    %right = stablehlo.xor %strictly, %tie : tensor<i1>
    %v = stablehlo.select %right, %b, %a : tensor<i1>, tensor<V>
    %p = stablehlo.select %right, %k, %i : tensor<i1>, tensor<P>
)"},
    {"the last of equal ones", R"(
    %more = stablehlo.compare GT, %a, %b : (tensor<V>, tensor<V>) -> tensor<i1>
    %v = stablehlo.select %more, %a, %b : tensor<i1>, tensor<V>
    %p = stablehlo.select %more, %i, %k : tensor<i1>, tensor<P>
)"},
};

// main(x, places, least, none): both reductions, along `dimension` of 3 dimensions.
std::string TextOf(const Form& form, std::string_view value, std::string_view place,
                   const std::vector<int64_t>& shape, size_t dimension, bool counts) {
  std::string sizes, kept;
  for (size_t d = 0; d < shape.size(); ++d) {
    const std::string size = std::to_string(shape[d]) + "x";
    sizes += size;
    if (d != dimension) kept += size;
  }
  const std::string text = R"(
func.func @main(%x: tensor<SV>, %given: tensor<SP>, %least: tensor<V>, %none: tensor<P>) -> (tensor<KV>, tensor<KP>) {
  %counted = stablehlo.iota dim = D : tensor<SP>
  %r:2 = "stablehlo.reduce"(%x, %PLACES, %least, %none) <{dimensions = array<i64: D>}> ({
  ^bb0(%a: tensor<V>, %i: tensor<P>, %b: tensor<V>, %k: tensor<P>):)" +
                           std::string(form.body) + R"(
    stablehlo.return %v, %p : tensor<V>, tensor<P>
  }) : (tensor<SV>, tensor<SP>, tensor<V>, tensor<P>) -> (tensor<KV>, tensor<KP>)
  return %r#0, %r#1 : tensor<KV>, tensor<KP>
})";
  std::string result = Replaced(text, "%PLACES", counts ? "%counted" : "%given");
  result = Replaced(result, "<SV>", "<" + sizes + "V>");
  result = Replaced(result, "<SP>", "<" + sizes + "P>");
  result = Replaced(result, "<KV>", "<" + kept + "V>");
  result = Replaced(result, "<KP>", "<" + kept + "P>");
  result = Replaced(result, "dim = D", "dim = " + std::to_string(dimension));
  result = Replaced(result, "i64: D", "i64: " + std::to_string(dimension));
  result = Replaced(result, "V>", std::string(value) + ">");
  return Replaced(result, "P>", std::string(place) + ">");
}

template <class T>
std::vector<T> PlacesAlong(const std::vector<int64_t>& shape, size_t dimension) {
  int64_t inner = 1, count = 1;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (d > dimension) inner *= shape[d];
    count *= shape[d];
  }
  std::vector<T> places;
  for (int64_t i = 0; i < count; ++i) {
    places.push_back(static_cast<T>(i / inner % shape[dimension]));
  }
  return places;
}

// `counts`: a step that reads no indices computes it.
template <class T, class P>
void CheckForm(const Form& form, const std::vector<int64_t>& shape, ElementType value,
               ElementType place, const std::vector<T>& pool) {
  INFO(form.name << " of " << Spelling(value));
  int64_t count = 1;
  for (const int64_t size : shape) count *= size;
  std::vector<T> elements;
  for (int64_t i = 0; i < count; ++i) {
    elements.push_back(pool[static_cast<size_t>(i * 7919 % 1009) % pool.size()]);
  }
  for (size_t dimension = 0; dimension < shape.size(); ++dimension) {
    const std::vector<Tensor> inputs = {TensorOf<T>(value, shape, elements),
                                        TensorOf<P>(place, shape, PlacesAlong<P>(shape, dimension)),
                                        TensorOf<T>(value, {}, {pool[0]}),
                                        TensorOf<P>(place, {}, {P{0}})};
    const Program given(
        TextOf(form, Spelling(value), Spelling(place), shape, dimension, /*counts=*/false));
    const Program counted(
        TextOf(form, Spelling(value), Spelling(place), shape, dimension, /*counts=*/true));
    const std::vector<Tensor> expected = Run(given, Level::kFast, inputs);
    for (Level level : kLevels) {
      const std::vector<Tensor> results = Run(counted, level, inputs);
      for (size_t i = 0; i < 2; ++i) {
        REQUIRE(results[i].byte_size() == expected[i].byte_size());
        CHECK(std::memcmp(results[i].data(), expected[i].data(), expected[i].byte_size()) == 0);
      }
    }
    // The indices are never stored.
    CHECK(PlanOf(counted, At(Level::kFast))->steps().size() == 2);
  }
}

TEST_CASE("argmax equals the reduction of adjacent pairs in every form", "[exec]") {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const Form& form : kForms) {
    for (const std::vector<int64_t>& shape :
         {std::vector<int64_t>{5, 67, 3}, std::vector<int64_t>{1, 4, 20}}) {
      CheckForm<float, int32_t>(form, shape, ElementType::kF32, ElementType::kI32,
                                {-kInfinity, 0.0f, -0.0f, 1.0f, 2.0f, 2.0f, -3.0f});
      CheckForm<float, int64_t>(form, shape, ElementType::kF32, ElementType::kI64,
                                {-kInfinity, 0.0f, -kInfinity, -0.0f, -0.0f});
      CheckForm<float, uint32_t>(form, shape, ElementType::kF32, ElementType::kUI32,
                                 {-kInfinity, kNaN, 0.0f, 1.0f, 5.0f, -kNaN, -1.0f, 4.0f, 3.0f});
      CheckForm<double, int32_t>(form, shape, ElementType::kF64, ElementType::kI32,
                                 {-1e300, 1.0, kNaN, -2.0, 0.5, 3.0, 3.0});
      CheckForm<int32_t, int32_t>(form, shape, ElementType::kI32, ElementType::kI32,
                                  {std::numeric_limits<int32_t>::min(), 5, -7, 5, 1, 0});
      CheckForm<uint32_t, int16_t>(form, shape, ElementType::kUI32, ElementType::kI16,
                                   {0, 0xFFFFFFFF, 7, 0xFFFFFFFF, 0x7FFFFFFF});
      CheckForm<uint16_t, int32_t>(form, shape, ElementType::kBF16, ElementType::kI32,
                                   {0xFF80, 0x0000, 0x8000, 0x3F80, 0x7FC0, 0x4000});
      CheckForm<uint8_t, int32_t>(form, shape, ElementType::kI1, ElementType::kI32, {0, 1, 0, 1});
    }
  }
}

// The greatest and the least value of a type, as elements and in texts.
template <class T>
struct Ends {
  T greatest, least;
  std::string_view greatest_text, least_text;
};

// Reductions of few slices, whose initial values are constants.
template <class T>
void CheckFew(ElementType value, const Ends<T>& ends, const std::vector<T>& pool) {
  for (const Form& form : kForms) {
    const bool is_least = form.name == "jax.numpy.argmin" || form.name.starts_with("one predicate");
    INFO(form.name << " of " << Spelling(value));
    const T init = is_least ? ends.greatest : ends.least;
    const std::string constants =
        "{\n  %end = stablehlo.constant dense<" +
        std::string(is_least ? ends.greatest_text : ends.least_text) + "> : tensor<" +
        std::string(Spelling(value)) +
        ">\n  %zero = stablehlo.constant dense<0> : tensor<i32>\n  %counted";
    for (const std::vector<int64_t>& shape :
         {std::vector<int64_t>{1, 4, 80}, std::vector<int64_t>{3, 2, 67},
          std::vector<int64_t>{8, 1, 130}, std::vector<int64_t>{2, 9, 65},
          std::vector<int64_t>{40, 5, 10}, std::vector<int64_t>{41, 31, 31},
          std::vector<int64_t>{33, 3, 2}}) {
      std::vector<T> elements;
      for (int64_t i = 0; i < shape[0] * shape[1] * shape[2]; ++i) {
        elements.push_back(pool[static_cast<size_t>(i * 7919 % 1009) % pool.size()]);
      }
      for (size_t dimension = 0; dimension < 3; ++dimension) {
        const std::string text =
            TextOf(form, Spelling(value), "i32", shape, dimension, /*counts=*/true);
        const Program few(
            Replaced(Replaced(text, "%least, %none)", "%end, %zero)"), "{\n  %counted", constants));
        const Program given(
            TextOf(form, Spelling(value), "i32", shape, dimension, /*counts=*/false));
        const std::vector<Tensor> inputs = {
            TensorOf<T>(value, shape, elements),
            TensorOf<int32_t>(ElementType::kI32, shape, PlacesAlong<int32_t>(shape, dimension)),
            TensorOf<T>(value, {}, {init}), TensorOf<int32_t>(ElementType::kI32, {}, {0})};
        const std::vector<Tensor> expected = Run(given, Level::kFaithful, inputs);
        for (Level level : kLevels) {
          const std::vector<Tensor> results = Run(few, level, inputs);
          for (size_t i = 0; i < 2; ++i) {
            REQUIRE(results[i].byte_size() == expected[i].byte_size());
            CHECK(std::memcmp(results[i].data(), expected[i].data(), expected[i].byte_size()) == 0);
          }
        }
      }
    }
  }
}

TEST_CASE("argmax of few slices equals the reduction of adjacent pairs", "[exec]") {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr double kWide = std::numeric_limits<double>::infinity();
  const Ends<float> floats{kInfinity, -kInfinity, "0x7F800000", "0xFF800000"};
  CheckFew<float>(ElementType::kF32, floats,
                  {-kInfinity, 0.0f, -0.0f, 1.0f, -kInfinity, kInfinity});
  CheckFew<float>(ElementType::kF32, floats, {kNaN, -1.0f, -kNaN, 4.0f, -kInfinity, 4.0f, kNaN});
  CheckFew<float>(ElementType::kF32, floats, {-kInfinity, -kInfinity, kNaN});
  CheckFew<double>(ElementType::kF64, {kWide, -kWide, "0x7FF0000000000000", "0xFFF0000000000000"},
                   {1.0, kNaN, -2.0, 3.0, 3.0, -0.0, 0.0, -kWide});
  CheckFew<int32_t>(ElementType::kI32, {INT32_MAX, INT32_MIN, "2147483647", "-2147483648"},
                    {INT32_MIN, 5, -7, INT32_MAX, 5, INT32_MIN});
  CheckFew<uint32_t>(ElementType::kUI32, {UINT32_MAX, 0, "4294967295", "0"},
                     {0, UINT32_MAX, 7, 0x7FFFFFFF, 0});
  CheckFew<int8_t>(ElementType::kI8, {INT8_MAX, INT8_MIN, "127", "-128"}, {-128, 3, 127, 3, -5});
  CheckFew<uint16_t>(ElementType::kBF16, {0x7F80, 0xFF80, "0x7F80", "0xFF80"},
                     {0xFF80, 0x0000, 0x8000, 0x3F80, 0x7FC0, 0x4000});
  CheckFew<uint8_t>(ElementType::kI1, {1, 0, "true", "false"}, {0, 1, 0, 0, 1, 1});
}

// The conditions of jnp.piecewise are summed along the stack.
TEST_CASE("a search among stacked conditions has the results of the stack", "[exec]") {
  for (const bool is_last : {false, true}) {
    const std::string text = R"(
func.func @main(%x: tensor<70xf32>) -> tensor<70xi32> {
  %one = stablehlo.constant dense<1.0> : tensor<70xf32>
  %a = stablehlo.compare LT, %x, %one : (tensor<70xf32>, tensor<70xf32>) -> tensor<70xi1>
  %b = stablehlo.compare GE, %x, %one : (tensor<70xf32>, tensor<70xf32>) -> tensor<70xi1>
  %c = stablehlo.compare NE, %x, %x : (tensor<70xf32>, tensor<70xf32>) -> tensor<70xi1>
  %0 = stablehlo.reshape %a : (tensor<70xi1>) -> tensor<ONExi1>
  %1 = stablehlo.reshape %b : (tensor<70xi1>) -> tensor<ONExi1>
  %2 = stablehlo.reshape %c : (tensor<70xi1>) -> tensor<ONExi1>
  %3 = stablehlo.concatenate %0, %1, %2, dim = D : (tensor<ONExi1>, tensor<ONExi1>, tensor<ONExi1>) -> tensor<THREExi1>
  %4 = call @piece(%3) : (tensor<THREExi1>) -> tensor<70xi32>
  return %4 : tensor<70xi32>
}
func.func @piece(%conditions: tensor<THREExi1>) -> tensor<70xi32> {
  %first = stablehlo.slice %conditions [0:1, 0:1] : (tensor<THREExi1>) -> tensor<1x1xi1>
  %no = stablehlo.constant dense<false> : tensor<ONExi1>
  %0 = stablehlo.concatenate %no, %conditions, dim = D : (tensor<ONExi1>, tensor<THREExi1>) -> tensor<FOURxi1>
  %1 = call @scan(%0) : (tensor<FOURxi1>) -> tensor<FOURxi32>
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %places = stablehlo.iota dim = D : tensor<FOURxi32>
  %r:2 = "stablehlo.reduce"(%1, %places, %least, %zero) <{dimensions = array<i64: D>}> ({
  ^bb0(%a: tensor<i32>, %i: tensor<i32>, %b: tensor<i32>, %k: tensor<i32>):
    %more = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %before = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %equal, %before : tensor<i1>
    %keeps = stablehlo.or %more, %tie : tensor<i1>
    %v = stablehlo.select %more, %a, %b : tensor<i1>, tensor<i32>
    %p = stablehlo.select %keeps, %i, %k : tensor<i1>, tensor<i32>
    stablehlo.return %v, %p : tensor<i32>, tensor<i32>
  }) : (tensor<FOURxi32>, tensor<FOURxi32>, tensor<i32>, tensor<i32>) -> (tensor<70xi32>, tensor<70xi32>)
  return %r#1 : tensor<70xi32>
}
func.func @scan(%conditions: tensor<FOURxi1>) -> tensor<FOURxi32> {
  %numbers = stablehlo.convert %conditions : (tensor<FOURxi1>) -> tensor<FOURxi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sums = "stablehlo.reduce_window"(%numbers, %zero) <{padding = dense<PADS> : tensor<2x2xi64>, window_dimensions = array<i64: WINDOW>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<FOURxi32>, tensor<i32>) -> tensor<FOURxi32>
  return %sums : tensor<FOURxi32>
})";
    for (const bool is_suffix : {false, true}) {
      const std::string pads = is_suffix ? "[0, 3]" : "[3, 0]";
      std::string made = Replaced(text, "ONEx", is_last ? "70x1x" : "1x70x");
      made = Replaced(made, "THREEx", is_last ? "70x3x" : "3x70x");
      made = Replaced(made, "FOURx", is_last ? "70x4x" : "4x70x");
      made = Replaced(made, "dim = D", is_last ? "dim = 1" : "dim = 0");
      made = Replaced(made, "i64: D", is_last ? "i64: 1" : "i64: 0");
      made = Replaced(made, "WINDOW", is_last ? "1, 4" : "4, 1");
      made = Replaced(made, "PADS", is_last ? "[[0, 0], " + pads + "]" : "[" + pads + ", [0, 0]]");
      const Program program(made);
      std::vector<float> elements;
      for (int i = 0; i < 70; ++i) {
        elements.push_back(i % 7 == 3 ? std::numeric_limits<float>::quiet_NaN()
                                      : static_cast<float>(i * 13 % 5) - 1.0f);
      }
      const Tensor x = TensorOf<float>(ElementType::kF32, {70}, elements);
      const std::vector<Tensor> expected = Run(program, Level::kFaithful, {x});
      const std::vector<Tensor> results = Run(program, Level::kFast, {x});
      CHECK(ElementsOf<int32_t>(results[0]) == ElementsOf<int32_t>(expected[0]));
      // One loop and the end: no stack is written.
      if (!kHasChainModules) CHECK(PlanOf(program, At(Level::kFast))->steps().size() == 2);
    }
  }
}

// Similar reductions, which must have the results of their definition.
TEST_CASE("a body that is no argmax, or places that are no iota, use the general reduction",
          "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<2x4xf32>, %n: tensor<f32>, %z: tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xf32>) {
  %columns = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %rows = stablehlo.iota dim = 0 : tensor<2x4xi32>
  %two = stablehlo.constant dense<2> : tensor<2x4xi32>
  %even = stablehlo.multiply %columns, %two : tensor<2x4xi32>
  %first:2 = "stablehlo.reduce"(%x, %even, %n, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %k: tensor<i32>):
    %more = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %more, %a, %b : tensor<i1>, tensor<f32>
    %p = stablehlo.select %more, %i, %k : tensor<i1>, tensor<i32>
    stablehlo.return %v, %p : tensor<f32>, tensor<i32>
  }) : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  %second:2 = "stablehlo.reduce"(%x, %rows, %n, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %k: tensor<i32>):
    %more = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %more, %a, %b : tensor<i1>, tensor<f32>
    %p = stablehlo.select %more, %i, %k : tensor<i1>, tensor<i32>
    stablehlo.return %v, %p : tensor<f32>, tensor<i32>
  }) : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  %third:2 = "stablehlo.reduce"(%x, %columns, %n, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %k: tensor<i32>):
    %v = stablehlo.add %a, %b : tensor<f32>
    %p = stablehlo.maximum %i, %k : tensor<i32>
    stablehlo.return %v, %p : tensor<f32>, tensor<i32>
  }) : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %first#1, %second#1, %third#0 : tensor<2xi32>, tensor<2xi32>, tensor<2xf32>
})");
  const Tensor x = TensorOf<float>(ElementType::kF32, {2, 4}, {1, 5, 3, 5, 0, -1, 9, 2});
  const Tensor none = TensorOf<float>(ElementType::kF32, {}, {-100});
  const Tensor zero = TensorOf<int32_t>(ElementType::kI32, {}, {0});
  for (Level level : kLevels) {
    const std::vector<Tensor> results = Run(program, level, {x, none, zero});
    CHECK(ElementsOf<int32_t>(results[0]) == std::vector<int32_t>{2, 4});
    CHECK(ElementsOf<int32_t>(results[1]) == std::vector<int32_t>{0, 1});
    CHECK(ElementsOf<float>(results[2]) == std::vector<float>{-86, -90});
  }
}

}  // namespace
}  // namespace paddock
