// FlatTable: a table of a FlatBuffers file, by its published layout. Nothing is copied.
//
//   file   = offset of the root table : u32, ...
//   table  = distance back to its vtable : i32, fields
//   vtable = its size : u16, the table's size : u16, for each field its place in the table : u16
//            (0 means absent)
//   vector, string = length : u32, elements
//
// A field that is not a number holds the distance to its target : u32.
#ifndef PADDOCK_CORE_BYTECODE_FLAT_TABLE_H_
#define PADDOCK_CORE_BYTECODE_FLAT_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/bytecode/byte_reader.h"

namespace paddock {

class FlatTable;

// Vector, or empty. Elements past its end are absent.
class FlatVector {
 public:
  FlatVector() = default;

  size_t size() const { return size_; }
  uint32_t U32(size_t index) const;
  uint16_t U16(size_t index) const;
  std::string_view Text(size_t index) const;
  FlatTable Table(size_t index) const;

 private:
  friend class FlatTable;
  std::span<const std::byte> bytes_;
  ArtifactErrors* errors_ = nullptr;
  size_t begin_ = 0;
  size_t size_ = 0;
};

// Table, or empty. All fields of an empty one are absent, and absent fields have the default. A
// distance that leads out of the file is a failure in `errors`, and its target is absent.
class FlatTable {
 public:
  FlatTable() = default;
  // Opens the table at `position`.
  FlatTable(std::span<const std::byte> bytes, size_t position, ArtifactErrors& errors);
  static FlatTable Root(std::span<const std::byte> bytes, ArtifactErrors& errors);

  explicit operator bool() const { return errors_ != nullptr; }
  size_t field_count() const { return field_count_; }
  bool Has(size_t field) const { return PlaceOf(field, 1) != 0; }
  uint8_t U8(size_t field) const;
  uint16_t U16(size_t field) const;
  uint32_t U32(size_t field) const;
  std::string_view Text(size_t field) const;
  FlatTable Table(size_t field) const;
  // Returns the vector of elements of `element_size` bytes.
  FlatVector Vector(size_t field, size_t element_size) const;
  // Returns a vector of bytes, in place.
  std::span<const std::byte> Bytes(size_t field) const;

 private:
  // Returns the position in the file of a field of `size` bytes; 0 if it is absent.
  size_t PlaceOf(size_t field, size_t size) const;

  std::span<const std::byte> bytes_;
  ArtifactErrors* errors_ = nullptr;
  size_t position_ = 0;
  size_t vtable_ = 0;
  size_t field_count_ = 0;
  size_t table_size_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_FLAT_TABLE_H_
