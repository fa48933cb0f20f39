#ifndef __wasm__

#include "core/plan/fusion/chain_code_signals.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/plan/fusion/lane_code.h"

namespace paddock::chain_code {
namespace {

using Kind = TileChainOperand::Kind;

// Returns whether results of the step are no signaling NaN.
bool IsArithmetic(ChainOp op) {
  const bool is_rounded = simd::ChainRoundingOf(op, ElementType::kF16) != ChainOp::kNone;
  return is_rounded || op == ChainOp::kFloorFloat || op == ChainOp::kCeilFloat ||
         op == ChainOp::kRoundFloatToEven;
}

// Follows signaling NaNs through the steps.
class SignalFlow {
 public:
  SignalFlow(std::span<const TileChainOperand> operands, size_t lane_bytes)
      : operands_(operands), lane_bytes_(lane_bytes), has_signals_(operands.size(), false) {}

  // Returns whether the step gives a signaling NaN to what is behind the chain, or to a conversion.
  bool Add(const ChainStep& step) {
    const uint16_t k = step.operands[0];
    switch (step.op) {
      case ChainOp::kLoad:
      case ChainOp::kLoadF16:
      case ChainOp::kLoadBF16:
        accumulator_ = MayHave(k);
        return false;
      case ChainOp::kStore:
        has_signals_[k] = accumulator_;
        return accumulator_ && operands_[k].kind != Kind::kSlot;
      case ChainOp::kStream:
      case ChainOp::kStoreF16:
      case ChainOp::kStoreBF16:
      case ChainOp::kToF16:
      case ChainOp::kToBF16:
        return accumulator_;
      default:
        Compute(step);
        return false;
    }
  }

 private:
  void Compute(const ChainStep& step) {
    const auto [first, second] = step.operands;
    switch (step.op) {
      case ChainOp::kSame:
      case ChainOp::kNegateFloat:
      case ChainOp::kAbsFloat:
      case ChainOp::kSignFloat:
      case ChainOp::kRoundF16:
      case ChainOp::kRoundBF16:
      case ChainOp::kReduce:
        return;
      case ChainOp::kMaximumFloat:
      case ChainOp::kMaximumFloatReversed:
      case ChainOp::kMinimumFloat:
      case ChainOp::kMinimumFloatReversed:
        accumulator_ |= MayHave(first);
        return;
      case ChainOp::kClampFloat:
        accumulator_ |= MayHave(first) || MayHave(second);
        return;
      case ChainOp::kSelectByPredicate:
        accumulator_ = MayHave(first) || MayHave(second);
        return;
      case ChainOp::kSelectOnTrue:
      case ChainOp::kSelectOnFalse:
        accumulator_ |= MayHave(second);
        return;
      default:
        // Others may make any bits.
        accumulator_ = !IsArithmetic(step.op);
    }
  }

  bool MayHave(uint16_t k) const {
    const TileChainOperand& operand = operands_[k];
    if (operand.kind == Kind::kSlot) return has_signals_[k];
    if (operand.constant == nullptr || operand.element_bytes > 4) return true;
    uint32_t bits = 0;
    std::memcpy(&bits, operand.constant, operand.element_bytes);
    // The exponent of infinity and NaN. That of bf16 includes the bits of that of f16.
    const uint32_t exponent = operand.element_bytes == lane_bytes_ ? 0x7F800000 : 0x7C00;
    return (bits & exponent) == exponent;
  }

  std::span<const TileChainOperand> operands_;
  size_t lane_bytes_;
  std::vector<bool> has_signals_;
  bool accumulator_ = true;
};

// Finds NaN among all elements of operands of 16 bits.
class NaNFinder {
 public:
  explicit NaNFinder(LaneCode& lanes) : lanes_(lanes), assembler_(lanes.assembler()) {}

  // Returns whether the operand that the step loads can be searched, or need not be.
  bool Add(const ChainStep& step) {
    const uint16_t k = step.operands[0];
    uint16_t infinity = 0;
    switch (step.op) {
      case ChainOp::kLoad:
        return lanes_.IsSlot(k);
      case ChainOp::kTake:
        return false;
      case ChainOp::kLoadF16:
        infinity = 0x7C00;
        break;
      case ChainOp::kLoadBF16:
        infinity = 0x7F80;
        break;
      default:
        return true;
    }
    if (const auto constant = lanes_.ConstantOf(k)) {
      return (constant->bits & kMagnitudeOfWord.bits) <= infinity;
    }
    std::vector<Searched>& searched = lanes_.IsArray(k) ? arrays_ : elements_;
    const bool is_new = std::ranges::find(searched, k, &Searched::operand) == searched.end();
    if (is_new) searched.push_back({k, infinity});
    return arrays_.size() <= kMostArrays;
  }

  // kStepMask becomes the lanes with NaN.
  void Write() {
    assembler_.ComputeMask(MaskOp::kXor, kStepMask, kStepMask, kStepMask);
    for (const Searched& element : elements_) Find(lanes_.Load(element.operand, kOne), element);
    const size_t loop = assembler_.BeginLoop(kWords);
    for (const Searched& array : arrays_) {
      assembler_.Compute(kLoadVector, kOne, 0, lanes_.At(array.operand));
      Find(kOne, array);
    }
    assembler_.EndLoop(loop, kWords);
    const size_t rest = assembler_.BeginLongRest(kRestMask, kWords);
    for (const Searched& array : arrays_) {
      const ArrayOperand at = lanes_.At(array.operand);
      assembler_.Under({kRestMask, true}).Compute(kLoadWords, kOne, 0, at);
      Find(kOne, array);
    }
    assembler_.EndSkipped(rest);
    assembler_.RestoreCount();
  }

 private:
  using MaskOp = Assembler::MaskOp;
  struct Searched {
    uint16_t operand, infinity;
  };

  static constexpr uint8_t kWords = 32;
  static constexpr LaneConstant kMagnitudeOfWord{0x7FFF, 2};
  static constexpr VexOp kLoadWords = On256(Prefix::kF2, Map::k0F, 0x6F, true),
                         kGreaterWords = In0F(0x65);
  // The search takes a part of the time that it saves for as many.
  static constexpr size_t kMostArrays = 4;

  void Find(Xmm codes, const Searched& searched) {
    assembler_.Compute(kAnd, kOne, codes, kMagnitudeOfWord);
    assembler_.Compute(kGreaterWords, kSecondStepMask, kOne, LaneConstant{searched.infinity, 2});
    assembler_.ComputeMask(MaskOp::kOr, kStepMask, kStepMask, kSecondStepMask);
  }

  LaneCode& lanes_;
  Assembler& assembler_;
  // Operands with an element for each lane, and with one for all.
  std::vector<Searched> arrays_, elements_;
};

}  // namespace

bool KeepsSignals(std::span<const simd::ChainStep> steps,
                  std::span<const TileChainOperand> operands, size_t lane_bytes) {
  SignalFlow flow(operands, lane_bytes);
  bool keeps = false;
  for (const ChainStep& step : steps) keeps |= flow.Add(step);
  return keeps;
}

size_t BeginUnlessSignals(LaneCode& lanes, std::span<const ChainStep> steps) {
  // A signaling NaN of f16 became a greater one than that without payload, but f32 may have any.
  constexpr uint32_t kMagnitude = 0x7FFFFFFF, kInfinity = 0x7F800000, kNaN = 0x7FC00000;
  const bool converts = std::ranges::find(steps, ChainOp::kToF16, &ChainStep::op) != steps.end();
  Assembler& assembler = lanes.assembler();
  assembler.Compute(kAnd, kOne, lanes.accumulator(), lanes.Lanes(kMagnitude));
  const LaneConstant least = lanes.Lanes(converts ? kInfinity : kNaN);
  assembler.Compute(In0F(0x66), lanes.is_long() ? kStepMask : kOne, kOne, least);
  return lanes.is_long() ? assembler.BeginUnlessSet(kStepMask, !lanes.needs_table())
                         : assembler.BeginUnlessNegative(kOne);
}

std::optional<size_t> BeginUnlessNaN(LaneCode& lanes, std::span<const simd::ChainStep> steps) {
  const bool converts = std::ranges::any_of(steps, [](const ChainStep& step) {
    return step.op == ChainOp::kLoadF16 || step.op == ChainOp::kStoreF16 ||
           step.op == ChainOp::kToF16;
  });
  if (!converts || !lanes.is_long() || lanes.needs_table()) return std::nullopt;
  NaNFinder finder(lanes);
  for (const ChainStep& step : steps) {
    if (!finder.Add(step)) return std::nullopt;
  }
  finder.Write();
  return lanes.assembler().BeginUnlessSet(kStepMask, false);
}

}  // namespace paddock::chain_code

#endif
