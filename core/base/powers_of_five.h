// The leading 128 bits of powers of five, for reading decimal numbers.
#ifndef PADDOCK_CORE_BASE_POWERS_OF_FIVE_H_
#define PADDOCK_CORE_BASE_POWERS_OF_FIVE_H_

#include <array>
#include <cstddef>
#include <cstdint>

namespace paddock {

// Exponents that reading any f64 needs. 10^-342 times 64 bits is the least nonzero product; 10^308
// is the greatest finite power.
inline constexpr int kLeastPowerOfFive = -342;
inline constexpr int kGreatestPowerOfFive = 308;
inline constexpr size_t kPowerOfFiveWords =
    2 * static_cast<size_t>(kGreatestPowerOfFive - kLeastPowerOfFive + 1);

// Returns two words for each power: its upper 64 bits, the first of which is set, then the next 64.
// Positive powers are truncated. Negative ones down to -27 are rounded up, so that products of
// integers with them are exact.
std::array<uint64_t, kPowerOfFiveWords> MakePowersOfFive();

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_POWERS_OF_FIVE_H_
