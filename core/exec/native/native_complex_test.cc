// Machine code computes complex numbers like the kernels, from memory and from registers.
#include "core/exec/native/native_complex.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/exec/native/native_segment_testing.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using namespace testing;
using simd::ElementwiseKernel;
using simd::TapeInstruction;
using simd::TapeKernel;

constexpr size_t kMostNumbers = 5;

// Operands 0 to 2, and two results.
template <class T>
using Arrays = std::array<std::array<T, 2 * kMostNumbers + 2>, 5>;

template <class T>
void Fill(Arrays<T>& arrays, std::mt19937& random) {
  using Limits = std::numeric_limits<T>;
  const T special[] = {0,
                       -T{0},
                       1,
                       T{-3.25},
                       Limits::max(),
                       Limits::denorm_min(),
                       Limits::infinity(),
                       -Limits::infinity(),
                       Limits::quiet_NaN()};
  std::normal_distribution<T> normal;
  for (auto& array : arrays) {
    for (T& one : array) {
      one = random() % 2 == 0 ? special[random() % std::size(special)] : normal(random);
    }
  }
}

template <class T>
bool AreSame(const Arrays<T>& some, const Arrays<T>& others) {
  for (size_t i = 0; i < some.size(); ++i) {
    for (size_t k = 0; k < some[i].size(); ++k) {
      const T &one = some[i][k], &other = others[i][k];
      if (std::memcmp(&one, &other, sizeof(T)) == 0) continue;
      if (!std::isnan(one) || !std::isnan(other)) return false;
    }
  }
  return true;
}

// Computes result 3 from the operands, and 4 from result 3.
template <class T>
void CheckNumbers(const std::string& name, ElementType type, size_t count) {
  INFO(name << " of " << count << " " << Spelling(type));
  const ElementwiseKernel kernel = simd::FindElementwise(name, type, simd::Numerics::kPortable);
  REQUIRE(kernel.function != nullptr);
  const TapeKernel call{kernel.function, nullptr, count};
  Arrays<T> native, expected;
  std::array<uint8_t, kMostNumbers> booleans = {1, 0, 1, 1, 0};
  const bool selects = name == "select";
  constexpr size_t kPlaces[][3] = {{3, 0, 1}, {4, 3, 2}, {4, 4, 4}};
  const auto operands_at = [&](Arrays<T>& arrays, const size_t(&place)[3]) {
    const void* left = selects ? static_cast<const void*>(&booleans) : &arrays[place[1]];
    return std::array<const void*, 3>{left, &arrays[place[2]], &arrays[2]};
  };
  std::vector<TapeInstruction> all;
  for (const auto& place : kPlaces) {
    TapeInstruction instruction;
    instruction.code = simd::FindTapeCode(simd::TapeControl::kKernel);
    instruction.result = &native[place[0]];
    const auto operands = operands_at(native, place);
    std::ranges::copy(operands, instruction.operands);
    instruction.extra = &call;
    all.push_back(instruction);
    REQUIRE(Operations().Find(instruction) != nullptr);
  }
  // Parts do not fit in place of the numbers that they are joined to.
  if (name == "complex") all.pop_back();
  NativeTape tape(all, Operations());
  std::mt19937 random(static_cast<unsigned>(count));
  for (int round = 0; round < 200; ++round) {
    Fill(native, random);
    for (uint8_t& boolean : booleans) boolean = random() % 2 == 0 ? 1 : 0;
    expected = native;
    for (size_t i = 0; i < all.size(); ++i) {
      const auto operands = operands_at(expected, kPlaces[i]);
      kernel.function(operands.data(), &expected[kPlaces[i][0]], count, nullptr);
    }
    tape.Run();
    REQUIRE(AreSame(native, expected));
  }
}

template <class T>
void CheckType(ElementType part, ElementType type) {
  for (size_t count = 1; count <= kMostNumbers; ++count) {
    for (const char* name : {"add", "subtract", "multiply", "negate", "conj", "real", "imag"}) {
      CheckNumbers<T>(name, type, count);
    }
    CheckNumbers<T>("complex", part, count);
  }
}

TEST_CASE("machine code computes complex numbers like kernels", "[exec]") {
  SkipWithoutNativeTapes();
  CheckType<float>(ElementType::kF32, ElementType::kC64);
  CheckType<double>(ElementType::kF64, ElementType::kC128);
  for (size_t count = 1; count <= kMostNumbers; ++count) {
    CheckNumbers<float>("abs", ElementType::kC64, count);
    CheckNumbers<double>("select", ElementType::kC128, count);
  }
}

}  // namespace
}  // namespace paddock
