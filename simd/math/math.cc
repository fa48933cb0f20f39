#include "simd/math/math.h"

#include "simd/math/family.h"

namespace paddock::simd {
namespace {

constexpr ComplexError kEach = ComplexError::kEachPart;
constexpr ComplexError kGreater = ComplexError::kGreaterPart;

// clang-format off
constexpr MathKernel kKernels[] = {
    //                        ULP in
    // name       operands    f32  f64  c64  c128  of         low   high  may alias
    {"abs",                   1, 0,   0,   1, 1,  kEach,       0,   0,   false},
    {"atan2",                 2, 1,   2,   1, 16, kGreater, -1e3, 1e3,   true},
    {"cbrt",                  1, 1,   2,   1, 3,  kGreater, -1e6, 1e6,   true},
    {"cosine",                1, 1,   2,   1, 1,  kEach,    -1e3, 1e3,   true},
    {"exponential",           1, 1,   2,   1, 1,  kEach,    -745, 709,   true},
    {"exponential_minus_one", 1, 1,   2,   1, 1,  kGreater,  -40, 709,   true},
    {"log",                   1, 1,   2,   1, 1,  kEach,       0, 1e6,   true},
    {"log_plus_one",          1, 1,   2,   1, 2,  kEach,      -1, 1e6,   true},
    {"logistic",              1, 1,   2,   1, 1,  kGreater, -745, 40,    true},
    {"power",                 2, 1,   2,   1, 16, kGreater,    0, 50,    true},
    {"rsqrt",                 1, 1,   2,   1, 3,  kGreater,    0, 1e6,   true},
    {"sign",                  1, 0,   0,   1, 2,  kEach,       0,   0,   true},
    {"sine",                  1, 1,   2,   1, 1,  kEach,    -1e3, 1e3,   true},
    {"sqrt",                  1, 0.5, 0.5, 1, 2,  kEach,       0, 1e6,   true},
    {"tan",                   1, 1,   2,   1, 1,  kEach,    -1e3, 1e3,   true},
    {"tanh",                  1, 1,   2,   1, 1,  kEach,     -22, 22,    true},
};
// clang-format on

}  // namespace

std::span<const MathKernel> MathKernels() { return kKernels; }

ElementwiseKernel FindMathKernel(std::string_view name, ElementType type, Numerics numerics) {
  for (const MathFamily family :
       {ExponentialFamily(), HyperbolicFamily(), LogarithmFamily(), RootFamily(),
        TrigonometricFamily(), PowerFamily(), Atan2Family(), ComplexExponentialFamily(),
        ComplexTrigonometricFamily(), ComplexLogarithmFamily(), ComplexRootFamily()}) {
    for (const MathImplementation& row : family) {
      if (row.name != name || row.type != type) continue;
      return numerics == Numerics::kPortable ? row.portable : row.fast;
    }
  }
  return nullptr;
}

}  // namespace paddock::simd
