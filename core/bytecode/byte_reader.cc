#include "core/bytecode/byte_reader.h"

#include <bit>
#include <cstring>

namespace paddock {

void ArtifactErrors::Fail(std::string message) {
  if (has_failed_) return;
  has_failed_ = true;
  sink_.Error(kArtifactCode, Span(), std::move(message));
}

void ArtifactErrors::Fail(std::string_view section, size_t offset, const std::string& message) {
  Fail(message + " (section '" + std::string(section) + "', byte " +
       std::to_string(offset_ + offset) + ")");
}

bool ByteReader::Fail(const std::string& message) {
  errors_->Fail(section_, position_, message);
  position_ = end_;
  return false;
}

uint8_t ByteReader::ReadByte() {
  if (at_end()) {
    Fail("the section ends where a byte is expected");
    return 0;
  }
  return static_cast<uint8_t>(bytes_[position_++]);
}

uint64_t ByteReader::ReadVarInt() {
  if (at_end()) {
    Fail("the section ends where a number is expected");
    return 0;
  }
  const auto first = static_cast<uint8_t>(bytes_[position_]);
  if ((first & 1) != 0) {
    ++position_;
    return first >> 1;
  }
  const size_t more = first == 0 ? 8 : static_cast<size_t>(std::countr_zero(first));
  if (remaining() <= more) {
    Fail("the section ends within a number");
    return 0;
  }
  uint64_t value = 0;
  std::memcpy(&value, bytes_.data() + position_ + 1, more);
  position_ += more + 1;
  if (first == 0) return value;
  return (value << (7 - more)) | (first >> (more + 1));
}

int64_t ByteReader::ReadSignedVarInt() {
  const uint64_t value = ReadVarInt();
  return static_cast<int64_t>((value >> 1) ^ (0 - (value & 1)));
}

size_t ByteReader::ReadCount(size_t bytes_each) {
  const size_t start = position_;
  const uint64_t count = ReadVarInt();
  if (count <= remaining() / bytes_each) return static_cast<size_t>(count);
  position_ = has_failed() ? position_ : start;
  Fail("a list of " + std::to_string(count) + " does not fit the rest of the section");
  return 0;
}

size_t ByteReader::ReadIndex(size_t limit, std::string_view what) {
  const size_t start = position_;
  const uint64_t index = ReadVarInt();
  if (index < limit || has_failed()) return static_cast<size_t>(index < limit ? index : 0);
  position_ = start;
  Fail("there is no " + std::string(what) + " " + std::to_string(index) + " among " +
       std::to_string(limit));
  return 0;
}

std::span<const std::byte> ByteReader::ReadBytes(size_t count) {
  if (count > remaining()) {
    Fail("the section ends within " + std::to_string(count) + " bytes");
    return {};
  }
  position_ += count;
  return bytes_.subspan(position_ - count, count);
}

std::string_view ByteReader::ReadTerminated() {
  const char* begin = reinterpret_cast<const char*>(bytes_.data()) + position_;
  const void* zero = at_end() ? nullptr : std::memchr(begin, 0, remaining());
  if (zero == nullptr) {
    Fail("a text without its end");
    return {};
  }
  const std::string_view text(begin, static_cast<size_t>(static_cast<const char*>(zero) - begin));
  position_ += text.size() + 1;
  return text;
}

ByteReader ByteReader::ReadSection(uint8_t& id, std::string_view section) {
  const uint8_t head = ReadByte();
  id = head & 0x7F;
  const uint64_t size = ReadVarInt();
  if ((head & 0x80) != 0) {
    const uint64_t alignment = ReadVarInt();
    if (!has_failed() && !std::has_single_bit(alignment))
      Fail("an alignment that is not a power of 2");
    while (!at_end() && (position_ & (alignment - 1)) != 0) ++position_;
  }
  const size_t begin = position_;
  ReadBytes(static_cast<size_t>(std::min<uint64_t>(size, SIZE_MAX)));
  return {bytes_, begin, has_failed() ? begin : position_, section, *errors_};
}

}  // namespace paddock
