// rng_bit_generator: elements filled with random bits, identical to XLA's.
//
// Threefry makes two words of 32 bits a block. 64-bit elements take a block each, with the first
// word as the lower half. Narrower elements take a word each. The first even dimension (else the
// longest) is cut into pairs of neighbours, which take the first and the second word of a block.
// Blocks are numbered in row-major order of the halved shape.
// Philox makes four words a block, which are used in row-major order.
// Elements narrower than 32 bits keep the low bits of their word.
#ifndef PADDOCK_SIMD_RANDOM_RANDOM_BITS_H_
#define PADDOCK_SIMD_RANDOM_RANDOM_BITS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/types/element_type.h"

namespace paddock::simd {

enum class RandomAlgorithm : uint8_t { kThreeFry, kPhilox };

struct RandomBits {
  RandomAlgorithm algorithm = RandomAlgorithm::kThreeFry;
  ElementType type = ElementType::kUI32;
  int64_t count = 0;
  // Sizes before, of and after the dimension whose neighbours share a block.
  int64_t outer = 1;
  int64_t paired = 1;
  int64_t inner = 1;
  // Increment of the counter.
  int64_t blocks = 0;
};

RandomBits PlanRandomBits(RandomAlgorithm algorithm, ElementType type,
                          std::span<const int64_t> shape);

struct RandomState {
  uint64_t key = 0;
  // Only Philox uses the upper half.
  uint64_t counter = 0;
  uint64_t counter_high = 0;
};

// Computes blocks begin .. end. Each block writes its own elements.
void FillBlocks(const RandomBits& bits, const RandomState& state, int64_t begin, int64_t end,
                std::byte* result);
RandomState NextState(const RandomBits& bits, RandomState state);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_RANDOM_RANDOM_BITS_H_
