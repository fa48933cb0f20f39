#include "core/io/array_index.h"

#include <algorithm>
#include <utility>

#include "core/base/overflow.h"
#include "core/io/inflate.h"
#include "core/io/npy_header.h"
#include "core/io/safetensors_header.h"
#include "core/tensor/tensor.h"

namespace paddock {
namespace {

// A header of .npy is seldom longer.
constexpr uint64_t kFirstPiece = 1024;
// Longer directories and headers are nonsense, and would take the memory of the arrays.
constexpr uint64_t kMostDirectory = uint64_t{256} << 20;
constexpr uint64_t kMostNpyHeader = uint64_t{16} << 20;
constexpr uint16_t kStored = 0;
constexpr uint16_t kDeflated = 8;
constexpr std::string_view kMemberEnding = ".npy";

std::span<const std::byte> BytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string ShapeText(std::span<const int64_t> shape) {
  std::string text;
  for (int64_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "(" + text + ")";
}

}  // namespace

std::optional<WantedBytes> ArrayIndex::Next() {
  while (step_ != nullptr && !has_failed()) {
    const Step step = std::exchange(step_, nullptr);
    (this->*step)();
    if (step_ != nullptr && !piece_.empty() && !has_failed()) {
      return WantedBytes{piece_offset_, std::as_writable_bytes(std::span(piece_))};
    }
  }
  return std::nullopt;
}

void ArrayIndex::Ask(uint64_t offset, uint64_t size, Step step) {
  piece_offset_ = std::min(offset, file_size_);
  piece_.assign(static_cast<size_t>(std::min(size, file_size_ - piece_offset_)), '\0');
  step_ = step;
}

void ArrayIndex::Start() { Ask(0, kFirstPiece, &ArrayIndex::ReadHead); }

void ArrayIndex::ReadHead() {
  if (piece_.starts_with(kNpyMagic)) {
    const uint64_t size = NpyHeaderSize(piece_);
    if (size > kMostNpyHeader) return Fail("has too long a header");
    return Ask(0, size, &ArrayIndex::ReadNpyFile);
  }
  const bool is_archive = piece_.size() >= 4 && (ZipNumber32(piece_, 0) == kZipLocalSignature ||
                                                 ZipNumber32(piece_, 0) == kZipEndSignature);
  if (is_archive) {
    const uint64_t size = std::min<uint64_t>(file_size_, kZipTailSize);
    return Ask(file_size_ - size, size, &ArrayIndex::ReadArchiveEnd);
  }
  const bool is_safetensors =
      piece_.size() >= 10 && piece_[8] == '{' && ZipNumber64(piece_, 0) <= kMostSafetensorsHeader;
  if (is_safetensors) return AskForSafetensors();
  is_of_no_format_ = true;
  Fail("is no .npy, .npz or .safetensors file");
}

// --- .npy

void ArrayIndex::ReadNpyFile() {
  std::optional<ArrayEntry> entry = ReadNpyEntry(piece_);
  if (!entry) return;
  entry->format = FileFormat::kNpy;
  entry->stored_size = entry->size = file_size_;
  entries_.push_back(*std::move(entry));
}

// `start` holds the header.
std::optional<ArrayEntry> ArrayIndex::ReadNpyEntry(std::string_view start) {
  std::string problem;
  std::optional<NpyHeader> header = ParseNpyHeader(start, problem);
  if (!header) {
    Fail(std::move(problem));
    return std::nullopt;
  }
  ArrayEntry entry;
  entry.types = TypesOfCode(header->code, FileFormat::kNpy);
  entry.is_named = NamesType(header->code, FileFormat::kNpy);
  if (!entry.types.empty() && !ByteSizeOf(entry.types[0], header->shape)) {
    Fail("has shape " + ShapeText(header->shape) + ", which is too large");
    return std::nullopt;
  }
  entry.code = std::move(header->code);
  entry.shape = std::move(header->shape);
  entry.header_size = header->data_offset;
  entry.is_big_endian = header->is_big_endian;
  entry.is_fortran_order = header->is_fortran_order;
  return entry;
}

// --- safetensors

void ArrayIndex::AskForSafetensors() {
  const uint64_t length = ZipNumber64(piece_, 0);
  if (length <= file_size_ - kSafetensorsLengthSize) {
    return Ask(kSafetensorsLengthSize, length, &ArrayIndex::ReadSafetensors);
  }
  Fail("is cut short: its header should have " + std::to_string(length) + " bytes");
}

void ArrayIndex::ReadSafetensors() {
  const uint64_t data_offset = piece_offset_ + piece_.size();
  std::string problem;
  auto entries = ParseSafetensorsHeader(piece_, data_offset, file_size_ - data_offset, problem);
  if (!entries) return Fail(std::move(problem));
  entries_ = *std::move(entries);
}

// --- .npz

void ArrayIndex::ReadArchiveEnd() {
  const auto place = FindZipDirectory(piece_);
  if (!place) return Fail("is an archive without its end: it was cut short");
  if (place->zip64_end) {
    return Ask(*place->zip64_end, kZip64EndSize, &ArrayIndex::ReadArchiveEnd64);
  }
  AskForDirectory(*place);
}

void ArrayIndex::ReadArchiveEnd64() {
  const auto place = ReadZip64End(piece_);
  if (!place) return Fail("is an archive whose end is broken");
  AskForDirectory(*place);
}

void ArrayIndex::AskForDirectory(const ZipDirectoryPlace& place) {
  if (place.offset > file_size_ || place.size > file_size_ - place.offset) {
    return Fail("is an archive whose directory would lie outside of it");
  }
  if (place.size > kMostDirectory) return Fail("is an archive whose directory is too large");
  Ask(place.offset, place.size, &ArrayIndex::ReadDirectory);
}

void ArrayIndex::ReadDirectory() {
  auto members = ReadZipDirectory(piece_);
  if (!members) return Fail("is an archive whose directory is broken");
  members_ = *std::move(members);
  std::erase_if(members_,
                [](const ZipMember& member) { return !member.name.ends_with(kMemberEnding); });
  std::vector<std::string> names;
  for (ZipMember& member : members_) {
    member.name.resize(member.name.size() - kMemberEnding.size());
    names.push_back(member.name);
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice != names.end()) return Fail("holds '" + *twice + "' twice");
  AskForMember();
}

void ArrayIndex::AskForMember() {
  if (next_member_ == members_.size()) return;
  const ZipMember& member = members_[next_member_];
  const auto refuse = [&](const std::string& why) { Fail("'" + member.name + "' " + why); };
  if (member.is_encrypted) return refuse("is encrypted");
  if (member.method != kStored && member.method != kDeflated) {
    return refuse("is compressed in a way that is not known here (" +
                  std::to_string(member.method) + "): only stored and deflated arrays are read");
  }
  Ask(member.local_offset, kZipLocalSize + member.name.size() + kFirstPiece,
      &ArrayIndex::ReadMember);
}

void ArrayIndex::ReadMember() {
  const ZipMember& member = members_[next_member_];
  const auto refuse = [&](const std::string& why) { Fail("'" + member.name + "' " + why); };
  if (piece_.size() < kZipLocalSize || ZipNumber32(piece_, 0) != kZipLocalSignature) {
    return refuse("is not where the archive's directory says");
  }
  const size_t start = kZipLocalSize + ZipNumber16(piece_, 26) + ZipNumber16(piece_, 28);
  const uint64_t offset = piece_offset_ + start;
  if (offset > file_size_ || member.stored_size > file_size_ - offset)
    return refuse("is cut short");
  if (start > piece_.size()) return AskForMore(start + kFirstPiece);
  const auto stored = std::string_view(piece_).substr(
      start, static_cast<size_t>(std::min<uint64_t>(member.stored_size, piece_.size() - start)));
  const std::optional<std::string> unpacked = UnpackStart(stored, member);
  if (!unpacked) return refuse("is broken: it cannot be unpacked");
  const uint64_t header_size = unpacked->starts_with(kNpyMagic) ? NpyHeaderSize(*unpacked) : 0;
  if (header_size > kMostNpyHeader || piece_.size() > 2 * kMostNpyHeader) {
    return refuse("has too long a header");
  }
  if (unpacked->size() < header_size && stored.size() < member.stored_size) {
    return AskForMore(2 * piece_.size() + header_size);
  }
  AddMember(member, offset, *unpacked);
}

void ArrayIndex::AskForMore(uint64_t size) { Ask(piece_offset_, size, &ArrayIndex::ReadMember); }

std::optional<std::string> ArrayIndex::UnpackStart(std::string_view stored,
                                                   const ZipMember& member) {
  if (member.method == kStored) return std::string(stored);
  std::string unpacked;
  Inflater inflater([&](std::span<const std::byte> bytes) {
    unpacked.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return unpacked.size() <= kMostNpyHeader;
  });
  const bool is_last = stored.size() == member.stored_size;
  const auto status = inflater.Take(BytesOf(stored), is_last);
  // More than a header unpacks to is enough.
  if (status == Inflater::Status::kBroken && unpacked.size() <= kMostNpyHeader) return std::nullopt;
  if (status == Inflater::Status::kNeedsMore) inflater.Flush();
  return unpacked;
}

void ArrayIndex::AddMember(const ZipMember& member, uint64_t offset, std::string_view start) {
  std::optional<ArrayEntry> entry = ReadNpyEntry(start);
  if (!entry) return Fail("'" + member.name + "' " + problem());
  entry->format = FileFormat::kNpz;
  entry->name = member.name;
  entry->offset = offset;
  entry->stored_size = member.stored_size;
  entry->size = member.size;
  entry->is_deflated = member.method == kDeflated;
  entry->checksum = member.checksum;
  if (!entry->is_deflated && member.size != member.stored_size) {
    return Fail("'" + member.name + "' has two sizes in the archive's directory");
  }
  entries_.push_back(*std::move(entry));
  ++next_member_;
  AskForMember();
}

}  // namespace paddock
