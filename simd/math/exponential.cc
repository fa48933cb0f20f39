// exponential and exponential_minus_one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/exponential.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/chain_exponential.h"
#include "simd/math/exponential-inl.h"
#include "simd/math/family.h"
#include "simd/math/four-inl.h"
#include "simd/math/four_single-inl.h"
#include "simd/math/map-inl.h"
#include "simd/math/single-inl.h"
#include "simd/math/single_map-inl.h"
#include "simd/math/single_near_zero-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

MathFamily Exponentials() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_MATH_SINGLE_ROWS("exponential", Exponential, SingleExponential),
      PADDOCK_MATH_SINGLE_ROWS("exponential_minus_one", ExponentialMinusOne,
                               SingleExponentialMinusOne),
  };
  return kRows;
}

#if HWY_ARCH_WASM
constexpr ChainExponential kChainExponential = {
    kWasmLog2E,
    kWasmBiasedMagic,
    kSingleLn2Hi,
    -kSingleLn2Lo,
    {kExpTailWasm[0], kExpTailWasm[1], kExpTailWasm[2], kExpTailWasm[3], kExpTailWasm[4]},
    1.0f,
    0x7FFFFFFF,
    SingleExponential::kMost,
    kWasmShift,
    0.5f,
    {kExpMinusOneTailUneven[0], kExpMinusOneTailUneven[1], kExpMinusOneTailUneven[2],
     kExpMinusOneTailUneven[3], kExpMinusOneTailUneven[4]}};
static_assert(SingleExponential::kLow == kChainExponentialLow);
static_assert(SingleExponential::kHigh == kChainExponentialHigh);
#endif

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(Exponentials);
MathFamily ExponentialFamily() { return HWY_DYNAMIC_DISPATCH(Exponentials)(); }
#if HWY_ARCH_WASM
const ChainExponential& ExponentialOfChains() { return HWY_NAMESPACE::kChainExponential; }
bool RelaxesChains() {
#if defined(__wasm_relaxed_simd__)
  return true;
#else
  return false;
#endif
}
bool FusesInChains() {
#if defined(__wasm_relaxed_simd__)
  // The square is 1 + 2^-11 + 2^-24, which rounds to 1 + 2^-11.
  volatile float factor = 1 + 0x1p-12f;
  const v128_t factors = wasm_f32x4_splat(factor);
  const v128_t rest = wasm_f32x4_relaxed_nmadd(factors, factors, wasm_f32x4_splat(1 + 0x1p-11f));
  return wasm_f32x4_extract_lane(rest, 0) != 0;
#else
  return false;
#endif
}
#endif
}  // namespace paddock::simd
#endif
