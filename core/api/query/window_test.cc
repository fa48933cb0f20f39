#include "core/api/query/window.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numeric>

namespace paddock {
namespace {

Tensor Iota(std::vector<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  std::vector<float> elements(static_cast<size_t>(count));
  std::iota(elements.begin(), elements.end(), 0.0f);
  return Tensor::FromElements<float>(ElementType::kF32, shape, elements);
}

}  // namespace

TEST_CASE("a window has the cells of the requested slice", "[api]") {
  const Tensor tensor = Iota({2, 3, 4, 5});
  const auto window =
      ReadWindow(tensor, {.slice = 4, .top = 1, .left = 3, .rows = 2, .columns = 9});
  REQUIRE(window.has_value());
  CHECK(window->rows == 2);
  CHECK(window->columns == 2);
  // Slice 4 begins with element 80.
  CHECK(window->values == std::vector<double>{88, 89, 93, 94});
  CHECK(window->marks == std::vector<uint8_t>(4, simd::kBlockHasFinite));
}

TEST_CASE("rows of a window continue into the following slices", "[api]") {
  const Tensor tensor = Iota({3, 2, 2});
  const auto window = ReadWindow(tensor, {.slice = 1, .top = 1, .rows = 9, .columns = 1});
  REQUIRE(window.has_value());
  CHECK(window->values == std::vector<double>{6, 8, 10});
}

TEST_CASE("a window of blocks has the size of the picture for any tensor", "[api]") {
  const Tensor tensor = Iota({100, 60});
  WindowRequest request = {.rows = 100, .columns = 60, .rows_per_block = 40};
  request.columns_per_block = 30;
  const auto largest = ReadWindow(tensor, request);
  REQUIRE(largest.has_value());
  CHECK(largest->rows == 3);
  CHECK(largest->columns == 2);
  CHECK(largest->values.front() == 39 * 60 + 29);
  CHECK(largest->values.back() == 5999);
  request.value = simd::BlockValue::kMin;
  CHECK(ReadWindow(tensor, request)->values == std::vector<double>{0, 30, 2400, 2430, 4800, 4830});
  request.value = simd::BlockValue::kMean;
  CHECK(ReadWindow(tensor, request)->values[0] == 0.5 * (39 * 60 + 29));
}

TEST_CASE("a tensor of any shape wraps in row-major order", "[api]") {
  const Tensor tensor = Iota({2, 3, 4, 1});
  const auto window = ReadWindow(tensor, {.top = 3, .left = 1, .rows = 2, .columns = 2, .wrap = 4});
  REQUIRE(window.has_value());
  CHECK(window->values == std::vector<double>{13, 14, 17, 18});
  CHECK(ReadWindow(tensor, {.rows = 9, .columns = 9, .wrap = 4})->rows == 6);
  CHECK(!ReadWindow(tensor, {.slice = 1, .rows = 1, .columns = 1, .wrap = 4}).has_value());
}

TEST_CASE("a strip wraps, and its last row is short", "[api]") {
  const Tensor tensor = Iota({7});
  const auto window = ReadWindow(tensor, {.rows = 9, .columns = 9, .wrap = 3});
  REQUIRE(window.has_value());
  CHECK(window->rows == 3);
  CHECK(window->columns == 3);
  CHECK(window->values[6] == 6);
  CHECK(window->marks[7] == 0);
  CHECK(std::isnan(window->values[8]));
}

TEST_CASE("the last dimension can be the channels of a cell", "[api]") {
  const Tensor tensor = Iota({2, 4, 4, 3});
  WindowRequest request = {.slice = 1, .rows = 4, .columns = 4, .rows_per_block = 2};
  request.columns_per_block = 2;
  request.has_channels = true;
  request.value = simd::BlockValue::kMin;
  const auto window = ReadWindow(tensor, request);
  REQUIRE(window.has_value());
  CHECK(window->channels == 3);
  CHECK(window->values == std::vector<double>{48, 49, 50, 54, 55, 56, 72, 73, 74, 78, 79, 80});
}

TEST_CASE("an invalid request returns no window", "[api]") {
  const Tensor tensor = Iota({2, 3, 4});
  CHECK(!ReadWindow(tensor, {.slice = 2, .rows = 1, .columns = 1}).has_value());
  CHECK(!ReadWindow(tensor, {.slice = -1, .rows = 1, .columns = 1}).has_value());
  CHECK(!ReadWindow(tensor, {.rows = 1, .columns = 1, .rows_per_block = 0}).has_value());
  WindowRequest channels = {.rows = 1, .columns = 1};
  channels.has_channels = true;
  CHECK(ReadWindow(tensor, channels).has_value());
  CHECK(!ReadWindow(Iota({2, 3, 5}), channels).has_value());
  CHECK(!ReadWindow(Iota({3, 4}), channels).has_value());
  const Tensor large = Tensor::Allocate(ElementType::kI8, std::vector<int64_t>{4096, 2048});
  CHECK(!ReadWindow(large, {.rows = 4096, .columns = 2048}).has_value());
  CHECK(ReadWindow(tensor, {.top = 6, .rows = 1, .columns = 1})->values.empty());
  CHECK(ReadWindow(Iota({0, 4}), {.rows = 1, .columns = 1})->values.empty());
  CHECK(ReadWindow(Iota({0}), {.rows = 1, .columns = 1, .wrap = 4})->values.empty());
  CHECK(ReadWindow(Iota({}), {.rows = 1, .columns = 1})->values == std::vector<double>{0});
}

TEST_CASE("a histogram covers all finite elements, or a range", "[api]") {
  const std::vector<float> elements = {0, 1, 2, 3, NAN, INFINITY, 4};
  const Tensor tensor =
      Tensor::FromElements<float>(ElementType::kF32, std::vector<int64_t>{7}, elements);
  const TensorSummary all = SummarizeTensor(tensor, 2);
  CHECK(all.nan_count == 1);
  CHECK(all.infinity_count == 1);
  CHECK(all.max == 4);
  CHECK(all.mean == 2);
  CHECK(all.histogram == std::vector<uint64_t>{2, 3});
  CHECK(SummarizeTensor(tensor, 2, HistogramRange{1, 3}).histogram == std::vector<uint64_t>{1, 2});
  CHECK(SummarizeTensor(tensor, 2, HistogramRange{1, NAN}).histogram.empty());
}

}  // namespace paddock
