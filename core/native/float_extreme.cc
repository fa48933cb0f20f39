#include "core/native/float_extreme.h"

namespace paddock {
namespace {

constexpr uint8_t kIsEqual = 0x00, kIsUnordered = 0x03;

void Choose(Assembler& assembler, const VexOp& blend, Xmm result, Xmm if_true, Xmm mask) {
  assembler.Compute(blend, result, result, if_true, static_cast<uint8_t>(mask << 4));
}

}  // namespace

void WriteFloatExtreme(Assembler& assembler, const FloatExtreme& extreme, Xmm result, Xmm left,
                       Xmm right, Xmm both, Xmm mask) {
  const VexOp combine{VexOp::Prefix::kNone, VexOp::Map::k0F,
                      static_cast<uint8_t>(extreme.is_maximum ? 0x54 : 0x56), false,
                      extreme.blend.is_256};
  // Takes the right operand if the left one is not greater.
  assembler.Compute(extreme.extreme, result, left, right);
  assembler.Compute(combine, both, left, right);
  assembler.Compute(extreme.compare, mask, left, right, kIsEqual);
  Choose(assembler, extreme.blend, result, both, mask);
  assembler.Compute(extreme.compare, mask, left, left, kIsUnordered);
  Choose(assembler, extreme.blend, result, left, mask);
}

void WriteBoundedFloat(Assembler& assembler, const FloatExtreme& extreme, Xmm result, Xmm operand,
                       Xmm bound, Xmm mask) {
  // The instruction takes its second operand if one is a NaN, or if both are zeros: a lesser -0.
  if (!extreme.is_maximum) return assembler.Compute(extreme.extreme, result, bound, operand);
  assembler.Compute(extreme.extreme, result, operand, bound);
  assembler.Compute(extreme.compare, mask, operand, operand, kIsUnordered);
  Choose(assembler, extreme.blend, result, operand, mask);
}

}  // namespace paddock
