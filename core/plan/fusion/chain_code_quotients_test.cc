// Machine code that divides converted integers by a constant gives the bits of divisions.
#ifndef __wasm__  // Chains are modules there.

#include <algorithm>
#include <array>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <random>
#include <vector>

#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/chain_code_testing.h"

namespace paddock::chain_code_quotients_tests {
namespace {

using simd::ChainOp;
using simd::ChainStep;
using testing::IsCoded;
using testing::MovingOperand;
using Kind = TileChainOperand::Kind;

// The integers as floats are also kept.
constexpr uint16_t kIntegers = 0, kDivisor = 1, kSlot = 2, kQuotients = 3, kSums = 4;
std::vector<ChainStep> StepsOf(ElementType type) {
  return {{simd::ChainLoadOf(type, 4), {kIntegers, 0}},
          {ChainOp::kIntegerToFloat, {}},
          {ChainOp::kStore, {kSlot, 0}},
          {ChainOp::kDivideFloat, {kDivisor, 0}},
          {ChainOp::kStore, {kQuotients, 0}},
          {ChainOp::kAddFloat, {kSlot, 0}},
          {ChainOp::kStore, {kSums, 0}}};
}

template <class T>
void CheckQuotients(ElementType type, const std::vector<T>& integers, float divisor,
                    bool may_be_long) {
  std::vector<TileChainOperand> operands(5, MovingOperand(ElementType::kF32));
  operands[kIntegers] = MovingOperand(type);
  operands[kDivisor].kind = Kind::kSame;
  operands[kDivisor].constant = reinterpret_cast<const std::byte*>(&divisor);
  operands[kSlot].kind = Kind::kSlot;
  const WrittenCode code =
      WriteChainCode(StepsOf(type), operands, sizeof(float), {.may_use_long_vectors = may_be_long});
  REQUIRE(code.memory != nullptr);
  std::vector<T> from = integers;
  std::vector<float> found(from.size()), sums(from.size());
  std::array<simd::ChainOperand, 5> at{};
  at[kIntegers] = {reinterpret_cast<uint8_t*>(from.data()), 1};
  at[kDivisor] = {reinterpret_cast<uint8_t*>(&divisor), 0};
  at[kQuotients] = {reinterpret_cast<uint8_t*>(found.data()), 1};
  at[kSums] = {reinterpret_cast<uint8_t*>(sums.data()), 1};
  reinterpret_cast<ChainCode>(code.memory->address())(at.data(), from.size());
  for (size_t i = 0; i < from.size(); ++i) {
    const auto integer = static_cast<float>(from[i]);
    const float expected = integer / divisor;
    if (std::bit_cast<uint32_t>(found[i]) != std::bit_cast<uint32_t>(expected) ||
        sums[i] != expected + integer) {
      INFO(integer << " / " << divisor << " is " << expected << ", not " << found[i]);
      FAIL("a quotient differs");
    }
  }
}

std::vector<float> Divisors() {
  std::mt19937 random(49);
  std::vector<float> divisors = {255,
                                 3,
                                 5,
                                 7,
                                 10,
                                 0.1F,
                                 127.5F,
                                 299,
                                 1e-3F,
                                 58.395F,
                                 0.229F,
                                 65535,
                                 -255,
                                 0x1p-59F,
                                 0x1.8p59F,
                                 0x1.8p-60F,
                                 1e30F,
                                 1e-30F,
                                 0x1.FFFFFEp3F,
                                 0x1.FFFFFCp3F,
                                 0x1.000002p7F,
                                 0,
                                 8};
  divisors.push_back(std::numeric_limits<float>::infinity());
  for (int i = 0; i < 300; ++i) {
    const auto exponent = static_cast<uint32_t>(97 + random() % 60);
    const auto mantissa = static_cast<uint32_t>(random() & 0x7FFFFF);
    divisors.push_back(std::bit_cast<float>(exponent << 23 | mantissa));
  }
  return divisors;
}

TEST_CASE("machine code divides converted integers by a constant", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  std::mt19937 random(48);
  std::vector<int32_t> integers = {std::numeric_limits<int32_t>::min(),
                                   std::numeric_limits<int32_t>::max(), 16777215, -16777217};
  for (int32_t i = -300; i <= 300; ++i) integers.push_back(i);
  while (integers.size() < 4096) {
    integers.push_back(static_cast<int32_t>(random()) >> (random() % 31));
  }
  for (const float divisor : Divisors()) {
    // NaN has any sign.
    std::vector<int32_t> dividends = integers;
    if (divisor == 0) std::ranges::replace(dividends, 0, 1);
    for (const bool may_be_long : {false, true})
      CheckQuotients(ElementType::kI32, dividends, divisor, may_be_long);
  }
}

// All integers of a byte, repeated.
template <class T>
void CheckBytes(ElementType type) {
  std::vector<T> integers(512);
  for (size_t i = 0; i < integers.size(); ++i) integers[i] = static_cast<T>(i);
  for (const float divisor : Divisors()) {
    if (divisor == 0) continue;
    for (const bool may_be_long : {false, true}) {
      CheckQuotients(type, integers, divisor, may_be_long);
    }
  }
}

TEST_CASE("machine code divides converted integers of a byte by a constant", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  CheckBytes<uint8_t>(ElementType::kUI8);
  CheckBytes<int8_t>(ElementType::kI8);
}

}  // namespace
}  // namespace paddock::chain_code_quotients_tests

#endif
