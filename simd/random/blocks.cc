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

struct ThreeFryKeys {
  Words words[3];

  static HWY_INLINE ThreeFryKeys Of(Words low, Words high) {
    return {{low, high, hn::Xor(hn::Xor(low, high), hn::Set(WordTag(), ThirdThreeFryKey(0)))}};
  }
  HWY_INLINE Words key(uint32_t group) const { return words[group % 3]; }
  HWY_INLINE Words counted_key(uint32_t group) const {
    return hn::Add(words[(group + 1) % 3], hn::Set(WordTag(), group));
  }
};

HWY_INLINE void MixAll(Words& x, Words& y, const ThreeFryKeys& keys) {
  x = hn::Add(x, keys.key(0));
  y = hn::Add(y, keys.counted_key(0));
  MixFour<13, 15, 26, 6>(x, y, keys.key(1), keys.counted_key(1));
  MixFour<17, 29, 16, 24>(x, y, keys.key(2), keys.counted_key(2));
  MixFour<13, 15, 26, 6>(x, y, keys.key(3), keys.counted_key(3));
  MixFour<17, 29, 16, 24>(x, y, keys.key(4), keys.counted_key(4));
  MixFour<13, 15, 26, 6>(x, y, keys.key(5), keys.counted_key(5));
}

void ThreeFry(uint64_t key, uint64_t counter, size_t count, RandomBlocks& blocks) {
  const WordTag d;
  const auto keys = ThreeFryKeys::Of(hn::Set(d, LowWord(key)), hn::Set(d, HighWord(key)));
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    auto [x, y] = CountersFrom(counter + i);
    MixAll(x, y, keys);
    hn::StoreU(x, d, blocks.words[0] + i);
    hn::StoreU(y, d, blocks.words[1] + i);
  }
}

using ByteTag = hn::Repartition<uint8_t, WordTag>;

// Returns words from `i` on, of which `count` are in memory.
HWY_INLINE Words WordsAt(const WordOperand& operand, size_t i, size_t count) {
  const WordTag d;
  const auto* bytes = reinterpret_cast<const uint8_t*>(operand.words);
  if (operand.is_same)
    return hn::Set(d, hn::GetLane(hn::BitCast(d, hn::LoadN(ByteTag(), bytes, 4))));
  bytes += i * sizeof(uint32_t);
  if (count >= hn::Lanes(d)) return hn::BitCast(d, hn::LoadU(ByteTag(), bytes));
  return hn::BitCast(d, hn::LoadN(ByteTag(), bytes, count * sizeof(uint32_t)));
}

HWY_INLINE void StoreWords(Words words, size_t i, size_t count, std::byte* result) {
  auto* bytes = reinterpret_cast<uint8_t*>(result) + i * sizeof(uint32_t);
  const auto stored = hn::BitCast(ByteTag(), words);
  if (count >= hn::Lanes(WordTag())) return hn::StoreU(stored, ByteTag(), bytes);
  hn::StoreN(stored, ByteTag(), bytes, count * sizeof(uint32_t));
}

HWY_INLINE ThreeFryKeys KeysAt(const ThreeFryOperands& operands, size_t i, size_t count) {
  return ThreeFryKeys::Of(WordsAt(operands.keys[0], i, count), WordsAt(operands.keys[1], i, count));
}

template <bool kIsOneKey>
void ThreeFryArrays(const ThreeFryOperands& operands, size_t count, std::byte* first,
                    std::byte* second) {
  const size_t lanes = hn::Lanes(WordTag());
  const ThreeFryKeys key = KeysAt(operands, 0, count);
  for (size_t i = 0; i < count; i += lanes) {
    Words x = WordsAt(operands.counters[0], i, count - i);
    Words y = WordsAt(operands.counters[1], i, count - i);
    MixAll(x, y, kIsOneKey ? key : KeysAt(operands, i, count - i));
    StoreWords(x, i, count - i, first);
    StoreWords(y, i, count - i, second);
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

HWY_NOINLINE void ThreeFryHere(uint64_t key, uint64_t counter, size_t count, RandomBlocks& blocks) {
  ThreeFry(key, counter, count, blocks);
}

void ComputeThreeFryHere(const ThreeFryOperands& operands, size_t count, std::byte* first,
                         std::byte* second) {
  const bool is_one_key = operands.keys[0].is_same && operands.keys[1].is_same;
  return is_one_key ? ThreeFryArrays<true>(operands, count, first, second)
                    : ThreeFryArrays<false>(operands, count, first, second);
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
HWY_EXPORT(ComputeThreeFryHere);
HWY_EXPORT(PhiloxHere);

void MakeThreeFryBlocks(uint64_t key, uint64_t counter, size_t count, RandomBlocks& blocks) {
  HWY_DYNAMIC_DISPATCH(ThreeFryHere)(key, counter, count, blocks);
}

void ComputeThreeFry(const ThreeFryOperands& operands, size_t count, std::byte* first,
                     std::byte* second) {
  HWY_DYNAMIC_DISPATCH(ComputeThreeFryHere)(operands, count, first, second);
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
