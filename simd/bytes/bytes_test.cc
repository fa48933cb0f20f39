#include "simd/bytes/bytes.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cctype>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "simd/elementwise/testing.h"
#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using testing::ForEachTarget;
using testing::GuardedBuffer;
using testing::Random;

std::string_view TextOf(GuardedBuffer& buffer) {
  return {reinterpret_cast<const char*>(buffer.data()), buffer.size()};
}

constexpr size_t kMostBytes = 2 * 64 + 1;

}  // namespace

TEST_CASE("hexadecimal digits of both cases decode, up to the first other character", "[simd]") {
  Random random(1);
  ForEachTarget([&] {
    for (size_t size = 0; size <= kMostBytes; ++size) {
      for (const size_t misalignment : {0, 1, 5}) {
        GuardedBuffer digits(2 * size, misalignment);
        GuardedBuffer bytes(size, misalignment);
        std::vector<uint8_t> expected(size);
        for (size_t i = 0; i < size; ++i) {
          expected[i] = static_cast<uint8_t>(random.Bits());
          const char* alphabet = i % 3 == 0 ? "0123456789ABCDEF" : "0123456789abcdef";
          digits.data()[2 * i] = static_cast<uint8_t>(alphabet[expected[i] >> 4]);
          digits.data()[2 * i + 1] = static_cast<uint8_t>(alphabet[expected[i] & 15]);
        }
        REQUIRE(DecodeHex(TextOf(digits), bytes.data()) == size);
        REQUIRE(std::equal(expected.begin(), expected.end(), bytes.data()));
        REQUIRE(bytes.guards_are_whole());
        if (size == 0) continue;
        const size_t wrong =
            static_cast<size_t>(random.Between(0, 2 * static_cast<int64_t>(size) - 1));
        digits.data()[wrong] = static_cast<uint8_t>("\"gG/:@`\xB0"[size % 8]);
        REQUIRE(DecodeHex(TextOf(digits), bytes.data()) == wrong / 2);
        REQUIRE(memcmp(bytes.data(), expected.data(), wrong / 2) == 0);
        REQUIRE(bytes.guards_are_whole());
      }
    }
  });
  uint8_t byte = 0;
  CHECK(DecodeHex("7", &byte) == 0);
  for (int digit = 0; digit < 256; ++digit) {
    const char pair[] = {'0', static_cast<char>(digit)};
    const bool is_digit = digit < 128 && std::isxdigit(digit) != 0;
    REQUIRE(DecodeHex({pair, 2}, &byte) == (is_digit ? 1 : 0));
  }
}

TEST_CASE("words of every width change their byte order", "[simd]") {
  Random random(2);
  ForEachTarget([&] {
    for (const size_t width : {1, 2, 4, 8, 16}) {
      for (size_t count = 0; count <= kMostBytes / width + 1; ++count) {
        GuardedBuffer operand(count * width, count % 5);
        GuardedBuffer result(count * width, count % 3);
        operand.FillRandom(random);
        SwapBytes(operand.data(), result.data(), width, count);
        for (size_t i = 0; i < count * width; ++i) {
          const size_t mirrored = i / width * width + (width - 1 - i % width);
          REQUIRE(result.data()[i] == operand.data()[mirrored]);
        }
        SwapBytes(operand.data(), operand.data(), width, count);
        REQUIRE(std::equal(operand.data(), operand.data() + count * width, result.data()));
        REQUIRE(operand.guards_are_whole());
        REQUIRE(result.guards_are_whole());
      }
    }
  });
}

TEST_CASE("a summary counts NaN and infinities and takes the mean of the rest", "[simd]") {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  ForEachTarget([&] {
    for (size_t count = 0; count < 40; ++count) {
      std::vector<float> values(count);
      double sum = 0;
      for (size_t i = 0; i < count; ++i) {
        values[i] = static_cast<float>(i) - 7;
        sum += static_cast<double>(values[i]);
      }
      const ElementSummary summary = Summarize(ElementType::kF32, values.data(), count);
      REQUIRE(summary.count == count);
      REQUIRE(summary.nan_count == 0);
      REQUIRE(std::isnan(summary.mean) == (count == 0));
      if (count == 0) continue;
      REQUIRE(summary.min == -7);
      REQUIRE(summary.max == static_cast<double>(count) - 8);
      REQUIRE(summary.mean == sum / static_cast<double>(count));
    }
    const double specials[] = {nan, 1, inf, -3, nan, -inf, 5};
    const ElementSummary summary = Summarize(ElementType::kF64, specials, 7);
    CHECK(summary.nan_count == 2);
    CHECK(summary.infinity_count == 2);
    CHECK(summary.min == -3);
    CHECK(summary.max == 5);
    CHECK(summary.mean == 1);
    const ElementSummary none = Summarize(ElementType::kF64, specials, 1);
    CHECK(std::isnan(none.min));
    CHECK(std::isnan(none.max));
    CHECK(std::isnan(none.mean));
  });
}

TEST_CASE("a summary is of every element type, with the same bits on every target", "[simd]") {
  for (const ElementType type : testing::AllElementTypes()) {
    std::vector<uint8_t> bytes;
    for (const auto& sample : testing::Samples(type, 300)) {
      bytes.insert(bytes.end(), sample.begin(), sample.end());
    }
    const size_t count = bytes.size() / ByteSize(type);
    std::vector<ElementSummary> summaries;
    ForEachTarget([&] { summaries.push_back(Summarize(type, bytes.data(), count)); });
    for (const ElementSummary& summary : summaries) {
      REQUIRE(summary.count == count);
      REQUIRE(std::memcmp(&summary, &summaries[0], sizeof(summary)) == 0);
    }
  }
  const int8_t integers[] = {-128, 127, 4};
  CHECK(Summarize(ElementType::kI8, integers, 3).mean == 1);
  CHECK(Summarize(ElementType::kUI8, integers, 3).max == 128);
  const float complex[] = {3, 4, 0, 1};
  CHECK(Summarize(ElementType::kC64, complex, 2).max == 5);
}

TEST_CASE("a summary of very many elements samples them", "[simd]") {
  const std::vector<uint8_t> ones(100000, 1);
  const ElementSummary summary = Summarize(ElementType::kUI8, ones.data(), ones.size(), 10000);
  CHECK(summary.count <= 10000);
  CHECK(summary.count >= 5000);
  CHECK(summary.mean == 1);
  CHECK(Summarize(ElementType::kUI8, ones.data(), ones.size(), 100000).count == 100000);
}

TEST_CASE("a histogram has equal bins, the upper end in the last", "[simd]") {
  const float values[] = {0, 0.24f, 0.25f, 0.5f, 0.99f, 1, -0.1f, 1.1f, NAN, INFINITY};
  uint64_t bins[4] = {10, 0, 0, 0};
  CHECK(AddToHistogram(ElementType::kF32, values, 10, 0, 1, bins) == 6);
  CHECK(bins[0] == 12);
  CHECK(bins[1] == 1);
  CHECK(bins[2] == 1);
  CHECK(bins[3] == 2);
  uint64_t one[1] = {};
  CHECK(AddToHistogram(ElementType::kF32, values, 1, 0, 0, one) == 1);
  CHECK(one[0] == 1);
  const double huge[] = {-1.7e308, 1.7e308};
  uint64_t two[2] = {};
  CHECK(AddToHistogram(ElementType::kF64, huge, 2, -1.7e308, 1.7e308, two) == 2);
  CHECK(two[0] == 1);
  CHECK(two[1] == 1);
  CHECK(AddToHistogram(ElementType::kF64, huge, 2, 0, 1, {}) == 0);
}

TEST_CASE("a histogram counts each element once, on every target", "[simd]") {
  std::vector<double> values;
  for (int i = 0; i < 3000; ++i) values.push_back(std::sin(i * 0.37) * 3);
  for (size_t i = 5; i < values.size(); i += 97) values[i] = i % 2 == 0 ? NAN : -INFINITY;
  for (const size_t count : {size_t{0}, size_t{1}, size_t{7}, size_t{1029}, values.size()}) {
    std::vector<uint64_t> expected(12);
    for (size_t i = 0; i < count; ++i) {
      if (!(values[i] >= -2.5 && values[i] <= 2)) continue;
      const double part = (values[i] / 2 + 1.25) / 2.25;
      ++expected[std::min(static_cast<size_t>(part * 12), size_t{11})];
    }
    const uint64_t expected_count = std::reduce(expected.begin(), expected.end());
    ForEachTarget([&] {
      std::vector<uint64_t> bins(12);
      REQUIRE(AddToHistogram(ElementType::kF64, values.data(), count, -2.5, 2, bins) ==
              expected_count);
      REQUIRE(bins == expected);
    });
  }
}

namespace {

// The reference: each block separately, element by element.
void ReadBlocksSimply(const std::vector<float>& elements, const BlockWindow& window,
                      BlockValue value, std::vector<double>& values, std::vector<uint8_t>& marks) {
  std::vector<double> counts(window.count());
  values.assign(window.count(), value == BlockValue::kMean ? 0 : NAN);
  marks.assign(window.count(), 0);
  for (size_t row = 0; row < window.rows; ++row) {
    for (size_t i = 0; i < window.columns * window.channels; ++i) {
      const size_t position = window.first + row * window.row_stride + i;
      if (position >= window.end) continue;
      const double element = elements[position];
      const size_t column = i / window.channels / window.columns_per_block;
      const size_t block =
          (row / window.rows_per_block * window.block_columns() + column) * window.channels +
          i % window.channels;
      if (std::isnan(element)) marks[block] |= kBlockHasNan;
      if (std::isinf(element)) marks[block] |= element > 0 ? 2 : 4;
      if (!std::isfinite(element)) continue;
      marks[block] |= kBlockHasFinite;
      counts[block] += 1;
      double& best = values[block];
      const bool is_better = std::isnan(best) || (value == BlockValue::kMin && element < best) ||
                             (value == BlockValue::kMax && element > best) ||
                             (value == BlockValue::kLargest && std::abs(element) > std::abs(best));
      if (value == BlockValue::kMean) {
        best += element;
      } else if (is_better) {
        best = element;
      }
    }
  }
  for (size_t i = 0; i < values.size(); ++i) {
    if (counts[i] == 0) values[i] = NAN;
    if (value == BlockValue::kMean && counts[i] > 0) values[i] /= counts[i];
  }
}

}  // namespace

TEST_CASE("blocks of a window hold the values of their elements", "[simd]") {
  Random random(7);
  std::vector<float> elements(5000);
  for (float& element : elements) {
    element = static_cast<float>(static_cast<int>(random.Bits() % 2001) - 1000);
    const auto special = random.Bits() % 40;
    if (special == 0) element = NAN;
    if (special == 1) element = INFINITY;
    if (special == 2) element = -INFINITY;
  }
  // first, row stride, rows, columns, channels, rows and columns a block, end. The tile of
  // channels is no power of two, rows are longer than a tile, and the last one is short.
  const BlockWindow windows[] = {
      {0, 7, 5, 7, 1, 1, 1, 35},         {3, 50, 20, 31, 1, 4, 3, 990},
      {0, 2400, 2, 2400, 1, 2, 7, 4800}, {1, 1600, 3, 1600, 1, 2, 700, 4700},
      {5, 600, 7, 150, 3, 2, 4, 4999},   {0, 2100, 2, 700, 3, 1, 1, 4200},
      {40, 9, 9, 9, 1, 20, 20, 121},     {0, 5, 3, 5, 1, 1, 1, 11},
  };
  ForEachTarget([&] {
    for (const BlockWindow& window : windows) {
      for (const BlockValue value :
           {BlockValue::kLargest, BlockValue::kMin, BlockValue::kMax, BlockValue::kMean}) {
        std::vector<double> expected;
        std::vector<uint8_t> expected_marks;
        ReadBlocksSimply(elements, window, value, expected, expected_marks);
        std::vector<double> values(window.count());
        std::vector<uint8_t> marks(window.count());
        ReadBlocks(ElementType::kF32, elements.data(), window, value, values.data(), marks.data());
        REQUIRE(marks == expected_marks);
        for (size_t i = 0; i < values.size(); ++i) {
          // Either of two elements of equal magnitude may be chosen, depending on the order.
          const bool is_either = value == BlockValue::kLargest;
          const double got = is_either ? std::abs(values[i]) : values[i];
          const double want = is_either ? std::abs(expected[i]) : expected[i];
          if (std::isnan(want)) {
            REQUIRE(std::isnan(got));
          } else {
            REQUIRE(got == want);
          }
        }
      }
    }
  });
}

TEST_CASE("a hash is a fixed function of the bytes", "[simd]") {
  std::vector<uint8_t> bytes(300);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 7);
  // Files and links contain hashes, so they are identical on every machine.
  CHECK(HashBytes(bytes.data(), 0) == 0x18AFF3A45E289888);
  CHECK(HashBytes(bytes.data(), 1) == 0x8D4F64AF30D68015);
  CHECK(HashBytes(bytes.data(), 300) == 0x0B15AE1DE401FA10);
  std::vector<uint64_t> hashes;
  for (size_t size = 0; size <= 300; ++size) hashes.push_back(HashBytes(bytes.data(), size));
  for (size_t bit = 0; bit < 2400; ++bit) {
    bytes[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    hashes.push_back(HashBytes(bytes.data(), 300));
    bytes[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
  }
  std::sort(hashes.begin(), hashes.end());
  CHECK(std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end());
}

TEST_CASE("all NaNs of a type have one hash, and other values have different ones", "[simd]") {
  const uint32_t one[] = {0x7FC00000, 0x3F800000, 0xFF800001};
  const uint32_t other[] = {0xFFC01234, 0x3F800000, 0x7FC00000};
  const uint32_t different[] = {0xFFC01234, 0x3F800001, 0x7FC00000};
  CHECK(HashElements(ElementType::kF32, one, 3) == HashElements(ElementType::kF32, other, 3));
  CHECK(HashElements(ElementType::kF32, one, 3) != HashElements(ElementType::kF32, different, 3));
  CHECK(HashElements(ElementType::kI32, one, 3) != HashElements(ElementType::kI32, other, 3));
  CHECK(HashElements(ElementType::kI32, one, 3) == HashBytes(one, 12));
  const uint8_t small[] = {0x7F, 0xFF};
  CHECK(HashElements(ElementType::kF8E4M3FN, &small[0], 1) ==
        HashElements(ElementType::kF8E4M3FN, &small[1], 1));
  CHECK(HashElements(ElementType::kF8E4M3FNUZ, &small[0], 1) !=
        HashElements(ElementType::kF8E4M3FNUZ, &small[1], 1));
  const uint32_t infinities[] = {0x7F800000, 0xFF800000};
  CHECK(HashElements(ElementType::kF32, &infinities[0], 1) !=
        HashElements(ElementType::kF32, &infinities[1], 1));
  Random random(5);
  for (const ElementType type : testing::AllElementTypes()) {
    // Past the tile of HashElements, and its odd ends; without NaNs as bytes.
    for (const size_t count : {0, 1, 31, 512, 1024, 5001}) {
      const std::vector<uint8_t> ones(count * ByteSize(type), 1);
      REQUIRE(HashElements(type, ones.data(), count) == HashBytes(ones.data(), ones.size()));
    }
  }
}

}  // namespace paddock::simd
