#include "core/io/inflate.h"

#include <algorithm>
#include <utility>

namespace paddock {
namespace {

constexpr int kMostCodeBits = 15;
constexpr uint32_t kEndOfBlock = 256;

// Of length symbols 257 .. 285 and distance symbols 0 .. 29 (RFC 1951, 3.2.5).
constexpr uint16_t kLengthBase[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr uint8_t kLengthExtra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                    2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr uint16_t kDistanceBase[] = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr uint8_t kDistanceExtra[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                      6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
// In which order the lengths of the code for lengths stand.
constexpr uint8_t kLengthOrder[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};

uint32_t Reversed(uint32_t code, int bits) {
  uint32_t reversed = 0;
  for (int i = 0; i < bits; ++i) reversed |= ((code >> i) & 1u) << (bits - 1 - i);
  return reversed;
}

}  // namespace

Inflater::Inflater(Output output) : output_(std::move(output)), window_(2 * kHalf) {}

Inflater::Status Inflater::Take(std::span<const std::byte> bytes, bool is_last) {
  input_ = bytes;
  is_last_ = is_last;
  while (step_ != Step::kDone && Advance()) {
  }
  if (is_broken_) return Status::kBroken;
  if (step_ == Step::kDone) return Flush() ? Status::kDone : Status::kBroken;
  return Status::kNeedsMore;
}

bool Inflater::Flush() {
  const size_t begin = flushed_;
  flushed_ = at_;
  return begin == at_ || output_(std::span(window_).subspan(begin, at_ - begin)) || Break();
}

bool Inflater::Break() {
  is_broken_ = true;
  return false;
}

void Inflater::Refill() {
  while (buffered_ <= 56 && !input_.empty()) {
    buffer_ |= std::to_integer<uint64_t>(input_[0]) << buffered_;
    buffered_ += 8;
    input_ = input_.subspan(1);
  }
}

bool Inflater::Has(int bits) {
  if (buffered_ < bits) Refill();
  if (buffered_ >= bits) return true;
  if (is_last_) is_broken_ = true;
  return false;
}

uint32_t Inflater::Bits(int count) {
  const auto bits = static_cast<uint32_t>(buffer_ & ((uint64_t{1} << count) - 1));
  buffer_ >>= count;
  buffered_ -= count;
  return bits;
}

int Inflater::Symbol(const Code& code) {
  Refill();
  const uint16_t entry = code.entries[buffer_ & ((uint64_t{1} << code.bits) - 1)];
  const int length = entry & 15;
  if (length != 0 && length <= buffered_) {
    Bits(length);
    return entry >> 4;
  }
  // A code that nothing has, or one whose rest is still to come.
  if (is_last_ || buffered_ >= kMostCodeBits) is_broken_ = true;
  return -1;
}

bool Inflater::Build(std::span<const uint8_t> lengths, Code& code) {
  uint32_t counts[kMostCodeBits + 1] = {};
  code.bits = 1;
  for (uint8_t length : lengths) {
    ++counts[length];
    code.bits = std::max<int>(code.bits, length);
  }
  counts[0] = 0;
  uint32_t next[kMostCodeBits + 2] = {};
  for (int bits = 1; bits <= kMostCodeBits; ++bits) {
    next[bits + 1] = (next[bits] + counts[bits]) << 1;
    if (next[bits] + counts[bits] > (1u << bits)) return false;
  }
  code.entries.assign(size_t{1} << code.bits, 0);
  for (size_t symbol = 0; symbol < lengths.size(); ++symbol) {
    const int length = lengths[symbol];
    if (length == 0) continue;
    const auto entry = static_cast<uint16_t>(symbol << 4 | static_cast<size_t>(length));
    const size_t first = Reversed(next[length]++, length);
    for (size_t i = first; i < code.entries.size(); i += size_t{1} << length)
      code.entries[i] = entry;
  }
  return true;
}

bool Inflater::Put(std::byte byte) {
  window_[at_++] = byte;
  ++total_;
  if (at_ % kHalf != 0) return true;
  if (!Flush()) return false;
  if (at_ == window_.size()) at_ = flushed_ = 0;
  return true;
}

bool Inflater::Advance() {
  switch (step_) {
    case Step::kBlock:
      return ReadBlock();
    case Step::kStoredSize:
      return ReadStoredSize();
    case Step::kStored:
      return ReadStored();
    case Step::kCounts:
      return ReadCounts();
    case Step::kLengthLengths:
      return ReadLengthLengths();
    case Step::kLengths:
      return ReadLengths();
    case Step::kSymbols:
      return ReadSymbols();
    case Step::kDone:
      break;
  }
  return false;
}

bool Inflater::ReadBlock() {
  if (is_final_block_) {
    step_ = Step::kDone;
    return true;
  }
  if (!Has(3)) return false;
  is_final_block_ = Bits(1) != 0;
  switch (Bits(2)) {
    case 0:
      Bits(buffered_ % 8);
      step_ = Step::kStoredSize;
      return true;
    case 1:
      UseFixedCodes();
      step_ = Step::kSymbols;
      return true;
    case 2:
      step_ = Step::kCounts;
      return true;
    default:
      return Break();
  }
}

bool Inflater::ReadStoredSize() {
  if (!Has(32)) return false;
  stored_left_ = Bits(16);
  if (Bits(16) != (stored_left_ ^ 0xFFFF)) return Break();
  step_ = Step::kStored;
  return true;
}

bool Inflater::ReadStored() {
  for (; stored_left_ > 0; --stored_left_) {
    if (!Has(8) || !Put(static_cast<std::byte>(Bits(8)))) return false;
  }
  step_ = Step::kBlock;
  return true;
}

void Inflater::UseFixedCodes() {
  std::array<uint8_t, 288> lengths{};
  for (size_t i = 0; i < lengths.size(); ++i) {
    lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  }
  Build(lengths, literal_code_);
  const std::array<uint8_t, 30> distances = [] {
    std::array<uint8_t, 30> all{};
    all.fill(5);
    return all;
  }();
  Build(distances, distance_code_);
}

bool Inflater::ReadCounts() {
  if (!Has(14)) return false;
  literal_count_ = Bits(5) + 257;
  distance_count_ = Bits(5) + 1;
  length_count_ = Bits(4) + 4;
  if (literal_count_ > 286 || distance_count_ > 30) return Break();
  lengths_.fill(0);
  filled_ = 0;
  step_ = Step::kLengthLengths;
  return true;
}

bool Inflater::ReadLengthLengths() {
  for (; filled_ < length_count_; ++filled_) {
    if (!Has(3)) return false;
    lengths_[kLengthOrder[filled_]] = static_cast<uint8_t>(Bits(3));
  }
  if (!Build(std::span(lengths_).first(19), length_code_)) return Break();
  lengths_.fill(0);
  filled_ = 0;
  step_ = Step::kLengths;
  return true;
}

bool Inflater::ReadLengths() {
  const uint32_t count = literal_count_ + distance_count_;
  while (filled_ < count) {
    // A length's code and how often it stands: at most 7 bits each.
    Refill();
    if (buffered_ < 14 && !is_last_) return false;
    const int symbol = Symbol(length_code_);
    if (symbol < 0) return Break();
    if (symbol < 16) {
      lengths_[filled_++] = static_cast<uint8_t>(symbol);
      continue;
    }
    const int extra = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
    if (!Has(extra) || (symbol == 16 && filled_ == 0)) return Break();
    const uint32_t times = Bits(extra) + (symbol == 18 ? 11 : 3);
    const uint8_t length = symbol == 16 ? lengths_[filled_ - 1] : uint8_t{0};
    if (times > count - filled_) return Break();
    std::fill_n(lengths_.begin() + filled_, times, length);
    filled_ += times;
  }
  return StartSymbols();
}

bool Inflater::StartSymbols() {
  const std::span<const uint8_t> lengths(lengths_);
  if (lengths_[kEndOfBlock] == 0 || !Build(lengths.first(literal_count_), literal_code_) ||
      !Build(lengths.subspan(literal_count_, distance_count_), distance_code_)) {
    return Break();
  }
  step_ = Step::kSymbols;
  return true;
}

bool Inflater::ReadSymbols() {
  while (true) {
    // A length, a distance and their further bits are at most 48, which are looked at together.
    Refill();
    if (buffered_ < 48 && !is_last_) return false;
    const int symbol = Symbol(literal_code_);
    if (symbol < 0) return Break();
    const auto literal = static_cast<uint32_t>(symbol);
    if (literal == kEndOfBlock) break;
    if (literal < kEndOfBlock) {
      if (!Put(static_cast<std::byte>(literal))) return false;
    } else if (!Copy(literal - kEndOfBlock - 1)) {
      return Break();
    }
  }
  step_ = Step::kBlock;
  return true;
}

bool Inflater::Copy(uint32_t symbol) {
  if (symbol >= std::size(kLengthBase) || !Has(kLengthExtra[symbol])) return false;
  const uint32_t length = kLengthBase[symbol] + Bits(kLengthExtra[symbol]);
  const int code = Symbol(distance_code_);
  if (code < 0 || !Has(kDistanceExtra[code])) return false;
  const uint32_t distance = kDistanceBase[code] + Bits(kDistanceExtra[code]);
  if (distance > total_) return false;
  for (uint32_t i = 0; i < length; ++i) {
    const size_t from = (at_ + window_.size() - distance) % window_.size();
    if (!Put(window_[from])) return false;
  }
  return true;
}

}  // namespace paddock
