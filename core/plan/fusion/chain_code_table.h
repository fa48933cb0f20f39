// Instructions of x86-64 for steps of chains.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_TABLE_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_TABLE_H_

#include <cstdint>

#include "core/native/assembler.h"
#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

using simd::ChainOp;
using simd::ChainStep;
using Prefix = VexOp::Prefix;
using Map = VexOp::Map;

// --- Steps that are one instruction

enum class Form : uint8_t {
  kUnary,
  kDoubled,   // of the accumulator and itself
  kBinary,    // of the accumulator and the operand
  kReversed,  // of the operand and the accumulator
};

constexpr VexOp On256(Prefix prefix, Map map, uint8_t opcode, bool is_wide = false) {
  return {prefix, map, opcode, is_wide, true};
}
inline constexpr VexOp kNoOp{};
constexpr VexOp In0F(uint8_t opcode) { return On256(Prefix::k66, Map::k0F, opcode); }
constexpr VexOp In0F38(uint8_t opcode, bool is_wide = false) {
  return On256(Prefix::k66, Map::k0F38, opcode, is_wide);
}
constexpr VexOp In0F3A(uint8_t opcode, bool is_wide = false) {
  return On256(Prefix::k66, Map::k0F3A, opcode, is_wide);
}

struct StepCode {
  ChainOp op;
  Form form;
  // For lanes of 1, 2, 4 and 8 bytes; kNoOp: none.
  VexOp byte, word, narrow, wide;
};

constexpr StepCode OfFloats(ChainOp op, Form form, uint8_t opcode) {
  return {op, form, kNoOp, kNoOp, On256(Prefix::kNone, Map::k0F, opcode), In0F(opcode)};
}
constexpr StepCode OfIntegers(ChainOp op, Form form, uint8_t byte, uint8_t word, uint8_t narrow,
                              uint8_t wide) {
  return {op, form, In0F(byte), In0F(word), In0F(narrow), In0F(wide)};
}
// Only the prefix distinguishes 8 bytes.
constexpr StepCode OfShifts(ChainOp op, Form form, uint8_t opcode) {
  return {op, form, kNoOp, kNoOp, In0F38(opcode), In0F38(opcode, true)};
}
constexpr StepCode OfNarrow(ChainOp op, Form form, VexOp byte, VexOp word, uint8_t narrow) {
  return {op, form, byte, word, In0F38(narrow), kNoOp};
}

inline constexpr StepCode kStepCodes[] = {
    OfFloats(ChainOp::kAddFloat, Form::kBinary, 0x58),
    OfFloats(ChainOp::kAddFloatDoubled, Form::kDoubled, 0x58),
    OfFloats(ChainOp::kMultiplyFloat, Form::kBinary, 0x59),
    OfFloats(ChainOp::kMultiplyFloatDoubled, Form::kDoubled, 0x59),
    OfFloats(ChainOp::kSubtractFloat, Form::kBinary, 0x5C),
    OfFloats(ChainOp::kSubtractFloatReversed, Form::kReversed, 0x5C),
    OfFloats(ChainOp::kDivideFloat, Form::kBinary, 0x5E),
    OfFloats(ChainOp::kDivideFloatReversed, Form::kReversed, 0x5E),
    OfFloats(ChainOp::kSqrtFloat, Form::kUnary, 0x51),
    OfIntegers(ChainOp::kAddInteger, Form::kBinary, 0xFC, 0xFD, 0xFE, 0xD4),
    OfIntegers(ChainOp::kAddIntegerDoubled, Form::kDoubled, 0xFC, 0xFD, 0xFE, 0xD4),
    OfIntegers(ChainOp::kSubtractInteger, Form::kBinary, 0xF8, 0xF9, 0xFA, 0xFB),
    OfIntegers(ChainOp::kSubtractIntegerReversed, Form::kReversed, 0xF8, 0xF9, 0xFA, 0xFB),
    OfNarrow(ChainOp::kMultiplyInteger, Form::kBinary, kNoOp, In0F(0xD5), 0x40),
    OfNarrow(ChainOp::kMultiplyIntegerDoubled, Form::kDoubled, kNoOp, In0F(0xD5), 0x40),
    OfNarrow(ChainOp::kAbsInteger, Form::kUnary, In0F38(0x1C), In0F38(0x1D), 0x1E),
    OfNarrow(ChainOp::kMaximumSigned, Form::kBinary, In0F38(0x3C), In0F(0xEE), 0x3D),
    OfNarrow(ChainOp::kMinimumSigned, Form::kBinary, In0F38(0x38), In0F(0xEA), 0x39),
    OfNarrow(ChainOp::kMaximumUnsigned, Form::kBinary, In0F(0xDE), In0F38(0x3E), 0x3F),
    OfNarrow(ChainOp::kMinimumUnsigned, Form::kBinary, In0F(0xDA), In0F38(0x3A), 0x3B),
    OfShifts(ChainOp::kShiftLeft, Form::kBinary, 0x47),
    OfShifts(ChainOp::kShiftLeftReversed, Form::kReversed, 0x47),
    OfShifts(ChainOp::kShiftRightLogical, Form::kBinary, 0x45),
    OfShifts(ChainOp::kShiftRightLogicalReversed, Form::kReversed, 0x45),
    OfNarrow(ChainOp::kShiftRightArithmetic, Form::kBinary, kNoOp, kNoOp, 0x46),
    OfNarrow(ChainOp::kShiftRightArithmeticReversed, Form::kReversed, kNoOp, kNoOp, 0x46),
};

// --- Fixed instructions

inline constexpr VexOp kAnd = On256(Prefix::kNone, Map::k0F, 0x54),
                       kOr = On256(Prefix::kNone, Map::k0F, 0x56),
                       kXor = On256(Prefix::kNone, Map::k0F, 0x57),
                       kCopy = On256(Prefix::kNone, Map::k0F, 0x28),
                       kLoadVector = On256(Prefix::kNone, Map::k0F, 0x10),
                       kStoreVector = On256(Prefix::kNone, Map::k0F, 0x11),
                       kStreamVector = On256(Prefix::kNone, Map::k0F, 0x2B),
                       kUpperHalf = In0F3A(0x39), kPutUpperHalf = In0F3A(0x38),
                       kPermuteQuarters = In0F3A(0x00, true),
                       kShuffleLanes = On256(Prefix::kNone, Map::k0F, 0xC6),
                       kJoinHalves = In0F3A(0x06);
// The sum with a product; what remains without one; and the product with the result, plus another.
inline constexpr VexOp kAddProduct = In0F38(0xB8), kSubtractProduct = In0F38(0xBC),
                       kMultiplyAndAdd = In0F38(0xA8);
// Interleave the lower or upper lanes of the halves of two vectors of floats.
inline constexpr uint8_t kLowerLanes = 0x14, kUpperLanes = 0x15;
// Store the low words of lanes of 4 bytes, or the low bytes of lanes of 2, with AVX-512.
inline constexpr uint8_t kIntsToWords = 0x33, kWordsToBytes = 0x30;
// Words of double words, or bytes of words, as 128 bits.
inline constexpr VexOp kPackWordsSigned{Prefix::k66, Map::k0F, 0x6B},
    kPackWordsUnsigned{Prefix::k66, Map::k0F38, 0x2B},
    kPackBytesSigned{Prefix::k66, Map::k0F, 0x63}, kPackBytesUnsigned{Prefix::k66, Map::k0F, 0x67},
    kAbsBytes{Prefix::k66, Map::k0F38, 0x1C}, kShuffle{Prefix::kNone, Map::k0F, 0xC6},
    kStore4{Prefix::k66, Map::k0F, 0x7E}, kStore8{Prefix::k66, Map::k0F, 0xD6},
    kStore16{Prefix::kNone, Map::k0F, 0x11};

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_TABLE_H_
