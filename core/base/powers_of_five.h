// The leading 128 bits of powers of five, which decimal numbers are read with.
#ifndef PADDOCK_CORE_BASE_POWERS_OF_FIVE_H_
#define PADDOCK_CORE_BASE_POWERS_OF_FIVE_H_

#include <array>
#include <cstddef>
#include <cstdint>

namespace paddock {

// Exponents that reading any f64 needs. 10^-342 times 64 bits is the least that is not 0; 10^308 is
// the greatest that is finite.
inline constexpr int kLeastPowerOfFive = -342;
inline constexpr int kGreatestPowerOfFive = 308;
inline constexpr size_t kPowerOfFiveWords =
    2 * static_cast<size_t>(kGreatestPowerOfFive - kLeastPowerOfFive + 1);

// Two words a power: its upper 64 bits, the first of them set, then the next 64. Positive powers
// are cut off. Negative ones down to -27 are rounded up, so that products of integers with them are
// exact.
std::array<uint64_t, kPowerOfFiveWords> MakePowersOfFive();

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_POWERS_OF_FIVE_H_
