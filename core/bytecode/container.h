// Container: the outer structure of MLIR bytecode, for any dialects.
//
//   file     = "ML\xefR" version:varint producer:zero-terminated section*
//   section  = id | aligned << 7 : byte, size:varint, [alignment:varint, padding], data
//
// A container refers to the bytes that it was read from, without a copy.
#ifndef PADDOCK_CORE_BYTECODE_CONTAINER_H_
#define PADDOCK_CORE_BYTECODE_CONTAINER_H_

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/bytecode/byte_reader.h"

namespace paddock {

inline constexpr std::string_view kArtifactMagic = "ML\xefR";
// Highest container version that is read and written.
inline constexpr uint32_t kNewestContainer = 6;

// First version of the container with each feature.
inline constexpr uint32_t kDialectVersionsContainer = 1;
inline constexpr uint32_t kLazyRegionsContainer = 2;
inline constexpr uint32_t kUseOrdersContainer = 3;
inline constexpr uint32_t kElidedLocationsContainer = 4;
inline constexpr uint32_t kPropertiesContainer = 5;

enum class SectionId : uint8_t {
  kStrings,
  kDialects,
  kAttributesAndTypes,
  kOffsets,
  kOperations,
  kResources,
  kResourceOffsets,
  kDialectVersions,
  kProperties,
};
inline constexpr size_t kSectionCount = 9;
std::string_view SectionName(SectionId id);

// Bits of the byte after an operation's name, which announce the parts that follow.
enum OperationPart : uint8_t {
  kHasAttributes = 1u << 0,
  kHasResults = 1u << 1,
  kHasOperands = 1u << 2,
  kHasSuccessors = 1u << 3,
  kHasRegions = 1u << 4,
  kHasUseOrders = 1u << 5,
  kHasProperties = 1u << 6,
};

struct ByteRange {
  size_t begin = 0;
  size_t end = 0;
};

struct Container {
  struct OperationName {
    uint32_t dialect = 0;
    std::string_view name;
  };
  // Attribute or type: its bytes, or with is_text its zero-terminated text.
  struct Entry {
    uint32_t dialect = 0;
    bool is_text = false;
    ByteRange range;
  };

  std::span<const std::byte> bytes;
  uint32_t version = 0;
  std::string_view producer;
  std::array<ByteRange, kSectionCount> sections;
  std::array<bool, kSectionCount> has_section = {};
  std::vector<std::string_view> strings;
  std::vector<std::string_view> dialects;
  std::vector<OperationName> operations;
  std::vector<Entry> attributes;
  std::vector<Entry> types;
  std::vector<ByteRange> properties;

  ByteReader Reader(SectionId id, ArtifactErrors& errors) const;
  ByteReader Reader(SectionId id, ByteRange range, ArtifactErrors& errors) const;
};

// Returns false after a diagnostic.
bool ReadContainer(std::span<const std::byte> bytes, Container& container, ArtifactErrors& errors);

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_CONTAINER_H_
