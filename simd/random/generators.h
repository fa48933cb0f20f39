// Random bits from counters (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011):
// any block can be computed without those before it.
#ifndef PADDOCK_SIMD_RANDOM_GENERATORS_H_
#define PADDOCK_SIMD_RANDOM_GENERATORS_H_

#include <array>
#include <bit>
#include <cstdint>

namespace paddock::simd {

constexpr uint32_t LowWord(uint64_t value) { return static_cast<uint32_t>(value); }
constexpr uint32_t HighWord(uint64_t value) { return static_cast<uint32_t>(value >> 32); }
constexpr uint64_t FromWords(uint32_t low, uint32_t high) { return uint64_t{high} << 32 | low; }

constexpr uint32_t ThirdThreeFryKey(uint64_t key) {
  return LowWord(key) ^ HighWord(key) ^ 0x1BD11BDAu;
}

inline constexpr int kThreeFryRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};

// Threefry-2x32, 20 rounds.
inline std::array<uint32_t, 2> ThreeFryBlock(uint64_t key, uint64_t counter) {
  const uint32_t keys[3] = {LowWord(key), HighWord(key), ThirdThreeFryKey(key)};
  uint32_t x = LowWord(counter) + keys[0];
  uint32_t y = HighWord(counter) + keys[1];
  for (uint32_t group = 0; group < 5; ++group) {
    for (int rotation : kThreeFryRotations[group % 2]) {
      x += y;
      y = std::rotl(y, rotation) ^ x;
    }
    x += keys[(group + 1) % 3];
    y += keys[(group + 2) % 3] + group + 1;
  }
  return {x, y};
}

constexpr int kPhiloxRounds = 10;
constexpr uint32_t kPhiloxFactors[2] = {0xD2511F53u, 0xCD9E8D57u};
constexpr uint32_t kPhiloxSteps[2] = {0x9E3779B9u, 0xBB67AE85u};

// Philox-4x32, 10 rounds; the counter has 128 bits.
inline std::array<uint32_t, 4> PhiloxBlock(uint64_t key, uint64_t low, uint64_t high) {
  uint32_t x0 = LowWord(low), x1 = HighWord(low), x2 = LowWord(high), x3 = HighWord(high);
  uint32_t k0 = LowWord(key), k1 = HighWord(key);
  for (int round = 0; round < kPhiloxRounds; ++round) {
    const uint64_t a = uint64_t{kPhiloxFactors[0]} * x0;
    const uint64_t b = uint64_t{kPhiloxFactors[1]} * x2;
    x0 = HighWord(b) ^ x1 ^ k0;
    x1 = LowWord(b);
    x2 = HighWord(a) ^ x3 ^ k1;
    x3 = LowWord(a);
    k0 += kPhiloxSteps[0];
    k1 += kPhiloxSteps[1];
  }
  return {x0, x1, x2, x3};
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_RANDOM_GENERATORS_H_
