#include "core/bytecode/container.h"

#include <algorithm>

namespace paddock {
namespace {

constexpr std::string_view kSectionNames[kSectionCount] = {
    "strings",   "dialects",         "attributes and types", "offsets",   "operations",
    "resources", "resource offsets", "dialect versions",     "properties"};

bool ReadHeader(ByteReader& reader, Container& container) {
  const auto magic = reader.ReadBytes(std::min(kArtifactMagic.size(), reader.remaining()));
  const std::string_view text(reinterpret_cast<const char*>(magic.data()), magic.size());
  if (text != kArtifactMagic)
    return reader.Fail("not MLIR bytecode: it does not begin with ML\\xefR");
  const uint64_t version = reader.ReadVarInt();
  if (reader.has_failed()) return false;
  if (version > kNewestContainer) {
    return reader.Fail("MLIR bytecode of version " + std::to_string(version) +
                       ", but versions 0 to " + std::to_string(kNewestContainer) + " are read");
  }
  container.version = static_cast<uint32_t>(version);
  container.producer = reader.ReadTerminated();
  return !reader.has_failed();
}

bool ReadSections(ByteReader& reader, Container& container) {
  while (!reader.at_end()) {
    const size_t start = reader.position();
    uint8_t id = 0;
    const ByteReader section = reader.ReadSection(id, {});
    if (reader.has_failed()) return false;
    if (id >= kSectionCount || container.has_section[id]) {
      reader.errors().Fail("header", start,
                           id >= kSectionCount
                               ? "a section of the unknown kind " + std::to_string(id)
                               : "a second section '" + std::string(kSectionNames[id]) + "'");
      return false;
    }
    container.has_section[id] = true;
    container.sections[id] = {section.position(), section.end()};
  }
  for (SectionId id : {SectionId::kStrings, SectionId::kDialects, SectionId::kAttributesAndTypes,
                       SectionId::kOffsets, SectionId::kOperations}) {
    if (container.has_section[static_cast<size_t>(id)]) continue;
    return reader.Fail("the section '" + std::string(SectionName(id)) + "' is missing");
  }
  return true;
}

// Reads lengths, the last string's first, each with its terminator, then all texts.
bool ReadStrings(ByteReader reader, Container& container) {
  const size_t count = reader.ReadCount();
  std::vector<uint64_t> lengths(count);
  for (size_t i = count; i-- > 0;) lengths[i] = reader.ReadVarInt();
  container.strings.reserve(count);
  for (uint64_t length : lengths) {
    const auto bytes = reader.ReadBytes(static_cast<size_t>(std::min<uint64_t>(length, SIZE_MAX)));
    if (reader.has_failed()) return false;
    if (bytes.empty() || bytes.back() != std::byte{0}) {
      return reader.Fail("a string without its end");
    }
    container.strings.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size() - 1);
  }
  return reader.at_end() || reader.Fail("bytes after the last string");
}

std::string_view ReadString(ByteReader& reader, const Container& container, uint64_t index) {
  if (index < container.strings.size()) return container.strings[static_cast<size_t>(index)];
  reader.Fail("there is no string " + std::to_string(index) + " among " +
              std::to_string(container.strings.size()));
  return {};
}

// Skips the dialects' own versions: a portable artifact's version is in the producer.
bool ReadDialectNames(ByteReader& reader, Container& container) {
  const size_t count = reader.ReadCount();
  for (size_t i = 0; i < count && !reader.has_failed(); ++i) {
    uint64_t name = reader.ReadVarInt();
    bool has_version = false;
    if (container.version >= kDialectVersionsContainer) {
      has_version = (name & 1) != 0;
      name >>= 1;
    }
    container.dialects.push_back(ReadString(reader, container, name));
    if (!has_version) continue;
    uint8_t id = 0;
    reader.ReadSection(id, SectionName(SectionId::kDialectVersions));
  }
  return !reader.has_failed();
}

bool ReadDialects(ByteReader reader, Container& container) {
  if (!ReadDialectNames(reader, container)) return false;
  if (container.version >= kElidedLocationsContainer) {
    container.operations.reserve(reader.ReadCount());
  }
  while (!reader.at_end()) {
    const size_t dialect = reader.ReadIndex(container.dialects.size(), "dialect");
    const size_t count = reader.ReadCount();
    for (size_t i = 0; i < count && !reader.has_failed(); ++i) {
      uint64_t name = reader.ReadVarInt();
      // The low bit is set if the operation is registered in the writer.
      if (container.version >= kPropertiesContainer) name >>= 1;
      container.operations.push_back(
          {static_cast<uint32_t>(dialect), ReadString(reader, container, name)});
    }
  }
  return !reader.has_failed();
}

bool ReadOffsets(ByteReader reader, Container& container) {
  const uint64_t attribute_count = reader.ReadVarInt();
  const uint64_t type_count = reader.ReadVarInt();
  const ByteRange data = container.sections[static_cast<size_t>(SectionId::kAttributesAndTypes)];
  size_t position = data.begin;
  while (!reader.at_end()) {
    const size_t dialect = reader.ReadIndex(container.dialects.size(), "dialect");
    const size_t count = reader.ReadCount();
    for (size_t i = 0; i < count && !reader.has_failed(); ++i) {
      const uint64_t size = reader.ReadVarInt();
      if ((size >> 1) > data.end - position) {
        return reader.Fail("an attribute or type past the end of its section");
      }
      const ByteRange range{position, position + static_cast<size_t>(size >> 1)};
      position = range.end;
      auto& entries =
          container.attributes.size() < attribute_count ? container.attributes : container.types;
      entries.push_back({static_cast<uint32_t>(dialect), (size & 1) == 0, range});
    }
  }
  if (reader.has_failed()) return false;
  if (container.attributes.size() != attribute_count || container.types.size() != type_count) {
    return reader.Fail("the section lists fewer or more than its " +
                       std::to_string(attribute_count) + " attributes and " +
                       std::to_string(type_count) + " types");
  }
  return position == data.end || reader.Fail("bytes after the last attribute or type");
}

bool ReadProperties(ByteReader reader, Container& container) {
  const size_t count = reader.ReadCount();
  container.properties.reserve(count);
  for (size_t i = 0; i < count && !reader.has_failed(); ++i) {
    const auto blob = reader.ReadBlob();
    container.properties.push_back({reader.position() - blob.size(), reader.position()});
  }
  return !reader.has_failed();
}

}  // namespace

std::string_view SectionName(SectionId id) { return kSectionNames[static_cast<size_t>(id)]; }

ByteReader Container::Reader(SectionId id, ArtifactErrors& errors) const {
  return Reader(id, sections[static_cast<size_t>(id)], errors);
}

ByteReader Container::Reader(SectionId id, ByteRange range, ArtifactErrors& errors) const {
  return {bytes, range.begin, range.end, SectionName(id), errors};
}

bool ReadContainer(std::span<const std::byte> bytes, Container& container, ArtifactErrors& errors) {
  container.bytes = bytes;
  ByteReader reader(bytes, 0, bytes.size(), "header", errors);
  return ReadHeader(reader, container) && ReadSections(reader, container) &&
         ReadStrings(container.Reader(SectionId::kStrings, errors), container) &&
         ReadDialects(container.Reader(SectionId::kDialects, errors), container) &&
         ReadOffsets(container.Reader(SectionId::kOffsets, errors), container) &&
         (!container.has_section[static_cast<size_t>(SectionId::kProperties)] ||
          ReadProperties(container.Reader(SectionId::kProperties, errors), container));
}

}  // namespace paddock
