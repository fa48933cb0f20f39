// LEB128: numbers in groups of seven bits, the lowest first; all groups but the last have the
// eighth bit set. Signed numbers have their sign in the lowest bit. Texts follow their length.
#ifndef PADDOCK_CORE_GRID_LEB128_H_
#define PADDOCK_CORE_GRID_LEB128_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paddock {

class Leb128Writer {
 public:
  void Number(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<std::byte>(value | 0x80));
    bytes_.push_back(static_cast<std::byte>(value));
  }
  void Signed(int64_t value) {
    const uint64_t sign = value < 0 ? ~uint64_t{0} : 0;
    Number((static_cast<uint64_t>(value) << 1) ^ sign);
  }
  void Flag(bool value) { Number(value ? 1 : 0); }
  void Text(std::string_view text) {
    Number(text.size());
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    bytes_.insert(bytes_.end(), begin, begin + text.size());
  }
  std::vector<std::byte> Take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

// Reads the output of a Leb128Writer. Missing data reads as zero, and makes is_good() false.
class Leb128Reader {
 public:
  explicit Leb128Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  bool is_good() const { return is_good_; }
  bool is_at_end() const { return at_ == bytes_.size(); }
  size_t left() const { return bytes_.size() - at_; }

  uint64_t Number() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && at_ < bytes_.size(); shift += 7) {
      const auto bits = static_cast<uint64_t>(bytes_[at_++]);
      value |= (bits & 0x7f) << shift;
      if (bits < 0x80) return shift == 63 && bits > 1 ? Fail() : value;
    }
    return Fail();
  }
  int64_t Signed() {
    const uint64_t value = Number();
    return static_cast<int64_t>((value >> 1) ^ (0 - (value & 1)));
  }
  bool Flag() {
    const uint64_t value = Number();
    if (value > 1) Fail();
    return value == 1;
  }
  // Reads the number of the following items, which have at least a byte each.
  size_t Count() {
    const uint64_t count = Number();
    return count <= left() ? static_cast<size_t>(count) : static_cast<size_t>(Fail());
  }
  std::string Text() {
    const size_t size = Count();
    const auto* begin = reinterpret_cast<const char*>(bytes_.data()) + at_;
    at_ += size;
    return std::string(begin, begin + size);
  }

 private:
  uint64_t Fail() {
    is_good_ = false;
    at_ = bytes_.size();
    return 0;
  }

  std::span<const std::byte> bytes_;
  size_t at_ = 0;
  bool is_good_ = true;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_GRID_LEB128_H_
