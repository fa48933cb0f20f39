#include "simd/math/math.h"

#include "simd/math/family.h"

namespace paddock::simd {
namespace {

constexpr MathKernel kKernels[] = {
    //  name              operands  f32 ULP  f64 ULP  low    high   may alias
    {"atan2", 2, 1, 2, -1e3, 1e3, true},
    {"cbrt", 1, 1, 2, -1e6, 1e6, true},
    {"cosine", 1, 1, 2, -1e3, 1e3, true},
    {"exponential", 1, 1, 2, -745, 709, true},
    {"exponential_minus_one", 1, 1, 2, -40, 709, true},
    {"log", 1, 1, 2, 0, 1e6, true},
    {"log_plus_one", 1, 1, 2, -1, 1e6, true},
    {"logistic", 1, 1, 2, -745, 40, true},
    {"power", 2, 1, 2, 0, 50, true},
    {"rsqrt", 1, 1, 2, 0, 1e6, true},
    {"sine", 1, 1, 2, -1e3, 1e3, true},
    {"sqrt", 1, 0.5, 0.5, 0, 1e6, true},
    {"tan", 1, 1, 2, -1e3, 1e3, true},
    {"tanh", 1, 1, 2, -22, 22, true},
};

}  // namespace

std::span<const MathKernel> MathKernels() { return kKernels; }

ElementwiseKernel FindMathKernel(std::string_view name, ElementType type, Numerics numerics) {
  for (const MathFamily family :
       {ExponentialFamily(), HyperbolicFamily(), LogarithmFamily(), RootFamily(),
        TrigonometricFamily(), PowerFamily(), Atan2Family()}) {
    for (const MathImplementation& row : family) {
      if (row.name != name || row.type != type) continue;
      return numerics == Numerics::kPortable ? row.portable : row.fast;
    }
  }
  return nullptr;
}

}  // namespace paddock::simd
