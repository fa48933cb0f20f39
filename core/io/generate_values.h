// Values made from a rule, for arguments that nobody gives.
#ifndef PADDOCK_CORE_IO_GENERATE_VALUES_H_
#define PADDOCK_CORE_IO_GENERATE_VALUES_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/tensor/tensor.h"

namespace paddock {

struct ValueRule {
  enum class Kind : uint8_t { kZeros, kOnes, kIota, kRandom } kind = Kind::kZeros;
  uint64_t seed = 1;
};

// Whole numbers from `low` to `high`, both included; there are at most 2^32 of them.
struct IntegerRange {
  int64_t low = 0;
  int64_t high = 0;
  friend bool operator==(const IntegerRange&, const IntegerRange&) = default;
};

// Ranges of random integers: one for all elements, or one for each position along `dimension`;
// none stands for UsualRange.
struct ElementRanges {
  std::vector<IntegerRange> parts;
  size_t dimension = 0;
};

// -8 .. 7 of signed integers, 0 .. 15 of unsigned ones, less where they are narrower; 0 .. 1 of i1.
IntegerRange UsualRange(ElementType type);

// The numbers of `range` that the type holds.
IntegerRange HeldBy(ElementType type, IntegerRange range);

// "zeros", "ones", "iota", "random:SEED" or "random" (seed 1); nothing for other texts.
std::optional<ValueRule> ParseValueRule(std::string_view text);

// Fills `tensor`; the same rule gives the same bits on every machine.
//   zeros, ones   each element 0, 1
//   iota          0, 1, 2 ... in row-major order, converted to the element type
//   random        floats: the sum of twelve uniform numbers less six (mean 0, variance 1,
//                 within +-6), each part of a complex number alike; integers and i1
//                 uniform in their range, as far as the type holds it.
// Element i depends on the seed and i alone (splitmix64 of seed and counter). The
// imaginary part of a complex number is 0 but for random.
void GenerateValues(const ValueRule& rule, Tensor& tensor, const ElementRanges& ranges = {});

// The seed of random for leaf `leaf` of the arguments on one process: other numbers for each, and
// `seed` itself for the first leaf on the first process.
uint64_t SeedOf(uint64_t seed, size_t leaf, int64_t replica, int64_t partition);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_GENERATE_VALUES_H_
