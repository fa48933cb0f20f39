#ifndef __wasm__

#include "core/plan/fusion/chain_code_exponential.h"

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/plan/fusion/lane_code.h"
#include "simd/math/chain_exponential.h"

namespace paddock::chain_code {
namespace {

constexpr VexOp kGreaterInts = In0F(0x66), kAddInts = In0F(0xFE), kSubtractInts = In0F(0xFA);
constexpr VexOp kAndNotLeft = On256(Prefix::kNone, Map::k0F, 0x55);
constexpr uint8_t kLessThan = 0x11;

// The steps of SingleExponential in simd/math/single_exponential-inl.h.
class ExponentialWriter {
 public:
  explicit ExponentialWriter(LaneCode& lanes) : lanes_(lanes), assembler_(lanes.assembler()) {}

  void Write() {
    const Xmm x = lanes_.accumulator();
    assembler_.Compute(kAnd, kOne, x, lanes_.Lanes(constants_.magnitude));
    assembler_.Compute(kGreaterInts, kOne, kOne, Constant(constants_.most));
    const size_t regular = assembler_.BeginUnlessNegative(kOne);
    lanes_.Copy(kThree, x);
    Split();
    assembler_.ShiftLeft(kOne, kLaneBytes, kMantissaBits, true);
    assembler_.Compute(kMultiplyAndAdd, kTwo, kOne, kOne);
    const size_t end = assembler_.BeginSkipped();
    assembler_.EndSkipped(regular);
    WriteForAll(x);
    assembler_.EndSkipped(end);
    lanes_.Copy(lanes_.TakeResult(), kTwo);
  }

 private:
  static constexpr size_t kLaneBytes = 4;
  static constexpr uint8_t kMantissaBits = 23;

  LaneConstant Constant(float value) const { return lanes_.Lanes(std::bit_cast<uint32_t>(value)); }
  void Compute(uint8_t opcode, Xmm to, Xmm left, float right) {
    assembler_.Compute(lanes_.OnFloats(opcode), to, left, Constant(right));
  }

  // kTwo becomes p, and the lowest bits of kOne those of k + 127, for x in kThree. Clobbers
  // kOperand.
  void Split() {
    const VexOp multiply = lanes_.OnFloats(0x59);
    SetConstant(kOne, constants_.magic);
    assembler_.Compute(kAddProduct, kOne, kThree, Constant(constants_.log2_e));
    Compute(0x5C, kTwo, kOne, constants_.magic);
    assembler_.Compute(kSubtractProduct, kThree, kTwo, Constant(constants_.ln2_hi));
    assembler_.Compute(kAddProduct, kThree, kTwo, Constant(constants_.minus_ln2_lo));
    SetConstant(kTwo, constants_.tail[3]);
    assembler_.Compute(kAddProduct, kTwo, kThree, Constant(constants_.tail[4]));
    for (const size_t i : {2, 1, 0}) {
      assembler_.Compute(kMultiplyAndAdd, kTwo, kThree, Constant(constants_.tail[i]));
    }
    assembler_.Compute(multiply, kOperand, kThree, kThree);
    assembler_.Compute(kMultiplyAndAdd, kTwo, kOperand, kThree);
  }

  void SetConstant(Xmm to, float value) {
    const Xmm from = lanes_.Load(Constant(value), to);
    if (from != to) lanes_.Copy(to, from);
  }

  // kTwo becomes the result for any x, as SingleExponential::Apply computes it.
  void WriteForAll(Xmm x) {
    // The second operand is the result if one is NaN.
    const Xmm most = lanes_.Load(Constant(simd::kChainExponentialHigh), kTwo);
    assembler_.Compute(lanes_.OnFloats(0x5D), kThree, most, x);
    lanes_.CompareFloats(kOne, x, Constant(simd::kChainExponentialLow), kLessThan);
    assembler_.Compute(kAndNotLeft, kThree, kOne, kThree);
    Split();
    Compute(0x58, kTwo, kTwo, constants_.one);
    // 2^k in two factors.
    assembler_.Compute(kAddInts, kOne, kOne, lanes_.Lanes(127));
    lanes_.Copy(kThree, kOne);
    assembler_.ShiftRight(kThree, kLaneBytes, 1, true);
    assembler_.Compute(kSubtractInts, kOne, kOne, kThree);
    for (const Xmm power : {kThree, kOne}) {
      assembler_.ShiftLeft(power, kLaneBytes, kMantissaBits, true);
      assembler_.Compute(lanes_.OnFloats(0x59), kTwo, kTwo, power);
    }
    lanes_.CompareFloats(kOne, x, Constant(simd::kChainExponentialLow), kLessThan);
    assembler_.Compute(kAndNotLeft, kTwo, kOne, kTwo);
  }

  LaneCode& lanes_;
  Assembler& assembler_;
  const simd::ChainExponential& constants_ = simd::ExponentialOfChains();
};

}  // namespace

bool WriteExponential(LaneCode& lanes, const ChainStep& step) {
  if (step.op != ChainOp::kExponential || lanes.is_long() || !lanes.is_narrow()) return false;
  ExponentialWriter(lanes).Write();
  return true;
}

}  // namespace paddock::chain_code

#endif
