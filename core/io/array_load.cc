#include "core/io/array_load.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/io/array_index.h"
#include "core/io/crc32.h"

namespace paddock {
namespace {

static_assert(kFileSlice % 16 == 0, "slices hold whole elements");

// Reverses the bytes of each part, which is an element or half of a complex one.
void SwapBytes(std::span<std::byte> bytes, size_t part) {
  for (size_t at = 0; at + part <= bytes.size(); at += part) {
    std::ranges::reverse(bytes.subspan(at, part));
  }
}

std::string SizeText(uint64_t size) { return std::to_string(size) + " bytes"; }

}  // namespace

ArrayLoad::ArrayLoad(ArrayEntry entry, std::optional<ElementType> wanted,
                     std::shared_ptr<MemoryBudget> memory)
    : entry_(std::move(entry)) {
  const std::optional<ElementType> type = ChooseType(wanted);
  if (!type || !Allocate(*type, std::move(memory))) return;
  // Without elements there is nothing to scatter, and the strides may overflow.
  if (entry_.is_fortran_order && tensor_.rank() > 1 && tensor_.byte_size() > 0) {
    index_.assign(tensor_.rank(), 0);
    strides_.assign(tensor_.rank(), 1);
    for (size_t i = tensor_.rank() - 1; i-- > 0;) {
      strides_[i] = strides_[i + 1] * tensor_.shape()[i + 1];
    }
  }
  if (entry_.is_deflated) inflater_.emplace();
}

std::optional<ElementType> ArrayLoad::ChooseType(std::optional<ElementType> wanted) {
  if (entry_.types.empty()) {
    Fail("has element type '" + entry_.code + "', which StableHLO lacks");
    return std::nullopt;
  }
  if (!wanted) {
    if (entry_.is_named) return entry_.types[0];
    Fail("'" + entry_.code + "' does not determine the element type");
    return std::nullopt;
  }
  if (std::ranges::find(entry_.types, *wanted) != entry_.types.end()) return *wanted;
  const std::string named =
      entry_.is_named ? " (" + std::string(Spelling(entry_.types[0])) + ")" : "";
  Fail("holds '" + entry_.code + "'" + named + ", but " + std::string(Spelling(*wanted)) +
       " is needed");
  return std::nullopt;
}

bool ArrayLoad::Allocate(ElementType type, std::shared_ptr<MemoryBudget> memory) {
  const std::optional<int64_t> bytes = ByteSizeOf(type, entry_.shape);
  const uint64_t there = entry_.size - std::min(entry_.size, entry_.header_size);
  if (!bytes || static_cast<uint64_t>(*bytes) > there) {
    Fail("is truncated: " + (bytes ? SizeText(static_cast<uint64_t>(*bytes)) : "too many bytes") +
         " of data announced, " + std::to_string(there) + " there");
    return false;
  }
  // Deflate packs a run of equal bytes at most 1000:1. A larger claimed ratio is refused before it
  // costs memory.
  constexpr uint64_t kMostRatio = 1100;
  if (entry_.is_deflated && entry_.size / kMostRatio > entry_.stored_size) {
    Fail("is broken: " + SizeText(entry_.stored_size) + " cannot unpack to " +
         std::to_string(entry_.size));
    return false;
  }
  const bool is_addressable = static_cast<uint64_t>(*bytes) <= static_cast<uint64_t>(PTRDIFF_MAX);
  if (is_addressable) tensor_ = Tensor::Allocate(type, entry_.shape, memory);
  if (!tensor_.has_value()) Fail(MemoryProblem(static_cast<uint64_t>(*bytes), memory.get()));
  return tensor_.has_value();
}

std::optional<WantedBytes> ArrayLoad::Next() {
  if (has_failed()) return std::nullopt;
  if (!wanted_.empty()) Accept(std::exchange(wanted_, {}));
  if (!is_read() && has_packed()) Unpack();
  if (!has_failed() && !is_read()) return has_packed() ? WantedBytes{} : Ask();
  is_whole_ = is_whole_ || (!has_failed() && CheckSizes());
  if (has_failed() || finished_ == tensor_.byte_size()) return std::nullopt;
  FinishElements();
  if (has_failed() || finished_ == tensor_.byte_size()) return std::nullopt;
  return WantedBytes{};
}

bool ArrayLoad::is_read() const {
  // Bytes after the array matter only for a checksum.
  const bool is_filled = placed_ == tensor_.byte_size() && !entry_.checksum;
  return is_filled || is_unpacked_ || (taken_ == entry_.stored_size && !has_packed());
}

WantedBytes ArrayLoad::Ask() {
  const auto size =
      static_cast<size_t>(std::min<uint64_t>(kFileSlice, entry_.stored_size - taken_));
  const uint64_t offset = entry_.offset + taken_;
  std::span<std::byte> into;
  if (inflater_) {
    packed_.resize(size);
    unread_ = into = packed_;
  } else {
    wanted_ = into = Destination(size, size);
  }
  taken_ += into.size();
  return WantedBytes{offset, into};
}

std::span<std::byte> ArrayLoad::Destination(size_t size, size_t most_buffered) {
  const size_t left = tensor_.byte_size() - placed_;
  const bool is_in_header = accepted_ < entry_.header_size;
  if (is_in_header)
    size = static_cast<size_t>(std::min<uint64_t>(size, entry_.header_size - accepted_));
  if (!is_in_header && strides_.empty() && left > 0) {
    return {tensor_.mutable_data() + placed_, std::min(size, left)};
  }
  buffer_.resize(std::min(size, most_buffered));
  return buffer_;
}

void ArrayLoad::Unpack() {
  // Part size of the buffer, which stays in a cache.
  constexpr size_t kBuffered = size_t{64} << 10;
  for (size_t left = kFileSlice; left > 0 && has_packed();) {
    const std::span<std::byte> into = Destination(left, kBuffered);
    std::span<std::byte> room = into;
    const Inflater::Status status = inflater_->Unpack(unread_, room);
    const std::span<std::byte> unpacked = into.first(into.size() - room.size());
    left -= unpacked.size();
    if (!Accept(unpacked)) return;
    needs_room_ = status == Inflater::Status::kNeedsRoom;
    is_unpacked_ = status == Inflater::Status::kDone;
    if (is_unpacked_) unread_ = {};
    const bool is_short = status == Inflater::Status::kNeedsInput && taken_ == entry_.stored_size;
    const bool is_lost =
        status == Inflater::Status::kBroken || status == Inflater::Status::kNoMemory;
    if (is_short || is_lost) return Fail(UnpackProblem(status));
  }
}

bool ArrayLoad::Accept(std::span<const std::byte> bytes) {
  if (bytes.size() > entry_.size - accepted_) {
    Fail("is damaged: it unpacks to more than " + SizeText(entry_.size));
    return false;
  }
  if (entry_.checksum) checksum_ = Crc32(checksum_, bytes);
  const uint64_t skipped = std::min<uint64_t>(
      bytes.size(), entry_.header_size - std::min(entry_.header_size, accepted_));
  accepted_ += bytes.size();
  bytes = bytes.subspan(static_cast<size_t>(skipped));
  // Ignores bytes after the array.
  Place(bytes.first(std::min(bytes.size(), tensor_.byte_size() - placed_)));
  return true;
}

void ArrayLoad::Place(std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  if (!strides_.empty()) return Scatter(bytes);
  std::byte* const into = tensor_.mutable_data() + placed_;
  if (bytes.data() != into) std::memcpy(into, bytes.data(), bytes.size());
  placed_ += bytes.size();
}

void ArrayLoad::Scatter(std::span<const std::byte> bytes) {
  const size_t width = ByteSize(tensor_.element_type());
  placed_ += bytes.size();
  while (!bytes.empty()) {
    const size_t count = std::min(width - partial_size_, bytes.size());
    std::memcpy(partial_.data() + partial_size_, bytes.data(), count);
    partial_size_ += count;
    bytes = bytes.subspan(count);
    if (partial_size_ < width) return;
    partial_size_ = 0;
    std::memcpy(tensor_.mutable_data() + static_cast<size_t>(offset_) * width, partial_.data(),
                width);
    for (size_t i = 0; i < index_.size(); ++i) {
      offset_ += strides_[i];
      if (++index_[i] < tensor_.shape()[i]) break;
      offset_ -= strides_[i] * tensor_.shape()[i];
      index_[i] = 0;
    }
  }
}

bool ArrayLoad::CheckSizes() {
  if (placed_ != tensor_.byte_size()) {
    Fail("is truncated: " + SizeText(tensor_.byte_size()) + " of data announced, " +
         std::to_string(placed_) + " there");
  } else if (entry_.checksum && (accepted_ != entry_.size || checksum_ != *entry_.checksum)) {
    Fail("is damaged: the checksum differs");
  }
  return !has_failed();
}

void ArrayLoad::FinishElements() {
  // Most types need no check of their elements.
  const bool is_looked_at = entry_.is_big_endian || BitWidth(tensor_.element_type()) < 8;
  const size_t slice = is_looked_at ? kFileSlice : tensor_.byte_size();
  const size_t end = std::min(tensor_.byte_size(), finished_ + slice);
  if (entry_.is_big_endian) {
    SwapBytes({tensor_.mutable_data() + finished_, end - finished_},
              ByteSize(PartType(tensor_.element_type())));
  }
  if (entry_.code == "V1") ExtendSigns(finished_, end);
  CheckValues(finished_, end);
  finished_ = end;
}

// Extends the sign of narrow integers, whose other bits are 0 in ml_dtypes.
void ArrayLoad::ExtendSigns(size_t begin, size_t end) {
  const ElementType type = tensor_.element_type();
  if (type != ElementType::kI2 && type != ElementType::kI4) return;
  const int bits = BitWidth(type);
  for (size_t i = begin; i < end; ++i) {
    const int raw = std::to_integer<int>(tensor_.data()[i]);
    if (raw >= 1 << (bits - 1) && raw < 1 << bits) {
      tensor_.mutable_data()[i] = static_cast<std::byte>(raw - (1 << bits));
    }
  }
}

// Refuses booleans other than 0 and 1, and narrow elements with bits outside their width.
void ArrayLoad::CheckValues(size_t begin, size_t end) {
  const ElementType type = tensor_.element_type();
  const int bits = BitWidth(type);
  if (bits >= 8) return;
  const int least = IsSigned(type) ? -(1 << (bits - 1)) : 0;
  const int greatest = IsSigned(type) ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  for (size_t i = begin; i < end; ++i) {
    const int raw = std::to_integer<int>(tensor_.data()[i]);
    const int value = IsSigned(type) ? static_cast<int8_t>(raw) : raw;
    if (value >= least && value <= greatest) continue;
    return Fail("element " + std::to_string(i) + " is " + std::to_string(value) + ", which is no " +
                std::string(Spelling(type)));
  }
}

const ArrayEntry* FindArray(std::span<const ArrayEntry> entries, std::string_view array,
                            std::string& problem) {
  if (array.empty() && entries.size() == 1) return &entries[0];
  for (const ArrayEntry& entry : entries) {
    if (!array.empty() && entry.name == array) return &entry;
  }
  constexpr size_t kMostNamed = 8;
  std::string names;
  for (const ArrayEntry& entry : entries.first(std::min(entries.size(), kMostNamed))) {
    names += (names.empty() ? "" : ", ") + entry.name;
  }
  if (entries.size() > kMostNamed) names += ", ...";
  if (entries.empty()) {
    problem = "holds no array";
  } else if (array.empty()) {
    problem =
        "holds " + std::to_string(entries.size()) + " arrays: name one of them (" + names + ")";
  } else {
    problem = "has no array '" + std::string(array) + "'" +
              (entries[0].name.empty() ? "" : ", but " + names);
  }
  return nullptr;
}

std::optional<ArrayEntry> RawEntry(uint64_t file_size, ElementType type,
                                   std::span<const int64_t> shape, std::string& problem) {
  ArrayEntry entry;
  entry.format = FileFormat::kRaw;
  entry.code = "raw";
  entry.types = {type};
  entry.is_named = true;
  entry.shape.assign(shape.begin(), shape.end());
  entry.stored_size = entry.size = file_size;
  const auto is_open = [](int64_t size) { return size < 0; };
  const auto open = std::ranges::find_if(entry.shape, is_open);
  const auto refuse = [&](const std::string& why) {
    problem = "has " + SizeText(file_size) + why;
    return std::nullopt;
  };
  if (std::ranges::count_if(entry.shape, is_open) > 1) {
    return refuse(", which do not determine the open sizes");
  }
  if (open != entry.shape.end()) *open = 1;
  const std::optional<int64_t> bytes = ByteSizeOf(type, entry.shape);
  if (!bytes) return refuse(", but the array is larger than can be");
  if (open != entry.shape.end()) {
    const auto part = static_cast<uint64_t>(*bytes);
    if (part == 0 || file_size % part != 0) {
      return refuse(", which are not a multiple of " + std::to_string(part));
    }
    *open = static_cast<int64_t>(file_size / part);
  } else if (file_size != static_cast<uint64_t>(*bytes)) {
    return refuse(", but " + std::to_string(*bytes) + " are needed");
  }
  return entry;
}

Result<Tensor> ReadArray(std::string_view file, std::string_view file_name, std::string_view array,
                         std::optional<ElementType> wanted, DiagnosticSink& sink) {
  const auto refuse = [&](const std::string& why) {
    sink.Error("file", Span(), std::string(file_name) + ": " + why);
    return Failed();
  };
  ArrayIndex index(file.size());
  RunFileTask(index, file);
  if (index.has_failed()) return refuse(index.problem());
  std::string problem;
  const ArrayEntry* entry = FindArray(index.entries(), array, problem);
  if (entry == nullptr) return refuse(problem);
  ArrayLoad load(*entry, wanted);
  RunFileTask(load, file);
  if (load.has_failed())
    return refuse((entry->name.empty() ? "" : "'" + entry->name + "' ") + load.problem());
  return load.tensor();
}

}  // namespace paddock
