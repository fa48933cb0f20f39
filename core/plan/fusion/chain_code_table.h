// Instructions of x86-64 for steps of chains.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_TABLE_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_TABLE_H_

#include <cstdint>

#include "core/native/assembler.h"
#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

using simd::ChainOp;
using Prefix = VexOp::Prefix;
using Map = VexOp::Map;

// --- Steps that are one instruction

enum class Form : uint8_t {
  kUnary,
  kDoubled,   // of the accumulator and itself
  kBinary,    // of the accumulator and the operand
  kReversed,  // of the operand and the accumulator
};

struct StepCode {
  ChainOp op;
  Form form;
  Prefix prefix;
  Map map;
  // Opcodes for lanes of 4 and of 8 bytes; 0: none.
  uint8_t narrow, wide;
  bool is_wide_prefixed = false;
};

constexpr StepCode OfFloats(ChainOp op, Form form, uint8_t opcode) {
  return {op, form, Prefix::kNone, Map::k0F, opcode, opcode};
}
constexpr StepCode OfBits(ChainOp op, uint8_t opcode) {
  return {op, Form::kBinary, Prefix::kNone, Map::k0F, opcode, opcode};
}
constexpr StepCode OfIntegers(ChainOp op, Form form, uint8_t narrow, uint8_t wide) {
  return {op, form, Prefix::k66, Map::k0F, narrow, wide};
}
// Only the prefix distinguishes 8 bytes.
constexpr StepCode OfShifts(ChainOp op, Form form, uint8_t opcode, bool has_wide = true) {
  return {op, form, Prefix::k66, Map::k0F38, opcode, has_wide ? opcode : uint8_t{0}, has_wide};
}
constexpr StepCode OfNarrow(ChainOp op, Form form, uint8_t opcode) {
  return OfShifts(op, form, opcode, false);
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
    OfBits(ChainOp::kAnd, 0x54),
    OfBits(ChainOp::kOr, 0x56),
    OfBits(ChainOp::kXor, 0x57),
    OfIntegers(ChainOp::kAddInteger, Form::kBinary, 0xFE, 0xD4),
    OfIntegers(ChainOp::kAddIntegerDoubled, Form::kDoubled, 0xFE, 0xD4),
    OfIntegers(ChainOp::kSubtractInteger, Form::kBinary, 0xFA, 0xFB),
    OfIntegers(ChainOp::kSubtractIntegerReversed, Form::kReversed, 0xFA, 0xFB),
    OfNarrow(ChainOp::kMultiplyInteger, Form::kBinary, 0x40),
    OfNarrow(ChainOp::kMultiplyIntegerDoubled, Form::kDoubled, 0x40),
    OfNarrow(ChainOp::kAbsInteger, Form::kUnary, 0x1E),
    OfNarrow(ChainOp::kMaximumSigned, Form::kBinary, 0x3D),
    OfNarrow(ChainOp::kMinimumSigned, Form::kBinary, 0x39),
    OfNarrow(ChainOp::kMaximumUnsigned, Form::kBinary, 0x3F),
    OfNarrow(ChainOp::kMinimumUnsigned, Form::kBinary, 0x3B),
    OfShifts(ChainOp::kShiftLeft, Form::kBinary, 0x47),
    OfShifts(ChainOp::kShiftLeftReversed, Form::kReversed, 0x47),
    OfShifts(ChainOp::kShiftRightLogical, Form::kBinary, 0x45),
    OfShifts(ChainOp::kShiftRightLogicalReversed, Form::kReversed, 0x45),
    OfNarrow(ChainOp::kShiftRightArithmetic, Form::kBinary, 0x46),
    OfNarrow(ChainOp::kShiftRightArithmeticReversed, Form::kReversed, 0x46),
    // Single floats from integers.
    {ChainOp::kIntegerToFloat, Form::kUnary, Prefix::kNone, Map::k0F, 0x5B, 0},
};

// --- Comparisons

enum class Relation : uint8_t { kEqual, kNotEqual, kLess, kLessOrEqual };
enum class Compared : uint8_t { kFloats, kSigned, kUnsigned };

struct ComparisonCode {
  ChainOp op;
  // The one whose left operand is in memory.
  ChainOp reversed;
  Compared compared;
  Relation relation;
};

inline constexpr ComparisonCode kComparisons[] = {
    {ChainOp::kEqualFloat, ChainOp::kEqualFloatReversed, Compared::kFloats, Relation::kEqual},
    {ChainOp::kNotEqualFloat, ChainOp::kNotEqualFloatReversed, Compared::kFloats,
     Relation::kNotEqual},
    {ChainOp::kLessFloat, ChainOp::kLessFloatReversed, Compared::kFloats, Relation::kLess},
    {ChainOp::kLessOrEqualFloat, ChainOp::kLessOrEqualFloatReversed, Compared::kFloats,
     Relation::kLessOrEqual},
    {ChainOp::kEqualInteger, ChainOp::kEqualIntegerReversed, Compared::kSigned, Relation::kEqual},
    {ChainOp::kNotEqualInteger, ChainOp::kNotEqualIntegerReversed, Compared::kSigned,
     Relation::kNotEqual},
    {ChainOp::kLessSigned, ChainOp::kLessSignedReversed, Compared::kSigned, Relation::kLess},
    {ChainOp::kLessOrEqualSigned, ChainOp::kLessOrEqualSignedReversed, Compared::kSigned,
     Relation::kLessOrEqual},
    {ChainOp::kLessUnsigned, ChainOp::kLessUnsignedReversed, Compared::kUnsigned, Relation::kLess},
    {ChainOp::kLessOrEqualUnsigned, ChainOp::kLessOrEqualUnsignedReversed, Compared::kUnsigned,
     Relation::kLessOrEqual},
};

// --- Fixed instructions

constexpr VexOp On256(Prefix prefix, Map map, uint8_t opcode) {
  return {prefix, map, opcode, false, true};
}
inline constexpr VexOp kAnd = On256(Prefix::kNone, Map::k0F, 0x54),
                       kOr = On256(Prefix::kNone, Map::k0F, 0x56),
                       kXor = On256(Prefix::kNone, Map::k0F, 0x57),
                       kCopy = On256(Prefix::kNone, Map::k0F, 0x28),
                       kLoadVector = On256(Prefix::kNone, Map::k0F, 0x10),
                       kStoreVector = On256(Prefix::kNone, Map::k0F, 0x11),
                       kSetOnes = On256(Prefix::k66, Map::k0F, 0x76),
                       kUpperHalf = On256(Prefix::k66, Map::k0F3A, 0x39);
// On 128 bits.
inline constexpr VexOp kPackTo16{Prefix::k66, Map::k0F, 0x6B},
    kPackTo8{Prefix::k66, Map::k0F, 0x63}, kShuffle{Prefix::kNone, Map::k0F, 0xC6},
    kStore4{Prefix::k66, Map::k0F, 0x7E}, kStore8{Prefix::k66, Map::k0F, 0xD6};

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_TABLE_H_
