// Values that a rule generates, for arguments without an input.
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
  // Whether random gives all processes of a grid the same numbers.
  bool is_same_on_all = false;
};

// Integers from `low` to `high`, inclusive; at most 2^32 of them.
struct IntegerRange {
  int64_t low = 0;
  int64_t high = 0;
  friend bool operator==(const IntegerRange&, const IntegerRange&) = default;
};

// Ranges of random integers: one for all elements, or one for each position along `dimension`.
// Empty means UsualRange.
struct ElementRanges {
  std::vector<IntegerRange> parts;
  size_t dimension = 0;
};

// Returns -8 .. 7 for signed integers, 0 .. 15 for unsigned ones, less for narrower types; 0 .. 1
// for i1.
IntegerRange UsualRange(ElementType type);

// Returns the numbers of `range` that the type can represent.
IntegerRange HeldBy(ElementType type, IntegerRange range);

// Parses "zeros", "ones", "iota", "random:SEED" or "random" (seed 1), and "@all" after the latter
// two for is_same_on_all. Returns nothing for other texts.
std::optional<ValueRule> ParseValueRule(std::string_view text);

// Fills `tensor`. A rule gives the same bits on every machine.
//   zeros, ones   each element 0, 1
//   iota          0, 1, 2 ... in row-major order, converted to the element type
//   random        floats: the sum of twelve uniform numbers minus six (mean 0, variance 1,
//                 within +-6), independently for the parts of a complex number; integers and i1:
//                 uniform in their range, as far as the type can represent it.
// Element i depends only on the seed and i (splitmix64 of seed and counter). The imaginary part of
// a complex number is 0, except with random.
void GenerateValues(const ValueRule& rule, Tensor& tensor, const ElementRanges& ranges = {});

// Returns the seed of random for leaf `leaf` of the arguments on one process. Seeds differ by leaf
// and process. The first leaf on the first process has `seed` itself.
uint64_t SeedOf(uint64_t seed, size_t leaf, int64_t replica, int64_t partition);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_GENERATE_VALUES_H_
