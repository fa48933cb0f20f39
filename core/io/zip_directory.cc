#include "core/io/zip_directory.h"

#include <limits>
#include <utility>

#include "core/io/array_entry.h"

namespace paddock {
namespace {

constexpr uint32_t kElsewhere32 = std::numeric_limits<uint32_t>::max();

uint64_t ZipNumber(std::string_view bytes, size_t at, size_t size) {
  uint64_t number = 0;
  for (size_t i = 0; i < size; ++i) {
    number |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  }
  return number;
}

// Replaces numbers that do not fit 32 bits by those of the extra field. Returns false if it lacks
// them.
bool ReadZip64Extra(std::string_view extra, ZipMember& member) {
  const auto needs = [](uint64_t number) { return number == kElsewhere32; };
  if (!needs(member.size) && !needs(member.stored_size) && !needs(member.local_offset)) return true;
  while (extra.size() >= 4) {
    const uint16_t kind = ZipNumber16(extra, 0);
    const size_t size = ZipNumber16(extra, 2);
    if (size > extra.size() - 4) return false;
    std::string_view field = extra.substr(4, size);
    extra.remove_prefix(4 + size);
    if (kind != kZip64Extra) continue;
    for (uint64_t* number : {&member.size, &member.stored_size, &member.local_offset}) {
      if (!needs(*number)) continue;
      if (field.size() < 8) return false;
      *number = ZipNumber64(field, 0);
      field.remove_prefix(8);
    }
    return true;
  }
  return false;
}

}  // namespace

uint16_t ZipNumber16(std::string_view bytes, size_t at) {
  return static_cast<uint16_t>(ZipNumber(bytes, at, 2));
}
uint32_t ZipNumber32(std::string_view bytes, size_t at) {
  return static_cast<uint32_t>(ZipNumber(bytes, at, 4));
}
uint64_t ZipNumber64(std::string_view bytes, size_t at) { return ZipNumber(bytes, at, 8); }

std::optional<ZipDirectoryPlace> FindZipDirectory(std::string_view tail) {
  if (tail.size() < kZipEndSize) return std::nullopt;
  // The end record is last, but a comment may follow, whose length the record has.
  for (size_t at = tail.size() - kZipEndSize + 1; at-- > 0;) {
    if (ZipNumber32(tail, at) != kZipEndSignature) continue;
    if (at + kZipEndSize + ZipNumber16(tail, at + 20) != tail.size()) continue;
    ZipDirectoryPlace place;
    place.size = ZipNumber32(tail, at + 12);
    place.offset = ZipNumber32(tail, at + 16);
    if (at >= kZip64LocatorSize &&
        ZipNumber32(tail, at - kZip64LocatorSize) == kZip64LocatorSignature) {
      place.zip64_end = ZipNumber64(tail, at - kZip64LocatorSize + 8);
    }
    return place;
  }
  return std::nullopt;
}

std::optional<ZipDirectoryPlace> ReadZip64End(std::string_view bytes) {
  if (bytes.size() < kZip64EndSize || ZipNumber32(bytes, 0) != kZip64EndSignature) {
    return std::nullopt;
  }
  ZipDirectoryPlace place;
  place.size = ZipNumber64(bytes, 40);
  place.offset = ZipNumber64(bytes, 48);
  return place;
}

std::optional<std::vector<ZipMember>> ReadZipDirectory(std::string_view directory,
                                                       std::string& problem) {
  std::vector<ZipMember> members;
  problem = "is an archive with a damaged directory";
  while (!directory.empty()) {
    if (directory.size() < kZipMemberSize || ZipNumber32(directory, 0) != kZipMemberSignature) {
      return std::nullopt;
    }
    if (members.size() == kMostArrays) {
      problem = TooManyArrays();
      return std::nullopt;
    }
    const size_t name_size = ZipNumber16(directory, 28);
    const size_t extra_size = ZipNumber16(directory, 30);
    const size_t size = kZipMemberSize + name_size + extra_size + ZipNumber16(directory, 32);
    if (size > directory.size()) return std::nullopt;
    ZipMember member;
    member.is_encrypted = (ZipNumber16(directory, 8) & 1) != 0;
    member.method = ZipNumber16(directory, 10);
    member.checksum = ZipNumber32(directory, 16);
    member.stored_size = ZipNumber32(directory, 20);
    member.size = ZipNumber32(directory, 24);
    member.local_offset = ZipNumber32(directory, 42);
    member.name = directory.substr(kZipMemberSize, name_size);
    if (!ReadZip64Extra(directory.substr(kZipMemberSize + name_size, extra_size), member)) {
      return std::nullopt;
    }
    members.push_back(std::move(member));
    directory.remove_prefix(size);
  }
  return members;
}

}  // namespace paddock
