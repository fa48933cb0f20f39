#include "simd/random/random_bits.h"

#include <algorithm>
#include <cstring>

#include "simd/random/blocks.h"

namespace paddock::simd {
namespace {

RandomState Advanced(RandomState state, int64_t blocks) {
  const uint64_t before = state.counter;
  state.counter += static_cast<uint64_t>(blocks);
  if (state.counter < before) ++state.counter_high;
  return state;
}

// Returns the low bits of a word as an element of type T, of the same width.
template <class T>
class Narrowing {
 public:
  explicit Narrowing(ElementType type) {
    const int bits = BitWidth(type);
    if (bits >= 8 * static_cast<int>(sizeof(T))) return;
    mask_ = (uint32_t{1} << bits) - 1;
    // Narrow signed integers are stored sign-extended.
    if (IsSigned(type)) sign_ = uint32_t{1} << (bits - 1);
  }

  void Store(uint32_t word, std::byte* to) const {
    const auto value = static_cast<T>(((word & mask_) ^ sign_) - sign_);
    std::memcpy(to, &value, sizeof(value));
  }

 private:
  uint32_t mask_ = ~uint32_t{0};
  uint32_t sign_ = 0;
};

// Calls use(first, count, blocks) for all blocks from `begin` to `end`, in groups that are computed
// at once.
template <class Make, class Use>
void ForBlocks(int64_t begin, int64_t end, const Make& make, const Use& use) {
  RandomBlocks blocks;
  for (int64_t first = begin; first < end;) {
    const int64_t count = std::min(static_cast<int64_t>(RandomBlocks::kMost), end - first);
    make(first, static_cast<size_t>(count), blocks);
    use(first, count, blocks);
    first += count;
  }
}

auto MakeThreeFry(const RandomState& state) {
  return [&state](int64_t first, size_t count, RandomBlocks& blocks) {
    MakeThreeFryBlocks(state.key, state.counter + static_cast<uint64_t>(first), count, blocks);
  };
}

// Consecutive words: the next element takes the next word of a block.
template <size_t kWords, class T>
void StoreInTurns(const Narrowing<T>& narrowing, const RandomBlocks& blocks, int64_t from,
                  int64_t count, std::byte* to) {
  for (int64_t i = from; i < from + count; ++i) {
    for (size_t w = 0; w < kWords; ++w, to += sizeof(T)) narrowing.Store(blocks.words[w][i], to);
  }
}

template <class T>
void StoreRow(const Narrowing<T>& narrowing, const uint32_t* words, int64_t count, std::byte* to) {
  for (int64_t i = 0; i < count; ++i) {
    narrowing.Store(words[i], to + i * static_cast<int64_t>(sizeof(T)));
  }
}

void FillThreeFryWide(const RandomState& state, int64_t begin, int64_t end, std::byte* result) {
  const Narrowing<uint32_t> narrowing(ElementType::kUI32);
  ForBlocks(begin, end, MakeThreeFry(state),
            [&](int64_t first, int64_t count, const RandomBlocks& blocks) {
              StoreInTurns<2>(narrowing, blocks, 0, count, result + first * 8);
            });
}

// Pairs of neighbours in rows. In a row of odd length the last element has no partner.
template <class T>
void FillThreeFryNeighbours(const RandomBits& bits, const RandomState& state, int64_t begin,
                            int64_t end, std::byte* result) {
  constexpr auto kWidth = static_cast<int64_t>(sizeof(T));
  const Narrowing<T> narrowing(bits.type);
  const int64_t half = (bits.paired + 1) / 2;
  ForBlocks(begin, end, MakeThreeFry(state),
            [&](int64_t first, int64_t count, const RandomBlocks& blocks) {
              for (int64_t i = 0; i < count;) {
                const int64_t pair = (first + i) % half;
                const int64_t outer = (first + i) / half;
                const int64_t run = std::min(half - pair, count - i);
                const int64_t whole = std::min(run, bits.paired / 2 - pair);
                std::byte* to = result + (outer * bits.paired + 2 * pair) * kWidth;
                StoreInTurns<2>(narrowing, blocks, i, whole, to);
                if (whole < run) {
                  narrowing.Store(blocks.words[0][i + whole], to + 2 * whole * kWidth);
                }
                i += run;
              }
            });
}

template <class T>
void FillThreeFryRows(const RandomBits& bits, const RandomState& state, int64_t begin, int64_t end,
                      std::byte* result) {
  constexpr auto kWidth = static_cast<int64_t>(sizeof(T));
  const Narrowing<T> narrowing(bits.type);
  const int64_t half = (bits.paired + 1) / 2;
  ForBlocks(begin, end, MakeThreeFry(state),
            [&](int64_t first, int64_t count, const RandomBlocks& blocks) {
              for (int64_t i = 0; i < count;) {
                // A run of blocks within the inner dimensions.
                const int64_t inner = (first + i) % bits.inner;
                const int64_t pair = (first + i) / bits.inner % half;
                const int64_t outer = (first + i) / bits.inner / half;
                const int64_t run = std::min(bits.inner - inner, count - i);
                std::byte* to =
                    result + ((outer * bits.paired + 2 * pair) * bits.inner + inner) * kWidth;
                StoreRow(narrowing, blocks.words[0] + i, run, to);
                if (2 * pair + 1 < bits.paired) {
                  StoreRow(narrowing, blocks.words[1] + i, run, to + bits.inner * kWidth);
                }
                i += run;
              }
            });
}

template <class T>
void FillThreeFryPairs(const RandomBits& bits, const RandomState& state, int64_t begin, int64_t end,
                       std::byte* result) {
  const auto fill = bits.inner == 1 ? FillThreeFryNeighbours<T> : FillThreeFryRows<T>;
  fill(bits, state, begin, end, result);
}

// 64-bit elements take two words.
template <class T>
void FillPhilox(const RandomBits& bits, const RandomState& state, int64_t begin, int64_t end,
                std::byte* result) {
  constexpr auto kWidth = static_cast<int64_t>(sizeof(T));
  const bool is_wide = ByteSize(bits.type) == 8;
  const Narrowing<T> narrowing(is_wide ? ElementType::kUI32 : bits.type);
  const int64_t word_count = bits.count * (is_wide ? 2 : 1);
  const auto make = [&](int64_t first, size_t count, RandomBlocks& blocks) {
    const RandomState at = Advanced(state, first);
    MakePhiloxBlocks(state.key, at.counter, at.counter_high, count, blocks);
  };
  ForBlocks(begin, end, make, [&](int64_t first, int64_t count, const RandomBlocks& blocks) {
    const int64_t whole = std::min(count, word_count / 4 - first);
    std::byte* to = result + 4 * first * kWidth;
    StoreInTurns<4>(narrowing, blocks, 0, whole, to);
    if (whole == count) return;
    for (int64_t w = 0; w < word_count % 4; ++w) {
      narrowing.Store(blocks.words[w][whole], to + (4 * whole + w) * kWidth);
    }
  });
}

using FillFunction = void (*)(const RandomBits&, const RandomState&, int64_t, int64_t, std::byte*);

template <class T>
FillFunction FillOf(RandomAlgorithm algorithm) {
  return algorithm == RandomAlgorithm::kPhilox ? FillPhilox<T> : FillThreeFryPairs<T>;
}

FillFunction FillOf(RandomAlgorithm algorithm, size_t width) {
  if (width == 1) return FillOf<uint8_t>(algorithm);
  if (width == 2) return FillOf<uint16_t>(algorithm);
  return FillOf<uint32_t>(algorithm);
}

}  // namespace

RandomBits PlanRandomBits(RandomAlgorithm algorithm, ElementType type,
                          std::span<const int64_t> shape) {
  RandomBits bits;
  bits.algorithm = algorithm;
  bits.type = type;
  bits.count = 1;
  for (int64_t size : shape) bits.count *= size;
  if (bits.count == 0) return bits;
  if (algorithm == RandomAlgorithm::kPhilox) {
    bits.blocks = (bits.count * (ByteSize(type) == 8 ? 2 : 1) + 3) / 4;
    return bits;
  }
  if (ByteSize(type) == 8) {
    bits.blocks = bits.count;
    return bits;
  }
  auto paired =
      std::find_if(shape.begin(), shape.end(), [](int64_t size) { return size % 2 == 0; });
  if (paired == shape.end()) paired = std::max_element(shape.begin(), shape.end());
  for (auto size = shape.begin(); size != shape.end(); ++size) {
    (size < paired ? bits.outer : size == paired ? bits.paired : bits.inner) *= *size;
  }
  bits.blocks = bits.outer * ((bits.paired + 1) / 2) * bits.inner;
  return bits;
}

void FillBlocks(const RandomBits& bits, const RandomState& state, int64_t begin, int64_t end,
                std::byte* result) {
  const size_t width = ByteSize(bits.type);
  if (bits.algorithm == RandomAlgorithm::kThreeFry && width == 8) {
    return FillThreeFryWide(state, begin, end, result);
  }
  FillOf(bits.algorithm, width)(bits, state, begin, end, result);
}

RandomState NextState(const RandomBits& bits, RandomState state) {
  return Advanced(state, bits.blocks);
}

}  // namespace paddock::simd
