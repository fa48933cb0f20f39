// Machine code that compares, chooses and moves floats of 16 bits in lanes of their size has the
// bits of the code that does so as f32.
#ifndef __wasm__  // Chains are modules there, and lack these steps.

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <vector>

#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/chain_code_testing.h"
#include "core/plan/fusion/word_chain.h"

namespace paddock::chain_code_words_tests {
namespace {

using simd::ChainOp;
using simd::ChainStep;
using enum ElementType;
using testing::IsCoded;
using testing::MovingOperand;

// In every order of lanes: vectors without NaN, of NaN alone, and mixed ones.
std::vector<uint16_t> CodesInSteps(size_t step) {
  std::vector<uint16_t> codes(65536);
  for (size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<uint16_t>(i * step);
  return codes;
}

constexpr size_t kSteps[] = {1, 40503};

// Two operands in memory, a result, an element for all, two slots and booleans in memory.
enum Operand : uint16_t { kLeft, kRight, kResult, kElement, kSlot, kSecondSlot, kBooleans };

class Chain {
 public:
  explicit Chain(ElementType type)
      : type_(type),
        load_{simd::ChainLoadOf(type, 4), {kLeft, 0}},
        load_right_{simd::ChainLoadOf(type, 4), {kRight, 0}} {
    for (TileChainOperand& operand : operands_) operand = MovingOperand(type);
    operands_[kElement].kind = TileChainOperand::Kind::kSame;
    operands_[kBooleans] = MovingOperand(kI1);
    for (const Operand slot : {kSlot, kSecondSlot})
      operands_[slot].kind = TileChainOperand::Kind::kSlot;
    operands_[kResult].is_written = true;
  }

  void SetElement(uint16_t code, bool is_known) {
    element_ = code;
    operands_[kElement].constant =
        is_known ? reinterpret_cast<const std::byte*>(&element_) : nullptr;
  }

  ChainStep load() const { return load_; }
  ChainStep load_right() const { return load_right_; }
  ChainStep load_element() const { return {load_.op, {kElement, 0}}; }

  ChainStep store(bool is_boolean) {
    const ElementType type = is_boolean ? kI1 : type_;
    operands_[kResult] = MovingOperand(type);
    operands_[kResult].is_written = true;
    return {simd::ChainStoreOf(type, 4), {kResult, 0}};
  }

  // Runs the steps and a store, as code on words and as others.
  void Check(std::vector<ChainStep> steps, const std::vector<uint16_t>& left,
             const std::vector<uint16_t>& right, bool is_boolean = false) {
    steps.push_back(store(is_boolean));
    REQUIRE(OnWords(steps, operands_));
    const ChainCodeOptions on_vectors{.may_use_long_vectors = false};
    const size_t count = left.size();
    CHECK((Run(steps, left, right, count, {}) == Run(steps, left, right, count, on_vectors)));
  }

  // Whether code computes any number of elements, without another vector for the last ones.
  bool CodesRest(const std::vector<ChainStep>& steps) const {
    return WriteChainCode(steps, operands_, 4, {}).has_rest;
  }

  std::vector<uint8_t> Run(const std::vector<ChainStep>& steps, std::vector<uint16_t> left,
                           std::vector<uint16_t> right, size_t count,
                           const ChainCodeOptions& options) {
    const WrittenCode code = WriteChainCode(steps, operands_, 4, options);
    REQUIRE(code.memory != nullptr);
    std::vector<uint8_t> booleans(left.size());
    for (size_t i = 0; i < booleans.size(); ++i) booleans[i] = i % 3 == 0 ? 1 : 0;
    std::vector<uint8_t> results(left.size() * 2);
    const simd::ChainOperand at[] = {{reinterpret_cast<uint8_t*>(left.data()), 0},
                                     {reinterpret_cast<uint8_t*>(right.data()), 0},
                                     {results.data(), 0},
                                     {reinterpret_cast<uint8_t*>(&element_), 0},
                                     {},
                                     {},
                                     {booleans.data(), 0}};
    reinterpret_cast<ChainCode>(code.memory->address())(at, count);
    return results;
  }

 private:
  ElementType type_;
  ChainStep load_, load_right_;
  uint16_t element_ = 0;
  std::array<TileChainOperand, 7> operands_;
};

constexpr ChainOp kComparisons[] = {ChainOp::kEqualFloat,       ChainOp::kEqualFloatReversed,
                                    ChainOp::kNotEqualFloat,    ChainOp::kNotEqualFloatReversed,
                                    ChainOp::kLessFloat,        ChainOp::kLessFloatReversed,
                                    ChainOp::kLessOrEqualFloat, ChainOp::kLessOrEqualFloatReversed};
constexpr ChainOp kExtremes[] = {ChainOp::kMaximumFloat, ChainOp::kMaximumFloatReversed,
                                 ChainOp::kMinimumFloat, ChainOp::kMinimumFloatReversed};

// Zeros, the least and greatest numbers, infinities, and numbers between them.
std::vector<uint16_t> Numbers(ElementType type) {
  const uint16_t infinity = type == kF16 ? 0x7C00 : 0x7F80;
  std::vector<uint16_t> codes;
  for (const int magnitude : {0, 1, 2, 0x3C00, infinity - 1, +infinity}) {
    for (const int sign : {0, 0x8000}) codes.push_back(static_cast<uint16_t>(magnitude | sign));
  }
  return codes;
}

TEST_CASE("machine code on words compares 16-bit floats with one number", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const std::vector<uint16_t> codes = CodesInSteps(1);
  for (const ElementType type : {kF16, kBF16}) {
    Chain chain(type);
    std::vector<uint16_t> elements = Numbers(type);
    // NaN, quiet and signaling.
    for (const int nan : {0x7FC1, 0xFFC0, 0x7F81, 0xFF85})
      elements.push_back(static_cast<uint16_t>(nan));
    for (const uint16_t element : elements) {
      for (const bool is_known : {true, false}) {
        chain.SetElement(element, is_known);
        for (const ChainOp op : kComparisons) {
          INFO(Spelling(type) << " " << element << " step " << static_cast<int>(op));
          const std::vector<ChainStep> steps = {
              chain.load_element(), {ChainOp::kStore, {kSlot, 0}}, chain.load(), {op, {kSlot, 0}}};
          chain.Check(steps, codes, codes, true);
        }
      }
    }
  }
}

TEST_CASE("machine code on words bounds 16-bit floats", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const std::vector<uint16_t> codes = CodesInSteps(40503);
  for (const ElementType type : {kF16, kBF16}) {
    Chain chain(type);
    for (const uint16_t element : Numbers(type)) {
      // Code does not run with this bound.
      if (element == 0x8000) continue;
      for (const bool is_known : {true, false}) {
        chain.SetElement(element, is_known);
        const ChainStep keep{ChainOp::kStore, {kSlot, 0}};
        for (const ChainOp op : kExtremes) {
          INFO(Spelling(type) << " " << element << " step " << static_cast<int>(op));
          chain.Check({chain.load_element(), keep, chain.load(), {op, {kSlot, 0}}}, codes, codes);
        }
        INFO(Spelling(type) << " " << element);
        chain.Check({chain.load_element(),
                     keep,
                     chain.load_right(),
                     {ChainOp::kStore, {kSecondSlot, 0}},
                     chain.load(),
                     {ChainOp::kClampFloat, {kSlot, kSecondSlot}}},
                    codes, CodesInSteps(7));
      }
    }
  }
}

TEST_CASE("machine code on words compares and chooses among 16-bit floats", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const ChainStep keep{ChainOp::kStore, {kSlot, 0}}, keep_second{ChainOp::kStore, {kSecondSlot, 0}};
  for (const ElementType type : {kF16, kBF16}) {
    Chain chain(type);
    const ChainStep load = chain.load(), right = chain.load_right();
    for (const size_t step : kSteps) {
      const std::vector<uint16_t> codes = CodesInSteps(step);
      std::vector<std::vector<uint16_t>> others = {codes, CodesInSteps(1), CodesInSteps(40503 * 3)};
      // The same magnitudes with other signs, and neighbours.
      for (const int change : {0x8000, 1, 0x8001}) {
        others.push_back(codes);
        for (uint16_t& code : others.back()) code = static_cast<uint16_t>(code ^ change);
      }
      for (const std::vector<uint16_t>& other : others) {
        for (const ChainOp op : kComparisons) {
          INFO(Spelling(type) << " step " << static_cast<int>(op));
          chain.Check({right, keep, load, {op, {kSlot, 0}}}, codes, other, true);
          chain.Check({right,
                       keep,
                       load,
                       {op, {kSlot, 0}},
                       keep_second,
                       load,
                       {ChainOp::kSelectOnTrue, {kSecondSlot, kSlot}}},
                      codes, other);
        }
        for (const ChainOp op : kExtremes) {
          INFO(Spelling(type) << " step " << static_cast<int>(op));
          chain.Check({right, keep, load, {op, {kSlot, 0}}}, codes, other);
        }
        chain.Check({load, keep, {ChainOp::kNotEqualFloat, {kSlot, 0}}}, codes, other, true);
      }
    }
  }
}

TEST_CASE("machine code on words computes signs and numbers of booleans", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const ChainStep keep{ChainOp::kStore, {kSlot, 0}};
  for (const ElementType type : {kF16, kBF16}) {
    Chain chain(type);
    const ChainStep load = chain.load(), right = chain.load_right();
    const ChainOp to_number = ChainOp::kIntegerToFloat;
    const ChainStep round{simd::ChainRoundingOf(to_number, type), {}};
    const ChainStep load_booleans{ChainOp::kLoadBoolean, {kBooleans, 0}};
    for (const size_t step : kSteps) {
      const std::vector<uint16_t> codes = CodesInSteps(step), other = CodesInSteps(9 * step);
      for (const ChainOp op : {ChainOp::kNegateFloat, ChainOp::kAbsFloat, ChainOp::kSignFloat}) {
        chain.Check({load, {op, {}}}, codes, other);
      }
      chain.Check({load, {ChainOp::kIsFinite, {}}}, codes, other, true);
      chain.Check({load, keep, right, {ChainOp::kLessFloat, {kSlot, 0}}, {to_number, {}}, round},
                  codes, other);
      chain.Check({load_booleans,
                   keep,
                   load,
                   {ChainOp::kIsFinite, {}},
                   {ChainOp::kAnd, {kSlot, 0}},
                   {ChainOp::kNotBoolean, {}},
                   {ChainOp::kStore, {kSecondSlot, 0}},
                   load,
                   {ChainOp::kStore, {kSlot, 0}},
                   right,
                   {ChainOp::kSelectOnFalse, {kSecondSlot, kSlot}}},
                  codes, other);
    }
  }
}

TEST_CASE("machine code on words writes any number of elements and none behind them", "[plan]") {
  if (!IsCoded()) SKIP("there is no machine code of chains here");
  const std::vector<uint16_t> codes = CodesInSteps(40503);
  for (const ElementType type : {kF16, kBF16}) {
    Chain chain(type);
    for (const bool is_boolean : {false, true}) {
      const ChainStep step{is_boolean ? ChainOp::kIsFinite : ChainOp::kSignFloat, {}};
      const std::vector<ChainStep> steps = {chain.load(), step, chain.store(is_boolean)};
      if (!chain.CodesRest(steps)) SKIP("code of this machine needs whole vectors");
      const std::vector<uint8_t> all = chain.Run(steps, codes, codes, codes.size(), {});
      for (size_t count = 0; count < 140; ++count) {
        INFO(Spelling(type) << ", " << count << " elements");
        std::vector<uint8_t> expected(all.size());
        std::copy_n(all.begin(), count * (is_boolean ? 1 : 2), expected.begin());
        CHECK((chain.Run(steps, codes, codes, count, {}) == expected));
      }
    }
  }
}

}  // namespace
}  // namespace paddock::chain_code_words_tests

#endif
