#ifndef __wasm__

#include "core/plan/fusion/chain_code_comparisons.h"

#include <cstddef>
#include <cstdint>

#include "core/plan/fusion/lane_code.h"

namespace paddock::chain_code {
namespace {

enum class Relation : uint8_t { kEqual, kNotEqual, kLess, kLessOrEqual };
enum class Compared : uint8_t { kFloats, kSigned, kUnsigned };

struct ComparisonCode {
  ChainOp op;
  // The one whose left operand is in memory.
  ChainOp reversed;
  Compared compared;
  Relation relation;
};

constexpr ComparisonCode kComparisons[] = {
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

// Predicates of the manual for floats: false if an operand is NaN, except kNotEqual.
constexpr uint8_t kFloatPredicates[] = {0x00, 0x04, 0x11, 0x12};
constexpr uint8_t kCompareFloats = 0xC2;
// The same for integers, with AVX-512.
constexpr uint8_t kIntegerPredicates[] = {0, 4, 1, 2};

class ComparisonWriter {
 public:
  explicit ComparisonWriter(LaneCode& lanes) : lanes_(lanes), assembler_(lanes.assembler()) {}

  void Write(Xmm left, Xmm right, const ComparisonCode& code) {
    const auto relation = static_cast<size_t>(code.relation);
    if (code.compared == Compared::kFloats) {
      const uint8_t predicate = kFloatPredicates[relation];
      const Xmm to = lanes_.is_long() ? lanes_.TakeMask() : lanes_.TakeResult();
      assembler_.Compute(lanes_.OnFloats(kCompareFloats), to, left, right, predicate);
    } else if (lanes_.is_long()) {
      lanes_.CompareIntegers(lanes_.TakeMask(), left, right, kIntegerPredicates[relation],
                             code.compared == Compared::kSigned);
    } else {
      CompareIntegers(left, right, code);
    }
    lanes_.set_is_boolean(true);
  }

 private:
  // AVX2 has two relations, of signed integers.
  void CompareIntegers(Xmm left, Xmm right, const ComparisonCode& code) {
    if (code.compared == Compared::kUnsigned) {
      assembler_.Compute(kXor, kOne, left, lanes_.sign_bits());
      assembler_.Compute(kXor, kTwo, right, lanes_.sign_bits());
      left = kOne;
      right = kTwo;
    }
    const bool is_less = code.relation == Relation::kLess;
    const bool is_equality =
        code.relation == Relation::kEqual || code.relation == Relation::kNotEqual;
    const bool is_inverse = !is_less && code.relation != Relation::kEqual;
    const Xmm to = is_inverse ? kOne : lanes_.TakeResult();
    if (is_equality) {
      lanes_.FindEqual(to, left, right);
    } else {
      lanes_.FindGreater(to, is_less ? right : left, is_less ? left : right);
    }
    if (is_inverse) assembler_.Compute(kXor, lanes_.TakeResult(), kOne, lanes_.all_ones());
  }

  LaneCode& lanes_;
  Assembler& assembler_;
};

}  // namespace

bool WriteComparison(LaneCode& lanes, const simd::ChainStep& step) {
  for (const ComparisonCode& code : kComparisons) {
    const bool is_reversed = step.op == code.reversed;
    if (step.op != code.op && !is_reversed) continue;
    const Xmm operand = lanes.Load(step.operands[0]);
    const Xmm left = is_reversed ? operand : lanes.accumulator(),
              right = is_reversed ? lanes.accumulator() : operand;
    ComparisonWriter(lanes).Write(left, right, code);
    return true;
  }
  return false;
}

}  // namespace paddock::chain_code

#endif
