// Blocks that repeat, as machine code of several turns, leave what single turns leave.
#include "core/exec/native/native_loop.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <vector>

#include "core/exec/native/native_segment_testing.h"
#include "core/exec/native/random_tape_testing.h"
#include "core/native/executable_memory.h"
#include "simd/elementwise/elementwise.h"

namespace paddock {
namespace {

using namespace testing;

using simd::TapeInstruction;

constexpr int32_t kWork = 7, kSteps = 3;

// What a run of a block that repeats leaves.
struct Left {
  std::array<uint8_t, 64> bytes;
  int32_t counter = 0;
  int64_t budget = 0;
  uint64_t steps = 0;
  uint32_t at = 0;
  uint64_t count = 0, last = 0;
  bool operator==(const Left&) const = default;
};

// A block of random instructions and a counter. It follows itself while the counter is below a
// limit, or while a random byte is, or is not, 0.
class RandomLoop {
 public:
  enum class Until : uint8_t { kLimit, kZero, kNonzero };

  RandomLoop(uint32_t seed, int count, Until until) : tape_(seed, count), before_(tape_.bytes()) {
    using enum ElementType;
    const simd::Numerics numerics = simd::Numerics::kPortable;
    std::vector<TapeInstruction>& all = tape_.instructions();
    const auto add = [&](const simd::ElementwiseKernel& kernel, void* result, const void* right) {
      TapeInstruction one;
      one.code = kernel.tape(4).in_memory;
      one.result = result;
      one.operands[0] = &counter_;
      one.operands[1] = right;
      all.push_back(one);
    };
    add(simd::FindElementwise("add", kI32, numerics), &counter_, &one_);
    condition_ = until == Until::kLimit ? &boolean_ : tape_.Boolean();
    add(simd::FindCompare(simd::ComparisonDirection::kLt, false, kI32), condition_, &limit_);
    if (until != Until::kLimit) all.pop_back();
    repeats_if_true_ = until != Until::kZero;
  }

  // `turns` of machine code; 0: each instruction alone.
  Left Run(int64_t budget, int32_t limit, size_t turns) {
    tape_.bytes() = before_;
    counter_ = 0;
    limit_ = limit;
    simd::TapeBlock block, end;
    end.work = simd::kTapeEnd;
    end.place = 8;
    block.work = kWork;
    block.steps = kSteps;
    block.place = 4;
    simd::TapeBlock* targets[] = {&end, &block};
    if (!repeats_if_true_) std::swap(targets[0], targets[1]);
    std::vector<TapeInstruction> instructions = tape_.instructions();
    std::unique_ptr<const ExecutableMemory> code;
    if (turns > 0) {
      code = CodeOf({&block, kWork, kSteps, condition_, repeats_if_true_, turns});
      instructions.assign(1, {.code = code->address()});
    }
    instructions.push_back({.code = simd::FindTapeCode(simd::TapeControl::kBranch),
                            .operands = {condition_},
                            .extra = targets});
    block.instructions = instructions.data();
    simd::TapeRun run;
    run.budget = budget;
    simd::RunTape(block, run);
    return {tape_.bytes(), counter_, run.budget, run.steps, run.at, block.count, block.last};
  }

 private:
  std::unique_ptr<const ExecutableMemory> CodeOf(const NativeLoop& loop) {
    std::vector<const TapeInstruction*> all;
    for (const TapeInstruction& one : tape_.instructions()) all.push_back(&one);
    Assembler assembler;
    WriteSegment(all, Operations(), {}, &loop, assembler);
    auto code = ExecutableMemory::Make(assembler.code());
    REQUIRE(code != nullptr);
    return code;
  }

  RandomTape tape_;
  std::array<uint8_t, 64> before_;
  int32_t counter_ = 0, limit_ = 0, one_ = 1;
  uint8_t boolean_ = 0;
  uint8_t* condition_ = nullptr;
  bool repeats_if_true_ = true;
};

TEST_CASE("turns of machine code leave memory, budget and counts of single turns", "[exec]") {
  SkipWithoutNativeTapes();
  for (uint32_t seed = 0; seed < 300; ++seed) {
    INFO("seed " << seed);
    const auto until = static_cast<RandomLoop::Until>(seed % 3);
    RandomLoop loop(seed, static_cast<int>(seed % 7), until);
    const size_t turns = seed % 8 + 1;
    // The budget ends before, between and behind all turns.
    for (const int64_t budget : {1, 7, 8, 15, 50, 57, 60, 1000}) {
      for (const int32_t limit : {1, 2, 8, 9, 30}) {
        if (loop.Run(budget, limit, turns) != loop.Run(budget, limit, 0)) FAIL("a run differs");
      }
    }
  }
}

TEST_CASE("blocks of few instructions have several turns", "[exec]") {
  CHECK(TurnsOf(1) == 8);
  CHECK(TurnsOf(12) == 8);
  CHECK(TurnsOf(30) == 3);
  CHECK(TurnsOf(96) == 1);
  CHECK(TurnsOf(500) == 1);
}

}  // namespace
}  // namespace paddock
