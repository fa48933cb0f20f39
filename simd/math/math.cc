#include "simd/math/math.h"

#include "simd/math/family.h"

namespace paddock::simd {
namespace {

constexpr ComplexError kEach = ComplexError::kEachPart;
constexpr ComplexError kGreater = ComplexError::kGreaterPart;

constexpr MathKernel kKernels[] = {
#define PADDOCK_MATH_KERNEL(name, operands, f32, f64, c64, c128, of, least, low, high, may_alias, \
                            method, complex_method)                                               \
  {#name, operands, f32, f64, c64, c128, of, least, low, high, may_alias},
#include "simd/math/kernels.def"
#undef PADDOCK_MATH_KERNEL
};

}  // namespace

std::span<const MathKernel> MathKernels() { return kKernels; }

ElementwiseFunction FindMathFunction(std::string_view name, ElementType type, Numerics numerics) {
  for (const MathFamily family :
       {ExponentialFamily(), HyperbolicFamily(), LogarithmFamily(), RootFamily(),
        TrigonometricFamily(), PowerFamily(), Atan2Family(), InverseTrigonometricFamily(),
        InverseHyperbolicFamily(), SinhCoshFamily(), ErrorFunctionFamily(), GammaFamily(),
        BesselFamily(), ZetaFamily(), ComplexExponentialFamily(), ComplexTrigonometricFamily(),
        ComplexLogarithmFamily(), ComplexRootFamily(), ComplexInverseFamily()}) {
    for (const MathImplementation& row : family) {
      if (row.name != name || row.type != type) continue;
      return numerics == Numerics::kPortable ? row.portable : row.fast;
    }
  }
  return nullptr;
}

}  // namespace paddock::simd
