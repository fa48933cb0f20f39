// Blocks that repeat, as machine code of several iterations, leave what single iterations leave.
#include "core/exec/native/native_end.h"

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <random>
#include <span>
#include <utility>
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

// The state behind a run of a block that repeats.
struct Left {
  std::array<uint8_t, 64> bytes;
  int32_t counter = 0;
  int64_t budget = 0;
  uint64_t steps = 0;
  uint32_t at = 0;
  uint64_t count = 0, last = 0;
  bool operator==(const Left&) const = default;
};

std::unique_ptr<const ExecutableMemory> CodeFor(const std::vector<TapeInstruction>& instructions,
                                                const NativeEnd& end) {
  std::vector<const TapeInstruction*> all;
  for (const TapeInstruction& one : instructions) all.push_back(&one);
  Assembler assembler;
  WriteSegment(all, Operations(), {}, &end, assembler);
  auto code = ExecutableMemory::Make(assembler.code());
  REQUIRE(code != nullptr);
  return code;
}

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

  // `iterations` of machine code; 0: each instruction alone.
  Left Run(int64_t budget, int32_t limit, size_t iterations) {
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
    if (iterations > 0) {
      NativeEnd native{.kind = NativeEnd::Kind::kBranch, .operand = condition_};
      for (simd::TapeBlock* target : targets) {
        native.targets.push_back({target, target->work, target->steps});
      }
      if (iterations > 1) native.repeated = &block;
      native.iterations = iterations;
      code = CodeFor(instructions, native);
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
  RandomTape tape_;
  std::array<uint8_t, 64> before_;
  int32_t counter_ = 0, limit_ = 0, one_ = 1;
  uint8_t boolean_ = 0;
  uint8_t* condition_ = nullptr;
  bool repeats_if_true_ = true;
};

TEST_CASE("iterations of machine code leave memory, budget and counts of single iterations",
          "[exec]") {
  SkipWithoutNativeTapes();
  for (uint32_t seed = 0; seed < 600; ++seed) {
    INFO("seed " << seed);
    const auto until = static_cast<RandomLoop::Until>(seed % 3);
    RandomLoop loop(seed, static_cast<int>(seed % 23), until);
    const size_t iterations = seed % 8 + 1;
    // The budget ends before, between and behind all iterations.
    for (const int64_t budget : {1, 7, 8, 15, 50, 57, 60, 1000}) {
      for (const int32_t limit : {1, 2, 8, 9, 30}) {
        if (loop.Run(budget, limit, iterations) != loop.Run(budget, limit, 0))
          FAIL("a run differs");
      }
    }
  }
}

// Four blocks of random instructions and an end. The first goes on with one of the others by an
// integer, the second always returns, the third may end, and the fourth may follow itself.
class RandomBlocks {
 public:
  explicit RandomBlocks(uint32_t seed) : random_(seed), tape_(seed, 12), before_(tape_.bytes()) {
    for (size_t i = 0; i < kBlocks; ++i) booleans_[i] = tape_.Boolean();
    using Kind = NativeEnd::Kind;
    constexpr Kind kKinds[] = {Kind::kSwitch, Kind::kJump, Kind::kBranch, Kind::kBranch};
    constexpr simd::TapeControl kJumps[] = {simd::TapeControl::kSwitch, simd::TapeControl::kJump,
                                            simd::TapeControl::kBranch, simd::TapeControl::kBranch};
    targets_ = {{{&blocks_[1], &blocks_[2], &blocks_[3]},
                 {&blocks_[0]},
                 {&blocks_[0], &end_},
                 {&blocks_[0], &blocks_[3]}}};
    if (random_() % 2 == 0) std::ranges::reverse(targets_[3]);
    switch_ = {targets_[0].data(), 3};
    for (size_t i = 0; i < kBlocks; ++i) {
      ends_[i] = {.kind = kKinds[i], .operand = i == 0 ? tape_.Integer() : booleans_[i]};
      jumps_[i] = {.code = simd::FindTapeCode(kJumps[i]),
                   .operands = {ends_[i].operand},
                   .extra = targets_[i].data()};
    }
    jumps_[0].extra = &switch_;
    jumps_[1].extra = targets_[1][0];
  }

  // `native`: the blocks that are machine code, by bit.
  std::vector<Left> Run(int64_t budget, uint32_t native) {
    tape_.bytes() = before_;
    end_ = {.work = simd::kTapeEnd, .place = 9};
    std::array<std::vector<TapeInstruction>, kBlocks> instructions;
    std::vector<std::unique_ptr<const ExecutableMemory>> codes;
    for (size_t i = 0; i < kBlocks; ++i) {
      blocks_[i] = {.work = 3 + static_cast<int64_t>(i), .steps = i + 1, .place = uint32_t(i)};
    }
    for (size_t i = 0; i < kBlocks; ++i) {
      const auto all = std::span(tape_.instructions()).subspan(3 * i, 3);
      instructions[i].assign(all.begin(), all.end());
      if ((native >> i & 1U) != 0) {
        codes.push_back(CodeOf(i, instructions[i]));
        instructions[i].assign(1, {.code = codes.back()->address()});
      }
      instructions[i].push_back(jumps_[i]);
      blocks_[i].instructions = instructions[i].data();
    }
    simd::TapeRun run;
    run.budget = budget;
    simd::RunTape(blocks_[0], run);
    std::vector<Left> all;
    for (const simd::TapeBlock& block : blocks_) {
      all.push_back({tape_.bytes(), 0, run.budget, run.steps, run.at, block.count, block.last});
    }
    return all;
  }

 private:
  static constexpr size_t kBlocks = 4;

  std::unique_ptr<const ExecutableMemory> CodeOf(size_t number,
                                                 const std::vector<TapeInstruction>& instructions) {
    NativeEnd end = ends_[number];
    for (simd::TapeBlock* target : targets_[number]) {
      end.targets.push_back({target, target->work, target->steps});
    }
    if (number == 3) {
      end.repeated = &blocks_[3];
      end.iterations = 4;
    }
    return CodeFor(instructions, end);
  }

  std::mt19937 random_;
  RandomTape tape_;
  std::array<uint8_t, 64> before_;
  uint8_t* booleans_[kBlocks];
  simd::TapeBlock end_;
  std::array<simd::TapeBlock, kBlocks> blocks_;
  std::array<std::vector<simd::TapeBlock*>, kBlocks> targets_;
  simd::TapeTargets switch_;
  NativeEnd ends_[kBlocks];
  TapeInstruction jumps_[kBlocks];
};

TEST_CASE("machine code goes on with the block that the tape's jump chooses", "[exec]") {
  SkipWithoutNativeTapes();
  for (uint32_t seed = 0; seed < 200; ++seed) {
    INFO("seed " << seed);
    RandomBlocks blocks(seed);
    for (const int64_t budget : {4, 10, 40, 300}) {
      const std::vector<Left> expected = blocks.Run(budget, 0);
      for (const uint32_t native : {1U, 2U, 4U, 8U, 15U}) {
        if (blocks.Run(budget, native) != expected) FAIL("a run differs");
      }
    }
  }
}

TEST_CASE("blocks of few instructions have several iterations", "[exec]") {
  CHECK(IterationsOf(1) == 8);
  CHECK(IterationsOf(12) == 8);
  CHECK(IterationsOf(30) == 3);
  CHECK(IterationsOf(96) == 1);
  CHECK(IterationsOf(500) == 1);
}

}  // namespace
}  // namespace paddock
