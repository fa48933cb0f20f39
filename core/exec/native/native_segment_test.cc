// Machine code gives the bits of the kernels, for operands in memory and in registers.
#include "core/exec/native/native_segment.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/exec/native/native_segment_testing.h"
#include "core/native/executable_memory.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using namespace testing;

using simd::ElementwiseKernel;
using simd::Numerics;
using simd::TapeInstruction;

// Elements of 8 bytes, of which narrower ones use the first.
struct Element {
  alignas(8) uint8_t bytes[8] = {};
};

template <class T>
Element ElementOf(T value) {
  Element element;
  std::memcpy(element.bytes, &value, sizeof(T));
  return element;
}

template <class T>
std::vector<Element> Floats() {
  using Limits = std::numeric_limits<T>;
  std::vector<Element> all;
  for (const T value :
       {T{0}, -T{0}, T{1}, T{-2.5}, static_cast<T>(0.1), Limits::max(), Limits::denorm_min(),
        static_cast<T>(0x1p31), static_cast<T>(-0x1p31), static_cast<T>(0x1p31 - 0.5),
        static_cast<T>(-0x1p31 - 0.5), static_cast<T>(0x1p63), static_cast<T>(-0x1p63),
        static_cast<T>(1e12), -Limits::max(), Limits::infinity(), -Limits::infinity(),
        Limits::quiet_NaN()}) {
    all.push_back(ElementOf(value));
  }
  return all;
}

template <class T>
std::vector<Element> Integers() {
  using Limits = std::numeric_limits<T>;
  std::vector<Element> all;
  for (const T value : {T{0}, T{1}, static_cast<T>(-1), T{7}, T{31}, T{32}, T{33}, T{64},
                        Limits::min(), Limits::max(), static_cast<T>(Limits::max() / 3),
                        // Rounding to f64 first would give another f32.
                        static_cast<T>(0x0040000040000001), static_cast<T>(0x123456789ABCDEF1)}) {
    all.push_back(ElementOf(value));
  }
  return all;
}

std::vector<Element> ElementsOf(ElementType type) {
  switch (type) {
    case ElementType::kF32:
      return Floats<float>();
    case ElementType::kF64:
      return Floats<double>();
    case ElementType::kI1:
      return {ElementOf(uint8_t{0}), ElementOf(uint8_t{1})};
    case ElementType::kI8:
      return Integers<int8_t>();
    case ElementType::kUI8:
      return Integers<uint8_t>();
    case ElementType::kI16:
      return Integers<int16_t>();
    case ElementType::kUI16:
      return Integers<uint16_t>();
    case ElementType::kI32:
      return Integers<int32_t>();
    case ElementType::kUI32:
      return Integers<uint32_t>();
    case ElementType::kI64:
      return Integers<int64_t>();
    default:
      return Integers<uint64_t>();
  }
}

bool IsSame(ElementType type, const Element& one, const Element& other) {
  const auto is_nan = [&](const Element& element) {
    float f32 = 0;
    double f64 = 0;
    std::memcpy(&f32, element.bytes, 4);
    std::memcpy(&f64, element.bytes, 8);
    return type == ElementType::kF32 ? f32 != f32 : type == ElementType::kF64 && f64 != f64;
  };
  return std::memcmp(one.bytes, other.bytes, 8) == 0 || (is_nan(one) && is_nan(other));
}

// Returns the instruction of a kernel, with operands in its tape's order, or a call.
TapeInstruction InstructionOf(const ElementwiseKernel& kernel, Element& result, Element* operands,
                              const simd::TapeKernel* call = nullptr) {
  TapeInstruction instruction;
  instruction.code = call == nullptr ? kernel.tape(ByteSize(kernel.operand)).in_memory
                                     : simd::FindTapeCode(simd::TapeControl::kKernel);
  instruction.extra = call;
  instruction.result = result.bytes;
  for (size_t k = 0; k < 3; ++k) instruction.operands[k] = operands[k].bytes;
  if (simd::IsMirrored(kernel.direction)) {
    std::swap(instruction.operands[0], instruction.operands[1]);
  }
  return instruction;
}

// Runs a kernel twice on all operands: on memory, then on what registers have.
void CheckKernel(const std::string& name, const ElementwiseKernel& kernel,
                 const std::vector<ElementType>& types) {
  INFO(name << " of " << Spelling(kernel.operand) << " to " << Spelling(kernel.result));
  Element operands[3], first, second;
  const simd::TapeKernel call{kernel.function};
  const simd::TapeKernel* const called = kernel.tape == nullptr ? &call : nullptr;
  const std::vector<TapeInstruction> both = {InstructionOf(kernel, first, operands, called),
                                             InstructionOf(kernel, second, operands, called)};
  REQUIRE(Operations().Find(both[0]) != nullptr);
  NativeTape tape(both, Operations());
  std::vector<std::vector<Element>> samples;
  for (const ElementType type : types) samples.push_back(ElementsOf(type));
  while (samples.size() < 3) samples.push_back({Element{}});
  for (const Element& a : samples[0]) {
    for (const Element& b : samples[1]) {
      for (const Element& c : samples[2]) {
        operands[0] = a;
        operands[1] = b;
        operands[2] = c;
        Element expected;
        const void* addresses[] = {a.bytes, b.bytes, c.bytes};
        kernel.function(addresses, expected.bytes, 1, nullptr);
        first = second = Element{};
        tape.Run();
        if (!IsSame(kernel.result, first, expected)) FAIL("the first differs");
        if (!IsSame(kernel.result, second, expected)) FAIL("the second differs");
      }
    }
  }
}

TEST_CASE("machine code computes what kernels compute", "[exec]") {
  SkipWithoutNativeTapes();
  using enum ElementType;
  for (const ElementType type : {kF32, kF64}) {
    for (const std::string name : {"add", "subtract", "multiply", "divide", "maximum", "minimum"}) {
      CheckKernel(name, FindElementwise(name, type, Numerics::kPortable), {type, type});
    }
    for (const std::string name :
         {"sqrt", "negate", "abs", "sign", "floor", "ceil", "round_nearest_even"}) {
      CheckKernel(name, FindElementwise(name, type, Numerics::kPortable), {type});
    }
    CheckKernel("clamp", FindElementwise("clamp", type, Numerics::kPortable), {type, type, type});
    CheckKernel("select", FindElementwise("select", type, Numerics::kPortable), {kI1, type, type});
  }
  for (const ElementType type : {kI32, kUI32, kI64, kUI64}) {
    for (const std::string name : {"add", "subtract", "multiply", "and", "or", "xor", "shift_left",
                                   "shift_right_logical", "divide", "remainder"}) {
      CheckKernel(name, FindElementwise(name, type, Numerics::kPortable), {type, type});
    }
    CheckKernel("select", FindElementwise("select", type, Numerics::kPortable), {kI1, type, type});
  }
  for (const ElementType type : {kI32, kUI32, kI64}) {
    for (const std::string name : {"maximum", "minimum"}) {
      CheckKernel(name, FindElementwise(name, type, Numerics::kPortable), {type, type});
    }
    CheckKernel("clamp", FindElementwise("clamp", type, Numerics::kPortable), {type, type, type});
  }
  for (const ElementType type : {kI8, kUI8, kI16, kUI16}) {
    for (const std::string name :
         {"add", "subtract", "multiply", "and", "or", "xor", "shift_left", "shift_right_logical",
          "shift_right_arithmetic", "maximum", "minimum"}) {
      CheckKernel(name, FindElementwise(name, type, Numerics::kPortable), {type, type});
    }
    CheckKernel("clamp", FindElementwise("clamp", type, Numerics::kPortable), {type, type, type});
    CheckKernel("select", FindElementwise("select", type, Numerics::kPortable), {kI1, type, type});
  }
  for (const ElementType type : {kI8, kUI8, kI16, kUI16, kI32, kUI32, kI64, kUI64}) {
    for (const std::string name : {"negate", "not"}) {
      CheckKernel(name, FindElementwise(name, type, Numerics::kPortable), {type});
    }
  }
  for (const ElementType type : {kI8, kI16}) {
    CheckKernel("abs", FindElementwise("abs", type, Numerics::kPortable), {type});
  }
  for (const ElementType type : {kI32, kI64}) {
    for (const std::string name : {"sign", "abs"}) {
      CheckKernel(name, FindElementwise(name, type, Numerics::kPortable), {type});
    }
  }
  CheckKernel("select", FindElementwise("select", kI1, Numerics::kPortable), {kI1, kI1, kI1});
  CheckKernel("shift_right_arithmetic",
              FindElementwise("shift_right_arithmetic", kI32, Numerics::kPortable), {kI32, kI32});
  for (const std::string name : {"and", "or", "xor"}) {
    for (const ElementType type : {kI1, kI8, kUI8}) {
      CheckKernel(name, FindElementwise(name, type, Numerics::kPortable), {type, type});
    }
  }
  CheckKernel("not", FindElementwise("not", kI1, Numerics::kPortable), {kI1});
  using enum simd::ComparisonDirection;
  for (const ElementType type :
       {kF32, kF64, kI1, kI8, kUI8, kI16, kUI16, kI32, kUI32, kI64, kUI64}) {
    for (const auto direction : {kEq, kNe, kLt, kLe, kGt, kGe}) {
      CheckKernel("compare", FindCompare(direction, false, type), {type, type});
    }
  }
  for (const auto& [from, to] : {std::pair(kI32, kF32), {kI32, kF64}, {kF32, kF64}, {kF64, kF32}}) {
    CheckKernel("convert", simd::FindConvert(from, to), {from});
  }
  for (const ElementType from : {kI1, kI8, kUI8, kI16, kUI16, kI32, kUI32, kI64}) {
    for (const ElementType to : {kI8, kUI16, kI32, kUI64, kF32, kF64}) {
      if (from == to) continue;
      CheckKernel("convert", simd::FindConvert(from, to), {from});
    }
  }
  for (const ElementType from : {kF32, kF64}) {
    CheckKernel("is_finite", FindElementwise("is_finite", from, Numerics::kPortable), {from});
    for (const ElementType to : {kI32, kI64}) {
      CheckKernel("convert", simd::FindConvert(from, to), {from});
    }
  }
  for (const ElementType type : {kI32, kUI32, kI64, kUI64}) {
    for (const std::string name : {"popcnt", "count_leading_zeros"}) {
      CheckKernel(name, FindElementwise(name, type, Numerics::kPortable), {type});
    }
  }
  for (const ElementType type : {kI64, kUI64}) {
    CheckKernel("shift_right_arithmetic",
                FindElementwise("shift_right_arithmetic", type, Numerics::kPortable), {type, type});
  }
}

TEST_CASE("machine code divides by constants like kernels", "[exec]") {
  SkipWithoutNativeTapes();
  for (const ElementType type : {ElementType::kI32, ElementType::kUI32}) {
    std::vector<Element> numbers = ElementsOf(type);
    for (const uint32_t number : {2U, 3U, 10U, 37U, 641U, 1000007U, 0x80000001U, 0xFFFFFFFDU}) {
      numbers.push_back(ElementOf(number));
    }
    for (const std::string name : {"divide", "remainder"}) {
      const ElementwiseKernel kernel = FindElementwise(name, type, Numerics::kPortable);
      for (const Element& divisor : numbers) {
        Element operands[3] = {{}, divisor, {}}, result;
        NativeTape tape({InstructionOf(kernel, result, operands)}, Operations(),
                        {operands[1].bytes});
        const auto check = [&](const Element& dividend) {
          operands[0] = dividend;
          Element expected;
          const void* addresses[] = {operands[0].bytes, operands[1].bytes};
          kernel.function(addresses, expected.bytes, 1, nullptr);
          result = Element{};
          tape.Run();
          return IsSame(type, result, expected);
        };
        bool is_same = std::ranges::all_of(numbers, check);
        uint32_t by = 0;
        std::memcpy(&by, divisor.bytes, 4);
        // Around multiples.
        for (uint32_t i = 0; i < 1000; ++i) is_same &= check(ElementOf(by * (i * i * i) - i % 3));
        CHECK(is_same);
      }
    }
  }
}

TEST_CASE("machine code multiplies and adds like a tape", "[exec]") {
  SkipWithoutNativeTapes();
  for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
    for (const size_t bytes : {size_t{4}, size_t{8}}) {
      Element operands[3] = {ElementOf(0.1), ElementOf(0.3), ElementOf(-0.7)};
      if (bytes == 4) {
        for (Element& element : operands) {
          double value = 0;
          std::memcpy(&value, element.bytes, 8);
          element = ElementOf(static_cast<float>(value));
        }
      }
      Element native, expected;
      TapeInstruction instruction;
      instruction.code = simd::FindTapeMultiplyAdd(bytes, numerics).in_memory;
      for (size_t k = 0; k < 3; ++k) instruction.operands[k] = operands[k].bytes;
      instruction.result = native.bytes;
      NativeTape(std::vector(1, instruction), Operations()).Run();
      instruction.result = expected.bytes;
      RunAlone(instruction);
      CHECK(std::memcmp(native.bytes, expected.bytes, 8) == 0);
    }
  }
}

TEST_CASE("moves of machine code see the elements that were just stored", "[exec]") {
  SkipWithoutNativeTapes();
  const float ones[4] = {1, 2, 3, 4};
  alignas(16) float sums[4] = {}, copy[4] = {}, again[4] = {};
  std::vector<TapeInstruction> all;
  const uintptr_t add =
      FindElementwise("add", ElementType::kF32, Numerics::kPortable).tape(4).in_memory;
  for (size_t i = 0; i < 4; ++i) {
    all.push_back({add, &sums[i], {&ones[i], &ones[3 - i], &ones[i]}, nullptr});
  }
  const auto move = [&](simd::TapeControl control, const void* from, void* to) {
    all.push_back({simd::FindTapeCode(control), to, {from, from, from}, nullptr});
  };
  move(simd::TapeControl::kMove16, sums, copy);
  move(simd::TapeControl::kMove8, copy, again);
  move(simd::TapeControl::kMove4, &copy[2], &again[2]);
  move(simd::TapeControl::kMove2, &copy[3], &again[3]);
  // A part of an element changes what registers had of it.
  all.push_back({add, &again[1], {&again[3], &again[2], &again[3]}, nullptr});
  NativeTape(all, Operations()).Run();
  for (const float one : copy) CHECK(one == 5.0F);
  CHECK(again[0] == 5.0F);
  CHECK(again[2] == 5.0F);
  float low_half = 0;
  std::memcpy(&low_half, &copy[3], 2);
  CHECK(again[1] == 5.0F + low_half);
}

// More values than registers, and addresses that no register of addresses reaches.
TEST_CASE("values that registers lose are read again", "[exec]") {
  SkipWithoutNativeTapes();
  constexpr size_t kCount = 40;
  std::vector<double> one(kCount), two(kCount), three(kCount);
  for (size_t i = 0; i < kCount; ++i) one[i] = static_cast<double>(i);
  const uintptr_t add =
      FindElementwise("add", ElementType::kF64, Numerics::kPortable).tape(8).in_memory;
  std::vector<TapeInstruction> all;
  for (size_t i = 0; i < kCount; ++i) {
    all.push_back({add, &two[i], {&one[i], &one[kCount - 1 - i], nullptr}, nullptr});
  }
  for (size_t i = 0; i < kCount; ++i) {
    all.push_back({add, &three[i], {&two[i], &one[i], nullptr}, nullptr});
  }
  NativeTape(all, Operations()).Run();
  for (size_t i = 0; i < kCount; ++i) CHECK(three[i] == 39.0 + static_cast<double>(i));
}

TEST_CASE("moves are moves even if conversions have the same code", "[exec]") {
  SkipWithoutNativeTapes();
  using enum simd::TapeControl;
  for (const simd::TapeControl control : {kMove1, kMove2, kMove4, kMove8, kMove16}) {
    TapeInstruction instruction;
    instruction.code = simd::FindTapeCode(control);
    REQUIRE(Operations().Find(instruction) != nullptr);
    CHECK(Operations().Find(instruction)->kind == NativeOperation::Kind::kMove);
  }
}

TEST_CASE("some operations have no machine code", "[exec]") {
  TapeInstruction instruction;
  CHECK(Operations().Find(instruction) == nullptr);
  instruction.code = simd::FindTapeCode(simd::TapeControl::kJump);
  CHECK(Operations().Find(instruction) == nullptr);
  CHECK(ExecutableMemory::Make({}) == nullptr);
}

}  // namespace
}  // namespace paddock
