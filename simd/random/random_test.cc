#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "core/types/small_float.h"
#include "simd/movement/testing.h"
#include "simd/random/blocks.h"
#include "simd/random/distribution.h"
#include "simd/random/generators.h"
#include "simd/random/random_bits.h"

namespace paddock::simd {
namespace {

// Known answers that the generators' authors published.
TEST_CASE("generators give their known answers", "[simd][random]") {
  using Two = std::array<uint32_t, 2>;
  using Four = std::array<uint32_t, 4>;
  constexpr uint64_t kOnes = ~uint64_t{0};
  CHECK(ThreeFryBlock(0, 0) == Two{0x6b200159, 0x99ba4efe});
  CHECK(ThreeFryBlock(kOnes, kOnes) == Two{0x1cb996fc, 0xbb002be7});
  CHECK(ThreeFryBlock(0x0370734413198a2e, 0x85a308d3243f6a88) == Two{0xc4923a9c, 0x483df7a0});
  CHECK(PhiloxBlock(0, 0, 0) == Four{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(PhiloxBlock(kOnes, kOnes, kOnes) == Four{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(PhiloxBlock(0x299f31d0a4093822, 0x85a308d3243f6a88, 0x0370734413198a2e) ==
        Four{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("batches of blocks equal single blocks, on every target", "[simd][random]") {
  const uint64_t key = 0x0370734413198a2e;
  // The last two counters wrap: one in its low word, one in its low half.
  for (const uint64_t counter : {uint64_t{0}, uint64_t{0xffff'fff0}, ~uint64_t{0} - 20}) {
    for (const size_t count : {size_t{1}, size_t{17}, RandomBlocks::kMost}) {
      testing::ForEachTarget([&] {
        RandomBlocks two, four;
        MakeThreeFryBlocks(key, counter, count, two);
        MakePhiloxBlocks(key, counter, 7, count, four);
        bool are_equal = true;
        for (size_t i = 0; i < count; ++i) {
          const uint64_t at = counter + i;
          const auto pair = ThreeFryBlock(key, at);
          const auto words = PhiloxBlock(key, at, at < counter ? 8 : 7);
          for (size_t w = 0; w < 2; ++w) are_equal = are_equal && two.words[w][i] == pair[w];
          for (size_t w = 0; w < 4; ++w) are_equal = are_equal && four.words[w][i] == words[w];
        }
        REQUIRE(are_equal);
      });
    }
  }
}

TEST_CASE("blocks of given counters and keys equal single blocks", "[simd][random]") {
  std::vector<uint32_t> words(401);
  for (size_t i = 0; i < words.size(); ++i) words[i] = static_cast<uint32_t>(i * 0x9E3779B9u);
  const auto at = [&](size_t i, bool is_same) {
    return WordOperand{reinterpret_cast<const std::byte*>(&words[i]), is_same};
  };
  for (const size_t count : {size_t{1}, size_t{15}, size_t{16}, size_t{37}, size_t{100}}) {
    for (const bool is_one_key : {true, false}) {
      const ThreeFryOperands operands{{at(1, is_one_key), at(101, is_one_key)},
                                      {at(201, false), at(301, !is_one_key)}};
      testing::ForEachTarget([&] {
        std::vector<uint32_t> first(count + 1, 7), second(count + 1, 7);
        ComputeThreeFry(operands, count, reinterpret_cast<std::byte*>(first.data()),
                        reinterpret_cast<std::byte*>(second.data()));
        bool are_equal = first[count] == 7 && second[count] == 7;
        for (size_t i = 0; i < count; ++i) {
          const size_t key = is_one_key ? 0 : i, high = is_one_key ? i : 0;
          const auto expected = ThreeFryBlock(FromWords(words[1 + key], words[101 + key]),
                                              FromWords(words[201 + i], words[301 + high]));
          are_equal = are_equal && first[i] == expected[0] && second[i] == expected[1];
        }
        REQUIRE(are_equal);
      });
    }
  }
}

TEST_CASE("neighbours of the paired dimension share a block", "[simd][random]") {
  const RandomState state{123, 456, 0};
  for (const std::vector<int64_t>& shape :
       {std::vector<int64_t>{1500}, {7}, {3, 5}, {700, 3}, {5, 6, 4}, {2, 9, 11}}) {
    const RandomBits bits = PlanRandomBits(RandomAlgorithm::kThreeFry, ElementType::kUI32, shape);
    std::vector<uint32_t> words(static_cast<size_t>(bits.count));
    FillBlocks(bits, state, 0, bits.blocks, reinterpret_cast<std::byte*>(words.data()));
    const int64_t half = (bits.paired + 1) / 2;
    bool are_equal = true;
    for (int64_t element = 0; element < bits.count; ++element) {
      const int64_t inner = element % bits.inner;
      const int64_t paired = element / bits.inner % bits.paired;
      const int64_t outer = element / bits.inner / bits.paired;
      const int64_t block = (outer * half + paired / 2) * bits.inner + inner;
      const auto pair = ThreeFryBlock(state.key, state.counter + static_cast<uint64_t>(block));
      are_equal = are_equal && words[static_cast<size_t>(element)] == pair[paired % 2];
    }
    CHECK(are_equal);
  }
}

TEST_CASE("blocks write disjoint elements, and all elements", "[simd][random]") {
  const RandomState state{123, 456, 789};
  for (RandomAlgorithm algorithm : {RandomAlgorithm::kThreeFry, RandomAlgorithm::kPhilox}) {
    for (ElementType type :
         {ElementType::kUI8, ElementType::kF16, ElementType::kI32, ElementType::kF64}) {
      for (std::vector<int64_t> shape :
           {std::vector<int64_t>{7}, {3, 5}, {5, 4, 3}, {3, 3, 3}, {1, 9}, {1100}, {}}) {
        const RandomBits bits = PlanRandomBits(algorithm, type, shape);
        const size_t bytes = static_cast<size_t>(bits.count) * ByteSize(type);
        std::vector<std::byte> all(bytes), pieces(bytes, std::byte{0xEE});
        std::vector<std::byte> others(bytes, std::byte{0x11});
        FillBlocks(bits, state, 0, bits.blocks, all.data());
        for (int64_t block = bits.blocks; block-- > 0;) {
          FillBlocks(bits, state, block, block + 1, pieces.data());
          FillBlocks(bits, state, block, block + 1, others.data());
        }
        CHECK(pieces == all);
        CHECK(others == all);
        CHECK(NextState(bits, state).counter == 456 + static_cast<uint64_t>(bits.blocks));
      }
    }
  }
}

template <class T>
std::vector<T> Draw(Distribution distribution, ElementType type, T a, T b, int64_t count,
                    uint64_t draw = 0, uint64_t seed = 0) {
  std::vector<T> values(static_cast<size_t>(count));
  auto* bytes = reinterpret_cast<std::byte*>(values.data());
  FillRandomNumbers({distribution, type, seed}, draw, reinterpret_cast<const std::byte*>(&a),
                    reinterpret_cast<const std::byte*>(&b), 0, count, bytes);
  return values;
}

struct Moments {
  double mean = 0;
  double variance = 0;
  double fourth = 0;  // over the variance's square
};

template <class T>
Moments MomentsOf(const std::vector<T>& values) {
  Moments moments;
  const auto n = static_cast<double>(values.size());
  for (T value : values) moments.mean += static_cast<double>(value) / n;
  for (T value : values) {
    const double square = std::pow(static_cast<double>(value) - moments.mean, 2);
    moments.variance += square / n;
    moments.fourth += square * square / n;
  }
  moments.fourth /= moments.variance * moments.variance;
  return moments;
}

constexpr int64_t kMany = 200'000;

// The mean of n numbers has the standard deviation sigma / sqrt(n); six of these are tolerated.
bool IsNear(double actual, double expected, double deviation) {
  return std::abs(actual - expected) <= 6 * deviation / std::sqrt(static_cast<double>(kMany));
}

TEST_CASE("uniform numbers have the moments of their distribution", "[simd][random]") {
  for (uint64_t seed : {0, 1, 99}) {
    const auto singles =
        Draw<float>(Distribution::kUniform, ElementType::kF32, -2, 6, kMany, 5, seed);
    const Moments f32 = MomentsOf(singles);
    CHECK(IsNear(f32.mean, 2, std::sqrt(64.0 / 12)));
    CHECK(IsNear(f32.variance, 64.0 / 12, 64.0 / 12 * std::sqrt(0.8)));
    CHECK(std::abs(f32.fourth - 1.8) < 0.02);
    const auto wide = Draw<double>(Distribution::kUniform, ElementType::kF64, 0, 1, kMany, 6, seed);
    CHECK(IsNear(MomentsOf(wide).mean, 0.5, std::sqrt(1.0 / 12)));
    const auto integers =
        Draw<int32_t>(Distribution::kUniform, ElementType::kI32, -10, 10, kMany, 7, seed);
    CHECK(IsNear(MomentsOf(integers).mean, -0.5, std::sqrt(399.0 / 12)));
    std::vector<int> counts(20);
    for (int32_t value : integers) {
      REQUIRE((value >= -10 && value < 10));
      const int32_t bin = value + 10;
      ++counts[static_cast<size_t>(bin)];
    }
    // Chi squared with 19 degrees of freedom exceeds 60 once in 300,000.
    double chi = 0;
    for (int count : counts) chi += std::pow(count - kMany / 20.0, 2) / (kMany / 20.0);
    CHECK(chi < 60);
  }
}

TEST_CASE("uniform numbers stay in their interval", "[simd][random]") {
  for (float value : Draw<float>(Distribution::kUniform, ElementType::kF32, 1,
                                 std::nextafter(1.0f, 2.0f), 1000)) {
    REQUIRE(value == 1);
  }
  const float most = std::numeric_limits<float>::max();
  for (float value : Draw<float>(Distribution::kUniform, ElementType::kF32, -most, most, 1000)) {
    REQUIRE((value >= -most && value < most));
  }
  const double greatest = std::numeric_limits<double>::max();
  bool is_negative = false, is_positive = false;
  for (double value :
       Draw<double>(Distribution::kUniform, ElementType::kF64, -greatest, greatest, 1000)) {
    REQUIRE(std::isfinite(value));
    (value < 0 ? is_negative : is_positive) = true;
  }
  CHECK((is_negative && is_positive));
  uint64_t all = 0;
  for (uint64_t value :
       Draw<uint64_t>(Distribution::kUniform, ElementType::kUI64, 0, ~uint64_t{0}, 1000)) {
    all |= value;
  }
  CHECK(all == ~uint64_t{0});
  // An empty interval gives its lower end.
  CHECK(Draw<int16_t>(Distribution::kUniform, ElementType::kI16, 5, 5, 2) ==
        std::vector<int16_t>{5, 5});
  CHECK(Draw<float>(Distribution::kUniform, ElementType::kF32, 3, -3, 1) == std::vector<float>{3});
}

TEST_CASE("normal numbers have the moments of their distribution", "[simd][random]") {
  const auto values = Draw<double>(Distribution::kNormal, ElementType::kF64, 10, 3, kMany);
  const Moments f64 = MomentsOf(values);
  CHECK(IsNear(f64.mean, 10, 3));
  CHECK(IsNear(f64.variance, 9, 9 * std::sqrt(2.0)));
  CHECK(std::abs(f64.fourth - 3) < 0.07);
  int64_t within = 0;
  for (double value : values) within += std::abs(value - 10) < 3 ? 1 : 0;
  CHECK(std::abs(static_cast<double>(within) / kMany - 0.6827) < 0.007);
  const uint16_t zero = EncodeSmallFloat(ElementType::kF16, 0.0);
  const uint16_t one = EncodeSmallFloat(ElementType::kF16, 1.0);
  std::vector<float> halves;
  for (uint16_t code : Draw<uint16_t>(Distribution::kNormal, ElementType::kF16, zero, one, kMany)) {
    halves.push_back(DecodeSmallFloat(ElementType::kF16, code));
  }
  CHECK(IsNear(MomentsOf(halves).mean, 0, 1));
  CHECK(std::abs(MomentsOf(halves).variance - 1) < 0.03);
}

TEST_CASE("draws, seeds and neighbours are independent, pieces are not", "[simd][random]") {
  const auto normal = [](uint64_t draw, uint64_t seed) {
    return Draw<double>(Distribution::kNormal, ElementType::kF64, 0, 1, kMany, draw, seed);
  };
  const auto x = normal(0, 0);
  for (const auto& y : {normal(1, 0), normal(0, 1)}) {
    double product = 0;
    for (size_t i = 0; i < x.size(); ++i) product += x[i] * y[i] / kMany;
    CHECK(IsNear(product, 0, 1));
  }
  double neighbours = 0;
  for (size_t i = 1; i < x.size(); ++i) neighbours += x[i] * x[i - 1] / kMany;
  CHECK(IsNear(neighbours, 0, 1));
  std::vector<double> pieces(1000);
  const double zero = 0, one = 1;
  for (int64_t i = 0; i < 1000; i += 100) {
    FillRandomNumbers({Distribution::kNormal, ElementType::kF64, 0}, 0,
                      reinterpret_cast<const std::byte*>(&zero),
                      reinterpret_cast<const std::byte*>(&one), i, i + 100,
                      reinterpret_cast<std::byte*>(pieces.data()));
  }
  CHECK(std::memcmp(pieces.data(), x.data(), 8000) == 0);
}

TEST_CASE("random numbers have the same bits on every machine", "[simd][random]") {
  const auto hash = [](const std::vector<double>& values) {
    uint64_t sum = 14695981039346656037u;
    for (double value : values) {
      uint64_t bits;
      std::memcpy(&bits, &value, sizeof(bits));
      sum = (sum ^ bits) * 1099511628211u;
    }
    return sum;
  };
  CHECK(hash(Draw<double>(Distribution::kNormal, ElementType::kF64, 0, 1, 10000)) ==
        0xf846faca630fdaf5);
  CHECK(hash(Draw<double>(Distribution::kUniform, ElementType::kF64, 0, 1, 10000)) ==
        0x336fd0bb44f552d);
}

}  // namespace
}  // namespace paddock::simd
