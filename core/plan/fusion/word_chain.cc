#ifndef __wasm__

#include "core/plan/fusion/word_chain.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace paddock {
namespace {

using simd::ChainOp;
using simd::ChainStep;

constexpr uint16_t kInfinityOfF16 = 0x7C00, kInfinityOfBF16 = 0x7F80;

// Makes the steps of a chain on words.
class WordSteps {
 public:
  WordSteps(std::span<const ChainStep> steps, std::span<const TileChainOperand> operands)
      : steps_(steps), operands_(operands), replaced_(operands.size()) {}

  std::optional<WordChain> Make() {
    for (size_t i = 0; i < steps_.size(); ++i) {
      if (IsLoadOfSame(i)) {
        replaced_[steps_[i + 1].operands[0]] = steps_[i].operands[0];
        if (!HasType(steps_[i].op)) return std::nullopt;
        ++i;
      } else if (!Add(steps_[i])) {
        return std::nullopt;
      }
    }
    if (chain_.infinity == 0) return std::nullopt;
    return std::move(chain_);
  }

 private:
  using Kind = TileChainOperand::Kind;

  // Returns whether steps fill a slot that no other step stores to with one element for all, which
  // steps on words read where it is.
  bool IsLoadOfSame(size_t i) const {
    if (i + 1 >= steps_.size() || steps_[i + 1].op != ChainOp::kStore) return false;
    const bool is_load = steps_[i].op == ChainOp::kLoadF16 || steps_[i].op == ChainOp::kLoadBF16;
    if (!is_load || operands_[steps_[i].operands[0]].kind != Kind::kSame) return false;
    const uint16_t slot = steps_[i + 1].operands[0];
    const bool is_alone = std::ranges::count_if(steps_, [&](const ChainStep& step) {
                            return step.op == ChainOp::kStore && step.operands[0] == slot;
                          }) == 1;
    // No step reads the accumulator.
    const bool is_left = i + 2 < steps_.size() && IsLoad(steps_[i + 2].op);
    return is_alone && is_left;
  }

  static bool IsLoad(ChainOp op) {
    return op == ChainOp::kLoad || op == ChainOp::kLoadF16 || op == ChainOp::kLoadBF16 ||
           op == ChainOp::kLoadBoolean;
  }

  // Returns whether the step is not one of another type.
  bool HasType(ChainOp op) {
    uint16_t infinity = 0;
    switch (op) {
      case ChainOp::kLoadF16:
      case ChainOp::kStoreF16:
      case ChainOp::kRoundF16:
        infinity = kInfinityOfF16;
        break;
      case ChainOp::kLoadBF16:
      case ChainOp::kStoreBF16:
      case ChainOp::kRoundBF16:
        infinity = kInfinityOfBF16;
        break;
      default:
        return true;
    }
    if (chain_.infinity == 0) chain_.infinity = infinity;
    return chain_.infinity == infinity;
  }

  bool Add(ChainStep step) {
    if (!HasType(step.op)) return false;
    const Kind kind = operands_[step.operands[0]].kind;
    switch (step.op) {
      case ChainOp::kLoadF16:
      case ChainOp::kLoadBF16:
        step.op = ChainOp::kLoad;
        break;
      case ChainOp::kStoreF16:
      case ChainOp::kStoreBF16:
        step.op = ChainOp::kStore;
        break;
      case ChainOp::kLoad:
      case ChainOp::kStore:
        if (kind != Kind::kSlot) return false;
        break;
      case ChainOp::kRoundF16:
      case ChainOp::kRoundBF16:
        // Numbers of booleans are exact.
        return !chain_.steps.empty() && chain_.steps.back().op == ChainOp::kIntegerToFloat;
      default:
        if (!HasCode(step.op)) return false;
    }
    for (uint16_t& k : step.operands) k = replaced_[k].value_or(k);
    chain_.steps.push_back(step);
    return true;
  }

  static bool HasCode(ChainOp op) {
    switch (op) {
      case ChainOp::kLoadBoolean:
      case ChainOp::kStoreBoolean:
      case ChainOp::kNotBoolean:
      case ChainOp::kAnd:
      case ChainOp::kOr:
      case ChainOp::kXor:
      case ChainOp::kSelectByPredicate:
      case ChainOp::kSelectOnTrue:
      case ChainOp::kSelectOnFalse:
      case ChainOp::kIntegerToFloat:
      case ChainOp::kNegateFloat:
      case ChainOp::kAbsFloat:
      case ChainOp::kSignFloat:
      case ChainOp::kIsFinite:
      case ChainOp::kMaximumFloat:
      case ChainOp::kMaximumFloatReversed:
      case ChainOp::kMinimumFloat:
      case ChainOp::kMinimumFloatReversed:
      case ChainOp::kClampFloat:
      case ChainOp::kEqualFloat:
      case ChainOp::kEqualFloatReversed:
      case ChainOp::kNotEqualFloat:
      case ChainOp::kNotEqualFloatReversed:
      case ChainOp::kLessFloat:
      case ChainOp::kLessFloatReversed:
      case ChainOp::kLessOrEqualFloat:
      case ChainOp::kLessOrEqualFloatReversed:
        return true;
      default:
        return false;
    }
  }

  std::span<const ChainStep> steps_;
  std::span<const TileChainOperand> operands_;
  // By slot: the operand whose element it would have.
  std::vector<std::optional<uint16_t>> replaced_;
  WordChain chain_;
};

}  // namespace

std::optional<WordChain> OnWords(std::span<const simd::ChainStep> steps,
                                 std::span<const TileChainOperand> operands) {
  return WordSteps(steps, operands).Make();
}

}  // namespace paddock

#endif
