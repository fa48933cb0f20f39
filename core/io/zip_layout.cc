#include "core/io/zip_layout.h"

#include <algorithm>
#include <limits>

#include "core/io/zip_directory.h"

namespace paddock {
namespace {

constexpr uint64_t kMost32 = std::numeric_limits<uint32_t>::max();
constexpr uint64_t kMost16 = std::numeric_limits<uint16_t>::max();
// Version 2.0, and 4.5 if numbers exceed 32 bits.
constexpr uint64_t kZipVersion = 20;
constexpr uint64_t kZipVersion64 = 45;
// Names are UTF-8.
constexpr uint64_t kNameFlag = 1 << 11;
// 1 January 1980, the earliest date. Equal arrays thus make equal files.
constexpr uint64_t kFirstDay = (1 << 5) | 1;

void AppendNumber(std::string& text, uint64_t number, size_t size) {
  for (; size > 0; --size, number >>= 8) text += static_cast<char>(number & 0xFF);
}

// Returns the numbers that do not fit 32 bits, in the order of the member.
std::string Zip64Field(std::initializer_list<uint64_t> numbers) {
  std::string field;
  for (uint64_t number : numbers) AppendNumber(field, number, 8);
  std::string text;
  if (field.empty()) return text;
  AppendNumber(text, kZip64Extra, 2);
  AppendNumber(text, field.size(), 2);
  return text + field;
}

// Appends the fields, from the version on, that a member's header and the directory share.
void AppendMember(std::string& text, uint64_t size, uint32_t checksum, size_t name_size,
                  size_t extra_size, bool is_large) {
  AppendNumber(text, is_large ? kZipVersion64 : kZipVersion, 2);
  AppendNumber(text, kNameFlag, 2);
  AppendNumber(text, 0, 2);  // stored
  AppendNumber(text, 0, 2);  // midnight
  AppendNumber(text, kFirstDay, 2);
  AppendNumber(text, checksum, 4);
  AppendNumber(text, std::min(size, kMost32), 4);
  AppendNumber(text, std::min(size, kMost32), 4);
  AppendNumber(text, name_size, 2);
  AppendNumber(text, extra_size, 2);
}

}  // namespace

std::string ZipLayout::Member(std::string_view name, uint64_t size, uint32_t checksum) {
  const bool is_large = size >= kMost32;
  const bool is_far = offset_ >= kMost32;
  const std::string extra = is_large ? Zip64Field({size, size}) : "";
  std::string header;
  AppendNumber(header, kZipLocalSignature, 4);
  AppendMember(header, size, checksum, name.size(), extra.size(), is_large);
  header.append(name).append(extra);

  const std::string further = is_large && is_far ? Zip64Field({size, size, offset_})
                              : is_far           ? Zip64Field({offset_})
                                                 : extra;
  AppendNumber(directory_, kZipMemberSignature, 4);
  AppendNumber(directory_, kZipVersion64, 2);
  AppendMember(directory_, size, checksum, name.size(), further.size(), is_large || is_far);
  AppendNumber(directory_, 0, 2 + 2 + 2 + 4);  // no comment, the first disk, no attributes
  AppendNumber(directory_, std::min(offset_, kMost32), 4);
  directory_.append(name).append(further);
  offset_ += header.size() + size;
  ++count_;
  return header;
}

std::string ZipLayout::End() {
  std::string end = directory_;
  const uint64_t size = directory_.size();
  if (offset_ >= kMost32 || count_ >= kMost16) {
    AppendNumber(end, kZip64EndSignature, 4);
    AppendNumber(end, kZip64EndSize - 12, 8);
    AppendNumber(end, kZipVersion64, 2);
    AppendNumber(end, kZipVersion64, 2);
    AppendNumber(end, 0, 8);  // the first disk
    AppendNumber(end, count_, 8);
    AppendNumber(end, count_, 8);
    AppendNumber(end, size, 8);
    AppendNumber(end, offset_, 8);
    AppendNumber(end, kZip64LocatorSignature, 4);
    AppendNumber(end, 0, 4);
    AppendNumber(end, offset_ + size, 8);
    AppendNumber(end, 1, 4);  // one disk
  }
  AppendNumber(end, kZipEndSignature, 4);
  AppendNumber(end, 0, 4);
  AppendNumber(end, std::min(count_, kMost16), 2);
  AppendNumber(end, std::min(count_, kMost16), 2);
  AppendNumber(end, size, 4);
  AppendNumber(end, std::min(offset_, kMost32), 4);
  AppendNumber(end, 0, 2);
  return end;
}

}  // namespace paddock
