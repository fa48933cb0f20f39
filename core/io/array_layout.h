// Files of arrays, as parts that are written one after the other: the arrays' bytes are never
// copied into a file in memory.
#ifndef PADDOCK_CORE_IO_ARRAY_LAYOUT_H_
#define PADDOCK_CORE_IO_ARRAY_LAYOUT_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/array_types.h"
#include "core/tensor/tensor.h"

namespace paddock {

struct NamedArray {
  std::string name;
  Tensor tensor;
};

// Bytes of the format, and behind them those of the tensor, if there is one.
struct FilePart {
  std::string bytes;
  Tensor tensor;
};

// The format that a file of this name has: .npy, .npz, .safetensors; .raw or .bin.
std::optional<FileFormat> FormatOfName(std::string_view file_name);

// The parts of a file that holds the arrays; names are those in an archive or safetensors file.
// Nothing, and a sentence in `problem`, if the format cannot hold them: one array has no name in
// .npy and raw files, and names are not given twice.
//   .npy          version 1.0, little-endian, C order; what it cannot name as bits, `|V2`
//   .npz          such files, stored, in a ZIP archive (ZIP64 where it must be)
//   .safetensors  what it cannot name as bits, with the element type in the metadata
//   raw           the elements, as core/types/element_type.h says
std::optional<std::vector<FilePart>> LayOutFile(FileFormat format,
                                                std::span<const NamedArray> arrays,
                                                std::string& problem);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_ARRAY_LAYOUT_H_
