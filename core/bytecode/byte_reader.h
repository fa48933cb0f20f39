// ByteReader: numbers and strings of a section of an artifact, in order.
#ifndef PADDOCK_CORE_BYTECODE_BYTE_READER_H_
#define PADDOCK_CORE_BYTECODE_BYTE_READER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/diagnostics/diagnostic.h"

namespace paddock {

// Code of every diagnostic about an artifact's bytes.
inline constexpr std::string_view kArtifactCode = "artifact";

// Records the first failure in an artifact; later ones follow from it.
class ArtifactErrors {
 public:
  // Byte positions in messages start at `offset`.
  explicit ArtifactErrors(DiagnosticSink& sink, size_t offset = 0) : sink_(sink), offset_(offset) {}

  bool has_failed() const { return has_failed_; }
  void Fail(std::string message);
  // Reports "MESSAGE (section 'strings', byte 17)".
  void Fail(std::string_view section, size_t offset, const std::string& message);
  DiagnosticSink& sink() { return sink_; }

 private:
  DiagnosticSink& sink_;
  size_t offset_ = 0;
  bool has_failed_ = false;
};

// Reads [begin, end) of an artifact's bytes. After a failure every read returns 0 or nothing, and
// at_end() returns true, so that loops end.
class ByteReader {
 public:
  ByteReader(std::span<const std::byte> bytes, size_t begin, size_t end, std::string_view section,
             ArtifactErrors& errors)
      : bytes_(bytes), position_(begin), end_(end), section_(section), errors_(&errors) {}

  size_t position() const { return position_; }
  size_t end() const { return end_; }
  size_t remaining() const { return end_ - position_; }
  bool at_end() const { return position_ == end_; }
  std::string_view section() const { return section_; }
  bool has_failed() const { return errors_->has_failed(); }
  ArtifactErrors& errors() { return *errors_; }

  uint8_t ReadByte();
  // Reads a prefix varint of one to nine bytes. The low zeros of the first byte give the length.
  uint64_t ReadVarInt();
  // Reads a zigzag-encoded number: the sign is the low bit.
  int64_t ReadSignedVarInt();
  // Reads a number of items of at least `bytes_each` bytes each. All of them must fit in the
  // section.
  size_t ReadCount(size_t bytes_each = 1);
  // Reads a number below `limit`; `what` names it in the diagnostic.
  size_t ReadIndex(size_t limit, std::string_view what);
  std::span<const std::byte> ReadBytes(size_t count);
  // Reads a length, then that many bytes.
  std::span<const std::byte> ReadBlob() { return ReadBytes(ReadVarInt()); }
  std::string_view ReadTerminated();

  // Reads a nested section: its id, and a reader of its data, named `section`.
  ByteReader ReadSection(uint8_t& id, std::string_view section);

  // Reports an error at the current position. Returns false.
  bool Fail(const std::string& message);

 private:
  std::span<const std::byte> bytes_;
  size_t position_;
  size_t end_;
  std::string_view section_;
  ArtifactErrors* errors_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_BYTE_READER_H_
