// The fast exponential of f32 as code of chains computes it: machine code with AVX2
// (core/plan/fusion/chain_code_exponential.h), and modules, which have exponential_minus_one, too
// (core/plan/fusion/module_lanes.h). Their steps and bits are those of single_exponential-inl.h and
// single_wasm-inl.h.
#ifndef PADDOCK_SIMD_MATH_CHAIN_EXPONENTIAL_H_
#define PADDOCK_SIMD_MATH_CHAIN_EXPONENTIAL_H_

#include <cstddef>
#include <cstdint>

namespace paddock::simd {

// In the order of a module's constants.
struct ChainExponential {
  float log2_e;
  float magic;
  float ln2_hi;
  float minus_ln2_lo;
  float tail[5];
  float one;
  // All bits but the sign.
  uint32_t magnitude;
  // Operands of a greater magnitude are limited, and scaled in two steps.
  float most;
  // For exponential_minus_one.
  float shift;
  float half;
  float minus_one_tail[5];
};
inline constexpr uint32_t kChainExponentialConstants = sizeof(ChainExponential) / sizeof(float);
inline constexpr float kChainExponentialLow = -104.0F;
inline constexpr float kChainExponentialHigh = 89.0F;

// Whether this processor's chains have the exponential.
bool HasExponentialOfChains();
// Lives as long as the program.
const ChainExponential& ExponentialOfChains();
// Replaces elements by their fast exponentials.
void ReplaceByExponentials(float* elements, size_t count);

#ifdef __wasm__
// Whether its multiply-adds are relaxed instructions.
bool RelaxesChains();
// Whether the engine fuses those.
bool FusesInChains();
#endif

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MATH_CHAIN_EXPONENTIAL_H_
