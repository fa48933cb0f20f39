// Running sums along a long dimension, whose windows are composed of blocks.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/execution/windows_testing.h"

namespace paddock::testing {
namespace {

constexpr int64_t kBlock = 256;

using Floats = std::vector<float>;

// The scans and totals of docs/numerics.md for windows of more than 256 cells.
Floats Scanned(Floats cells, bool is_prefix) {
  const auto count = static_cast<int64_t>(cells.size());
  for (int64_t h = 1; h < count; h *= 2) {
    const Floats before = cells;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t other = is_prefix ? i - h : i + h;
      if (other < 0 || other >= count) continue;
      const float a = before[static_cast<size_t>(is_prefix ? other : i)];
      const float b = before[static_cast<size_t>(is_prefix ? i : other)];
      cells[static_cast<size_t>(i)] = a + b;
    }
  }
  return cells;
}

float BlockTotal(Floats cells) {
  for (size_t h = kBlock / 2; h > 0; h /= 2) {
    for (size_t i = 0; i < h; ++i) cells[i] += cells[i + h];
  }
  return cells[0];
}

float ByHalves(const float* cells, size_t count) {
  if (count == 1) return cells[0];
  return ByHalves(cells, count / 2) + ByHalves(cells + count / 2, count / 2);
}

float TotalOfBlocks(const Floats& totals) {
  float total = 0;
  size_t done = 0;
  for (size_t length = 1; length <= totals.size(); length *= 2) {
    if ((totals.size() & length) == 0) continue;
    const float part = ByHalves(totals.data() + done, length);
    total = done == 0 ? part : total + part;
    done += length;
  }
  return total;
}

// The running sum of one line.
Floats RunningSum(const Floats& line) {
  const auto size = static_cast<int64_t>(line.size());
  const auto block = [&](int64_t at) {
    Floats cells(kBlock, 0.0F);
    for (int64_t i = 0; i < kBlock; ++i) {
      const int64_t from = at * kBlock + i;
      if (from >= 0 && from < size) {
        cells[static_cast<size_t>(i)] = line[static_cast<size_t>(from)];
      }
    }
    return cells;
  };
  const int64_t blocks = (size + kBlock - 1) / kBlock;
  std::vector<Floats> prefixes, suffixes;
  Floats totals;
  for (int64_t at = -blocks; at < blocks; ++at) {
    prefixes.push_back(Scanned(block(at), true));
    suffixes.push_back(Scanned(block(at), false));
    totals.push_back(BlockTotal(block(at)));
  }
  Floats sums;
  for (int64_t last = 0; last < size; ++last) {
    const int64_t first = last - (size - 1) + blocks * kBlock, end = last + blocks * kBlock;
    const int64_t a = first / kBlock, e = end / kBlock;
    float total = suffixes[static_cast<size_t>(a)][static_cast<size_t>(first % kBlock)];
    if (e - a > 1) total += TotalOfBlocks({totals.begin() + a + 1, totals.begin() + e});
    total += prefixes[static_cast<size_t>(e)][static_cast<size_t>(end % kBlock)];
    sums.push_back(0.0F + total);
  }
  return sums;
}

TEST_CASE("running sums of long columns have the bits of the documented order") {
  Dice dice(7);
  for (const int64_t inner : {1, 3, 5, 16, 31, 32, 33, 100}) {
    const int64_t size = inner == 32 ? 1024 : dice.Roll(257, 1100);
    const int64_t outer = dice.Roll(1, 2);
    const auto at = [&](int64_t o, int64_t i, int64_t c) {
      return static_cast<size_t>((o * size + i) * inner + c);
    };
    Floats operand(at(outer, 0, 0)), expected(operand.size());
    for (float& value : operand) {
      value = static_cast<float>(dice.Roll(-1000000, 1000000)) * 0.37F;
      if (dice.Roll(0, 9) == 0) value = -0.0F;
    }
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t c = 0; c < inner; ++c) {
        Floats line;
        for (int64_t i = 0; i < size; ++i) line.push_back(operand[at(o, i, c)]);
        const Floats sums = RunningSum(line);
        for (int64_t i = 0; i < size; ++i) expected[at(o, i, c)] = sums[static_cast<size_t>(i)];
      }
    }
    const std::string n = std::to_string(size);
    const std::string type =
        "tensor<" + std::to_string(outer) + "x" + n + "x" + std::to_string(inner) + "xf32>";
    const std::string text =
        "func.func @main(%x: " + type + ") -> " + type +
        " {\n %i = stablehlo.constant dense<0.0> : tensor<f32>\n"
        " %r = \"stablehlo.reduce_window\"(%x, %i) ({\n"
        " ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
        " %s = stablehlo.add %a, %b : tensor<f32>\n stablehlo.return %s : tensor<f32>\n"
        " }) {window_dimensions = array<i64: 1, " +
        n + ", 1>, padding = dense<[[0, 0], [" + std::to_string(size - 1) +
        ", 0], [0, 0]]> : tensor<3x2xi64>} : (" + type + ", tensor<f32>) -> " + type +
        "\n return %r : " + type + "\n}\n";
    INFO(text);
    CHECK(RunEveryWay<float>(text, {TensorOf(ElementType::kF32, {outer, size, inner}, operand)}) ==
          expected);
  }
}

}  // namespace
}  // namespace paddock::testing
