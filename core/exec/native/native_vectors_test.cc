// Operations on few elements as machine code, compared with their kernels.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
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
using simd::TapeKernel;

constexpr size_t kMostBytes = TapeKernel::kMostOfVector * 8;

struct Arrays {
  // The arrays and the bytes behind them.
  std::byte of[5][kMostBytes + 16];
};

void Fill(ElementType type, Arrays& arrays, std::mt19937& random) {
  const double floats[] = {0.0, -0.0, 1.5, -3.25, 1e300, -1e-40, 7.0, INFINITY, -INFINITY, NAN};
  for (auto& array : arrays.of) {
    for (size_t at = 0; at + 8 <= sizeof(array); at += ByteSize(type)) {
      const double one = floats[random() % std::size(floats)];
      const auto narrow = static_cast<float>(one);
      const uint64_t bits = (uint64_t{random()} << 32) | random();
      if (type == ElementType::kF32) {
        std::memcpy(array + at, &narrow, 4);
      } else if (type == ElementType::kF64) {
        std::memcpy(array + at, &one, 8);
      } else {
        std::memcpy(array + at, &bits, ByteSize(type));
      }
    }
  }
}

// NaNs are equal.
template <class Float>
bool AreSameFloats(const std::byte* one, const std::byte* other, size_t bytes) {
  for (size_t at = 0; at < bytes; at += sizeof(Float)) {
    Float a, b;
    std::memcpy(&a, one + at, sizeof(Float));
    std::memcpy(&b, other + at, sizeof(Float));
    if (std::memcmp(&a, &b, sizeof(Float)) != 0 && !(std::isnan(a) && std::isnan(b))) return false;
  }
  return true;
}

bool AreSame(ElementType type, const Arrays& some, const Arrays& others) {
  for (size_t i = 0; i < std::size(some.of); ++i) {
    const std::byte *one = some.of[i], *other = others.of[i];
    const size_t bytes = sizeof(some.of[i]);
    const bool is_same = type == ElementType::kF32   ? AreSameFloats<float>(one, other, bytes)
                         : type == ElementType::kF64 ? AreSameFloats<double>(one, other, bytes)
                                                     : std::memcmp(one, other, bytes) == 0;
    if (!is_same) return false;
  }
  return true;
}

// Arrays 2 and 3 are computed from 0 and 1, and 4 in place of itself.
void CheckVectors(const std::string& name, ElementType type, size_t count,
                  const ElementwiseKernel& kernel) {
  INFO(name << " of " << count << " " << Spelling(type));
  const size_t bytes = ByteSize(type);
  TapeKernel call{kernel.function, nullptr, count};
  call.of_element = kernel.tape(bytes).in_memory;
  Arrays native, expected;
  const auto at = [&](size_t result, size_t left, size_t right) {
    TapeInstruction instruction;
    instruction.code = simd::FindTapeCode(simd::TapeControl::kKernel);
    instruction.result = native.of[result];
    instruction.operands[0] = native.of[left];
    instruction.operands[1] = instruction.operands[2] = native.of[right];
    instruction.extra = &call;
    return instruction;
  };
  const std::vector<TapeInstruction> all = {at(2, 0, 1), at(3, 2, 0), at(4, 4, 3), at(4, 1, 4)};
  REQUIRE(Operations().Find(all[0]) != nullptr);
  NativeTape tape(all, Operations());
  std::mt19937 random(static_cast<unsigned>(count));
  for (int round = 0; round < 20; ++round) {
    Fill(type, native, random);
    expected = native;
    constexpr size_t kPlaces[][3] = {{2, 0, 1}, {3, 2, 0}, {4, 4, 3}, {4, 1, 4}};
    for (const auto& [result, left, right] : kPlaces) {
      const void* operands[] = {expected.of[left], expected.of[right], expected.of[right]};
      kernel.function(operands, expected.of[result], count, nullptr);
    }
    tape.Run();
    REQUIRE(AreSame(type, native, expected));
  }
}

void CheckVectors(const std::string& name, ElementType type, size_t count) {
  CheckVectors(name, type, count, simd::FindElementwise(name, type, simd::Numerics::kPortable));
}

TEST_CASE("machine code computes vectors like kernels", "[exec]") {
  SkipWithoutNativeTapes();
  for (size_t count = 1; count <= TapeKernel::kMostOfVector; ++count) {
    for (const ElementType type : {ElementType::kF32, ElementType::kF64}) {
      for (const char* name :
           {"add", "subtract", "multiply", "divide", "maximum", "minimum", "negate", "abs", "sqrt",
            "clamp", "sign", "floor", "ceil", "round_nearest_even"}) {
        CheckVectors(name, type, count);
      }
    }
    for (const ElementType type :
         {ElementType::kI32, ElementType::kUI32, ElementType::kI64, ElementType::kUI64}) {
      for (const char* name : {"add", "subtract", "and", "or", "xor", "shift_left", "negate"}) {
        CheckVectors(name, type, count);
      }
    }
    for (const ElementType type :
         {ElementType::kI8, ElementType::kUI8, ElementType::kI16, ElementType::kUI16}) {
      for (const char* name : {"add", "subtract", "and", "or", "xor", "negate", "not", "minimum",
                               "maximum", "clamp"}) {
        CheckVectors(name, type, count);
      }
    }
    CheckVectors("conversion to i32", ElementType::kF32, count,
                 simd::FindConvert(ElementType::kF32, ElementType::kI32));
    for (const char* name : {"abs", "multiply"}) CheckVectors(name, ElementType::kI16, count);
    for (const ElementType type : {ElementType::kI32, ElementType::kI64}) {
      for (const char* name : {"sign", "abs", "minimum", "maximum", "clamp"}) {
        CheckVectors(name, type, count);
      }
    }
    for (const char* name : {"multiply", "minimum", "maximum", "clamp", "shift_right_arithmetic"}) {
      CheckVectors(name, ElementType::kI32, count);
      CheckVectors(name, ElementType::kUI32, count);
    }
  }
}

// Products of few terms are single elements, of which vectors follow.
TEST_CASE("machine code joins elements that were stored one by one", "[exec]") {
  SkipWithoutNativeTapes();
  for (const ElementType type : {ElementType::kF32, ElementType::kF64, ElementType::kI32}) {
    const size_t bytes = ByteSize(type);
    const ElementwiseKernel add = simd::FindElementwise("add", type, simd::Numerics::kPortable);
    for (size_t count = 1; count <= TapeKernel::kMostOfVector; ++count) {
      // All elements, or every other one, are stored first.
      for (const size_t step : {size_t{1}, size_t{2}}) {
        Arrays native, expected;
        std::mt19937 random(static_cast<unsigned>(count));
        Fill(type, native, random);
        expected = native;
        std::vector<TapeInstruction> all;
        for (size_t i = 0; i < count; i += step) {
          TapeInstruction one;
          one.code = add.tape(bytes).in_memory;
          one.result = native.of[2] + i * bytes;
          one.operands[0] = native.of[0] + i * bytes;
          one.operands[1] = native.of[1] + i * bytes;
          all.push_back(one);
          const void* operands[] = {expected.of[0] + i * bytes, expected.of[1] + i * bytes};
          add.function(operands, expected.of[2] + i * bytes, 1, nullptr);
        }
        TapeKernel call{add.function, nullptr, count};
        call.of_element = add.tape(bytes).in_memory;
        TapeInstruction vector;
        vector.code = simd::FindTapeCode(simd::TapeControl::kKernel);
        vector.result = native.of[3];
        vector.operands[0] = native.of[2];
        vector.operands[1] = native.of[0];
        vector.extra = &call;
        all.push_back(vector);
        const void* operands[] = {expected.of[2], expected.of[0]};
        add.function(operands, expected.of[3], count, nullptr);
        // Many registers are in use at once.
        const ElementwiseKernel clamp =
            simd::FindElementwise("clamp", type, simd::Numerics::kPortable);
        TapeKernel clamp_call{clamp.function, nullptr, count};
        clamp_call.of_element = clamp.tape(bytes).in_memory;
        TapeInstruction last = vector;
        last.result = native.of[4];
        last.operands[1] = native.of[3];
        last.operands[2] = native.of[2];
        last.extra = &clamp_call;
        all.push_back(last);
        const void* clamped[] = {expected.of[2], expected.of[3], expected.of[2]};
        clamp.function(clamped, expected.of[4], count, nullptr);
        NativeTape(all, Operations()).Run();
        CHECK(AreSame(type, native, expected));
      }
    }
  }
}

TEST_CASE("machine code repeats an element", "[exec]") {
  SkipWithoutNativeTapes();
  using enum simd::TapeControl;
  for (const auto& [control, bytes] : {std::pair(kMove4, size_t{4}), {kMove8, size_t{8}}}) {
    for (size_t count = 1; count <= TapeKernel::kMostOfVector; ++count) {
      uint64_t element = 0x0123456789ABCDEF;
      uint64_t results[TapeKernel::kMostOfVector + 1] = {};
      TapeKernel call{nullptr, nullptr, count};
      call.of_element = simd::FindTapeCode(control);
      TapeInstruction instruction;
      instruction.code = simd::FindTapeCode(kKernel);
      for (const void*& operand : instruction.operands) operand = &element;
      instruction.result = results;
      instruction.extra = &call;
      NativeTape tape({instruction}, Operations());
      tape.Run();
      std::vector<std::byte> expected(sizeof(results));
      for (size_t i = 0; i < count; ++i) std::memcpy(&expected[i * bytes], &element, bytes);
      CHECK(std::memcmp(results, expected.data(), sizeof(results)) == 0);
    }
  }
}

}  // namespace
}  // namespace paddock
