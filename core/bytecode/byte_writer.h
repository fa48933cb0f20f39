// ByteWriter: bytes of a section of an artifact.
#ifndef PADDOCK_CORE_BYTECODE_BYTE_WRITER_H_
#define PADDOCK_CORE_BYTECODE_BYTE_WRITER_H_

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/bytecode/container.h"

namespace paddock {

class ByteWriter {
 public:
  void Byte(uint8_t value) { bytes_ += static_cast<char>(value); }
  // Writes a prefix varint: seven bits a byte. The number of low zeros in the first byte is the
  // number of bytes that follow.
  void VarInt(uint64_t value) {
    const int bits = std::max(1, static_cast<int>(std::bit_width(value)));
    const int more = (bits - 1) / 7;
    if (more >= 8) {
      Byte(0);
      Append(value, 8);
    } else {
      Append(((value << 1) | 1) << more, more + 1);
    }
  }
  void VarInt(uint64_t value, bool flag) { VarInt((value << 1) | (flag ? 1 : 0)); }
  void Text(std::string_view text) { bytes_ += text; }
  void Terminated(std::string_view text) {
    Text(text);
    Byte(0);
  }
  void Blob(std::span<const std::byte> blob) {
    VarInt(blob.size());
    bytes_.append(reinterpret_cast<const char*>(blob.data()), blob.size());
  }
  void Section(SectionId id, std::string_view data) {
    Byte(static_cast<uint8_t>(id));
    VarInt(data.size());
    Text(data);
  }
  size_t size() const { return bytes_.size(); }
  void Patch(size_t position, uint8_t value) { bytes_[position] = static_cast<char>(value); }
  const std::string& bytes() const { return bytes_; }
  std::string Take() { return std::move(bytes_); }

 private:
  void Append(uint64_t value, int count) {
    for (int i = 0; i < count; ++i) Byte(static_cast<uint8_t>(value >> (8 * i)));
  }

  std::string bytes_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_BYTE_WRITER_H_
