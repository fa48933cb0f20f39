#include "core/io/safetensors_header.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/base/overflow.h"
#include "core/io/json_reader.h"

namespace paddock {
namespace {

// Bits of an element under a code; nothing for codes that we do not know.
std::optional<int64_t> SafetensorsBits(std::string_view code) {
  const std::vector<ElementType> types = TypesOfCode(code, FileFormat::kSafetensors);
  if (types.empty()) return std::nullopt;
  return static_cast<int64_t>(ByteSize(types[0])) * 8;
}

class SafetensorsParser {
 public:
  SafetensorsParser(std::string_view header, uint64_t data_offset, uint64_t data_size,
                    std::string& problem)
      : json_(header), data_offset_(data_offset), data_size_(data_size), problem_(problem) {}

  std::optional<std::vector<ArrayEntry>> Parse() {
    const bool is_read = json_.Object([this](const std::string& name) {
      return name == "__metadata__" ? ReadMetadata() : ReadTensor(name);
    });
    if (!problem_.empty()) return std::nullopt;
    if (!is_read || !json_.IsAtEnd()) {
      problem_ = "has a header that is no JSON object";
      return std::nullopt;
    }
    for (ArrayEntry& entry : entries_) {
      if (!ApplyType(entry)) return std::nullopt;
    }
    std::ranges::sort(entries_, {},
                      [](const ArrayEntry& entry) { return std::pair(entry.offset, entry.size); });
    return CheckPlaces() ? std::optional(std::move(entries_)) : std::nullopt;
  }

 private:
  bool Refuse(const std::string& name, const std::string& why) {
    problem_ = "'" + name + "' " + why;
    return false;
  }

  bool ReadMetadata() {
    return json_.Object([this](const std::string& key) {
      if (!key.starts_with(kSafetensorsTypeKey)) return json_.Skip();
      const std::optional<std::string> type = json_.String();
      if (type) types_[key.substr(kSafetensorsTypeKey.size())] = *type;
      return type.has_value();
    });
  }

  bool ReadSizes(std::vector<int64_t>& sizes) {
    return json_.Array([&] {
      const std::optional<int64_t> size = json_.Size();
      if (size) sizes.push_back(*size);
      return size.has_value();
    });
  }

  bool ReadTensor(const std::string& name) {
    ArrayEntry entry;
    entry.format = FileFormat::kSafetensors;
    entry.name = name;
    std::vector<int64_t> places;
    bool has_shape = false;
    const bool is_read = json_.Object([&](const std::string& key) {
      if (key == "dtype") {
        const std::optional<std::string> code = json_.String();
        if (code) entry.code = *code;
        return code.has_value();
      }
      if (key == "shape") return has_shape = ReadSizes(entry.shape);
      return key == "data_offsets" ? ReadSizes(places) : json_.Skip();
    });
    if (!is_read || entry.code.empty() || !has_shape || places.size() != 2) {
      return Refuse(name, "has no dtype, shape and data_offsets as they should be");
    }
    if (!names_.insert(name).second) return Refuse(name, "stands twice in the header");
    return Place(entry, static_cast<uint64_t>(places[0]), static_cast<uint64_t>(places[1]));
  }

  bool Place(ArrayEntry& entry, uint64_t begin, uint64_t end) {
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

  // What the metadata says of it, and whether its bytes are as many as its shape says.
  bool ApplyType(ArrayEntry& entry) {
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
      // Its last dimension would be part of the type: only the metadata says so.
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

  // Bytes belong to one tensor.
  bool CheckPlaces() {
    for (size_t i = 1; i < entries_.size(); ++i) {
      const ArrayEntry& before = entries_[i - 1];
      if (before.offset + before.size > entries_[i].offset) {
        return Refuse(entries_[i].name, "lies over '" + before.name + "'");
      }
    }
    return true;
  }

  JsonReader json_;
  const uint64_t data_offset_;
  const uint64_t data_size_;
  std::string& problem_;
  std::vector<ArrayEntry> entries_;
  std::set<std::string> names_;
  std::map<std::string, std::string, std::less<>> types_;
};

}  // namespace

std::optional<std::vector<ArrayEntry>> ParseSafetensorsHeader(std::string_view header,
                                                              uint64_t data_offset,
                                                              uint64_t data_size,
                                                              std::string& problem) {
  return SafetensorsParser(header, data_offset, data_size, problem).Parse();
}

}  // namespace paddock
