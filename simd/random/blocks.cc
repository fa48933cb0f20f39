#include "simd/random/blocks.h"

#include "simd/random/generators.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/random/blocks.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using WordTag = hn::CappedTag<uint32_t, RandomBlocks::kMore>;
using Words = hn::Vec<WordTag>;

// Returns both words of the counters from `counter` on.
struct Counters {
  Words low;
  Words high;
};

HWY_INLINE Counters CountersFrom(uint64_t counter) {
  const WordTag d;
  const Words first = hn::Set(d, LowWord(counter));
  const Words low = hn::Add(first, hn::Iota(d, 0));
  // Counters that wrapped have one more in the high word; a mask is -1.
  const Words carry = hn::VecFromMask(d, hn::Lt(low, first));
  return {low, hn::Sub(hn::Set(d, HighWord(counter)), carry)};
}

template <int kRotation>
HWY_INLINE void Mix(Words& x, Words& y) {
  x = hn::Add(x, y);
  y = hn::Xor(hn::RotateRight<32 - kRotation>(y), x);
}

// Four rounds, then the keys of the group of rounds that ends here.
template <int kR0, int kR1, int kR2, int kR3>
HWY_INLINE void MixFour(Words& x, Words& y, Words x_key, Words y_key) {
  Mix<kR0>(x, y);
  Mix<kR1>(x, y);
  Mix<kR2>(x, y);
  Mix<kR3>(x, y);
  x = hn::Add(x, x_key);
  y = hn::Add(y, y_key);
}

void ThreeFry(uint64_t key, uint64_t counter, size_t count, RandomBlocks& blocks) {
  const WordTag d;
  const uint32_t keys[3] = {LowWord(key), HighWord(key), ThirdThreeFryKey(key)};
  const auto key_of = [&](uint32_t group) { return hn::Set(d, keys[group % 3]); };
  const auto counted_key_of = [&](uint32_t group) {
    return hn::Set(d, keys[(group + 1) % 3] + group);
  };
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    auto [x, y] = CountersFrom(counter + i);
    x = hn::Add(x, key_of(0));
    y = hn::Add(y, counted_key_of(0));
    MixFour<13, 15, 26, 6>(x, y, key_of(1), counted_key_of(1));
    MixFour<17, 29, 16, 24>(x, y, key_of(2), counted_key_of(2));
    MixFour<13, 15, 26, 6>(x, y, key_of(3), counted_key_of(3));
    MixFour<17, 29, 16, 24>(x, y, key_of(4), counted_key_of(4));
    MixFour<13, 15, 26, 6>(x, y, key_of(5), counted_key_of(5));
    hn::StoreU(x, d, blocks.words[0] + i);
    hn::StoreU(y, d, blocks.words[1] + i);
  }
}

// The low halves of these counters do not wrap.
void Philox(uint64_t key, uint64_t low, uint64_t high, size_t count, RandomBlocks& blocks) {
  const WordTag d;
  const Words a = hn::Set(d, kPhiloxFactors[0]);
  const Words b = hn::Set(d, kPhiloxFactors[1]);
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    auto [x0, x1] = CountersFrom(low + i);
    Words x2 = hn::Set(d, LowWord(high));
    Words x3 = hn::Set(d, HighWord(high));
    Words k0 = hn::Set(d, LowWord(key));
    Words k1 = hn::Set(d, HighWord(key));
    for (int round = 0; round < kPhiloxRounds; ++round) {
      const Words a_high = hn::MulHigh(x0, a);
      const Words b_high = hn::MulHigh(x2, b);
      const Words a_low = hn::Mul(x0, a);
      const Words b_low = hn::Mul(x2, b);
      x0 = hn::Xor(hn::Xor(b_high, x1), k0);
      x1 = b_low;
      x2 = hn::Xor(hn::Xor(a_high, x3), k1);
      x3 = a_low;
      k0 = hn::Add(k0, hn::Set(d, kPhiloxSteps[0]));
      k1 = hn::Add(k1, hn::Set(d, kPhiloxSteps[1]));
    }
    hn::StoreU(x0, d, blocks.words[0] + i);
    hn::StoreU(x1, d, blocks.words[1] + i);
    hn::StoreU(x2, d, blocks.words[2] + i);
    hn::StoreU(x3, d, blocks.words[3] + i);
  }
}

}  // namespace

void ThreeFryHere(uint64_t key, uint64_t counter, size_t count, RandomBlocks& blocks) {
  ThreeFry(key, counter, count, blocks);
}

void PhiloxHere(uint64_t key, uint64_t low, uint64_t high, size_t count, RandomBlocks& blocks) {
  Philox(key, low, high, count, blocks);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(ThreeFryHere);
HWY_EXPORT(PhiloxHere);

void MakeThreeFryBlocks(uint64_t key, uint64_t counter, size_t count, RandomBlocks& blocks) {
  HWY_DYNAMIC_DISPATCH(ThreeFryHere)(key, counter, count, blocks);
}

void MakePhiloxBlocks(uint64_t key, uint64_t low, uint64_t high, size_t count,
                      RandomBlocks& blocks) {
  if (low + count >= low) return HWY_DYNAMIC_DISPATCH(PhiloxHere)(key, low, high, count, blocks);
  for (size_t i = 0; i < count; ++i) {
    const uint64_t at = low + i;
    const auto words = PhiloxBlock(key, at, at < low ? high + 1 : high);
    for (size_t w = 0; w < words.size(); ++w) blocks.words[w][i] = words[w];
  }
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
