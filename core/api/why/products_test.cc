// Sums of products: formulas and greatest contributions of convolutions.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/api/why/why_testing.h"

namespace paddock {
namespace {

// A convolution of three cells with a kernel of three.
std::string Convolution(const std::string& window, int64_t results) {
  const std::string result = "tensor<1x" + std::to_string(results) + "x1xf32>";
  return "func.func @main(%x: tensor<1x3x1xf32>, %k: tensor<3x1x1xf32>) -> " + result +
         " {\n  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], "
         "window = {" +
         window +
         "} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf32>, "
         "tensor<3x1x1xf32>) -> " +
         result + "\n  return %y : " + result + "\n}";
}

WhyNode AskedCell(const std::string& window, int64_t results, int64_t at, std::vector<float> x,
                  std::vector<float> k, size_t terms = 4) {
  SessionOptions options;
  options.inputs = {Floats({1, 3, 1}, std::move(x)), Floats({3, 1, 1}, std::move(k))};
  const auto why = Prepare(Convolution(window, results), std::move(options));
  return BackFrom(*why, "%y", {0, at, 0}, {.most_terms = terms}).nodes[0];
}

TEST_CASE("a convolution is written as the products of its window") {
  CHECK(AskedCell("pad = [[0, 0]]", 1, 0, {1, 2, 3}, {10, 20, 30}).formula ==
        "1.0 * 10.0 + 2.0 * 20.0 + 3.0 * 30.0");
  CHECK(AskedCell("pad = [[0, 0]], reverse = [true]", 1, 0, {1, 2, 3}, {10, 20, 30}).formula ==
        "1.0 * 30.0 + 2.0 * 20.0 + 3.0 * 10.0");
}

TEST_CASE("padding is zero in the products of a window") {
  CHECK(AskedCell("pad = [[1, 1]]", 3, 0, {1, 2, 3}, {10, 20, 30}).formula ==
        "0 * 10.0 + 1.0 * 20.0 + 2.0 * 30.0");
  CHECK(AskedCell("pad = [[2, 2]], rhs_dilate = [2]", 3, 2, {1, 2, 3}, {10, 20, 30}).formula ==
        "1.0 * 10.0 + 3.0 * 20.0 + 0 * 30.0");
}

TEST_CASE("zeros between the cells of a dilated lhs are left out of the products") {
  // 1 0 2 0 3 with two cells of padding on each side.
  const std::string dilated = "pad = [[2, 2]], lhs_dilate = [2]";
  CHECK(AskedCell(dilated, 7, 2, {1, 2, 3}, {10, 20, 30}).formula == "1.0 * 10.0 + 2.0 * 30.0");
  CHECK(AskedCell(dilated, 7, 3, {1, 2, 3}, {10, 20, 30}).formula == "2.0 * 20.0");
  CHECK(AskedCell(dilated, 7, 0, {1, 2, 3}, {10, 20, 30}).formula == "1.0 * 30.0");
  CHECK(AskedCell(dilated + ", reverse = [true]", 7, 2, {1, 2, 3}, {10, 20, 30}).formula ==
        "1.0 * 30.0 + 2.0 * 10.0");
}

TEST_CASE("an infinite cell of a kernel over a hole takes no part") {
  const WhyNode node =
      AskedCell("pad = [[2, 2]], lhs_dilate = [2]", 7, 2, {1, 2, 3}, {10, INFINITY, 30}, 1);
  CHECK(node.value == "70.0");
  CHECK(node.formula == "1.0 * 10.0 + 2.0 * 30.0");
}

TEST_CASE("the greatest products of a window are pairs of its cells") {
  const WhyNode node = AskedCell("pad = [[0, 0]]", 1, 0, {1, 9, 2}, {5, 1, 4}, 1);
  CHECK(node.sets[0].terms[0].cell == std::vector<int64_t>{0, 1, 0});
  CHECK(node.sets[1].terms[0].cell == std::vector<int64_t>{1, 0, 0});
}

TEST_CASE("an infinite cell of a kernel over padding is followed") {
  const WhyNode node = AskedCell("pad = [[1, 1]]", 3, 0, {1, 2, 3}, {INFINITY, 20, 30}, 1);
  CHECK(node.value == "nan");
  REQUIRE(node.sets.size() == 2);
  REQUIRE(node.sets[1].terms.size() == 1);
  CHECK(node.sets[1].terms[0].cell == std::vector<int64_t>{0, 0, 0});
}

}  // namespace
}  // namespace paddock
