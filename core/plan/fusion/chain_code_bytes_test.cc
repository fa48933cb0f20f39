// Machine code of chains on lanes of 1 byte.
#ifndef __wasm__  // Chains are modules there, and have no such lanes.

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <iterator>
#include <random>
#include <vector>

#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/chain_code_testing.h"

namespace paddock {
namespace {

using simd::ChainOp;
using simd::ChainStep;
using testing::IsCoded;
using testing::MovingOperand;
using testing::SamplesOf;
using Kind = TileChainOperand::Kind;

// Steps of random operations on two arrays of bytes, one of booleans, an element for all, and kept
// values, of which the last is stored.
class RandomByteChain {
 public:
  static constexpr uint16_t kArrays = 2, kBooleans = 2, kElement = 3, kPredicate = 4,
                            kFirstSlot = 5, kSlots = 4, kResult = kFirstSlot + kSlots;

  explicit RandomByteChain(uint32_t seed)
      : random_(seed), operands_(kResult + 1, MovingOperand(ElementType::kUI8)) {
    operands_[kElement].kind = Kind::kSame;
    for (uint16_t k = kPredicate; k < kResult; ++k) operands_[k].kind = Kind::kSlot;
    operands_[kResult].is_written = true;
    Add(ChainOp::kLoadBoolean, kBooleans);
    Add(ChainOp::kStore, kPredicate);
    for (uint16_t k = kFirstSlot; k < kResult; ++k) {
      Add(ChainOp::kLoad, Below(kArrays));
      Add(ChainOp::kStore, k);
    }
    for (int i = 0; i < 30; ++i) AddAny();
    Add(ChainOp::kStore, kResult);
  }

  const std::vector<TileChainOperand>& operands() const { return operands_; }
  const std::vector<ChainStep>& steps() const { return steps_; }

 private:
  uint16_t Below(size_t count) { return static_cast<uint16_t>(random_() % count); }
  uint16_t Slot() { return static_cast<uint16_t>(kFirstSlot + Below(kSlots)); }
  uint16_t Any() {
    const uint16_t k = Below(kArrays + 1 + kSlots);
    if (k < kArrays) return k;
    return k == kArrays ? kElement : static_cast<uint16_t>(kFirstSlot + k - kArrays - 1);
  }
  void Add(ChainOp op, uint16_t first = 0, uint16_t second = 0) {
    steps_.push_back({op, {first, second}});
  }

  void AddAny() {
    using enum ChainOp;
    constexpr ChainOp kOps[] = {kAddInteger,
                                kAddIntegerDoubled,
                                kSubtractInteger,
                                kSubtractIntegerReversed,
                                kMultiplyInteger,
                                kMultiplyIntegerDoubled,
                                kNotInteger,
                                kNegateInteger,
                                kAbsInteger,
                                kSignInteger,
                                kMaximumSigned,
                                kMaximumUnsigned,
                                kMinimumSigned,
                                kMinimumUnsigned,
                                kClampSigned,
                                kClampUnsigned,
                                kAnd,
                                kOr,
                                kXor,
                                kShiftLeft,
                                kShiftLeftReversed,
                                kShiftRightLogical,
                                kShiftRightLogicalReversed,
                                kShiftRightArithmetic,
                                kShiftRightArithmeticReversed,
                                kCountOnes,
                                kCountLeadingZeros};
    constexpr ChainOp kComparisons[] = {kEqualInteger,         kNotEqualInteger,    kLessSigned,
                                        kLessSignedReversed,   kLessOrEqualSigned,  kLessUnsigned,
                                        kLessUnsignedReversed, kLessOrEqualUnsigned};
    switch (Below(6)) {
      case 0:
        return Add(kStore, Slot());
      case 1:
        return Add(kLoad, Any());
      case 2:
        return Add(Below(2) == 0 ? kSelectOnTrue : kSelectOnFalse, kPredicate, Slot());
      case 3: {
        // A comparison decides at once, is kept, or becomes a number.
        Add(kComparisons[Below(std::size(kComparisons))], Any());
        const uint16_t use = Below(3);
        if (use == 0) return Add(kSelectByPredicate, Slot(), Slot());
        if (use == 1) Add(kXor, kPredicate);
        if (use == 1) Add(kStore, kPredicate);
        return Add(kSame);
      }
      default:
        return Add(kOps[Below(std::size(kOps))], Any(), Any());
    }
  }

  std::minstd_rand random_;
  std::vector<TileChainOperand> operands_;
  std::vector<ChainStep> steps_;
};

TEST_CASE("machine code of many steps on bytes gives the bits of the machine", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const simd::ChainMachine machine = simd::FindChainMachine(1);
  const size_t count = machine.block_elements;
  for (uint32_t seed = 1; seed < 1500; ++seed) {
    const RandomByteChain chain(seed);
    const WrittenCode code =
        WriteChainCode(chain.steps(), chain.operands(), 1,
                       {.may_use_long_vectors = seed % 2 == 0, .may_count_bits = seed % 4 == 0});
    REQUIRE(code.memory != nullptr);
    std::vector<std::vector<uint8_t>> blocks;
    for (size_t k = 0; k <= RandomByteChain::kResult; ++k) {
      blocks.push_back(SamplesOf(ElementType::kUI8, count, k));
    }
    for (size_t i = 0; i < count; ++i) {
      blocks[RandomByteChain::kBooleans][i] = static_cast<uint8_t>((i ^ seed) * 37 >> 3 & 1);
      blocks[RandomByteChain::kElement][i] = static_cast<uint8_t>(seed % 11);
    }
    std::vector<simd::ChainOperand> at;
    for (auto& block : blocks) at.push_back({block.data(), count});
    machine.run(chain.steps().data(), chain.steps().size(), at.data(), 1);
    const std::vector<uint8_t> expected = blocks.back();
    const size_t least = code.has_rest ? 1 : code.vector_bytes;
    for (size_t some = least; some <= count; some += least == 1 ? 13 : least) {
      blocks.back().assign(count, 0xA5);
      reinterpret_cast<ChainCode>(code.memory->address())(at.data(), some);
      INFO("chain " << seed << ", " << some << " elements");
      const auto end = static_cast<std::ptrdiff_t>(some);
      const bool is_same =
          std::equal(expected.begin(), expected.begin() + end, blocks.back().begin());
      REQUIRE(is_same);
      REQUIRE(std::all_of(blocks.back().begin() + end, blocks.back().end(),
                          [](uint8_t byte) { return byte == 0xA5; }));
    }
  }
}

}  // namespace
}  // namespace paddock

#endif
