// rng_bit_generator: elements filled with random bits, the same that XLA gives.
//
// Threefry makes two words of 32 bits a block. 64-bit elements are a block each, the first word
// the lower half. Narrower ones take a word each: the first even dimension (else the longest) is
// cut into pairs of neighbours, whose first gets the first word of a block and whose second the
// second; the blocks are numbered in row-major order of the halved shape.
// Philox makes four words a block, which follow each other in row-major order.
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
  // The dimension whose neighbours share a block: before, of and after it.
  int64_t outer = 1;
  int64_t paired = 1;
  int64_t inner = 1;
  // How far the counter moves.
  int64_t blocks = 0;
};

RandomBits PlanRandomBits(RandomAlgorithm algorithm, ElementType type,
                          std::span<const int64_t> shape);

struct RandomState {
  uint64_t key = 0;
  // The upper half is Philox' only.
  uint64_t counter = 0;
  uint64_t counter_high = 0;
};

// Blocks begin .. end, which write elements of their own.
void FillBlocks(const RandomBits& bits, const RandomState& state, int64_t begin, int64_t end,
                std::byte* result);
RandomState NextState(const RandomBits& bits, RandomState state);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_RANDOM_RANDOM_BITS_H_
