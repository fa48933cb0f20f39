// Hashes. Four chains over 8-byte words hide the latency of multiplication;
// their constants are odd, with bits spread evenly (digits of pi and e).
#include <algorithm>
#include <bit>
#include <cstring>

#include "core/types/small_float.h"
#include "simd/bytes/bytes.h"

namespace paddock::simd {
namespace {

constexpr uint64_t kMultiplyWord = 0x243F6A8885A308D3;   // pi
constexpr uint64_t kMultiplyChain = 0xB7E151628AED2A6B;  // e
constexpr size_t kBlock = 32;

class Hasher {
 public:
  // `size` is a multiple of kBlock.
  void AddBlocks(const uint8_t* bytes, size_t size) {
    for (size_t i = 0; i < size; i += kBlock) {
      for (size_t k = 0; k < 4; ++k) chains_[k] = Step(chains_[k], Word(bytes + i + 8 * k, 8));
    }
    size_ += size;
  }
  // Called once, at the end, with fewer than kBlock bytes.
  uint64_t Finish(const uint8_t* bytes, size_t size) {
    uint64_t hash = size_ + size;
    for (const uint64_t chain : chains_) hash = Step(hash, Mix(chain));
    for (size_t i = 0; i < size; i += 8)
      hash = Step(hash, Word(bytes + i, std::min<size_t>(8, size - i)));
    return Mix(hash);
  }

 private:
  static uint64_t Word(const uint8_t* bytes, size_t size) {
    uint64_t word = 0;
    memcpy(&word, bytes, size);
    return word;
  }
  static uint64_t Step(uint64_t chain, uint64_t word) {
    return std::rotl(chain ^ (word * kMultiplyWord), 29) * kMultiplyChain + 1;
  }
  static uint64_t Mix(uint64_t hash) {
    hash ^= hash >> 32;
    hash *= kMultiplyWord;
    hash ^= hash >> 29;
    hash *= kMultiplyChain;
    return hash ^ (hash >> 32);
  }

  uint64_t chains_[4] = {1, 2, 3, 4};
  uint64_t size_ = 0;
};

// Writes one code for every NaN.
template <typename Bits>
void CanonicaliseNaN(const uint8_t* elements, uint8_t* result, size_t count, Bits magnitude_mask,
                     Bits greatest, Bits nan) {
  for (size_t i = 0; i < count; ++i) {
    Bits bits;
    memcpy(&bits, elements + i * sizeof(Bits), sizeof(Bits));
    if ((bits & magnitude_mask) > greatest) bits = nan;
    memcpy(result + i * sizeof(Bits), &bits, sizeof(Bits));
  }
}

// Replaces each NaN by one canonical NaN, for types with several NaN codes. `greatest` is the
// greatest magnitude that is not NaN.
void CanonicaliseElements(ElementType type, const uint8_t* elements, uint8_t* result,
                          size_t count) {
  if (type == ElementType::kF64) {
    return CanonicaliseNaN<uint64_t>(elements, result, count, ~uint64_t{0} >> 1,
                                     uint64_t{0x7FF} << 52, uint64_t{0x7FF8} << 48);
  }
  if (type == ElementType::kF32) {
    return CanonicaliseNaN<uint32_t>(elements, result, count, 0x7FFFFFFF, 0x7F800000, 0x7FC00000);
  }
  const SmallFloatFormat format = FormatOf(type);
  const SmallFloatCodes codes = CodesOf(format);
  const uint32_t greatest = format.has_infinity ? codes.overflow : codes.greatest;
  if (ByteSize(type) == 1) {
    CanonicaliseNaN<uint8_t>(elements, result, count, static_cast<uint8_t>(codes.magnitude_mask),
                             static_cast<uint8_t>(greatest), static_cast<uint8_t>(codes.nan));
  } else {
    CanonicaliseNaN<uint16_t>(elements, result, count, static_cast<uint16_t>(codes.magnitude_mask),
                              static_cast<uint16_t>(greatest), static_cast<uint16_t>(codes.nan));
  }
}

bool HasSeveralNaNs(ElementType type) {
  using N = SmallFloatFormat::NaN;
  if (type == ElementType::kF32 || type == ElementType::kF64) return true;
  const SmallFloatFormat format = FormatOf(type);
  return format.nan == N::kIeee || (format.nan == N::kAllOnes && format.has_sign);
}

}  // namespace

uint64_t HashBytes(const void* bytes, size_t size) {
  Hasher hasher;
  const size_t blocks = size / kBlock * kBlock;
  hasher.AddBlocks(static_cast<const uint8_t*>(bytes), blocks);
  return hasher.Finish(static_cast<const uint8_t*>(bytes) + blocks, size - blocks);
}

uint64_t HashElements(ElementType type, const void* elements, size_t count) {
  const ElementType part = PartType(type);
  const size_t size = count * ByteSize(type);
  if (!HasSeveralNaNs(part)) return HashBytes(elements, size);
  const uint8_t* bytes = static_cast<const uint8_t*>(elements);
  uint8_t tile[128 * kBlock];
  Hasher hasher;
  size_t position = 0;
  for (; size - position >= sizeof(tile); position += sizeof(tile)) {
    CanonicaliseElements(part, bytes + position, tile, sizeof(tile) / ByteSize(part));
    hasher.AddBlocks(tile, sizeof(tile));
  }
  const size_t rest = size - position;
  CanonicaliseElements(part, bytes + position, tile, rest / ByteSize(part));
  const size_t blocks = rest / kBlock * kBlock;
  hasher.AddBlocks(tile, blocks);
  return hasher.Finish(tile + blocks, rest - blocks);
}

}  // namespace paddock::simd
