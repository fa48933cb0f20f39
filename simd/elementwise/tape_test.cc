// Tapes compute the same as kernels on one element, for all locations of the operands. They also
// jump, charge the budget, count and end as specified.
#include "simd/elementwise/tape.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "simd/elementwise/samples.h"
#include "simd/elementwise/testing.h"

namespace paddock::simd::testing {
namespace {

struct TapeOperation {
  std::string name;
  ElementwiseKernel kernel;
  std::vector<ElementType> operands;
};

TapeForms FormsOf(const ElementwiseKernel& kernel) {
  REQUIRE(kernel.tape != nullptr);
  return kernel.tape(ByteSize(kernel.operand));
}
TapeForms FormsOf(const std::string& op, ElementType type) {
  return FormsOf(FindElementwise(op, type, Numerics::kPortable));
}

// All operations that have a kernel.
std::vector<TapeOperation> AllOperations() {
  std::vector<TapeOperation> found;
  const auto add = [&](std::string name, const ElementwiseKernel& kernel,
                       const std::vector<ElementType>& operands) {
    if (kernel.function != nullptr) found.push_back({std::move(name), kernel, operands});
  };
  struct Row {
    std::string_view spelling;
    size_t arity;
  };
  constexpr Row kRows[] = {
#define ELEMENTWISE_OP(name, spelling, arity, result, cost) {spelling, arity},
#include "simd/elementwise/ops.def"
#undef ELEMENTWISE_OP
  };
  for (const ElementType type : AllElementTypes()) {
    if (IsComplex(type)) continue;
    for (const Row& row : kRows) {
      if (row.spelling == "complex" || row.spelling == "reduce_precision") continue;
      std::vector<ElementType> operands(row.arity, type);
      if (row.spelling == "select") operands[0] = ElementType::kI1;
      add(std::string(row.spelling), FindElementwise(row.spelling, type, Numerics::kFast),
          operands);
    }
    using enum ComparisonDirection;
    for (const auto direction : {kEq, kNe, kGe, kGt, kLe, kLt}) {
      for (const bool is_total : {false, true}) {
        add("compare " + std::to_string(static_cast<int>(direction)),
            FindCompare(direction, is_total, type), {type, type});
      }
    }
    for (const ElementType to : AllElementTypes()) {
      if (!IsComplex(to)) add("convert", FindConvert(type, to), {type});
    }
  }
  return found;
}

bool IsSameElement(ElementType type, const uint8_t* one, const uint8_t* other) {
  const auto is_nan = [&](const uint8_t* element) {
    return IsFloat(type) && ReadFloat(type, element) != ReadFloat(type, element);
  };
  return memcmp(one, other, ByteSize(type)) == 0 || (is_nan(one) && is_nan(other));
}

// A sequence of instructions with an end.
class StraightTape {
 public:
  explicit StraightTape(std::vector<TapeInstruction> instructions)
      : instructions_(std::move(instructions)) {
    end_.work = kTapeEnd;
    TapeInstruction jump;
    jump.code = FindTapeCode(TapeControl::kJump);
    jump.extra = &end_;
    instructions_.push_back(jump);
    block_.instructions = instructions_.data();
  }
  StraightTape(const StraightTape&) = delete;
  StraightTape& operator=(const StraightTape&) = delete;

  void Run() {
    TapeRun run;
    run.budget = 1;
    RunTape(block_, run);
  }

 private:
  std::vector<TapeInstruction> instructions_;
  TapeBlock block_, end_;
};

// One operation on memory that does not move.
class OneOperation {
 public:
  explicit OneOperation(const TapeOperation& operation)
      : operation_(operation), forms_(FormsOf(operation.kernel)) {}

  // The element of operand `k`.
  uint8_t* operand(size_t k) { return memory_[k] + 1; }

  void Check() {
    const void* operands[] = {operand(0), operand(1), operand(2)};
    operation_.kernel.function(operands, expected_, 1, nullptr);
    if (IsMirrored(operation_.kernel.direction)) std::swap(operands[0], operands[1]);
    CheckCodes(forms_, operands);
    CheckCodes(forms_.keeping, operands);
  }

 private:
  void CheckCodes(const TapeCodes& codes, const void* const* operands) {
    if (codes.in_memory != 0) CheckCode(codes.in_memory, operands, nullptr);
    const bool is_binary = operation_.operands.size() == 2;
    if (codes.after_left != 0) CheckCode(codes.after_left, operands, operands[0]);
    if (codes.after_right != 0) CheckCode(codes.after_right, operands, operands[1]);
    const size_t bytes = ByteSize(operation_.operands[0]);
    if (codes.after_both == 0 || !is_binary || memcmp(operand(0), operand(1), bytes) != 0) return;
    CheckCode(codes.after_both, operands, operands[0]);
  }

  // `last`: the operand that an earlier instruction leaves in the register; null if none.
  void CheckCode(uintptr_t code, const void* const* operands, const void* last) {
    std::vector<TapeInstruction> instructions;
    uint8_t kept[16];
    const size_t bytes = ByteSize(operation_.operands[0]);
    if (last != nullptr) {
      // An instruction that leaves the operand in the register. Its memory is then overwritten,
      // which shows whether the register is read.
      memcpy(kept, last, bytes);
      instructions.push_back(Keeping(kept, bytes));
    }
    TapeInstruction instruction;
    instruction.code = code;
    std::copy_n(operands, 3, instruction.operands);
    for (const void*& operand : instruction.operands) {
      if (last != nullptr && operand == last) operand = other_;
    }
    uint8_t result[17] = {};
    instruction.result = result + 1;
    instructions.push_back(instruction);
    StraightTape(std::move(instructions)).Run();
    const ElementType type = operation_.kernel.result;
    const bool is_same = IsSameElement(type, result + 1, expected_);
    const bool is_alone = result[0] == 0 && result[ByteSize(type) + 1] == 0;
    if (is_same && is_alone) return;
    INFO(operation_.name << " " << Spelling(operation_.operands.back()) << " -> "
                         << Spelling(type));
    CHECK(is_same);
    if (!is_alone) FAIL("it writes beside its result");
  }

  static TapeInstruction Keeping(uint8_t* element, size_t bytes) {
    using enum ElementType;
    const ElementType types[] = {kI1, kI1, kUI16, kUI16, kUI32, kUI32, kUI32, kUI32, kUI64};
    TapeInstruction instruction;
    instruction.code = FormsOf("or", types[bytes]).in_memory;
    instruction.result = element;
    for (const void*& operand : instruction.operands) operand = element;
    return instruction;
  }

  const TapeOperation& operation_;
  const TapeForms forms_;
  uint8_t memory_[3][17] = {};
  uint8_t other_[16] = {0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55};
  uint8_t expected_[16] = {};
};

TEST_CASE("an instruction of a tape gives the bits of its kernel on one element", "[simd]") {
  ForEachTarget([&] {
    size_t found = 0;
    for (const TapeOperation& operation : AllOperations()) {
      if (operation.kernel.tape == nullptr) continue;
      ++found;
      OneOperation one(operation);
      std::vector<std::vector<std::vector<uint8_t>>> samples;
      for (const ElementType type : operation.operands) samples.push_back(Samples(type));
      while (samples.size() < 3) samples.push_back({{0}});
      // Every pair of the first two operands. The third operand takes one sample after another.
      size_t at = 0;
      for (const auto& first : samples[0]) {
        for (const auto& second : samples[1]) {
          const auto& third = samples[2][at++ % samples[2].size()];
          memcpy(one.operand(0), first.data(), first.size());
          memcpy(one.operand(1), second.data(), second.size());
          memcpy(one.operand(2), third.data(), third.size());
          one.Check();
        }
      }
    }
    // At least the operations of chains, for 4 types.
    CHECK(found > 150);
  });
}

// Checks one pair on operands of all kinds.
void CheckPair(ElementType type, uintptr_t first, uintptr_t second, bool is_right) {
  const TapeCodes codes = FindTapePair(first, second, is_right);
  if (codes.in_memory == 0) return;
  const std::vector<std::vector<uint8_t>> samples = Samples(type);
  const std::vector<uint8_t>& third = samples[samples.size() / 2];
  for (const auto& lhs : samples) {
    for (const auto& rhs : samples) {
      uint8_t middle[8] = {}, expected[8] = {}, found[8] = {};
      TapeInstruction one{first, middle, {lhs.data(), rhs.data(), nullptr}, nullptr};
      TapeInstruction then{second, expected, {middle, third.data(), nullptr}, nullptr};
      if (is_right) std::swap(then.operands[0], then.operands[1]);
      StraightTape({one, then}).Run();
      one.code = codes.in_memory;
      then.result = found;
      StraightTape({one, then}).Run();
      if (!IsSameElement(type, found, expected)) FAIL("a pair differs from its instructions");
    }
  }
}

TEST_CASE("fused instructions give the bits of both", "[simd]") {
  ForEachTarget([&] {
    using enum ElementType;
    const std::string names[] = {"add", "subtract", "multiply", "divide"};
    for (const ElementType type : {kF32, kF64, kI32, kUI32, kI64}) {
      for (const std::string& first : names) {
        for (const std::string& second : names) {
          const uintptr_t one = FormsOf(first, type).in_memory;
          const uintptr_t then = FormsOf(second, type).in_memory;
          CheckPair(type, one, then, false);
          CheckPair(type, one, then, true);
        }
      }
    }
  });
}

TEST_CASE("a tape calls a kernel that has no instruction", "[simd]") {
  ForEachTarget([&] {
    const auto kernel = FindElementwise("tanh", ElementType::kF32, Numerics::kPortable);
    CHECK(kernel.tape == nullptr);
    const float operands[] = {0.5f, -2.0f, 100.0f};
    float expected[3], found[3];
    const void* addresses[] = {operands};
    kernel.function(addresses, expected, 3, nullptr);
    const TapeKernel call{kernel.function, nullptr, 3};
    TapeInstruction instruction;
    instruction.code = FindTapeCode(TapeControl::kKernel);
    instruction.operands[0] = operands;
    instruction.result = found;
    instruction.extra = &call;
    StraightTape({instruction}).Run();
    CHECK(memcmp(expected, found, sizeof(found)) == 0);
  });
}

// do { ++i; } while (i < limit), as one block.
struct CountingTape {
  explicit CountingTape(int32_t limit_of_i) : limit(limit_of_i) {
    const TapeForms add = FormsOf("add", ElementType::kI32);
    const TapeForms less = FormsOf(FindCompare(ComparisonDirection::kLt, false, ElementType::kI32));
    instructions[0] = {add.in_memory, &i, {&i, &one, &i}, nullptr};
    instructions[1] = {less.in_memory, &is_less, {&i, &limit, &i}, nullptr};
    instructions[2] = {
        FindTapeCode(TapeControl::kBranch), nullptr, {&is_less, &is_less, &is_less}, targets};
    if (less.and_branch != 0) {
      fused = instructions[1];
      fused.code = less.and_branch;
      fused.extra = targets;
    }
    block.instructions = instructions;
    block.work = 10;
    block.steps = 3;
    block.place = 7;
    end.work = kTapeEnd;
    end.place = 20;
  }

  int32_t i = 0, one = 1, limit = 0;
  uint8_t is_less = 0;
  TapeInstruction instructions[3], fused;
  TapeBlock block, end;
  TapeBlock* targets[2] = {&end, &block};
};

TEST_CASE("a tape charges its blocks, counts them and ends", "[simd]") {
  ForEachTarget([&] {
    for (const bool is_fused : {false, true}) {
      CountingTape tape(100);
      if (is_fused && tape.fused.code == 0) continue;
      if (is_fused) tape.instructions[1] = tape.fused;
      TapeRun run;
      run.budget = 10000;
      run.steps = 5;
      RunTape(tape.block, run);
      CHECK(tape.i == 100);
      CHECK(tape.is_less == 0);
      CHECK(run.at == 20);
      CHECK(run.budget == 9000);
      CHECK(run.steps == 305);
      CHECK(tape.block.count == 100);
      CHECK(tape.block.last == 305);
    }
  });
}

TEST_CASE("a tape is left before a block that exceeds the budget", "[simd]") {
  ForEachTarget([&] {
    CountingTape tape(100);
    TapeRun run;
    run.budget = 55;
    RunTape(tape.block, run);
    CHECK(run.at == 7);
    CHECK(run.budget == 5);
    CHECK(tape.i == 5);
    // The remaining budget does not suffice for another block.
    RunTape(tape.block, run);
    CHECK(run.budget == 5);
    CHECK(tape.block.count == 5);
    run.budget = 1000;
    RunTape(tape.block, run);
    CHECK(run.at == 20);
    CHECK(tape.i == 100);
  });
}

TEST_CASE("a switch of a tape takes the last target out of range", "[simd]") {
  ForEachTarget([&] {
    TapeBlock ends[3], block;
    TapeBlock* blocks[3];
    for (uint32_t k = 0; k < 3; ++k) {
      ends[k].work = kTapeEnd;
      ends[k].place = k;
      blocks[k] = &ends[k];
    }
    int32_t index = 0;
    const TapeTargets targets{blocks, 3};
    TapeInstruction instruction{
        FindTapeCode(TapeControl::kSwitch), nullptr, {&index, &index, &index}, &targets};
    block.instructions = &instruction;
    for (const auto& [value, place] :
         {std::pair(0, 0u), {1, 1u}, {2, 2u}, {3, 2u}, {-1, 2u}, {INT32_MIN, 2u}}) {
      index = value;
      TapeRun run;
      run.budget = 1;
      RunTape(block, run);
      CHECK(run.at == place);
    }
  });
}

TEST_CASE("a called step chooses the next block", "[simd]") {
  ForEachTarget([&] {
    struct Host {
      TapeBlock* next;
      int calls;
    };
    CountingTape tape(3);
    TapeInstruction call{FindTapeCode(TapeControl::kCall), nullptr, {}, &tape};
    TapeBlock caller;
    caller.instructions = &call;
    Host host{&tape.block, 0};
    TapeRun run;
    run.budget = 1000;
    run.host = &host;
    run.call = [](TapeRun& called, const void*) -> TapeBlock* {
      auto& own = *static_cast<Host*>(called.host);
      ++own.calls;
      called.budget -= 100;
      called.at = 42;
      return own.next;
    };
    RunTape(caller, run);
    CHECK(tape.i == 3);
    CHECK(run.at == 20);
    CHECK(run.budget == 870);
    host.next = nullptr;
    RunTape(caller, run);
    CHECK(run.at == 42);
    CHECK(run.budget == 770);
    CHECK(host.calls == 2);
  });
}

}  // namespace
}  // namespace paddock::simd::testing
