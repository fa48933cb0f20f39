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

// Bytes of the first read, enough for most .npy headers.
constexpr uint64_t kFirstPiece = 1024;
// Maximum bytes of directories and headers. Larger ones are invalid and would take the memory and
// time of the arrays. Version 1 of .npy has no longer headers.
constexpr uint64_t kMostDirectory = uint64_t{64} << 20;
constexpr uint64_t kMostNpyHeader = (uint64_t{64} << 10) + 16;
// Maximum bytes of an archive member's local header.
constexpr uint64_t kMostZipLocal = kZipLocalSize + 2 * uint64_t{65535};
constexpr uint16_t kStored = 0;
constexpr uint16_t kDeflated = 8;
constexpr std::string_view kMemberEnding = ".npy";

std::string ShapeText(std::span<const int64_t> shape) {
  std::string text;
  for (int64_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "(" + text + ")";
}

}  // namespace

std::optional<WantedBytes> ArrayIndex::Next() {
  while (!has_failed()) {
    if (piece_ && asked_ < piece_->size()) {
      const size_t size = std::min(kFileSlice, piece_->size() - asked_);
      const uint64_t offset = piece_offset_ + asked_;
      const std::span<std::byte> into(piece_->mutable_data() + asked_, size);
      asked_ += size;
      return WantedBytes{offset, into};
    }
    if (step_ == nullptr) break;
    const Step step = std::exchange(step_, nullptr);
    (this->*step)();
    // A step that runs again without new bytes has used up its slice.
    const bool is_slice_over = step_ == step && piece_ && asked_ == piece_->size();
    if (is_slice_over && !has_failed()) return WantedBytes{};
  }
  // The entries hold all required data of the file.
  safetensors_.reset();
  piece_ = {};
  return std::nullopt;
}

void ArrayIndex::Ask(uint64_t offset, uint64_t size, Step step) {
  piece_offset_ = std::min(offset, file_size_);
  size = std::min(size, file_size_ - piece_offset_);
  asked_ = 0;
  step_ = step;
  // Releases the previous piece first.
  piece_ = {};
  const bool is_addressable = size <= static_cast<uint64_t>(PTRDIFF_MAX);
  if (is_addressable) piece_ = Buffer::Allocate(static_cast<size_t>(size), memory_);
  if (!piece_) Fail(MemoryProblem(size, memory_.get()));
}

void ArrayIndex::Start() { Ask(0, kFirstPiece, &ArrayIndex::ReadHead); }

void ArrayIndex::ReadHead() {
  if (piece().starts_with(kNpyMagic)) {
    const uint64_t size = NpyHeaderSize(piece());
    if (size > kMostNpyHeader) return Fail("has too long a header");
    return Ask(0, size, &ArrayIndex::ReadNpyFile);
  }
  const bool is_archive = piece().size() >= 4 && (ZipNumber32(piece(), 0) == kZipLocalSignature ||
                                                  ZipNumber32(piece(), 0) == kZipEndSignature);
  if (is_archive) {
    const uint64_t size = std::min<uint64_t>(file_size_, kZipTailSize);
    return Ask(file_size_ - size, size, &ArrayIndex::ReadArchiveEnd);
  }
  const bool is_safetensors = piece().size() >= 10 && piece()[8] == '{' &&
                              ZipNumber64(piece(), 0) <= kMostSafetensorsHeader;
  if (is_safetensors) return AskForSafetensors();
  is_of_no_format_ = true;
  Fail("is no .npy, .npz or .safetensors file");
}

// --- .npy

void ArrayIndex::ReadNpyFile() {
  std::optional<ArrayEntry> entry = ReadNpyEntry(piece());
  if (!entry) return;
  entry->format = FileFormat::kNpy;
  entry->stored_size = entry->size = file_size_;
  entries_.push_back(*std::move(entry));
}

// `start` contains the header.
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
  const uint64_t length = ZipNumber64(piece(), 0);
  if (length <= file_size_ - kSafetensorsLengthSize) {
    return Ask(kSafetensorsLengthSize, length, &ArrayIndex::ReadSafetensors);
  }
  Fail("is truncated: its header should have " + std::to_string(length) + " bytes");
}

void ArrayIndex::ReadSafetensors() {
  if (safetensors_ == nullptr) {
    const uint64_t data_offset = piece_offset_ + piece().size();
    safetensors_ =
        std::make_unique<SafetensorsHeader>(piece(), data_offset, file_size_ - data_offset);
  }
  if (safetensors_->Read(kFileSlice)) {
    step_ = &ArrayIndex::ReadSafetensors;
    return;
  }
  if (!safetensors_->problem().empty()) return Fail(safetensors_->problem());
  entries_ = safetensors_->TakeEntries();
}

// --- .npz

void ArrayIndex::ReadArchiveEnd() {
  const auto place = FindZipDirectory(piece());
  if (!place) return Fail("is an archive without its end: it is truncated");
  if (place->zip64_end) {
    return Ask(*place->zip64_end, kZip64EndSize, &ArrayIndex::ReadArchiveEnd64);
  }
  AskForDirectory(*place);
}

void ArrayIndex::ReadArchiveEnd64() {
  const auto place = ReadZip64End(piece());
  if (!place) return Fail("is an archive with a damaged end");
  AskForDirectory(*place);
}

void ArrayIndex::AskForDirectory(const ZipDirectoryPlace& place) {
  if (place.offset > file_size_ || place.size > file_size_ - place.offset) {
    return Fail("is an archive whose directory lies outside the file");
  }
  if (place.size > kMostDirectory) return Fail("is an archive whose directory is too large");
  Ask(place.offset, place.size, &ArrayIndex::ReadDirectory);
}

void ArrayIndex::ReadDirectory() {
  std::string problem;
  auto members = ReadZipDirectory(piece(), problem);
  if (!members) return Fail(std::move(problem));
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
    return refuse("has an unsupported compression (" + std::to_string(member.method) +
                  "): only stored and deflated arrays are read");
  }
  Ask(member.local_offset, kZipLocalSize + member.name.size() + kFirstPiece,
      &ArrayIndex::ReadMember);
}

void ArrayIndex::ReadMember() {
  const ZipMember& member = members_[next_member_];
  const auto refuse = [&](const std::string& why) { Fail("'" + member.name + "' " + why); };
  if (piece().size() < kZipLocalSize || ZipNumber32(piece(), 0) != kZipLocalSignature) {
    return refuse("is not where the archive's directory says");
  }
  const size_t start = kZipLocalSize + ZipNumber16(piece(), 26) + ZipNumber16(piece(), 28);
  const uint64_t offset = piece_offset_ + start;
  if (offset > file_size_ || member.stored_size > file_size_ - offset)
    return refuse("is truncated");
  if (start > piece().size()) return AskForMore(start + kFirstPiece);
  const auto stored = piece().substr(
      start, static_cast<size_t>(std::min<uint64_t>(member.stored_size, piece().size() - start)));
  const std::optional<std::string> unpacked = UnpackStart(stored, member);
  if (!unpacked) return;
  const uint64_t header_size = unpacked->starts_with(kNpyMagic) ? NpyHeaderSize(*unpacked) : 0;
  if (header_size > kMostNpyHeader) return refuse("has too long a header");
  if (unpacked->size() < header_size && stored.size() < member.stored_size) {
    // Packed bytes outnumber unpacked ones only in small or incompressible members.
    if (piece().size() > kMostZipLocal + 4 * kMostNpyHeader) return refuse("has too long a header");
    return AskForMore(2 * piece().size() + header_size);
  }
  AddMember(member, offset, *unpacked);
}

void ArrayIndex::AskForMore(uint64_t size) { Ask(piece_offset_, size, &ArrayIndex::ReadMember); }

std::optional<std::string> ArrayIndex::UnpackStart(std::string_view stored,
                                                   const ZipMember& member) {
  if (member.method == kStored) return std::string(stored);
  std::string unpacked;
  Inflater inflater;
  std::span<const std::byte> packed = std::as_bytes(std::span(stored));
  auto status = Inflater::Status::kNeedsRoom;
  while (status == Inflater::Status::kNeedsRoom) {
    // Unpacks enough to determine the header's length, and then all of it.
    const size_t filled = unpacked.size();
    const uint64_t wanted = filled == 0 ? kFirstPiece : NpyHeaderSize(unpacked);
    if (wanted <= filled || wanted > kMostNpyHeader) return unpacked;
    unpacked.resize(static_cast<size_t>(wanted));
    std::span<std::byte> room = std::as_writable_bytes(std::span(unpacked)).subspan(filled);
    status = inflater.Unpack(packed, room);
    unpacked.resize(unpacked.size() - room.size());
  }
  const bool is_cut = stored.size() == member.stored_size;
  if (status == Inflater::Status::kDone) return unpacked;
  if (status == Inflater::Status::kNeedsInput && !is_cut) return unpacked;
  Fail("'" + member.name + "' " + UnpackProblem(status));
  return std::nullopt;
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
