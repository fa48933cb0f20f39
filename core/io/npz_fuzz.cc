// Fuzz target: .npz files, and Deflate within them.
#include "core/io/array_fuzz_testing.h"
#include "core/io/crc32.h"
#include "core/io/inflate.h"
#include "core/io/zip_layout.h"

namespace paddock {
namespace {

using testing::FuzzRequire;

// Returns the unpacked stream, with rooms of one size. Returns nothing if it is broken, or more
// than 64 KB.
std::optional<std::string> Unpacked(std::string_view stream, size_t room_size) {
  std::string text;
  std::string room(room_size, '\0');
  Inflater inflater;
  std::span<const std::byte> packed = std::as_bytes(std::span(stream));
  auto status = Inflater::Status::kNeedsRoom;
  while (status == Inflater::Status::kNeedsRoom && text.size() < (size_t{1} << 16)) {
    std::span<std::byte> left = std::as_writable_bytes(std::span(room));
    status = inflater.Unpack(packed, left);
    text.append(room, 0, room.size() - left.size());
  }
  return status == Inflater::Status::kDone ? std::optional(std::move(text)) : std::nullopt;
}

void AppendNumber(std::string& text, uint64_t number, size_t size) {
  for (; size > 0; --size, number >>= 8) text += static_cast<char>(number & 0xFF);
}

// Returns an archive of one deflated member with valid sizes and checksum.
std::string Archive(std::string_view stream, const std::string& unpacked) {
  const std::string name = "a.npy";
  const uint32_t checksum = Crc32(0, std::as_bytes(std::span(unpacked)));
  std::string file = "PK\x03\x04";
  file.append(26, '\0');
  file[26] = static_cast<char>(name.size());
  file.append(name).append(stream);
  const size_t directory = file.size();
  file += "PK\x01\x02";
  AppendNumber(file, 20, 2);
  AppendNumber(file, 20, 2);
  AppendNumber(file, 0, 2);
  AppendNumber(file, 8, 2);
  AppendNumber(file, 0, 4);
  AppendNumber(file, checksum, 4);
  AppendNumber(file, stream.size(), 4);
  AppendNumber(file, unpacked.size(), 4);
  AppendNumber(file, name.size(), 2);
  file.append(16, '\0');
  file += name;
  const size_t end = file.size();
  file += "PK\x05\x06";
  file.append(8, '\0');
  AppendNumber(file, end - directory, 4);
  AppendNumber(file, directory, 4);
  return file.append(2, '\0');
}

}  // namespace

// Tests the bytes as an archive, as a stored member, and as a deflated member.
PADDOCK_FUZZ_TARGET(npz) {
  testing::TestArrayFile(bytes);
  ZipLayout zip;
  const uint32_t checksum = Crc32(0, std::as_bytes(std::span(bytes)));
  const std::string start = zip.Member("a.npy", bytes.size(), checksum);
  testing::TestArrayFile(start + std::string(bytes) + zip.End());
  const auto unpacked = Unpacked(bytes, 4096);
  FuzzRequire(unpacked == Unpacked(bytes, 7), "it unpacks differently into rooms of other sizes");
  if (unpacked) testing::TestArrayFile(Archive(bytes, *unpacked));
}

}  // namespace paddock
