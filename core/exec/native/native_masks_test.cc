// Booleans that registers have as masks, or as complements of masks, alone.
#include <array>
#include <catch2/catch_test_macros.hpp>
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

// Numbers, then the results.
using MaskMemory = std::array<uint64_t, 24>;

class MaskProgram {
 public:
  MaskMemory& memory() { return memory_; }
  const std::vector<TapeInstruction>& instructions() const { return instructions_; }

  // Returns the place of the result.
  size_t Add(const ElementwiseKernel& kernel, const std::vector<size_t>& operands) {
    REQUIRE(kernel.tape != nullptr);
    TapeInstruction one;
    one.code = kernel.tape(ByteSize(kernel.operand)).in_memory;
    one.result = &memory_[next_];
    for (size_t k = 0; k < operands.size(); ++k) one.operands[k] = &memory_[operands[k]];
    instructions_.push_back(one);
    return next_++;
  }

 private:
  MaskMemory memory_ = {};
  size_t next_ = 4;
  std::vector<TapeInstruction> instructions_;
};

ElementwiseKernel KernelNamed(const std::string& name, ElementType type) {
  return simd::FindElementwise(name, type, simd::Numerics::kPortable);
}

ElementwiseKernel ComparisonOf(ComparisonDirection direction, ElementType type) {
  return simd::FindCompare(direction, false, type);
}

// NE and LE of integers make complements.
void CheckMasks(ComparisonDirection first, ComparisonDirection second, ElementType type) {
  using enum ComparisonDirection;
  using enum ElementType;
  MaskProgram program;
  const size_t one = program.Add(ComparisonOf(first, type), {0, 1});
  const size_t other = program.Add(ComparisonOf(second, type), {2, 1});
  for (const auto direction : {kEq, kNe, kLt, kLe}) {
    program.Add(ComparisonOf(direction, kI1), {one, other});
  }
  const size_t both = program.Add(KernelNamed("and", kI1), {one, other});
  program.Add(KernelNamed("or", kI1), {one, other});
  program.Add(KernelNamed("xor", kI1), {one, other});
  const size_t complement = program.Add(KernelNamed("not", kI1), {both});
  program.Add(KernelNamed("select", kI1), {complement, one, other});
  program.Add(KernelNamed("select", kI8), {other, 0, 1});
  program.Add(KernelNamed("select", kI32), {one, 0, 1});
  program.Add(KernelNamed("select", kF64), {complement, 0, 1});
  program.Add(simd::FindConvert(kI1, kI32), {one});
  program.Add(simd::FindConvert(kI1, kF64), {other});
  NativeTape tape(program.instructions(), Operations());
  std::mt19937 random(1);
  for (int round = 0; round < 30; ++round) {
    for (size_t i = 0; i < 4; ++i) program.memory()[i] = random() % 3;
    const MaskMemory before = program.memory();
    for (const TapeInstruction& instruction : program.instructions()) RunAlone(instruction);
    const MaskMemory expected = program.memory();
    program.memory() = before;
    tape.Run();
    REQUIRE(program.memory() == expected);
  }
}

TEST_CASE("machine code reads masks and their complements alike", "[exec]") {
  SkipWithoutNativeTapes();
  using enum ComparisonDirection;
  using enum ElementType;
  for (const ElementType type : {kI8, kUI16, kI32, kUI32, kI64, kF32}) {
    for (const auto first : {kEq, kNe, kLt, kLe}) {
      for (const auto second : {kEq, kNe, kLt, kLe}) {
        INFO(Spelling(type) << ", directions " << static_cast<int>(first) << " and "
                            << static_cast<int>(second));
        CheckMasks(first, second, type);
      }
    }
  }
}

}  // namespace
}  // namespace paddock
