// Codes of element types in files of arrays: one table, which docs/files.md lists.
#ifndef PADDOCK_CORE_IO_ARRAY_TYPES_H_
#define PADDOCK_CORE_IO_ARRAY_TYPES_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/types/element_type.h"

namespace paddock {

enum class FileFormat : uint8_t { kNpy, kNpz, kSafetensors, kRaw };

// Code of a type in a format: its own name, or the name of another type with equal bits.
struct FileType {
  std::string_view code;  // "f4" in .npy (kind and bytes), "F32" in safetensors
  bool is_named = false;
};

// Returns the code of a type. `kNpz` has those of `kNpy`; raw files have no codes.
FileType FileTypeOf(ElementType type, FileFormat format);

// Returns the types that `code` may denote, the named one first.
std::vector<ElementType> TypesOfCode(std::string_view code, FileFormat format);
// Returns whether `code` names one of them.
bool NamesType(std::string_view code, FileFormat format);

// Returns the number of safetensors elements that form one element; they are the last dimension.
int64_t SafetensorsParts(ElementType type);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_ARRAY_TYPES_H_
