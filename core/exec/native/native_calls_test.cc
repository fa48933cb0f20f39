// Calls in machine code give the bits of the kernels, for one element and for several places.
#include "core/exec/native/native_calls.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "core/exec/native/native_segment_testing.h"
#include "simd/elementwise/elementwise.h"
#include "simd/math/math.h"

namespace paddock {
namespace {

using namespace testing;

using simd::FindElementwise;
using simd::Numerics;
using simd::TapeInstruction;

template <class T>
constexpr ElementType kTypeOf = sizeof(T) == 4 ? ElementType::kF32 : ElementType::kF64;

template <class T>
std::vector<T> Samples() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> all = {T{0},
                        -T{0},
                        T{1},
                        Limits::max(),
                        Limits::min(),
                        Limits::denorm_min(),
                        Limits::infinity(),
                        -Limits::infinity(),
                        Limits::quiet_NaN(),
                        T{1e7},
                        T{-3e5}};
  for (int i = -20; i < 20; ++i) all.push_back(static_cast<T>(i) * static_cast<T>(0.37));
  return all;
}

template <class T>
bool IsSame(T one, T other) {
  return std::memcmp(&one, &other, sizeof(T)) == 0 || (std::isnan(one) && std::isnan(other));
}

template <class T>
class Calls {
 public:
  Calls(const std::string& name, uint8_t arity, Numerics numerics) {
    const simd::ElementwiseKernel kernel = FindElementwise(name, kTypeOf<T>, numerics);
    kernel_.function = kernel.function;
    kernel_.arity = arity;
    kernel_.element_bytes = sizeof(T);
    kernel_.of_four = simd::FindFunctionOfFour(kernel.function);
    REQUIRE(kernel_.of_four != 0);
  }

  // Calls on each of `count` places by itself, or joined; then adds 1 to what registers have.
  void Check(const std::array<T, 4>& left, const std::array<T, 4>& right, size_t count,
             bool is_joined) {
    std::array<T, 4> results = {}, sums = {};
    const T one{1};
    simd::TapeJoinedKernel joined;
    joined.kernel = &kernel_;
    joined.count = count;
    for (size_t i = 0; i < 4; ++i) {
      joined.operands[0][i] = &left[i < count ? i : 0];
      joined.operands[1][i] = &right[i < count ? i : 0];
      joined.results[i] = &results[i];
    }
    std::vector<TapeInstruction> all;
    using simd::TapeControl;
    if (is_joined) all.push_back({.code = FindTapeCode(TapeControl::kJoined), .extra = &joined});
    for (size_t i = 0; i < count && !is_joined; ++i) {
      all.push_back(
          {FindTapeCode(TapeControl::kKernel), &results[i], {&left[i], &right[i]}, &kernel_});
    }
    const uintptr_t add =
        FindElementwise("add", kTypeOf<T>, Numerics::kPortable).tape(sizeof(T)).in_memory;
    for (size_t i = 0; i < count; ++i) {
      all.push_back({add, &sums[i], {&results[i], &one, nullptr}, nullptr});
    }
    NativeTape(all, Operations()).Run();
    for (size_t i = 0; i < count; ++i) {
      T expected{};
      const void* const operands[] = {&left[i], &right[i]};
      kernel_.function(operands, &expected, 1, nullptr);
      INFO("place " << i << " of " << count << ": " << left[i] << ", " << right[i]);
      if (!IsSame(results[i], expected)) FAIL("the result differs");
      if (!IsSame(sums[i], expected + one)) FAIL("what the registers have differs");
    }
  }

 private:
  simd::TapeKernel kernel_;
};

template <class T>
void CheckFunction(const std::string& name, uint8_t arity) {
  const std::vector<T> samples = Samples<T>();
  const auto at = [&](size_t i) { return samples[i % samples.size()]; };
  for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
    INFO(name << " of " << Spelling(kTypeOf<T>));
    Calls<T> calls(name, arity, numerics);
    for (size_t i = 0; i < samples.size(); ++i) {
      const std::array<T, 4> left = {at(i), at(i + 1), at(i + 2), at(i + 3)};
      const std::array<T, 4> right = {at(7 * i), at(5 * i + 1), at(3 * i), at(i + 12)};
      for (size_t count = 1; count <= 4; ++count) {
        calls.Check(left, right, count, true);
        calls.Check(left, right, count, false);
      }
    }
  }
}

TEST_CASE("calls of machine code compute what kernels compute", "[exec]") {
  SkipWithoutNativeTapes();
  for (const std::string name : {"exponential", "exponential_minus_one", "log", "log_plus_one",
                                 "tanh", "logistic", "sine", "cosine", "tan", "rsqrt", "cbrt"}) {
    CheckFunction<float>(name, 1);
    CheckFunction<double>(name, 1);
  }
  for (const std::string name : {"power", "atan2"}) {
    CheckFunction<float>(name, 2);
    CheckFunction<double>(name, 2);
  }
}

TEST_CASE("a kernel without a function of four elements has no machine code", "[exec]") {
  SkipWithoutNativeTapes();
  const auto kernel = FindElementwise("remainder", ElementType::kF32, Numerics::kPortable);
  simd::TapeKernel call;
  call.function = kernel.function;
  call.arity = 2;
  call.element_bytes = 4;
  call.of_four = simd::FindFunctionOfFour(kernel.function);
  CHECK(call.of_four == 0);
  TapeInstruction instruction;
  instruction.code = simd::FindTapeCode(simd::TapeControl::kKernel);
  instruction.extra = &call;
  CHECK(Operations().Find(instruction) == nullptr);
}

}  // namespace
}  // namespace paddock
