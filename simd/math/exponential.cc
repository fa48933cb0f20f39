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

void ComputeExponentials(float* elements, size_t count) {
  const void* const operand = elements;
  MapSingle<SingleExponential>(&operand, elements, count, nullptr);
}

// Null: chains have no exponential.
const ChainExponential* ConstantsOfChains() {
#if HWY_TARGET == HWY_AVX2 || HWY_ARCH_WASM
  static constexpr ChainExponential kConstants = {
      kSingleLog2E,
      kSingleBiasedMagic,
      kSingleLn2Hi,
      -kSingleLn2Lo,
      {kExpTailShort[0], kExpTailShort[1], kExpTailShort[2], kExpTailShort[3], kExpTailShort[4]},
      1.0f,
      0x7FFFFFFF,
      kMostOfExponential,
#if HWY_ARCH_WASM
      kWasmShift,
      0.5f,
      {kExpMinusOneTailUneven[0], kExpMinusOneTailUneven[1], kExpMinusOneTailUneven[2],
       kExpMinusOneTailUneven[3], kExpMinusOneTailUneven[4]}
#else
      0,
      0,
      {}
#endif
  };
  return &kConstants;
#else
  return nullptr;
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(Exponentials);
MathFamily ExponentialFamily() { return HWY_DYNAMIC_DISPATCH(Exponentials)(); }
HWY_EXPORT(ComputeExponentials);
void ReplaceByExponentials(float* elements, size_t count) {
  HWY_DYNAMIC_DISPATCH(ComputeExponentials)(elements, count);
}
HWY_EXPORT(ConstantsOfChains);
bool HasExponentialOfChains() { return HWY_DYNAMIC_DISPATCH(ConstantsOfChains)() != nullptr; }
const ChainExponential& ExponentialOfChains() { return *HWY_DYNAMIC_DISPATCH(ConstantsOfChains)(); }
#if HWY_ARCH_WASM
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
