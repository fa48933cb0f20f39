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

// Records the first failure of reading an artifact; later ones follow from it.
class ArtifactErrors {
 public:
  // Bytes are counted from `offset`.
  explicit ArtifactErrors(DiagnosticSink& sink, size_t offset = 0) : sink_(sink), offset_(offset) {}

  bool has_failed() const { return has_failed_; }
  void Fail(std::string message);
  // "MESSAGE (section 'strings', byte 17)".
  void Fail(std::string_view section, size_t offset, const std::string& message);
  DiagnosticSink& sink() { return sink_; }

 private:
  DiagnosticSink& sink_;
  size_t offset_ = 0;
  bool has_failed_ = false;
};

// Reads [begin, end) of an artifact's bytes. After a failure every read returns 0 or nothing,
// and at_end() is true, so that loops end.
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
  // One to nine bytes; the zeros at the low end of the first tell how many.
  uint64_t ReadVarInt();
  // Zigzag: the sign is the low bit.
  int64_t ReadSignedVarInt();
  // A number of things of at least `bytes_each` bytes, all of which must still fit.
  size_t ReadCount(size_t bytes_each = 1);
  // A number below `limit`; `what` names it in the diagnostic.
  size_t ReadIndex(size_t limit, std::string_view what);
  std::span<const std::byte> ReadBytes(size_t count);
  // A length, then that many bytes.
  std::span<const std::byte> ReadBlob() { return ReadBytes(ReadVarInt()); }
  std::string_view ReadTerminated();

  // A nested section: its id, and a reader of its data, named `section`.
  ByteReader ReadSection(uint8_t& id, std::string_view section);

  // Reports at the current position; returns false.
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
