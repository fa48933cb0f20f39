#ifndef __wasm__

#include "core/plan/fusion/chain_code_access.h"

#include <bit>
#include <cstdint>
#include <optional>

#include "core/plan/fusion/chain_steps.h"
#include "core/plan/fusion/lane_code.h"
#include "core/types/small_float.h"

namespace paddock::chain_code {
namespace {

// A NaN keeps its payload, and stays a signaling one.
uint64_t BitsOfHalf(uint64_t half) {
  constexpr uint64_t kExponent = 0x7C00, kMantissa = 0x03FF;
  if ((half & kExponent) != kExponent) {
    return std::bit_cast<uint32_t>(
        DecodeSmallFloat(ElementType::kF16, static_cast<uint32_t>(half)));
  }
  return (half & 0x8000) << 16 | 0x7F800000 | (half & kMantissa) << 13;
}

// The bits of a lane of which a step loads `bits`. Those beyond the lane are any.
uint64_t Extended(ChainOp op, uint64_t bits) {
  switch (op) {
    case ChainOp::kLoadI8:
      return static_cast<uint64_t>(static_cast<int8_t>(bits));
    case ChainOp::kLoadI16:
      return static_cast<uint64_t>(static_cast<int16_t>(bits));
    case ChainOp::kLoadF16:
      return BitsOfHalf(bits);
    case ChainOp::kLoadBF16:
      return bits << 16;
    default:
      return bits;
  }
}

class AccessWriter {
 public:
  explicit AccessWriter(LaneCode& lanes) : lanes_(lanes), assembler_(lanes.assembler()) {}

  bool Write(const ChainStep& step) {
    const uint16_t k = step.operands[0];
    switch (step.op) {
      case ChainOp::kLoad:
        lanes_.SetAccumulator(k);
        return true;
      case ChainOp::kLoadBoolean:
        LoadBooleans(k);
        return true;
      case ChainOp::kLoadI8:
        return LoadExtended(FromBytes(0x20), k);
      case ChainOp::kLoadU8:
        return LoadExtended(FromBytes(0x30), k);
      case ChainOp::kLoadI16:
        return lanes_.is_narrow() && LoadExtended(0x23, k);
      case ChainOp::kLoadU16:
        return lanes_.is_narrow() && LoadExtended(0x33, k);
      case ChainOp::kTake:
        if (lanes_.lane_bytes() < 4) return false;
        Take(k);
        return true;
      case ChainOp::kLoadReal:
        return LoadPart(k, false);
      case ChainOp::kLoadImag:
        return LoadPart(k, true);
      case ChainOp::kStoreComplex:
        return StoreComplex(k, step.operands[1]);
      case ChainOp::kReduce:
        lanes_.Reduce(step.operands[1]);
        return true;
      case ChainOp::kStore:
        lanes_.Store(k);
        return true;
      case ChainOp::kStream:
        lanes_.Store(k, true);
        return true;
      case ChainOp::kStoreBoolean:
        StoreBooleans(k);
        return true;
      case ChainOp::kStoreLow8:
        return StoreLowBytes(k);
      case ChainOp::kStoreLow16:
        return StoreLowWords(k);
      default:
        return false;
    }
  }

 private:
  // The opcode that extends bytes to lanes of 2, 4 or 8 bytes.
  uint8_t FromBytes(uint8_t to_words) const {
    return static_cast<uint8_t>(to_words + (lanes_.is_word() ? 0 : lanes_.is_narrow() ? 1 : 2));
  }

  void LoadBooleans(uint16_t k) {
    Xmm bytes = kOne;
    if (lanes_.is_byte()) {
      bytes = lanes_.Load(k, kOne);
    } else {
      lanes_.Compute(In0F38(FromBytes(0x30)), kOne, 0, k);
    }
    if (lanes_.is_long()) {
      assembler_.Compute(lanes_.equal(), lanes_.TakeMask(), bytes, lanes_.Lanes(1));
    } else {
      lanes_.FindEqual(lanes_.TakeResult(), bytes, lanes_.Lanes(1));
    }
    lanes_.set_is_boolean(true);
  }

  void Take(uint16_t k) {
    const Xmm indices = lanes_.accumulator(), result = lanes_.TakeResult();
    lanes_.set_is_boolean(false);
    lanes_.Take(result == indices ? kOne : result, k, indices);
    if (result == indices) lanes_.Copy(result, kOne);
  }

  bool LoadExtended(uint8_t opcode, uint16_t k) {
    lanes_.Compute(In0F38(opcode), lanes_.TakeResult(), 0, k);
    lanes_.set_is_boolean(false);
    return true;
  }

  ArrayOperand NextVector(ArrayOperand memory) const {
    memory.displacement += static_cast<int32_t>(assembler_.vector_bytes());
    return memory;
  }

  // Takes even or odd lanes of two vectors.
  bool LoadPart(uint16_t k, bool is_odd) {
    if (lanes_.lane_bytes() < 4) return false;
    if (lanes_.is_long()) return LoadLongPart(k, is_odd);
    const ArrayOperand memory = lanes_.At(k);
    assembler_.Compute(kLoadVector, kOne, 0, memory);
    assembler_.Compute(kLoadVector, kTwo, 0, NextVector(memory));
    if (lanes_.is_narrow()) {
      constexpr uint8_t kEvenLanes = 0x88, kOddLanes = 0xDD;
      assembler_.Compute(kShuffleLanes, kOne, kOne, kTwo, is_odd ? kOddLanes : kEvenLanes);
    } else {
      assembler_.Compute(lanes_.OnFloats(is_odd ? kUpperLanes : kLowerLanes), kOne, kOne, kTwo);
    }
    // The halves of the first vector, then those of the second.
    constexpr uint8_t kInOrder = 0xD8;
    assembler_.Compute(kPermuteQuarters, lanes_.TakeResult(), 0, kOne, kInOrder);
    lanes_.set_is_boolean(false);
    return true;
  }

  bool LoadLongPart(uint16_t k, bool is_odd) {
    const VexOp permute = In0F38(0x7F, lanes_.is_wide());
    const auto lane_bytes = static_cast<uint8_t>(lanes_.lane_bytes());
    assembler_.Compute(kLoadVector, kTwo, 0, LaneConstant{is_odd ? 1U : 0U, lane_bytes, 2});
    const ArrayOperand memory = lanes_.At(k);
    const Xmm result = lanes_.TakeResult();
    assembler_.Compute(kLoadVector, result, 0, memory);
    assembler_.Compute(permute, result, kTwo, NextVector(memory));
    lanes_.set_is_boolean(false);
    return true;
  }

  // The accumulator has the real parts.
  bool StoreComplex(uint16_t to, uint16_t imag_operand) {
    if (lanes_.lane_bytes() < 4) return false;
    constexpr uint8_t kLowerHalves = 0x20, kUpperHalves = 0x31;
    const Xmm real = lanes_.accumulator(), imag = lanes_.Load(imag_operand);
    assembler_.Compute(lanes_.OnFloats(kLowerLanes), kOne, real, imag);
    assembler_.Compute(lanes_.OnFloats(kUpperLanes), kTwo, real, imag);
    if (lanes_.is_long()) {
      JoinQuarters();
    } else {
      assembler_.Compute(kJoinHalves, kThree, kOne, kTwo, kLowerHalves);
      assembler_.Compute(kJoinHalves, kOne, kOne, kTwo, kUpperHalves);
    }
    const ArrayOperand memory = lanes_.At(to);
    assembler_.Compute(kStoreVector, kThree, 0, memory);
    assembler_.Compute(kStoreVector, kOne, 0, NextVector(memory));
    return true;
  }

  // kThree becomes the first two quarters of kOne and kTwo in turns, kOne the last two.
  void JoinQuarters() {
    constexpr VexOp kShuffleQuarters = In0F3A(0x23);
    constexpr uint8_t kFirstTwo = 0x44, kLastTwo = 0xEE, kInTurns = 0xD8;
    assembler_.Compute(kShuffleQuarters, kThree, kOne, kTwo, kFirstTwo);
    assembler_.Compute(kShuffleQuarters, kThree, kThree, kThree, kInTurns);
    assembler_.Compute(kShuffleQuarters, kOne, kOne, kTwo, kLastTwo);
    assembler_.Compute(kShuffleQuarters, kOne, kOne, kOne, kInTurns);
  }

  // Instructions of AVX-512 that store the low bytes or words of lanes.
  static constexpr uint8_t kIntsToBytes = 0x31, kLongsToBytes = 0x32;
  uint8_t ToBytes() const {
    return lanes_.is_word() ? kWordsToBytes : lanes_.is_narrow() ? kIntsToBytes : kLongsToBytes;
  }

  void StoreBooleans(uint16_t k) {
    if (const auto mask = lanes_.mask()) return lanes_.StoreMask(*mask, k);
    if (lanes_.is_byte()) {
      assembler_.Compute(kAnd, kOne, lanes_.accumulator(), lanes_.Lanes(1));
      return lanes_.StoreLanes(kOne, k);
    }
    if (!lanes_.has_avx512()) return StoreBytes(k, lanes_.accumulator(), true);
    assembler_.Compute(kAnd, kOne, lanes_.accumulator(), lanes_.Lanes(1));
    lanes_.StoreTruncated(ToBytes(), kOne, k);
  }

  // Packs lanes that fit, of 0 and -1 if `is_boolean`.
  void StoreBytes(uint16_t k, Xmm packed, bool is_boolean) {
    assembler_.Compute(kUpperHalf, packed, 0, kOne, 1);
    if (lanes_.is_wide()) {
      // The low halves of four lanes.
      constexpr uint8_t kLowHalves = 0x88;
      assembler_.Compute(kShuffle, kOne, packed, kOne, kLowHalves);
      assembler_.Compute(kPackWordsSigned, kOne, kOne, kOne);
    } else if (lanes_.is_narrow()) {
      assembler_.Compute(kPackWordsSigned, kOne, packed, kOne);
    }
    const VexOp pack = is_boolean ? kPackBytesSigned : kPackBytesUnsigned;
    assembler_.Compute(pack, kOne, lanes_.is_word() ? packed : kOne, kOne);
    if (is_boolean) assembler_.Convert(kAbsBytes, kOne, kOne);
    const VexOp store = lanes_.is_word() ? kStore16 : lanes_.is_narrow() ? kStore8 : kStore4;
    assembler_.Compute(store, kOne, 0, lanes_.At(k));
  }

  bool StoreLowBytes(uint16_t k) {
    if (lanes_.is_wide()) return false;
    if (lanes_.has_avx512()) {
      lanes_.StoreTruncated(ToBytes(), lanes_.accumulator(), k);
      return true;
    }
    assembler_.Compute(kAnd, kTwo, lanes_.accumulator(), lanes_.Lanes(0xFF));
    StoreBytes(k, kTwo, false);
    return true;
  }

  bool StoreLowWords(uint16_t k) {
    if (!lanes_.is_narrow()) return false;
    if (lanes_.has_avx512()) {
      lanes_.StoreTruncated(kIntsToWords, lanes_.accumulator(), k);
      return true;
    }
    assembler_.Compute(kAnd, kTwo, lanes_.accumulator(), lanes_.Lanes(0xFFFF));
    PackWords(lanes_, kTwo, kOne);
    assembler_.Compute(kStore16, kOne, 0, lanes_.At(k));
    return true;
  }

  LaneCode& lanes_;
  Assembler& assembler_;
};

class BooleanStepWriter {
 public:
  explicit BooleanStepWriter(LaneCode& lanes) : lanes_(lanes), assembler_(lanes.assembler()) {}

  bool Write(const ChainStep& step) {
    const auto [first, second] = step.operands;
    switch (step.op) {
      case ChainOp::kNotBoolean:
        return Complement();
      case ChainOp::kAnd:
        return Combine(kAnd, MaskOp::kAnd, first);
      case ChainOp::kOr:
        return Combine(kOr, MaskOp::kOr, first);
      case ChainOp::kXor:
        return Combine(kXor, MaskOp::kXor, first);
      case ChainOp::kSame:
        if (lanes_.is_boolean()) BecomeNumber(1);
        return true;
      case ChainOp::kIntegerToFloat:
        if (!lanes_.is_boolean()) return false;
        BecomeNumber(lanes_.float_bits().one);
        return true;
      case ChainOp::kSelectByPredicate:
        lanes_.set_is_boolean(lanes_.IsBooleanSlot(first));
        if (const auto mask = lanes_.mask()) {
          return SelectByMask(*mask, lanes_.Load(first, kOne), lanes_.Load(second, kTwo));
        }
        return Select(lanes_.accumulator(), lanes_.Load(first, kOne), lanes_.Load(second, kTwo));
      case ChainOp::kSelectOnTrue:
        return SelectBySlot(first, lanes_.accumulator(), lanes_.Load(second, kTwo));
      case ChainOp::kSelectOnFalse:
        return SelectBySlot(first, lanes_.Load(second, kTwo), lanes_.accumulator());
      default:
        return false;
    }
  }

 private:
  using MaskOp = Assembler::MaskOp;

  bool Complement() {
    if (const auto mask = lanes_.mask()) {
      assembler_.ComplementMask(lanes_.TakeMask({*mask}), *mask);
    } else {
      Combine(kXor, lanes_.all_ones());
    }
    return true;
  }

  bool Combine(const VexOp& op, MaskOp on_masks, uint16_t k) {
    const auto left = lanes_.mask(), right = lanes_.MaskOf(k);
    if (left && right) {
      assembler_.ComputeMask(on_masks, lanes_.TakeMask({*left, *right}), *left, *right);
      return true;
    }
    const Xmm accumulator = lanes_.accumulator();
    lanes_.Compute(op, lanes_.TakeResult(), accumulator, k);
    return true;
  }
  void Combine(const VexOp& op, const LaneConstant& bits) {
    const Xmm accumulator = lanes_.accumulator();
    assembler_.Compute(op, lanes_.TakeResult(), accumulator, bits);
  }

  void BecomeNumber(uint64_t bits) {
    if (const auto mask = lanes_.mask()) {
      lanes_.KeepByMask(lanes_.TakeResult(), lanes_.Lanes(bits), *mask);
    } else {
      Combine(kAnd, lanes_.Lanes(bits));
    }
    lanes_.set_is_boolean(false);
  }

  bool SelectByMask(MaskRegister mask, Xmm on_true, Xmm on_false) {
    lanes_.ChooseByMask(lanes_.TakeResult(), on_false, on_true, mask);
    return true;
  }

  bool SelectBySlot(uint16_t predicate, Xmm on_true, Xmm on_false) {
    if (const auto mask = lanes_.MaskOf(predicate)) return SelectByMask(*mask, on_true, on_false);
    return Select(lanes_.Load(predicate, kOne), on_true, on_false);
  }

  bool Select(Xmm predicate, Xmm on_true, Xmm on_false) {
    lanes_.Choose(lanes_.TakeResult(), on_false, on_true, predicate);
    return true;
  }

  LaneCode& lanes_;
  Assembler& assembler_;
};

}  // namespace

void PackWords(LaneCode& lanes, Xmm lanes_of_4, Xmm packed) {
  if (lanes.is_long()) return lanes.assembler().Truncate(kIntsToWords, packed, lanes_of_4);
  lanes.assembler().Compute(kUpperHalf, lanes_of_4, 0, packed, 1);
  lanes.assembler().Compute(kPackWordsUnsigned, packed, lanes_of_4, packed);
}

bool WriteConstant(LaneCode& lanes, const ChainStep& step) {
  const auto constant = IsNarrowLoad(step.op) ? lanes.ConstantOf(step.operands[0]) : std::nullopt;
  if (!constant) return false;
  const bool is_boolean = step.op == ChainOp::kLoadBoolean;
  const LaneConstant bits = is_boolean && constant->bits != 0
                                ? lanes.all_ones()
                                : lanes.Lanes(Extended(step.op, constant->bits));
  lanes.SetAccumulator(bits);
  lanes.set_is_boolean(is_boolean);
  return true;
}

bool WriteAccess(LaneCode& lanes, const ChainStep& step) { return AccessWriter(lanes).Write(step); }

bool WriteBooleanStep(LaneCode& lanes, const ChainStep& step) {
  return BooleanStepWriter(lanes).Write(step);
}

}  // namespace paddock::chain_code

#endif
