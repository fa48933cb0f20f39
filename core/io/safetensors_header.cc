#include "core/io/safetensors_header.h"

#include <algorithm>
#include <optional>

#include "core/base/overflow.h"

namespace paddock {
namespace {

// Maximum length of a header member (a tensor or the metadata), so that one fits in a slice.
// Members are seldom longer than a line.
constexpr size_t kLongestMember = size_t{16} << 20;
// Maximum length of an element type's code. Known codes have at most ten letters.
constexpr size_t kLongestCode = 32;
constexpr size_t kLongestName = 65535;
constexpr std::string_view kMetadata = "__metadata__";

// Returns the bits of an element with a code; nothing for unknown codes.
std::optional<int64_t> SafetensorsBits(std::string_view code) {
  const std::vector<ElementType> types = TypesOfCode(code, FileFormat::kSafetensors);
  if (types.empty()) return std::nullopt;
  return static_cast<int64_t>(ByteSize(types[0])) * 8;
}

}  // namespace

bool SafetensorsHeader::Refuse(const std::string& name, const std::string& why) {
  problem_ = "'" + name + "' " + why;
  return false;
}

bool SafetensorsHeader::Read(size_t most) {
  const size_t goal = left_.size() - std::min(left_.size(), most);
  while (problem_.empty() && part_ != Part::kEnd) {
    if (left_.size() < goal) return true;
    if (ReadMember() || !problem_.empty()) continue;
    problem_ =
        left_.size() > kLongestMember && json_.IsAtEnd()
            ? "has a header with a member of more than " + std::to_string(kLongestMember) + " bytes"
            : "has a header that is not a JSON object";
  }
  if (problem_.empty()) Finish();
  return false;
}

bool SafetensorsHeader::ReadMember() {
  const std::string_view start = left_.substr(0, kLongestMember);
  json_ = JsonReader(start);
  if (!ReadPart()) return false;
  left_.remove_prefix(start.size() - json_.left());
  return true;
}

bool SafetensorsHeader::ReadPart() {
  if (part_ == Part::kStart) {
    part_ = Part::kTensors;
    if (!json_.Take('{')) return false;
    if (json_.Take('}')) part_ = Part::kEnd;
    return true;
  }
  const std::optional<std::string> key = json_.String();
  if (!key || !json_.Take(':')) return false;
  if (part_ == Part::kMetadata) return ReadMetadata(*key) && EndMember();
  if (*key != kMetadata) return ReadTensor(*key) && EndMember();
  if (!json_.Take('{')) return false;
  if (json_.Take('}')) return EndMember();
  part_ = Part::kMetadata;
  return true;
}

bool SafetensorsHeader::EndMember() {
  if (json_.Take(',')) return true;
  if (!json_.Take('}')) return false;
  if (part_ == Part::kMetadata) {
    part_ = Part::kTensors;
    return EndMember();
  }
  part_ = Part::kEnd;
  return true;
}

void SafetensorsHeader::Finish() {
  if (!JsonReader(left_).IsAtEnd()) {
    problem_ = "has a header that is not a JSON object";
    return;
  }
  if (!std::ranges::all_of(entries_, [this](ArrayEntry& entry) { return ApplyType(entry); }))
    return;
  const auto place = [](const ArrayEntry& entry) { return std::pair(entry.offset, entry.size); };
  // A heap needs a tenth of std::sort's code, which browsers download.
  std::ranges::make_heap(entries_, {}, place);
  std::ranges::sort_heap(entries_, {}, place);
  CheckPlaces();
}

bool SafetensorsHeader::ReadMetadata(const std::string& key) {
  if (!key.starts_with(kSafetensorsTypeKey)) return json_.Skip();
  const std::optional<std::string> type = json_.String();
  if (!type || type->size() > kLongestCode || types_.size() > kMostArrays) return false;
  types_[key.substr(kSafetensorsTypeKey.size())] = *type;
  return true;
}

bool SafetensorsHeader::ReadSizes(std::vector<int64_t>& sizes) {
  return json_.Array([&] {
    const std::optional<int64_t> size = json_.Size();
    if (size) sizes.push_back(*size);
    return size.has_value() && sizes.size() <= kMostDimensions;
  });
}

bool SafetensorsHeader::ReadTensor(const std::string& name) {
  if (entries_.size() == kMostArrays) {
    problem_ = TooManyArrays();
    return false;
  }
  if (name.size() > kLongestName) {
    problem_ = "has a tensor with too long a name";
    return false;
  }
  ArrayEntry entry;
  entry.format = FileFormat::kSafetensors;
  entry.name = name;
  std::vector<int64_t> places;
  std::set<std::string> seen;
  const bool is_read = json_.Object([&](const std::string& key) {
    return seen.insert(key).second && ReadTensorMember(key, entry, places);
  });
  const bool is_cut = !is_read && json_.IsAtEnd() && left_.size() > kLongestMember;
  if (is_cut) return false;
  if (!is_read || entry.code.empty() || !seen.contains("shape") || places.size() != 2) {
    return Refuse(name, "lacks a valid dtype, shape or data_offsets");
  }
  if (!names_.insert(name).second) return Refuse(name, "is in the header twice");
  return PlaceTensor(entry, static_cast<uint64_t>(places[0]), static_cast<uint64_t>(places[1]));
}

bool SafetensorsHeader::ReadTensorMember(const std::string& key, ArrayEntry& entry,
                                         std::vector<int64_t>& places) {
  if (key == "shape") return ReadSizes(entry.shape);
  if (key == "data_offsets") return ReadSizes(places);
  if (key != "dtype") return json_.Skip();
  const std::optional<std::string> code = json_.String();
  if (code) entry.code = *code;
  return code && code->size() <= kLongestCode;
}

bool SafetensorsHeader::PlaceTensor(ArrayEntry& entry, uint64_t begin, uint64_t end) {
  if (begin > end || end > data_size_) {
    return Refuse(entry.name, "would lie at bytes " + std::to_string(begin) + " to " +
                                  std::to_string(end) + ", but there are " +
                                  std::to_string(data_size_));
  }
  entry.offset = data_offset_ + begin;
  entry.stored_size = entry.size = end - begin;
  entry.types = TypesOfCode(entry.code, FileFormat::kSafetensors);
  entry.is_named = NamesType(entry.code, FileFormat::kSafetensors);
  entries_.push_back(std::move(entry));
  return true;
}

// Applies the metadata's element type, and checks that the number of bytes fits the shape.
bool SafetensorsHeader::ApplyType(ArrayEntry& entry) {
  const std::optional<int64_t> bits = SafetensorsBits(entry.code);
  const std::optional<int64_t> count = CheckedProduct(entry.shape);
  const auto size = bits && count ? CheckedMultiply(*count, *bits / 8) : std::nullopt;
  if (bits && (!size || static_cast<uint64_t>(*size) != entry.size)) {
    return Refuse(entry.name, "has " + std::to_string(entry.size) + " bytes, not the " +
                                  (size ? std::to_string(*size) : "too many") +
                                  " of its shape and type");
  }
  const auto said = types_.find(entry.name);
  if (said == types_.end()) {
    // Only the metadata gives this type, since its last dimension is part of the element.
    std::erase(entry.types, ElementType::kC128);
    return true;
  }
  const std::optional<ElementType> type = ElementTypeFromSpelling(said->second);
  const int64_t parts = type ? SafetensorsParts(*type) : 1;
  if (!type || std::ranges::find(entry.types, *type) == entry.types.end() ||
      (parts > 1 && (entry.shape.empty() || entry.shape.back() != parts))) {
    return Refuse(entry.name,
                  "cannot hold " + said->second + " as " + entry.code + ", as its metadata says");
  }
  if (parts > 1) entry.shape.pop_back();
  entry.types = {*type};
  entry.is_named = true;
  return true;
}

// Requires that byte ranges do not overlap.
bool SafetensorsHeader::CheckPlaces() {
  for (size_t i = 1; i < entries_.size(); ++i) {
    const ArrayEntry& before = entries_[i - 1];
    if (before.offset + before.size > entries_[i].offset) {
      return Refuse(entries_[i].name, "lies over '" + before.name + "'");
    }
  }
  return true;
}

}  // namespace paddock
