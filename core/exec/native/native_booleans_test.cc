// Comparisons, logic and selections of few elements as machine code, compared with their kernels.
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/exec/native/native_segment_testing.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using namespace testing;
using simd::ComparisonDirection;
using simd::ElementwiseKernel;
using simd::TapeInstruction;
using simd::TapeKernel;

constexpr size_t kMost = TapeKernel::kMostOfVector;
constexpr size_t kArrayBytes = 8 * kMost + 8;

// An array and the bytes behind it.
struct Array {
  alignas(8) std::byte bytes[kArrayBytes];
};

// A tape and the arrays that it is on.
class Program {
 public:
  explicit Program(size_t count) : count_(count), arrays_(16) {}

  Array& array(size_t number) { return arrays_[number]; }
  const std::vector<Array>& arrays() const { return arrays_; }

  void Add(const ElementwiseKernel& kernel, size_t result, const std::vector<size_t>& operands) {
    const size_t bytes = ByteSize(kernel.operand);
    auto call = std::make_unique<TapeKernel>(TapeKernel{kernel.function, nullptr, count_});
    call->of_element = kernel.tape(bytes).in_memory;
    call->is_mirrored = simd::IsMirrored(kernel.direction);
    Add(std::move(call), result, operands);
  }
  // Repeats a byte, whose kernel is not there.
  void AddSpread(size_t result, size_t operand) {
    auto call = std::make_unique<TapeKernel>(TapeKernel{nullptr, nullptr, count_});
    call->of_element = simd::FindTapeCode(simd::TapeControl::kMove1);
    Add(std::move(call), result, {operand});
  }

  const std::vector<TapeInstruction>& instructions() const { return instructions_; }

  void RunAlone() const {
    for (const TapeInstruction& one : instructions_) {
      if (static_cast<const TapeKernel*>(one.extra)->function == nullptr) {
        std::memset(one.result, *static_cast<const uint8_t*>(one.operands[0]), count_);
      } else {
        testing::RunAlone(one);
      }
    }
  }

 private:
  void Add(std::unique_ptr<TapeKernel> call, size_t result, const std::vector<size_t>& operands) {
    TapeInstruction instruction;
    instruction.code = simd::FindTapeCode(simd::TapeControl::kKernel);
    instruction.result = arrays_[result].bytes;
    for (size_t k = 0; k < 3; ++k) {
      instruction.operands[k] = arrays_[operands[std::min(k, operands.size() - 1)]].bytes;
    }
    instruction.extra = call.get();
    REQUIRE(Operations().Find(instruction) != nullptr);
    calls_.push_back(std::move(call));
    instructions_.push_back(instruction);
  }

  size_t count_;
  std::vector<Array> arrays_;
  std::vector<std::unique_ptr<TapeKernel>> calls_;
  std::vector<TapeInstruction> instructions_;
};

ElementwiseKernel Find(const std::string& name, ElementType type) {
  return simd::FindElementwise(name, type, simd::Numerics::kPortable);
}

// Arrays 0 to 2 are numbers, 3 and 4 booleans; the others are results.
void Check(ElementType type, ComparisonDirection direction, size_t count) {
  INFO(count << " " << Spelling(type) << ", direction " << static_cast<int>(direction));
  Program program(count);
  const ElementwiseKernel compare = simd::FindCompare(direction, false, type);
  const ElementwiseKernel select = Find("select", type);
  program.Add(compare, 5, {0, 1});
  program.Add(compare, 6, {2, 1});
  program.Add(Find("and", ElementType::kI1), 7, {5, 6});
  program.Add(Find("or", ElementType::kI1), 8, {7, 3});
  program.Add(Find("not", ElementType::kI1), 9, {8});
  program.Add(Find("xor", ElementType::kI1), 10, {3, 4});
  program.Add(Find("not", ElementType::kI1), 11, {4});
  program.Add(select, 12, {9, 0, 1});
  program.Add(select, 13, {10, 12, 2});
  program.AddSpread(14, 5);
  program.Add(select, 12, {14, 12, 13});
  program.AddSpread(15, 4);
  NativeTape tape(program.instructions(), Operations());
  std::mt19937 random(static_cast<unsigned>(count));
  for (int round = 0; round < 10; ++round) {
    for (size_t i = 0; i < 16; ++i) {
      for (std::byte& byte : program.array(i).bytes) {
        byte = static_cast<std::byte>(i == 3 || i == 4 ? random() % 2 : random() % 3 * 0x40);
      }
    }
    const std::vector<Array> before = program.arrays();
    program.RunAlone();
    const std::vector<Array> expected = program.arrays();
    for (size_t i = 0; i < 16; ++i) program.array(i) = before[i];
    tape.Run();
    for (size_t i = 0; i < 16; ++i) {
      INFO("array " << i);
      REQUIRE(std::memcmp(program.array(i).bytes, expected[i].bytes, kArrayBytes) == 0);
    }
  }
}

TEST_CASE("machine code compares and selects few elements like kernels", "[exec]") {
  SkipWithoutNativeTapes();
  using enum ElementType;
  using enum ComparisonDirection;
  for (size_t count = 1; count <= kMost; ++count) {
    for (const ElementType type : {kF32, kF64, kI32, kUI32, kI64}) {
      for (const auto direction : {kEq, kNe, kLt, kLe, kGt, kGe}) Check(type, direction, count);
    }
  }
}

// Booleans of comparisons of one width, read by operations on another.
TEST_CASE("machine code converts booleans of any comparison", "[exec]") {
  SkipWithoutNativeTapes();
  using enum ElementType;
  for (const ElementType compared : {kF32, kF64}) {
    for (const ElementType to : {kI32, kUI32, kI64, kF32, kF64}) {
      INFO(Spelling(compared) << " to " << Spelling(to));
      Array arrays[6] = {};
      const auto at = [&](const ElementwiseKernel& kernel, size_t result,
                          const std::vector<size_t>& operands) {
        TapeInstruction one;
        one.code = kernel.tape(ByteSize(kernel.operand)).in_memory;
        one.result = arrays[result].bytes;
        for (size_t k = 0; k < operands.size(); ++k) {
          one.operands[k] = arrays[operands[k]].bytes;
        }
        return one;
      };
      const std::vector<TapeInstruction> all = {
          at(simd::FindCompare(ComparisonDirection::kLt, false, compared), 2, {0, 1}),
          at(simd::FindConvert(kI1, to), 3, {2}),
          at(Find("select", kF32), 4, {2, 0, 1}),
          at(Find("select", kF64), 5, {2, 0, 1}),
      };
      NativeTape tape(all, Operations());
      for (const bool is_less : {false, true}) {
        std::memset(arrays, 0, sizeof(arrays));
        arrays[is_less ? 1 : 0].bytes[ByteSize(compared) - 1] = std::byte{0x40};
        Array before[6], expected[6];
        std::memcpy(before, arrays, sizeof(arrays));
        for (const TapeInstruction& one : all) RunAlone(one);
        std::memcpy(expected, arrays, sizeof(arrays));
        std::memcpy(arrays, before, sizeof(arrays));
        tape.Run();
        CHECK(std::memcmp(arrays, expected, sizeof(arrays)) == 0);
      }
    }
  }
}

}  // namespace
}  // namespace paddock
