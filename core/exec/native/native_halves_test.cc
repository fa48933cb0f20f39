// Machine code gives the bits of the kernels of f16 and bf16, those of signaling NaNs included.
#include "core/exec/native/native_halves.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
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

constexpr size_t kHalves = 3;

// Operands 0 to 2, then the results.
using HalfArrays = std::array<std::array<uint32_t, kHalves>, 6>;

// Runs a kernel on the operands, then on the result, where its type is that of the operands.
class HalfTape {
 public:
  HalfTape(const ElementwiseKernel& kernel, size_t count)
      : kernel_(kernel), call_{kernel.function, nullptr, count} {
    REQUIRE(kernel.function != nullptr);
    std::vector<TapeInstruction> all;
    for (const Place& place : Places()) {
      TapeInstruction one;
      one.code = simd::FindTapeCode(simd::TapeControl::kKernel);
      one.result = &arrays_[place.result];
      for (size_t k = 0; k < 3; ++k) one.operands[k] = &arrays_[place.operands[k]];
      one.extra = &call_;
      REQUIRE(Operations().Find(one) != nullptr);
      all.push_back(one);
    }
    tape_ = std::make_unique<NativeTape>(all, Operations());
  }

  HalfArrays& arrays() { return arrays_; }

  bool IsLikeKernel() {
    HalfArrays expected = arrays_;
    for (const Place& place : Places()) {
      const void* const operands[] = {&expected[place.operands[0]], &expected[place.operands[1]],
                                      &expected[place.operands[2]]};
      kernel_.function(operands, &expected[place.result], call_.count, nullptr);
    }
    tape_->Run();
    return arrays_ == expected;
  }

 private:
  struct Place {
    size_t result;
    size_t operands[3];
  };
  std::vector<Place> Places() const {
    std::vector<Place> places = {{3, {0, 1, 2}}, {4, {1, 0, 2}}};
    if (kernel_.result == kernel_.operand) places.push_back({5, {3, 4, 0}});
    return places;
  }

  const ElementwiseKernel kernel_;
  const simd::TapeKernel call_;
  HalfArrays arrays_ = {};
  std::unique_ptr<NativeTape> tape_;
};

uint16_t HalfCode(ElementType type, std::mt19937& random) {
  constexpr uint16_t kF16[] = {0x0000, 0x8000, 0x0001, 0x83FF, 0x3C00, 0x7BFF, 0x7C00,
                               0xFC00, 0x7E00, 0xFE01, 0x7C01, 0xFD55, 0x3C01};
  constexpr uint16_t kBF16[] = {0x0000, 0x8000, 0x0001, 0x807F, 0x3F80, 0x7F7F, 0x7F80,
                                0xFF80, 0x7FC0, 0xFFC1, 0x7F81, 0xFFA5, 0x3F81};
  if (random() % 2 == 0) return static_cast<uint16_t>(random());
  const size_t i = random() % std::size(kF16);
  return type == ElementType::kF16 ? kF16[i] : kBF16[i];
}

void CheckHalves(const std::string& name, ElementType type, const ElementwiseKernel& kernel) {
  INFO(name << " of " << Spelling(type));
  std::mt19937 random(1);
  for (size_t count = 1; count <= kHalves; ++count) {
    HalfTape tape(kernel, count);
    for (int round = 0; round < 3000; ++round) {
      for (auto& array : tape.arrays()) {
        for (uint32_t& two : array) {
          two = uint32_t{HalfCode(type, random)} << 16 | HalfCode(type, random);
        }
      }
      REQUIRE(tape.IsLikeKernel());
    }
  }
}

TEST_CASE("machine code computes halves like kernels", "[exec]") {
  SkipWithoutNativeTapes();
  for (const ElementType type : {ElementType::kF16, ElementType::kBF16}) {
    for (const char* name : {"add", "subtract", "multiply", "divide", "sqrt", "maximum", "minimum",
                             "clamp", "negate", "abs"}) {
      CheckHalves(name, type, simd::FindElementwise(name, type, simd::Numerics::kPortable));
    }
    using enum simd::ComparisonDirection;
    for (const auto direction : {kEq, kNe, kLt, kLe, kGt, kGe}) {
      CheckHalves("compare", type, simd::FindCompare(direction, false, type));
    }
    CheckHalves("convert", type, simd::FindConvert(type, ElementType::kF32));
    CheckHalves("convert to it", type, simd::FindConvert(ElementType::kF32, type));
  }
}

TEST_CASE("machine code decodes every half", "[exec]") {
  SkipWithoutNativeTapes();
  for (const ElementType type : {ElementType::kF16, ElementType::kBF16}) {
    HalfTape tape(simd::FindConvert(type, ElementType::kF32), 1);
    for (uint32_t code = 0; code <= 0xFFFF; ++code) {
      tape.arrays()[0][0] = code;
      if (!tape.IsLikeKernel()) FAIL(Spelling(type) << " " << code);
    }
  }
}

}  // namespace
}  // namespace paddock
