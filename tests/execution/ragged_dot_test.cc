// chlo.ragged_dot, compared with dot_general of each group.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/exec/threads/thread_pool.h"

namespace paddock {
namespace {

using namespace testing;

// 2 x (free) x rows x 3 and groups x 2 x 3 x columns.
constexpr std::string_view kRows = R"(
func.func @main(%l: tensor<2x5xRxKxf32>, %r: tensor<Gx2xKxNxf32>, %s: tensor<2x5xGxi32>) -> tensor<2x5xRxNxf32> {
  %o = "chlo.ragged_dot"(%l, %r, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [3],
      rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>}
    : (tensor<2x5xRxKxf32>, tensor<Gx2xKxNxf32>, tensor<2x5xGxi32>) -> tensor<2x5xRxNxf32>
  return %o : tensor<2x5xRxNxf32>
})";

// The product of every row with the matrix of every group.
constexpr std::string_view kAllRows = R"(
func.func @main(%l: tensor<2x5xRxKxf32>, %r: tensor<Gx2xKxNxf32>) -> tensor<2x5xRxGxNxf32> {
  %o = stablehlo.dot_general %l, %r, batching_dims = [0] x [1], contracting_dims = [3] x [2]
    : (tensor<2x5xRxKxf32>, tensor<Gx2xKxNxf32>) -> tensor<2x5xRxGxNxf32>
  return %o : tensor<2x5xRxGxNxf32>
})";

std::string With(std::string_view text, int64_t rows, int64_t groups, int64_t k, int64_t columns) {
  std::string result(text);
  const std::pair<std::string, int64_t> sizes[] = {
      {"R", rows}, {"G", groups}, {"K", k}, {"N", columns}};
  for (const auto& [letter, size] : sizes) {
    for (const std::string& place : {"x" + letter + "x", "<" + letter + "x"}) {
      const std::string number = place.substr(0, 1) + std::to_string(size) + "x";
      for (size_t at; (at = result.find(place)) != std::string::npos;) {
        result.replace(at, place.size(), number);
      }
    }
  }
  return result;
}

std::vector<float> RaggedNumbers(int64_t count, int64_t period) {
  std::vector<float> values(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    values[static_cast<size_t>(i)] = static_cast<float>(i * 7919 % period) * 0.1f - 3;
  }
  return values;
}

void CheckRows(int64_t rows, int64_t groups, int64_t columns) {
  constexpr int64_t kDepth = 9;
  INFO(rows << " rows, " << groups << " groups, " << columns << " columns");
  const Tensor lhs = TensorOf<float>(ElementType::kF32, {2, 5, rows, kDepth},
                                     RaggedNumbers(10 * rows * kDepth, 61));
  const Tensor rhs = TensorOf<float>(ElementType::kF32, {groups, 2, kDepth, columns},
                                     RaggedNumbers(groups * 2 * kDepth * columns, 53));
  std::vector<int32_t> sizes;
  for (int64_t i = 0; i < 10 * groups; ++i) {
    // Empty groups, groups that extend past the end, and lists that end before it.
    sizes.push_back(static_cast<int32_t>(i * 31 % 7 == 0 ? 0 : i * 13 % (2 * rows / groups + 2)));
  }
  const Tensor group_sizes = TensorOf<int32_t>(ElementType::kI32, {2, 5, groups}, sizes);
  const std::vector<float> all = ElementsOf<float>(
      Run(Program(With(kAllRows, rows, groups, kDepth, columns)), Level::kFast, {lhs, rhs})[0]);
  std::vector<float> expected(static_cast<size_t>(10 * rows * columns), 0.0f);
  for (int64_t outer = 0; outer < 10; ++outer) {
    int64_t row = 0;
    for (int64_t group = 0; group < groups; ++group) {
      for (int64_t i = 0; i < sizes[static_cast<size_t>(outer * groups + group)]; ++i) {
        if (row == rows) break;
        for (int64_t n = 0; n < columns; ++n) {
          expected[static_cast<size_t>((outer * rows + row) * columns + n)] =
              all[static_cast<size_t>(((outer * rows + row) * groups + group) * columns + n)];
        }
        ++row;
      }
    }
  }
  const Program program(With(kRows, rows, groups, kDepth, columns));
  ThreadPool pool(3);
  MachineOptions in_threads;
  in_threads.pool = &pool;
  CHECK(ElementsOf<float>(Run(program, Level::kFast, {lhs, rhs, group_sizes})[0]) == expected);
  CHECK(ElementsOf<float>(Run(program, Level::kFast, {lhs, rhs, group_sizes}, in_threads)[0]) ==
        expected);
}

TEST_CASE("rows of ragged_dot equal dot_general with their group", "[exec]") {
  for (const int64_t rows : {1, 7, 9, 64, 65, 200}) {
    for (const int64_t groups : {1, 3, 40}) CheckRows(rows, groups, 17);
  }
  CheckRows(33, 4, 2);
}

// Each group as a separate dot_general.
void CheckSums(int64_t rows) {
  const std::vector<int64_t> sizes = {0, 5, 1, 17, 0, 30, 2};
  constexpr int64_t kElements = 60;
  const std::vector<float> lhs = RaggedNumbers(rows * kElements, 61),
                           rhs = RaggedNumbers(kElements * 6, 53);
  const std::string m = std::to_string(rows);
  const std::string types =
      "(tensor<" + m + "x60xf32>, tensor<60x6xf32>, tensor<7xi64>) -> tensor<7x" + m + "x6xf32>";
  const Program program(R"(
func.func @main(%l: tensor<)" +
                        m + R"(x60xf32>, %r: tensor<60x6xf32>, %s: tensor<7xi64>) -> tensor<7x)" +
                        m + R"(x6xf32> {
  %o = "chlo.ragged_dot"(%l, %r, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1],
      rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>}
    : )" + types + R"(
  return %o : tensor<7x)" +
                        m + R"(x6xf32>
})");
  const std::vector<Tensor> inputs = {TensorOf<float>(ElementType::kF32, {rows, kElements}, lhs),
                                      TensorOf<float>(ElementType::kF32, {kElements, 6}, rhs),
                                      TensorOf<int64_t>(ElementType::kI64, {7}, sizes)};
  std::vector<float> expected;
  int64_t begin = 0;
  for (const int64_t size : sizes) {
    const std::string l = "tensor<" + m + "x" + std::to_string(size) + "xf32>";
    const std::string r = "tensor<" + std::to_string(size) + "x6xf32>";
    const Program group("func.func @main(%l: " + l + ", %r: " + r + ") -> tensor<" + m +
                        "x6xf32> {\n  %o = stablehlo.dot_general %l, %r, "
                        "contracting_dims = [1] x [0] : (" +
                        l + ", " + r + ") -> tensor<" + m + "x6xf32>\n  return %o : tensor<" + m +
                        "x6xf32>\n}");
    std::vector<float> part, rest(rhs.begin() + begin * 6, rhs.begin() + (begin + size) * 6);
    for (int64_t row = 0; row < rows; ++row) {
      const auto from = lhs.begin() + row * kElements + begin;
      part.insert(part.end(), from, from + size);
    }
    const std::vector<float> sums =
        ElementsOf<float>(Run(group, Level::kFast,
                              {TensorOf<float>(ElementType::kF32, {rows, size}, part),
                               TensorOf<float>(ElementType::kF32, {size, 6}, rest)})[0]);
    expected.insert(expected.end(), sums.begin(), sums.end());
    begin += size;
  }
  ThreadPool pool(3);
  MachineOptions in_threads;
  in_threads.pool = &pool;
  CHECK(ElementsOf<float>(Run(program, Level::kFast, inputs)[0]) == expected);
  CHECK(ElementsOf<float>(Run(program, Level::kFast, inputs, in_threads)[0]) == expected);
}

TEST_CASE("sums of ragged_dot equal dot_general over their group", "[exec]") {
  // Many rows times few columns are several small matrices.
  for (const int64_t rows : {4, 96, 97}) CheckSums(rows);
}

}  // namespace
}  // namespace paddock
