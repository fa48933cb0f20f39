// Values made from a rule, for arguments that nobody gives.
#ifndef PADDOCK_CORE_IO_GENERATE_VALUES_H_
#define PADDOCK_CORE_IO_GENERATE_VALUES_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/tensor/tensor.h"

namespace paddock {

struct ValueRule {
  enum class Kind : uint8_t { kZeros, kOnes, kIota, kRandom } kind = Kind::kZeros;
  uint64_t seed = 1;
};

// "zeros", "ones", "iota", "random:SEED" or "random" (seed 1); nothing for other texts.
std::optional<ValueRule> ParseValueRule(std::string_view text);

// Fills `tensor`; the same rule gives the same bits on every machine.
//   zeros, ones   each element 0, 1
//   iota          0, 1, 2 ... in row-major order, converted to the element type
//   random        floats: the sum of twelve uniform numbers less six (mean 0, variance 1,
//                 within +-6), each part of a complex number alike; signed integers
//                 uniform in [-8, 8), unsigned in [0, 16), cut to their width; i1 a fair coin.
// Element i depends on the seed and i alone (splitmix64 of seed and counter). The
// imaginary part of a complex number is 0 but for random.
void GenerateValues(const ValueRule& rule, Tensor& tensor);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_GENERATE_VALUES_H_
