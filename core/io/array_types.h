// How each element type stands in files of arrays: one table, which docs/files.md shows.
#ifndef PADDOCK_CORE_IO_ARRAY_TYPES_H_
#define PADDOCK_CORE_IO_ARRAY_TYPES_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/types/element_type.h"

namespace paddock {

enum class FileFormat : uint8_t { kNpy, kNpz, kSafetensors, kRaw };

// How a format writes a type: under its name, or as bits under the name of another one.
struct FileType {
  std::string_view code;  // "f4" in .npy (kind and bytes), "F32" in safetensors
  bool is_named = false;
};

// Of `kNpz` as of `kNpy`; raw files have no codes.
FileType FileTypeOf(ElementType type, FileFormat format);

// The types that `code` may stand for, first the one that it names.
std::vector<ElementType> TypesOfCode(std::string_view code, FileFormat format);
// Whether it names one of them.
bool NamesType(std::string_view code, FileFormat format);

// How many elements under the safetensors code make one of ours: they are its last dimension.
int64_t SafetensorsParts(ElementType type);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_ARRAY_TYPES_H_
