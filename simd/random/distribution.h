// rng: uniform and normal numbers of any type. Element i of draw d under a seed is computed from
// one block of Philox, for any shape: the same bits on every machine.
#ifndef PADDOCK_SIMD_RANDOM_DISTRIBUTION_H_
#define PADDOCK_SIMD_RANDOM_DISTRIBUTION_H_

#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"

namespace paddock::simd {

// kUniform: integers a + floor(r * (b - a)) with r of 128 bits; floats a + u * (b - a) rounded
// once, where u is a multiple of 2^-53 below 1. The result is a if that would round to b, and
// always a unless a < b. kNormal: a + b * sqrt(-2 log u) * cos(2 pi v), computed in f64 and rounded
// once.
enum class Distribution : uint8_t { kUniform, kNormal };

struct RandomNumbers {
  Distribution distribution = Distribution::kUniform;
  ElementType type = ElementType::kF32;
  uint64_t seed = 0;
};

// Writes elements begin .. end of draw `draw` to result + begin. `a` and `b` are one element each.
void FillRandomNumbers(const RandomNumbers& numbers, uint64_t draw, const std::byte* a,
                       const std::byte* b, int64_t begin, int64_t end, std::byte* result);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_RANDOM_DISTRIBUTION_H_
