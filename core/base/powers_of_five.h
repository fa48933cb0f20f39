// The leading 128 bits of powers of five, which decimal numbers are read with.
#ifndef PADDOCK_CORE_BASE_POWERS_OF_FIVE_H_
#define PADDOCK_CORE_BASE_POWERS_OF_FIVE_H_

#include <array>
#include <cstddef>
#include <cstdint>

namespace paddock {

// What any f64 needs: 10^-342 times 64 bits is the least that is not 0, 10^308 the greatest that is
// not infinite.
inline constexpr int kLeastPowerOfFive = -342;
inline constexpr int kGreatestPowerOfFive = 308;
inline constexpr size_t kPowerOfFiveWords =
    2 * static_cast<size_t>(kGreatestPowerOfFive - kLeastPowerOfFive + 1);

// For each power its upper 64 bits, of which the first is set, and the 64 after them. Positive
// powers are cut off; negative ones down to -27 are rounded up, so that products of integers with
// them are exact.
std::array<uint64_t, kPowerOfFiveWords> MakePowersOfFive();

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_POWERS_OF_FIVE_H_
