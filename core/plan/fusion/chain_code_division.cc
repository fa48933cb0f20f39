#ifndef __wasm__

#include "core/plan/fusion/chain_code_division.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/lane_code.h"

namespace paddock::chain_code {
namespace {

enum DivisorConstant : size_t { kInverse, kFirstShift, kLastShift, kDivisor };

// Amounts: lanes of 4 bytes, or for lanes of 2 bytes one of 8. Element: the divisor's type in
// memory, which is positive.
template <typename T, typename Element = T>
void WriteDivisor(void* in_frame, const void* pointed) {
  using Unsigned = std::make_unsigned_t<T>;
  constexpr int kBits = 8 * sizeof(T);
  std::make_unsigned_t<Element> element = 0;
  std::memcpy(&element, pointed, sizeof(element));
  const Unsigned divisor = element;
  // Code that reads 0 does not run.
  if (divisor == 0) return;
  const int log2 = std::bit_width(static_cast<Unsigned>(divisor - 1));
  uint64_t inverse = 0;
  uint64_t amounts[2] = {};
  if constexpr (std::is_signed_v<T>) {
    const int log = log2 < 1 ? 1 : log2;
    inverse = (uint64_t{1} << (kBits + log - 1)) / divisor + 1;
    amounts[1] = static_cast<uint64_t>(log - 1);
  } else {
    inverse = (((uint64_t{1} << log2) - divisor) << kBits) / divisor + 1;
    amounts[0] = log2 < 1 ? 0 : 1;
    amounts[1] = static_cast<uint64_t>(log2 < 1 ? 0 : log2 - 1);
  }
  const auto set = [&](DivisorConstant constant, auto lane) {
    auto* const to = static_cast<uint8_t*>(in_frame) + constant * kFrameVectorBytes;
    for (size_t i = 0; i < kFrameVectorBytes; i += sizeof(lane))
      std::memcpy(to + i, &lane, sizeof(lane));
  };
  using Amount = std::conditional_t<sizeof(T) == 2, uint64_t, uint32_t>;
  set(kInverse, static_cast<Unsigned>(inverse));
  set(kFirstShift, static_cast<Amount>(amounts[0]));
  set(kLastShift, static_cast<Amount>(amounts[1]));
  set(kDivisor, divisor);
}

class QuotientWriter {
 public:
  QuotientWriter(LaneCode& lanes, uint16_t k, bool is_signed)
      : lanes_(lanes), assembler_(lanes.assembler()), operand_(k), is_signed_(is_signed) {}

  // kOne becomes the quotients of the accumulator.
  void Write() { Divide(accumulator(), lanes_.lane_bytes()); }

  // Quotients or remainders of bytes: those of even and of odd ones, as 16 bits.
  void WriteBytes(bool is_quotient) {
    constexpr LaneConstant kLowBytes{0x00FF, 2};
    DivideBytes(false, is_quotient);
    assembler_.Compute(kAnd, kOperand, kOne, kLowBytes);
    DivideBytes(true, is_quotient);
    assembler_.ShiftLeft(kOne, 2, kByteBits, true);
    assembler_.Compute(kOr, lanes_.TakeResult(), kOne, kOperand);
  }

 private:
  static constexpr uint8_t kByteBits = 8;

  Xmm accumulator() const { return lanes_.accumulator(); }

  void Divide(Xmm dividend, size_t bytes) {
    const VexOp add = In0F(bytes == 2 ? 0xFD : 0xFE), subtract = In0F(bytes == 2 ? 0xF9 : 0xFA);
    if (bytes == 2) {
      Compute(In0F(is_signed_ ? 0xE5 : 0xE4), kOne, dividend, kInverse);
    } else {
      MultiplyHigh();
    }
    if (is_signed_) {
      assembler_.Compute(add, kOne, kOne, dividend);
      ShiftRight(kOne, kLastShift);
      lanes_.Copy(kTwo, dividend);
      assembler_.ShiftRightArithmetic(kTwo, bytes, static_cast<uint8_t>(8 * bytes - 1), true);
      assembler_.Compute(subtract, kOne, kOne, kTwo);
    } else {
      assembler_.Compute(subtract, kTwo, dividend, kOne);
      ShiftRight(kTwo, kFirstShift);
      assembler_.Compute(add, kOne, kOne, kTwo);
      ShiftRight(kOne, kLastShift);
    }
  }

  // kOne becomes words whose low bytes are the results. Clobbers kTwo and kThree.
  void DivideBytes(bool are_odd, bool is_quotient) {
    lanes_.Copy(kThree, accumulator());
    if (!are_odd) assembler_.ShiftLeft(kThree, 2, kByteBits, true);
    if (is_signed_) {
      assembler_.ShiftRightArithmetic(kThree, 2, kByteBits, true);
    } else {
      assembler_.ShiftRight(kThree, 2, kByteBits, true);
    }
    Divide(kThree, 2);
    if (is_quotient) return;
    Compute(In0F(0xD5), kOne, kOne, kDivisor);
    assembler_.Compute(In0F(0xF9), kOne, kThree, kOne);
  }

  void Compute(const VexOp& op, Xmm vector, Xmm left, DivisorConstant constant) {
    lanes_.ComputeByDivisor(op, vector, left, operand_, is_signed_, constant);
  }

  // Products of even and of odd lanes.
  void MultiplyHigh() {
    constexpr uint8_t kHalf = 32, kOddLanes = 0xAA;
    const VexOp multiply = is_signed_ ? In0F38(0x28) : In0F(0xF4);
    lanes_.Copy(kTwo, accumulator());
    assembler_.ShiftRight(kTwo, 8, kHalf, true);
    Compute(multiply, kOne, accumulator(), kInverse);
    Compute(multiply, kTwo, kTwo, kInverse);
    assembler_.ShiftRight(kOne, 8, kHalf, true);
    if (!lanes_.is_long()) return assembler_.Compute(In0F3A(0x02), kOne, kOne, kTwo, kOddLanes);
    // kTwo where the mask has ones, else kOne.
    constexpr LaneConstant kOddMask{0xFFFFFFFF00000000, 8};
    constexpr uint8_t kByMask = 0xD8;
    assembler_.ChooseBits(kOne, kTwo, kOddMask, kByMask);
  }

  void ShiftRight(Xmm vector, DivisorConstant amount) {
    const VexOp words = In0F(is_signed_ ? 0xE1 : 0xD1);
    const VexOp ints = In0F38(is_signed_ ? 0x46 : 0x45);
    Compute(lanes_.lane_bytes() <= 2 ? words : ints, vector, vector, amount);
  }

  LaneCode& lanes_;
  Assembler& assembler_;
  uint16_t operand_;
  bool is_signed_;
};

// Quotients and remainders by 1 << log2.
class PowerWriter {
 public:
  PowerWriter(LaneCode& lanes, uint8_t log2, bool is_signed)
      : lanes_(lanes), assembler_(lanes.assembler()), log2_(log2), is_signed_(is_signed) {}

  void Write(bool is_quotient) {
    if (is_signed_) {
      AddBias();
    } else {
      lanes_.Copy(kOne, lanes_.accumulator());
    }
    if (is_quotient) {
      ShiftRight(kOne, log2_, is_signed_);
    } else {
      const LaneConstant low = lanes_.Lanes((uint64_t{1} << log2_) - 1);
      assembler_.Compute(kAnd, kOne, kOne, low);
      if (is_signed_) assembler_.Compute(lanes_.subtract(), kOne, kOne, kTwo);
    }
    lanes_.Copy(lanes_.TakeResult(), kOne);
  }

 private:
  void ShiftRight(Xmm vector, uint8_t bits, bool is_arithmetic) {
    if (is_arithmetic)
      return assembler_.ShiftRightArithmetic(vector, lanes_.lane_bytes(), bits, true);
    assembler_.ShiftRight(vector, lanes_.lane_bytes(), bits, true);
  }

  // kTwo becomes the divisor less 1 for negative dividends, so that quotients round to 0, and kOne
  // the sum.
  void AddBias() {
    lanes_.Copy(kTwo, lanes_.accumulator());
    ShiftRight(kTwo, lanes_.sign_bit(), true);
    ShiftRight(kTwo, static_cast<uint8_t>(lanes_.sign_bit() + 1 - log2_), false);
    assembler_.Compute(lanes_.add(), kOne, lanes_.accumulator(), kTwo);
  }

  LaneCode& lanes_;
  Assembler& assembler_;
  uint8_t log2_;
  bool is_signed_;
};

// Returns the logarithm of a divisor that is known while planning, if it is a power of 2.
std::optional<uint8_t> LogOf(const LaneCode& lanes, uint16_t divisor) {
  const auto constant = lanes.ConstantOf(divisor);
  if (!constant || !std::has_single_bit(constant->bits)) return std::nullopt;
  return static_cast<uint8_t>(std::countr_zero(constant->bits));
}

}  // namespace

Assembler::FrameFunction DivisorFunction(size_t lane_bytes, bool is_signed) {
  if (lane_bytes == 1) {
    return is_signed ? &WriteDivisor<int16_t, int8_t> : &WriteDivisor<uint16_t, uint8_t>;
  }
  if (lane_bytes == 2) return is_signed ? &WriteDivisor<int16_t> : &WriteDivisor<uint16_t>;
  return is_signed ? &WriteDivisor<int32_t> : &WriteDivisor<uint32_t>;
}

bool WriteDivision(LaneCode& lanes, const simd::ChainStep& step) {
  if (!simd::NeedsSameOperand(step.op) || lanes.is_wide()) return false;
  const uint16_t k = step.operands[0];
  const bool is_signed = IsSignedDivision(step.op);
  const bool is_quotient = step.op == ChainOp::kDivideSigned || step.op == ChainOp::kDivideUnsigned;
  if (lanes.is_byte()) {
    QuotientWriter(lanes, k, is_signed).WriteBytes(is_quotient);
    return true;
  }
  if (const auto log2 = LogOf(lanes, k)) {
    PowerWriter(lanes, *log2, is_signed).Write(is_quotient);
    return true;
  }
  const auto known = is_quotient ? std::nullopt : lanes.QuotientSlot(k, is_signed);
  Xmm quotient = kOne;
  if (known) {
    quotient = lanes.Load(*known, kOne);
  } else {
    QuotientWriter(lanes, k, is_signed).Write();
  }
  if (is_quotient) {
    const std::optional<uint16_t> dividend = lanes.loaded();
    lanes.Copy(lanes.TakeResult(), kOne);
    if (dividend) lanes.NoteQuotient(*dividend, k, is_signed);
    return true;
  }
  lanes.Compute(lanes.is_word() ? In0F(0xD5) : In0F38(0x40), kOne, quotient, k);
  const Xmm accumulator = lanes.accumulator();
  lanes.assembler().Compute(lanes.subtract(), lanes.TakeResult(), accumulator, kOne);
  return true;
}

}  // namespace paddock::chain_code

#endif
