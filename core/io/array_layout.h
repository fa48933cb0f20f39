// Files of arrays as parts that are written in sequence. The arrays' bytes are never copied into a
// file in memory.
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

// Bytes of the format, followed by those of the tensor if there is one.
struct FilePart {
  std::string bytes;
  Tensor tensor;
};

// Returns the format of a file name's extension: .npy, .npz, .safetensors; .raw or .bin.
std::optional<FileFormat> FormatOfName(std::string_view file_name);

// Returns the parts of a file that holds the arrays. Names are those in an archive or safetensors
// file. Returns nothing, with a sentence in `problem`, if the format cannot hold them: .npy and raw
// files hold one array without a name, and names must be unique.
//   .npy          version 1.0, little-endian, C order; types without a code as bits, `|V2`
//   .npz          such files, stored, in a ZIP archive (ZIP64 where necessary)
//   .safetensors  types without a code as bits, with the element type in the metadata
//   raw           the elements in the layout of core/types/element_type.h
std::optional<std::vector<FilePart>> LayOutFile(FileFormat format,
                                                std::span<const NamedArray> arrays,
                                                std::string& problem);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_ARRAY_LAYOUT_H_
