// Blocks of the generators (simd/random/generators.h), one in each lane of the target.
#ifndef PADDOCK_SIMD_RANDOM_BLOCKS_H_
#define PADDOCK_SIMD_RANDOM_BLOCKS_H_

#include <cstddef>
#include <cstdint>

namespace paddock::simd {

// Words of consecutive blocks: words[w][i] is the w-th of the i-th block.
struct RandomBlocks {
  static constexpr size_t kMost = 512;
  // Spare words: the last vector may write this far past kMost.
  static constexpr size_t kMore = 64;

  uint32_t words[4][kMost + kMore];
};

// Computes the blocks of at most kMost counters from `counter` on; two words each.
void MakeThreeFryBlocks(uint64_t key, uint64_t counter, size_t count, RandomBlocks& blocks);

// Consecutive words at any alignment, or one word for all.
struct WordOperand {
  const std::byte* words = nullptr;
  bool is_same = false;
};

struct ThreeFryOperands {
  WordOperand keys[2];
  WordOperand counters[2];
};

// Computes `count` blocks, each of its own counter and key, as arrays of first and second words.
void ComputeThreeFry(const ThreeFryOperands& operands, size_t count, std::byte* first,
                     std::byte* second);

// Computes the blocks of at most kMost counters from high * 2^64 + low on; four words each.
void MakePhiloxBlocks(uint64_t key, uint64_t low, uint64_t high, size_t count,
                      RandomBlocks& blocks);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_RANDOM_BLOCKS_H_
