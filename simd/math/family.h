// Passes a file's kernels to math.cc: one dispatched call for each family.
#ifndef PADDOCK_SIMD_MATH_FAMILY_H_
#define PADDOCK_SIMD_MATH_FAMILY_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "core/types/element_type.h"
#include "simd/kernel.h"

namespace paddock::simd {

struct MathImplementation {
  std::string_view name;
  ElementType type;
  ElementwiseFunction portable;
  ElementwiseFunction fast;
#ifndef __wasm__
  // Return the addresses of the same functions of four elements in registers (four-inl.h); null if
  // there are none.
  uintptr_t (*four_portable)() = nullptr;
  uintptr_t (*four_fast)() = nullptr;
#endif
};

using MathFamily = std::span<const MathImplementation>;

MathFamily ExponentialFamily();
MathFamily HyperbolicFamily();
MathFamily LogarithmFamily();
MathFamily RootFamily();
MathFamily TrigonometricFamily();
MathFamily PowerFamily();
MathFamily Atan2Family();
MathFamily InverseTrigonometricFamily();
MathFamily InverseHyperbolicFamily();
MathFamily SinhCoshFamily();
MathFamily ErrorFunctionFamily();
MathFamily GammaFamily();
MathFamily BesselFamily();
MathFamily ZetaFamily();
MathFamily ComplexExponentialFamily();
MathFamily ComplexTrigonometricFamily();
MathFamily ComplexLogarithmFamily();
MathFamily ComplexRootFamily();
MathFamily ComplexInverseFamily();

}  // namespace paddock::simd

// Fast numerics where the target fuses. Elsewhere the portable kernel is used for both.
#define PADDOCK_FAST_NUMERICS (HWY_NATIVE_FMA ? Numerics::kFast : Numerics::kPortable)

// The rows of one function in a family's table, f32 and f64, both numerics. Its file includes
// four-inl.h.
#define PADDOCK_MATH_ROW(name, type, Map, Function, Element)    \
  {name, type, &Map<Function, Element, Numerics::kPortable>,    \
   &Map<Function, Element, PADDOCK_FAST_NUMERICS> PADDOCK_FOUR( \
       Four##Map<Function, Element, Numerics::kPortable>)       \
       PADDOCK_FOUR(Four##Map<Function, Element, PADDOCK_FAST_NUMERICS>)}
#define PADDOCK_MATH_ROWS(name, Map, Function)                     \
  PADDOCK_MATH_ROW(name, ElementType::kF32, Map, Function, float), \
      PADDOCK_MATH_ROW(name, ElementType::kF64, Map, Function, double)

// Rows of a function that is portable in both numerics.
#define PADDOCK_PORTABLE_ROWS(name, Map, Function)                        \
  {name, ElementType::kF32, &Map<Function, float, Numerics::kPortable>,   \
   &Map<Function, float, Numerics::kPortable>},                           \
  {                                                                       \
    name, ElementType::kF64, &Map<Function, double, Numerics::kPortable>, \
        &Map<Function, double, Numerics::kPortable>                       \
  }

// Rows of a portable function whose fast f32 is another function in f64.
#define PADDOCK_SHORT_ROWS(name, Map, Function, FastMap, Fast)            \
  {name, ElementType::kF32, &Map<Function, float, Numerics::kPortable>,   \
   &FastMap<Fast, float, Numerics::kFast>},                               \
  {                                                                       \
    name, ElementType::kF64, &Map<Function, double, Numerics::kPortable>, \
        &Map<Function, double, Numerics::kPortable>                       \
  }

// Rows of a function with a separate kernel in f32 lanes for fast f32.
#define PADDOCK_MATH_SINGLE_ROWS(name, Function, Single)                               \
  {name, ElementType::kF32, &MapUnary<Function, float, Numerics::kPortable>,           \
   &MapSingle<Single> PADDOCK_FOUR(FourMapUnary<Function, float, Numerics::kPortable>) \
       PADDOCK_FOUR(FourMapSingle<Single>)},                                           \
      PADDOCK_MATH_ROW(name, ElementType::kF64, MapUnary, Function, double)

// The same, of a function without functions of four.
#define PADDOCK_MATH_SINGLE_F32_ROWS(name, Function, Single)                                      \
  {name, ElementType::kF32, &MapUnary<Function, float, Numerics::kPortable>, &MapSingle<Single>}, \
  {                                                                                               \
    name, ElementType::kF64, &MapUnary<Function, double, Numerics::kPortable>,                    \
        &MapUnary<Function, double, PADDOCK_FAST_NUMERICS>                                        \
  }

// The rows of a complex function of one operand, and of two; both numerics are
// the portable one.
#define PADDOCK_COMPLEX_ROWS(name, Function)                         \
  {name, ElementType::kC64, &MapComplexUnary<Function, float, 2>,    \
   &MapComplexUnary<Function, float, 2>},                            \
  {                                                                  \
    name, ElementType::kC128, &MapComplexUnary<Function, double, 2>, \
        &MapComplexUnary<Function, double, 2>                        \
  }

// The rows of such a function that is a template of numerics.
#define PADDOCK_COMPLEX_FUSED_ROWS(name, Function)                                        \
  {name, ElementType::kC64, &MapComplexUnary<Function<Numerics::kPortable>, float, 2>,    \
   &MapComplexUnary<Function<PADDOCK_FAST_NUMERICS>, float, 2>},                          \
  {                                                                                       \
    name, ElementType::kC128, &MapComplexUnary<Function<Numerics::kPortable>, double, 2>, \
        &MapComplexUnary<Function<PADDOCK_FAST_NUMERICS>, double, 2>                      \
  }

// The rows of such a function whose fast complex<f32> is another function in f64.
#define PADDOCK_COMPLEX_SHORT_ROWS(name, Function, Fast)             \
  {name, ElementType::kC64, &MapComplexUnary<Function, float, 2>,    \
   &MapComplexUnary<Fast, float, 2>},                                \
  {                                                                  \
    name, ElementType::kC128, &MapComplexUnary<Function, double, 2>, \
        &MapComplexUnary<Function, double, 2>                        \
  }

#define PADDOCK_COMPLEX_BINARY_ROWS(name, Function)                \
  {name, ElementType::kC64, &MapComplexBinary<Function, float>,    \
   &MapComplexBinary<Function, float>},                            \
  {                                                                \
    name, ElementType::kC128, &MapComplexBinary<Function, double>, \
        &MapComplexBinary<Function, double>                        \
  }

#endif  // PADDOCK_SIMD_MATH_FAMILY_H_
