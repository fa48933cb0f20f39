// Multiply-add on this machine's best target: its rounding and its speed.
#ifndef PADDOCK_SIMD_GEMM_MACHINE_H_
#define PADDOCK_SIMD_GEMM_MACHINE_H_

#include "core/types/element_type.h"
#include "simd/kernel.h"

namespace paddock::simd {

// Whether fast numerics round a multiply-add of floats once. Determined at run time: in WebAssembly
// the engine decides.
bool FusesMultiplyAdd();

// Returns the peak in GFLOP/s (two operations a multiply-add) of f32 or f64 multiply-adds on
// registers or on the first cache, whichever is faster. It limits every contraction. Takes some 10
// ms; measure it close to the code that it is compared with.
double MeasureFmaPeak(ElementType type, Numerics numerics);

// Returns the median rate during `seconds` of uninterrupted multiply-adds: the sustained rate,
// where MeasureFmaPeak gives that of a burst.
double MeasureHeldFma(ElementType type, Numerics numerics, double seconds);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_MACHINE_H_
