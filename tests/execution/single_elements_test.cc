// scatter, dynamic_slice and dynamic_update_slice of one element: bodies of their own, and many
// indices of any type, inside and outside. Level fast composes them.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/plan/fusion/tile_chain.h"
#include "tests/execution/tapes_testing.h"

namespace paddock {
namespace {

using namespace testing;

std::string Of(const std::string& type) { return "tensor<" + type + ">"; }

// %at0 .. in `type`: i - 1, 2i - 3 ..., some of which are outside; and %at, all of them.
std::string IndicesOf(const std::string& type, int count) {
  const std::string i32 = Of("i32"), one = Of("1x" + type);
  std::string text, names, types;
  for (int k = 0; k < count; ++k) {
    const std::string number = std::to_string(k), of = Of(type);
    const std::string first = std::to_string(2 * k + 1);
    text += "%times" + number + " = stablehlo.constant dense<" + std::to_string(k + 1) +
            "> : " + i32 + "\n%less" + number + " = stablehlo.constant dense<" + first +
            "> : " + i32 + "\n%product" + number + " = stablehlo.multiply %i, %times" + number +
            " : " + i32 + "\n%wide" + number + " = stablehlo.subtract %product" + number +
            ", %less" + number + " : " + i32 + "\n%at" + number + " = stablehlo.convert %wide" +
            number + " : (" + i32 + ") -> " + of + "\n%v" + number + " = stablehlo.reshape %at" +
            number + " : (" + of + ") -> " + one + "\n";
    names += (k == 0 ? "%v" : ", %v") + number;
    types += (k == 0 ? "" : ", ") + one;
  }
  return text + "%at = stablehlo.concatenate " + names + ", dim = 0 : (" + types + ") -> " +
         Of(std::to_string(count) + "x" + type) + "\n";
}

struct Body {
  std::string name;
  // Computes %out of scalars %a and %u.
  std::string text;
};

std::vector<Body> BodiesOf(const std::string& type) {
  const std::string of = Of(type), constant = type == "i1" ? "true" : type[0] == 'i' ? "3" : "0.75";
  const std::string three = "%k = stablehlo.constant dense<" + constant + "> : " + of + "\n";
  return {{"replaces", ""},
          {"adds", "%out = stablehlo.add %a, %u : " + of + "\n"},
          {"subtracts", "%out = stablehlo.subtract %u, %a : " + of + "\n"},
          {"applies", three + "%m = stablehlo.multiply %a, %k : " + of +
                          "\n%out = stablehlo.add %m, %k : " + of + "\n"},
          {"captures", "%m = stablehlo.maximum %a, %c : " + of +
                           "\n%out = stablehlo.subtract %m, %u : " + of + "\n"},
          {"ignores", three + "%out = stablehlo.add %k, %k : " + of + "\n"}};
}

// Window dimensions of size 1 are kept or left out.
std::string ScatterText(const std::string& shape, const std::string& type, int rank,
                        const std::string& index, const Body& body, bool keeps) {
  std::vector<int64_t> all;
  for (int64_t d = 0; d < rank; ++d) all.push_back(d);
  std::string ones;
  for (int d = 0; d < rank; ++d) ones += "1x";
  const std::string tensor = Of(shape + "x" + type), of = Of(type);
  const std::string update = keeps ? Of(ones + type) : of;
  const std::string windows =
      keeps ? "update_window_dims = " + ListText(all) : "inserted_window_dims = " + ListText(all);
  const std::string returned = body.text.empty() ? "%u" : "%out";
  return "%f = stablehlo.convert %j : (tensor<i32>) -> " + of +
         "\n%c = stablehlo.constant dense<2> : " + of + "\n%update = stablehlo.reshape %f : (" +
         of + ") -> " + update + "\n" +
         "%next = \"stablehlo.scatter\"(%x, %at, %update) <{scatter_dimension_numbers = "
         "#stablehlo.scatter<" +
         windows + ", scatter_dims_to_operand_dims = " + ListText(all) + ">}> ({\n^bb0(%a: " + of +
         ", %u: " + of + "):\n" + body.text + "stablehlo.return " + returned + " : " + of +
         "\n}) : (" + tensor + ", " + Of(std::to_string(rank) + "x" + index) + ", " + update +
         ") -> " + tensor + "\n";
}

void CheckLoop(const std::string& text, const Tensor& start) {
  CheckBothWays(text, {start});
  const Program program(text);
  CheckSameResults(Run(program, Level::kFast, {start}), Run(program, Level::kFaithful, {start}));
}

TEST_CASE("scatters of one element by any body", "[exec]") {
  const std::vector<std::pair<std::string, std::vector<int64_t>>> shapes = {
      {"7", {7}}, {"4x5", {4, 5}}, {"3x4x5", {3, 4, 5}}, {"2x1x3x5", {2, 1, 3, 5}}};
  for (const std::string type : {"f32", "f64", "i32", "i8"}) {
    for (const auto& [shape, sizes] : shapes) {
      const auto rank = static_cast<int>(sizes.size());
      for (const Body& body : BodiesOf(type)) {
        INFO(type << " " << shape << " " << body.name);
        const bool keeps = (rank + static_cast<int>(body.name.size())) % 2 == 0;
        CheckLoop(
            LoopOver(shape + "x" + type, 5,
                     IndicesOf("i32", rank) + ScatterText(shape, type, rank, "i32", body, keeps)),
            SmallNumbersOf(type, sizes));
      }
    }
  }
}

// `count` updates of elements of a tensor of `rank` dimensions. Indices of one dimension may be
// scalars. Some are equal, others outside.
std::string ScatterTextOf(int count, const std::string& shape, const std::string& type, int rank,
                          bool has_scalars, const Body& body) {
  std::vector<int64_t> all;
  for (int64_t d = 0; d < rank; ++d) all.push_back(d);
  const std::string many = std::to_string(count) + "x";
  const std::string at = Of(many + (has_scalars ? "" : std::to_string(rank) + "x") + "i32");
  const std::string tensor = Of(shape + "x" + type), of = Of(type), updates = Of(many + type);
  const std::string returned = body.text.empty() ? "%u" : "%out";
  return "%c = stablehlo.constant dense<2> : " + of + "\n%ramp = stablehlo.iota dim = 0 : " + at +
         "\n%is = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> " + at +
         "\n%times = stablehlo.multiply %ramp, %is : " + at +
         "\n%five = stablehlo.constant dense<5> : " + at +
         "\n%rest = stablehlo.remainder %times, %five : " + at +
         "\n%one_less = stablehlo.constant dense<1> : " + at +
         "\n%at = stablehlo.subtract %rest, %one_less : " + at +
         "\n%update = stablehlo.iota dim = 0 : " + updates +
         "\n%next = \"stablehlo.scatter\"(%x, %at, %update) <{scatter_dimension_numbers = "
         "#stablehlo.scatter<inserted_window_dims = " +
         ListText(all) + ", scatter_dims_to_operand_dims = " + ListText(all) +
         ", index_vector_dim = 1>}> ({\n^bb0(%a: " + of + ", %u: " + of + "):\n" + body.text +
         "stablehlo.return " + returned + " : " + of + "\n}) : (" + tensor + ", " + at + ", " +
         updates + ") -> " + tensor + "\n";
}

TEST_CASE("scatters of few elements by any body", "[exec]") {
  const std::vector<std::pair<std::string, std::vector<int64_t>>> shapes = {
      {"3", {3}}, {"3x4", {3, 4}}, {"2x3x3", {2, 3, 3}}};
  for (const std::string type : {"f32", "i32", "i8"}) {
    for (const auto& [shape, sizes] : shapes) {
      for (const int count : {2, 5, 8, 9}) {
        for (const Body& body : BodiesOf(type)) {
          const auto rank = static_cast<int>(sizes.size());
          for (const bool has_scalars : {false, true}) {
            if (has_scalars && rank > 1) continue;
            INFO(count << " of " << type << " " << shape << " " << body.name);
            CheckLoop(LoopOver(shape + "x" + type, 6,
                               ScatterTextOf(count, shape, type, rank, has_scalars, body)),
                      SmallNumbersOf(type, sizes));
          }
        }
      }
    }
  }
}

struct RowCase {
  std::string shape, update;
  std::vector<int64_t> sizes, window, inserted, map;
};

TEST_CASE("scatters of one row by any body", "[exec]") {
  const std::vector<RowCase> cases = {{"5x6", "6", {5, 6}, {0}, {0}, {0}},
                                      {"5x6", "1x6", {5, 6}, {0, 1}, {}, {0}},
                                      {"5x6", "5", {5, 6}, {0}, {1}, {1}},
                                      {"5x6", "1x3", {5, 6}, {0, 1}, {}, {0, 1}},
                                      {"3x4x7", "7", {3, 4, 7}, {0}, {0, 1}, {1, 0}},
                                      {"3x4x40", "4x40", {3, 4, 40}, {0, 1}, {0}, {0}}};
  for (const std::string type : {"f32", "i8"}) {
    for (const RowCase& one : cases) {
      const auto rank = static_cast<int>(one.map.size());
      const std::string tensor = Of(one.shape + "x" + type), of = Of(type);
      const std::string update = Of(one.update + "x" + type);
      for (const Body& body : BodiesOf(type)) {
        const std::string returned = body.text.empty() ? "%u" : "%out";
        CheckLoop(
            LoopOver(
                one.shape + "x" + type, 5,
                IndicesOf("i32", rank) + "%f = stablehlo.convert %j : (tensor<i32>) -> " + of +
                    "\n%c = stablehlo.constant dense<2> : " + of +
                    "\n%update = stablehlo.broadcast_in_dim %f, dims = [] : (" + of + ") -> " +
                    update +
                    "\n%next = \"stablehlo.scatter\"(%x, %at, %update) "
                    "<{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = " +
                    ListText(one.window) + ", inserted_window_dims = " + ListText(one.inserted) +
                    ", scatter_dims_to_operand_dims = " + ListText(one.map) +
                    ">}> ({\n^bb0(%a: " + of + ", %u: " + of + "):\n" + body.text +
                    "stablehlo.return " + returned + " : " + of + "\n}) : (" + tensor + ", " +
                    Of(std::to_string(rank) + "xi32") + ", " + update + ") -> " + tensor + "\n"),
            SmallNumbersOf(type, one.sizes));
      }
    }
  }
}

TEST_CASE("single elements are at indices of any type", "[exec]") {
  const std::string tensor = "tensor<2x3x4xf32>", element = "tensor<1x1x1xf32>";
  const Tensor start = SmallNumbersOf("f32", {2, 3, 4});
  for (const std::string index : {"i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64"}) {
    INFO(index);
    for (const Body& body : BodiesOf("f32")) {
      CheckLoop(LoopOver("2x3x4xf32", 5,
                         IndicesOf(index, 3) + ScatterText("2x3x4", "f32", 3, index, body, false)),
                start);
    }
    const std::string types = ", " + Of(index) + ", " + Of(index) + ", " + Of(index) + ") -> ";
    CheckLoop(LoopOver("2x3x4xf32", 5,
                       IndicesOf(index, 3) + "%part = stablehlo.dynamic_slice %x, %at2, %at1, " +
                           "%at0, sizes = [1, 1, 1] : (" + tensor + types + element +
                           "\n%sum = stablehlo.add %part, %part : " + element +
                           "\n%next = stablehlo.dynamic_update_slice %x, %sum, %at0, %at1, %at2" +
                           " : (" + tensor + ", " + element + types + tensor + "\n"),
              start);
  }
}

TEST_CASE("scatters of one element are no steps of their loop", "[exec]") {
  if (kHasChainModules) return;
  for (const Body& body : BodiesOf("f32")) {
    INFO(body.name);
    const Program program(LoopOver(
        "3x4x5xf32", 5, IndicesOf("i32", 3) + ScatterText("3x4x5", "f32", 3, "i32", body, false)));
    const auto plan = PlanOf(program, At(Level::kFast));
    REQUIRE(plan->tapes() != nullptr);
    for (const TapePlan::Instruction& one : plan->tapes()->instructions) {
      CHECK(one.kind != TapePlan::Instruction::Kind::kCall);
      CHECK(one.kind != TapePlan::Instruction::Kind::kStep);
    }
  }
}

}  // namespace
}  // namespace paddock
