#include "core/bytecode/flat_table.h"

#include <algorithm>
#include <optional>

namespace paddock {
namespace {

constexpr std::string_view kSection = "flatbuffer";

// Loads a little-endian number, which must lie within `bytes`.
template <class T>
T Load(std::span<const std::byte> bytes, size_t at) {
  T value = 0;
  for (size_t i = 0; i < sizeof(T); ++i) {
    value = static_cast<T>(value | static_cast<T>(bytes[at + i]) << (8 * i));
  }
  return value;
}

bool Holds(std::span<const std::byte> bytes, size_t at, size_t size) {
  return at <= bytes.size() && size <= bytes.size() - at;
}

// Returns the target of the distance at `at`.
std::optional<size_t> Follow(std::span<const std::byte> bytes, size_t at, ArtifactErrors& errors) {
  const uint64_t target = at + uint64_t{Load<uint32_t>(bytes, at)};
  if (target < bytes.size()) return static_cast<size_t>(target);
  errors.Fail(kSection, at, "an offset outside the file");
  return std::nullopt;
}

// Returns the first element of the vector at `at`, and in `count` the number of elements. Each has
// `element_size` bytes.
std::optional<size_t> ElementsAt(std::span<const std::byte> bytes, size_t at, size_t element_size,
                                 size_t& count, ArtifactErrors& errors) {
  if (Holds(bytes, at, 4)) {
    count = Load<uint32_t>(bytes, at);
    if (count <= (bytes.size() - at - 4) / element_size) return at + 4;
  }
  errors.Fail(kSection, at, "a vector past the end of the file");
  return std::nullopt;
}

std::string_view TextAt(std::span<const std::byte> bytes, size_t at, ArtifactErrors& errors) {
  const std::optional<size_t> string = Follow(bytes, at, errors);
  size_t size = 0;
  const auto begin = string ? ElementsAt(bytes, *string, 1, size, errors) : std::nullopt;
  if (!begin) return {};
  return {reinterpret_cast<const char*>(bytes.data() + *begin), size};
}

}  // namespace

uint32_t FlatVector::U32(size_t index) const {
  return index < size_ ? Load<uint32_t>(bytes_, begin_ + 4 * index) : 0;
}

uint16_t FlatVector::U16(size_t index) const {
  return index < size_ ? Load<uint16_t>(bytes_, begin_ + 2 * index) : uint16_t{0};
}

std::string_view FlatVector::Text(size_t index) const {
  return index < size_ ? TextAt(bytes_, begin_ + 4 * index, *errors_) : std::string_view();
}

FlatTable FlatVector::Table(size_t index) const {
  if (index >= size_) return {};
  const std::optional<size_t> at = Follow(bytes_, begin_ + 4 * index, *errors_);
  return at ? FlatTable(bytes_, *at, *errors_) : FlatTable();
}

FlatTable::FlatTable(std::span<const std::byte> bytes, size_t position, ArtifactErrors& errors) {
  if (Holds(bytes, position, 4)) {
    const int64_t back = static_cast<int32_t>(Load<uint32_t>(bytes, position));
    const int64_t vtable = static_cast<int64_t>(position) - back;
    if (vtable >= 0 && Holds(bytes, static_cast<size_t>(vtable), 4)) {
      const auto begin = static_cast<size_t>(vtable);
      const size_t size = Load<uint16_t>(bytes, begin);
      const size_t table_size = Load<uint16_t>(bytes, begin + 2);
      if (size >= 4 && size % 2 == 0 && Holds(bytes, begin, size) &&
          Holds(bytes, position, table_size)) {
        bytes_ = bytes;
        errors_ = &errors;
        position_ = position;
        vtable_ = begin;
        field_count_ = (size - 4) / 2;
        table_size_ = table_size;
        return;
      }
    }
  }
  errors.Fail(kSection, position, "no table");
}

FlatTable FlatTable::Root(std::span<const std::byte> bytes, ArtifactErrors& errors) {
  if (!Holds(bytes, 0, 4)) return {};
  const std::optional<size_t> at = Follow(bytes, 0, errors);
  return at ? FlatTable(bytes, *at, errors) : FlatTable();
}

size_t FlatTable::PlaceOf(size_t field, size_t size) const {
  if (field >= field_count_) return 0;
  const size_t offset = Load<uint16_t>(bytes_, vtable_ + 4 + 2 * field);
  if (offset == 0) return 0;
  if (offset <= table_size_ && size <= table_size_ - offset) return position_ + offset;
  errors_->Fail(kSection, vtable_ + 4 + 2 * field, "a field past the end of its table");
  return 0;
}

uint8_t FlatTable::U8(size_t field) const {
  const size_t at = PlaceOf(field, 1);
  return at == 0 ? uint8_t{0} : Load<uint8_t>(bytes_, at);
}

uint16_t FlatTable::U16(size_t field) const {
  const size_t at = PlaceOf(field, 2);
  return at == 0 ? uint16_t{0} : Load<uint16_t>(bytes_, at);
}

uint32_t FlatTable::U32(size_t field) const {
  const size_t at = PlaceOf(field, 4);
  return at == 0 ? 0 : Load<uint32_t>(bytes_, at);
}

std::string_view FlatTable::Text(size_t field) const {
  const size_t at = PlaceOf(field, 4);
  return at == 0 ? std::string_view() : TextAt(bytes_, at, *errors_);
}

FlatTable FlatTable::Table(size_t field) const {
  const size_t at = PlaceOf(field, 4);
  const std::optional<size_t> target = at == 0 ? std::nullopt : Follow(bytes_, at, *errors_);
  return target ? FlatTable(bytes_, *target, *errors_) : FlatTable();
}

FlatVector FlatTable::Vector(size_t field, size_t element_size) const {
  FlatVector vector;
  const size_t at = PlaceOf(field, 4);
  const std::optional<size_t> target = at == 0 ? std::nullopt : Follow(bytes_, at, *errors_);
  if (!target) return vector;
  size_t count = 0;
  const std::optional<size_t> begin = ElementsAt(bytes_, *target, element_size, count, *errors_);
  if (!begin) return vector;
  vector.bytes_ = bytes_;
  vector.errors_ = errors_;
  vector.begin_ = *begin;
  vector.size_ = count;
  return vector;
}

std::span<const std::byte> FlatTable::Bytes(size_t field) const {
  const FlatVector vector = Vector(field, 1);
  return bytes_.subspan(vector.begin_, vector.size_);
}

}  // namespace paddock
