#include "simd/random/random_bits.h"

#include <algorithm>
#include <cstring>

#include "simd/random/generators.h"

namespace paddock::simd {
namespace {

RandomState Advanced(RandomState state, int64_t blocks) {
  const uint64_t before = state.counter;
  state.counter += static_cast<uint64_t>(blocks);
  if (state.counter < before) ++state.counter_high;
  return state;
}

// The low bits of a word as an element.
class Narrowing {
 public:
  explicit Narrowing(ElementType type) : width_(ByteSize(type)) {
    const int bits = BitWidth(type);
    if (bits >= 8 * static_cast<int>(width_)) return;
    mask_ = (uint32_t{1} << bits) - 1;
    // Narrow signed integers are stored sign-extended.
    if (IsSigned(type)) sign_ = uint32_t{1} << (bits - 1);
  }
  size_t width() const { return width_; }
  void Store(uint32_t word, int64_t element, std::byte* result) const {
    const uint32_t value = ((word & mask_) ^ sign_) - sign_;
    std::memcpy(result + static_cast<size_t>(element) * width_, &value, width_);
  }

 private:
  size_t width_;
  uint32_t mask_ = ~uint32_t{0};
  uint32_t sign_ = 0;
};

void FillThreeFryWide(const RandomState& state, int64_t begin, int64_t end, std::byte* result) {
  for (int64_t i = begin; i < end; ++i) {
    const auto words = ThreeFryBlock(state.key, state.counter + static_cast<uint64_t>(i));
    const uint64_t value = FromWords(words[0], words[1]);
    std::memcpy(result + static_cast<size_t>(i) * sizeof(value), &value, sizeof(value));
  }
}

void FillThreeFryPairs(const RandomBits& bits, const RandomState& state, int64_t begin, int64_t end,
                       std::byte* result) {
  const Narrowing narrowing(bits.type);
  const int64_t half = (bits.paired + 1) / 2;
  for (int64_t block = begin; block < end;) {
    // A run of blocks within the inner dimensions.
    const int64_t inner = block % bits.inner;
    const int64_t pair = block / bits.inner % half;
    const int64_t outer = block / bits.inner / half;
    const int64_t run = std::min(bits.inner - inner, end - block);
    const int64_t first = (outer * bits.paired + 2 * pair) * bits.inner + inner;
    const bool has_second = 2 * pair + 1 < bits.paired;
    for (int64_t i = 0; i < run; ++i) {
      const auto words = ThreeFryBlock(state.key, state.counter + static_cast<uint64_t>(block + i));
      narrowing.Store(words[0], first + i, result);
      if (has_second) narrowing.Store(words[1], first + bits.inner + i, result);
    }
    block += run;
  }
}

void FillPhilox(const RandomBits& bits, const RandomState& state, int64_t begin, int64_t end,
                std::byte* result) {
  const Narrowing narrowing(ByteSize(bits.type) == 8 ? ElementType::kUI32 : bits.type);
  const int64_t words_of_element = ByteSize(bits.type) == 8 ? 2 : 1;
  const int64_t word_count = bits.count * words_of_element;
  for (int64_t block = begin; block < end; ++block) {
    const RandomState at = Advanced(state, block);
    const auto words = PhiloxBlock(state.key, at.counter, at.counter_high);
    const int64_t count = std::min<int64_t>(4, word_count - 4 * block);
    for (int64_t i = 0; i < count; ++i) {
      narrowing.Store(words[static_cast<size_t>(i)], 4 * block + i, result);
    }
  }
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
  if (bits.algorithm == RandomAlgorithm::kPhilox) {
    return FillPhilox(bits, state, begin, end, result);
  }
  if (ByteSize(bits.type) == 8) return FillThreeFryWide(state, begin, end, result);
  FillThreeFryPairs(bits, state, begin, end, result);
}

RandomState NextState(const RandomBits& bits, RandomState state) {
  return Advanced(state, bits.blocks);
}

}  // namespace paddock::simd
