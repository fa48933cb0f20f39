#include "simd/math/math.h"

#include <algorithm>

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

// Calls `visit` with each implementation until it returns true.
template <class Visit>
void ForEachImplementation(const Visit& visit) {
  for (const MathFamily family :
       {ExponentialFamily(), HyperbolicFamily(), LogarithmFamily(), RootFamily(),
        TrigonometricFamily(), PowerFamily(), Atan2Family(), InverseTrigonometricFamily(),
        InverseHyperbolicFamily(), SinhCoshFamily(), ErrorFunctionFamily(), GammaFamily(),
        BesselFamily(), ZetaFamily(), ComplexExponentialFamily(), ComplexTrigonometricFamily(),
        ComplexLogarithmFamily(), ComplexRootFamily(), ComplexInverseFamily()}) {
    if (std::ranges::any_of(family, visit)) return;
  }
}

}  // namespace

std::span<const MathKernel> MathKernels() { return kKernels; }

ElementwiseFunction FindMathFunction(std::string_view name, ElementType type, Numerics numerics) {
  ElementwiseFunction found = nullptr;
  ForEachImplementation([&](const MathImplementation& row) {
    if (row.name != name || row.type != type) return false;
    found = numerics == Numerics::kPortable ? row.portable : row.fast;
    return true;
  });
  return found;
}

#ifndef __wasm__
uintptr_t FindFunctionOfFour(ElementwiseFunction kernel) {
  uintptr_t found = 0;
  ForEachImplementation([&](const MathImplementation& row) {
    if (row.portable != kernel && row.fast != kernel) return false;
    const auto four = row.portable == kernel ? row.four_portable : row.four_fast;
    if (four != nullptr) found = four();
    return true;
  });
  return found;
}
#endif

}  // namespace paddock::simd
