// Machine code that compares the modulus of complex numbers with a constant.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/chain_code_testing.h"
#include "simd/elementwise/elementwise.h"

#ifndef __wasm__  // Chains are modules there, and lack some steps.

namespace paddock::chain_code_modulus_tests {
namespace {

using simd::ChainOp;
using simd::ChainStep;
using testing::MovingOperand;

template <class T>
constexpr ElementType kTypeOf = sizeof(T) == 4 ? ElementType::kF32 : ElementType::kF64;

// Samples, and parts whose modulus is near `number`.
template <class T>
void AppendParts(T number, std::vector<T>& real, std::vector<T>& imag) {
  for (const size_t phase : {0, 1, 2}) {
    const std::vector<uint8_t> x = testing::SamplesOf(kTypeOf<T>, 500, phase);
    const std::vector<uint8_t> y = testing::SamplesOf(kTypeOf<T>, 500, phase + 1);
    for (size_t i = 0; i < x.size(); i += sizeof(T)) {
      std::memcpy(&real.emplace_back(), &x[i], sizeof(T));
      std::memcpy(&imag.emplace_back(), &y[i], sizeof(T));
    }
  }
  for (int i = 0; i < 200; ++i) {
    const double angle = 0.01 * i;
    T x = static_cast<T>(number * std::cos(angle)), y = static_cast<T>(number * std::sin(angle));
    if (i % 3 == 1) y = std::nextafter(y, T{0});
    if (i % 3 == 2) y = std::nextafter(y, std::numeric_limits<T>::infinity());
    real.push_back(i % 2 == 0 ? x : -x);
    imag.push_back(y);
  }
  for (const T part : {std::nextafter(number, T{0}), number,
                       std::nextafter(number, std::numeric_limits<T>::infinity())}) {
    real.push_back(part);
    imag.push_back(0);
  }
  while (real.size() % 8 != 0) {
    real.push_back(0);
    imag.push_back(0);
  }
}

template <class T>
void CheckCompared(simd::ComparisonDirection direction, T number, bool is_constant_first,
                   bool may_be_long) {
  CAPTURE(static_cast<int>(direction), number, is_constant_first);
  std::vector<T> real, imag;
  AppendParts(number, real, imag);
  const size_t count = real.size();
  const std::vector<T> numbers(count, number);
  std::vector<T> moduli(count);
  std::vector<uint8_t> expected(count), found(count);
  const void* parts[] = {real.data(), imag.data()};
  simd::FindElementwise("hypot", kTypeOf<T>, simd::Numerics::kPortable)
      .function(parts, moduli.data(), count, nullptr);
  const auto compare = simd::FindCompare(direction, false, kTypeOf<T>);
  const void* compared[] = {moduli.data(), numbers.data()};
  if (is_constant_first) std::swap(compared[0], compared[1]);
  compare.function(compared, expected.data(), count, nullptr);

  std::vector<TileChainOperand> operands(4, MovingOperand(kTypeOf<T>));
  operands[2].kind = TileChainOperand::Kind::kSame;
  operands[2].constant = reinterpret_cast<const std::byte*>(numbers.data());
  operands[3] = MovingOperand(ElementType::kI1);
  operands[3].is_written = true;
  const ChainStep steps[] = {{ChainOp::kLoad, {0}},
                             {ChainOp::kHypotFloat, {1}},
                             {compare.chain.with[is_constant_first ? 1 : 0], {2}},
                             {ChainOp::kStoreBoolean, {3}}};
  const WrittenCode code =
      WriteChainCode(steps, operands, sizeof(T), {.may_use_long_vectors = may_be_long});
  REQUIRE(code.memory != nullptr);
  simd::ChainOperand at[4] = {{reinterpret_cast<uint8_t*>(real.data()), 0},
                              {reinterpret_cast<uint8_t*>(imag.data()), 0},
                              {},
                              {found.data(), 0}};
  reinterpret_cast<ChainCode>(code.memory->address())(at, count);
  for (size_t i = 0; i < count; ++i) {
    CAPTURE(real[i], imag[i]);
    REQUIRE(found[i] == expected[i]);
  }
}

template <class T>
void CheckNumbers() {
  using enum simd::ComparisonDirection;
  using Limits = std::numeric_limits<T>;
  const T numbers[] = {2,
                       T{0.5},
                       T{1.1},
                       T{1e-20},
                       T{1e30},
                       Limits::max(),
                       Limits::denorm_min(),
                       -1,
                       Limits::infinity(),
                       0,
                       Limits::quiet_NaN()};
  for (const T number : numbers) {
    for (const auto direction : {kEq, kNe, kGe, kGt, kLe, kLt}) {
      for (const bool is_first : {false, true}) {
        for (const bool is_long : {false, true}) {
          CheckCompared(direction, number, is_first, is_long);
        }
      }
    }
  }
}

TEST_CASE("machine code compares a modulus as kernels compare it", "[plan]") {
  if (!testing::IsCoded()) SKIP("there is no machine code of chains here");
  CheckNumbers<float>();
  CheckNumbers<double>();
}

}  // namespace
}  // namespace paddock::chain_code_modulus_tests

#endif
