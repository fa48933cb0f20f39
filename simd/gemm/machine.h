// What this machine's best target does with a multiply-add.
#ifndef PADDOCK_SIMD_GEMM_MACHINE_H_
#define PADDOCK_SIMD_GEMM_MACHINE_H_

#include "core/types/element_type.h"
#include "simd/kernel.h"

namespace paddock::simd {

// Whether fast numerics round a multiply-add of floats once. Asked of the machine: in
// WebAssembly the engine decides.
bool FusesMultiplyAdd();

// GFLOP/s (two operations a multiply-add) of f32 or f64 multiply-adds on registers alone,
// the limit of every contraction; takes some 10 ms. Measure it next to what it judges.
double MeasureFmaPeak(ElementType type, Numerics numerics);

// The same over all of `seconds`, without a pause, the median: what the machine keeps where
// MeasureFmaPeak finds what it does in a burst.
double MeasureHeldFma(ElementType type, Numerics numerics, double seconds);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_MACHINE_H_
