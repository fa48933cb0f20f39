// The greater or the lesser of floats in machine code, with the bits of MaximumFloats and
// MinimumFloats (simd/elementwise/functions-inl.h).
#ifndef PADDOCK_CORE_NATIVE_FLOAT_EXTREME_H_
#define PADDOCK_CORE_NATIVE_FLOAT_EXTREME_H_

#include "core/native/assembler.h"

namespace paddock {

struct FloatExtreme {
  bool is_maximum = false;
  // The instructions maxps or minps, and cmpps, on the lanes that count.
  VexOp extreme, compare;
  // Blends whole lanes by the mask's signs.
  VexOp blend;
};

// `result`, `both` and `mask` are none of the operands.
void WriteFloatExtreme(Assembler& assembler, const FloatExtreme& extreme, Xmm result, Xmm left,
                       Xmm right, Xmm both, Xmm mask);

// As above, of an operand and a bound that is neither NaN nor -0. `result` and `mask` are not the
// operand.
void WriteBoundedFloat(Assembler& assembler, const FloatExtreme& extreme, Xmm result, Xmm operand,
                       Xmm bound, Xmm mask);

}  // namespace paddock

#endif  // PADDOCK_CORE_NATIVE_FLOAT_EXTREME_H_
