#include "simd/math/math.h"

#include "simd/math/family.h"

namespace paddock::simd {
namespace {

constexpr ComplexError kEach = ComplexError::kEachPart;
constexpr ComplexError kGreater = ComplexError::kGreaterPart;

// clang-format off
constexpr MathKernel kKernels[] = {
    //                        ULP in
    // name       operands    f32  f64  c64  c128  of        least  low   high  may alias
    {"_asin_acos_kernel",     1, 0,   0,   1, 2,  kEach,    0,      0,   0,   true},
    {"abs",                   1, 0,   0,   1, 1,  kEach,    0,      0,   0,   false},
    {"acos",                  1, 1,   2,   1, 2,  kEach,    0,     -1,   1,   true},
    {"acosh",                 1, 1,   1,   1, 2,  kEach,    0,      1, 1e3,   true},
    {"asin",                  1, 1,   2,   1, 2,  kEach,    0,     -1,   1,   true},
    {"asinh",                 1, 1,   1,   1, 2,  kEach,    0,   -1e3, 1e3,   true},
    {"atan",                  1, 1,   1,   1, 2,  kEach,    0,    -20,  20,   true},
    {"atan2",                 2, 1,   2,   1, 16, kGreater, 0,   -1e3, 1e3,   true},
    {"atanh",                 1, 1,   1,   1, 2,  kEach,    0,     -1,   1,   true},
    {"bessel_i1e",            1, 1,   4,   0, 0,  kEach,    0,    -50,  50,   true},
    {"cbrt",                  1, 1,   2,   1, 3,  kGreater, 0,   -1e6, 1e6,   true},
    {"cosh",                  1, 64,  2,   1, 1,  kEach,    0,   -710, 710,   true},
    {"cosine",                1, 1,   2,   1, 1,  kEach,    0,   -1e3, 1e3,   true},
    {"digamma",               1, 1,   5,   0, 0,  kEach,    1,    -20,  40,   true},
    {"erf",                   1, 1,   2,   0, 0,  kEach,    0,     -6,   6,   true},
    {"erf_inv",               1, 1,   4,   0, 0,  kEach,    0,     -1,   1,   true},
    {"erfc",                  1, 1,   5,   0, 0,  kEach,    0,     -6,  27,   true},
    {"exponential",           1, 1,   2,   1, 1,  kEach,    0,   -745, 709,   true},
    {"exponential_minus_one", 1, 1,   2,   1, 1,  kGreater, 0,    -40, 709,   true},
    {"lgamma",                1, 1,   2,   0, 0,  kEach,    1,    -20,  40,   true},
    {"log",                   1, 1,   2,   1, 1,  kEach,    0,      0, 1e6,   true},
    {"log_plus_one",          1, 1,   2,   1, 2,  kEach,    0,     -1, 1e6,   true},
    {"logistic",              1, 1,   2,   1, 1,  kGreater, 0,   -745, 40,    true},
    {"polygamma",             2, 1,   8,   0, 0,  kEach,    0,      0,  20,   true},
    {"power",                 2, 1,   2,   1, 16, kGreater, 0,      0, 50,    true},
    {"rsqrt",                 1, 1,   2,   1, 3,  kGreater, 0,      0, 1e6,   true},
    {"sign",                  1, 0,   0,   1, 2,  kEach,    0,      0,   0,   true},
    {"sine",                  1, 1,   2,   1, 1,  kEach,    0,   -1e3, 1e3,   true},
    {"sinh",                  1, 64,  2,   1, 1,  kEach,    0,   -710, 710,   true},
    {"sqrt",                  1, 0.5, 0.5, 1, 2,  kEach,    0,      0, 1e6,   true},
    {"tan",                   1, 1,   2,   1, 1,  kEach,    0,   -1e3, 1e3,   true},
    {"tanh",                  1, 1,   2,   1, 1,  kEach,    0,    -22, 22,    true},
    {"zeta",                  2, 1,   8,   0, 0,  kEach,    0,      1,  20,   true},
};
// clang-format on

}  // namespace

std::span<const MathKernel> MathKernels() { return kKernels; }

ElementwiseKernel FindMathKernel(std::string_view name, ElementType type, Numerics numerics) {
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
