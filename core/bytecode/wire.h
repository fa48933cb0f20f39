// WirePool: attributes and types of an artifact to be written, without duplicates.
#ifndef PADDOCK_CORE_BYTECODE_WIRE_H_
#define PADDOCK_CORE_BYTECODE_WIRE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace paddock {

enum class WireDialect : uint8_t { kBuiltin, kVhlo, kSdy };
std::string_view DialectName(WireDialect dialect);

enum class WireKind : uint8_t { kAttribute, kType };

// Part of an encoding.
struct WirePart {
  enum class Kind : uint8_t {
    kNumber,             // a varint
    kByte,               // one byte
    kAttribute,          // index of a node
    kOptionalAttribute,  // index of a node, with a low bit that is set if it is present
    kType,
    kString,  // index of a string of the pool
    kBlob,    // index of a blob of the pool
  };
  Kind kind = Kind::kNumber;
  uint64_t value = 0;
};

struct WireNode {
  WireDialect dialect = WireDialect::kBuiltin;
  std::vector<WirePart> parts;
};

// Encoding of one attribute or type, part by part.
class WireParts {
 public:
  explicit WireParts(uint64_t code) { Number(code); }
  void Number(uint64_t value) { Add(WirePart::Kind::kNumber, value); }
  // Adds a zigzag-encoded number.
  void Signed(int64_t value) {
    Number((static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63));
  }
  // Appends an integer of `width` bits in MLIR's form for that width.
  void Bits(uint64_t bits, uint32_t width) {
    width <= 8 ? Add(WirePart::Kind::kByte, bits & 0xFF) : Signed(static_cast<int64_t>(bits));
  }
  void Add(WirePart::Kind kind, uint64_t value) { parts_.push_back({kind, value}); }
  void Attribute(uint32_t node) { Add(WirePart::Kind::kAttribute, node); }
  void Type(uint32_t node) { Add(WirePart::Kind::kType, node); }
  std::vector<WirePart> Take() { return std::move(parts_); }

 private:
  std::vector<WirePart> parts_;
};

class WirePool {
 public:
  // Returns the node with these parts. Equal nodes are shared.
  uint32_t Intern(WireKind kind, WireDialect dialect, WireParts parts);
  // Returns the index of a string or blob, without duplicates. A blob's bytes must outlive the
  // pool, unless it keeps them.
  uint32_t InternString(std::string_view text);
  uint32_t InternBlob(std::span<const std::byte> bytes);
  // Keeps bytes for the lifetime of the pool.
  std::span<const std::byte> Keep(std::string bytes);

  const std::vector<WireNode>& nodes(WireKind kind) const {
    return nodes_[static_cast<size_t>(kind)];
  }
  std::string_view string(uint64_t index) const { return strings_[static_cast<size_t>(index)]; }
  std::span<const std::byte> blob(uint64_t index) const {
    return blobs_[static_cast<size_t>(index)];
  }

 private:
  std::vector<WireNode> nodes_[2];
  std::unordered_map<std::string, uint32_t> indices_[2];
  std::deque<std::string> kept_;
  std::vector<std::string_view> strings_;
  std::unordered_map<std::string_view, uint32_t> string_indices_;
  std::vector<std::span<const std::byte>> blobs_;
  std::unordered_multimap<uint64_t, uint32_t> blob_indices_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_WIRE_H_
