#include "core/io/array_layout.h"

#include <algorithm>
#include <utility>

#include "core/diagnostics/json.h"
#include "core/io/crc32.h"
#include "core/io/npy_header.h"
#include "core/io/safetensors_header.h"
#include "core/io/zip_layout.h"

namespace paddock {
namespace {

std::span<const std::byte> TensorBytes(const Tensor& tensor) {
  return {tensor.data(), tensor.byte_size()};
}

std::string NpyShape(std::span<const int64_t> shape) {
  std::string text = "(";
  for (int64_t size : shape) text += std::to_string(size) + ", ";
  if (shape.size() > 1) text.resize(text.size() - 2);
  if (shape.size() == 1) text.resize(text.size() - 1);
  return text + ")";
}

std::string NpyStart(const Tensor& tensor) {
  constexpr size_t kAlignment = 64;
  constexpr size_t kPreambleBytes = 10;
  const std::string code(FileTypeOf(tensor.element_type(), FileFormat::kNpy).code);
  const bool has_order = code[0] != 'V' && ByteSize(tensor.element_type()) > 1;
  std::string header = "{'descr': '" + std::string(has_order ? "<" : "|") + code +
                       "', 'fortran_order': False, 'shape': " + NpyShape(tensor.shape()) + ", }";
  const size_t unpadded = kPreambleBytes + header.size() + 1;
  header.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  header += '\n';
  std::string start(kNpyMagic);
  start.append("\x01\x00", 2);
  start += static_cast<char>(header.size() & 0xFF);
  start += static_cast<char>(header.size() >> 8);
  return start + header;
}

std::vector<FilePart> LayOutNpz(std::span<const NamedArray> arrays) {
  ZipLayout zip;
  std::vector<FilePart> parts;
  for (const NamedArray& array : arrays) {
    const std::string start = NpyStart(array.tensor);
    const uint32_t checksum =
        Crc32(Crc32(0, std::as_bytes(std::span(start))), TensorBytes(array.tensor));
    const uint64_t size = uint64_t{start.size()} + array.tensor.byte_size();
    parts.push_back({zip.Member(array.name + ".npy", size, checksum) + start, array.tensor});
  }
  parts.push_back({zip.End(), {}});
  return parts;
}

std::vector<FilePart> LayOutSafetensors(std::span<const NamedArray> arrays) {
  // Wider elements come first, so that every tensor's bytes are aligned, as the format advises.
  std::vector<const NamedArray*> order;
  for (const NamedArray& array : arrays) order.push_back(&array);
  std::ranges::sort(order, [](const NamedArray* a, const NamedArray* b) {
    const size_t a_size = ByteSize(a->tensor.element_type());
    const size_t b_size = ByteSize(b->tensor.element_type());
    return a_size != b_size ? a_size > b_size : a < b;
  });
  Json metadata;
  Json tensors;
  uint64_t offset = 0;
  bool has_metadata = false;
  for (const NamedArray* array : order) {
    const ElementType type = array->tensor.element_type();
    const FileType code = FileTypeOf(type, FileFormat::kSafetensors);
    std::vector<int64_t> shape(array->tensor.shape().begin(), array->tensor.shape().end());
    if (SafetensorsParts(type) > 1) shape.push_back(SafetensorsParts(type));
    if (!code.is_named) {
      metadata.Member(std::string(kSafetensorsTypeKey) + array->name, Spelling(type));
      has_metadata = true;
    }
    const uint64_t end = offset + array->tensor.byte_size();
    tensors.Raw(array->name, Json()
                                 .Member("dtype", code.code)
                                 .Raw("shape", JsonSizes(shape))
                                 .Raw("data_offsets", "[" + std::to_string(offset) + ", " +
                                                          std::to_string(end) + "]")
                                 .Object());
    offset = end;
  }
  if (has_metadata) tensors.Raw("__metadata__", metadata.Object());
  std::string header = tensors.Object();
  header.append(
      (kSafetensorsLengthSize - header.size() % kSafetensorsLengthSize) % kSafetensorsLengthSize,
      ' ');
  std::string length;
  for (size_t i = 0; i < kSafetensorsLengthSize; ++i) {
    length += static_cast<char>(uint64_t{header.size()} >> (8 * i) & 0xFF);
  }
  std::vector<FilePart> parts = {{length + header, {}}};
  for (const NamedArray* array : order) parts.push_back({"", array->tensor});
  return parts;
}

}  // namespace

std::optional<FileFormat> FormatOfName(std::string_view file_name) {
  static constexpr std::pair<std::string_view, FileFormat> kEndings[] = {
      {".npy", FileFormat::kNpy},
      {".npz", FileFormat::kNpz},
      {".safetensors", FileFormat::kSafetensors},
      {".raw", FileFormat::kRaw},
      {".bin", FileFormat::kRaw}};
  for (const auto& [ending, format] : kEndings) {
    if (file_name.ends_with(ending)) return format;
  }
  return std::nullopt;
}

std::optional<std::vector<FilePart>> LayOutFile(FileFormat format,
                                                std::span<const NamedArray> arrays,
                                                std::string& problem) {
  std::vector<std::string_view> names;
  for (const NamedArray& array : arrays) names.push_back(array.name);
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  const bool is_single = format == FileFormat::kNpy || format == FileFormat::kRaw;
  if (is_single && arrays.size() != 1) {
    problem = "holds one array, not " + std::to_string(arrays.size()) +
              ": .npz and .safetensors files hold several";
    return std::nullopt;
  }
  if (!is_single && twice != names.end()) {
    problem = "cannot hold two arrays called '" + std::string(*twice) + "'";
    return std::nullopt;
  }
  const auto is_long = [](std::string_view name) { return name.size() > 60'000; };
  if (!is_single && std::ranges::any_of(names, is_long)) {
    problem = "cannot hold an array of so long a name";
    return std::nullopt;
  }
  const auto is_reserved = [](std::string_view name) { return name == "__metadata__"; };
  if (format == FileFormat::kSafetensors && std::ranges::any_of(names, is_reserved)) {
    problem = "cannot hold an array called '__metadata__'";
    return std::nullopt;
  }
  switch (format) {
    case FileFormat::kNpz:
      return LayOutNpz(arrays);
    case FileFormat::kSafetensors:
      return LayOutSafetensors(arrays);
    case FileFormat::kNpy:
      return std::vector<FilePart>{{NpyStart(arrays[0].tensor), arrays[0].tensor}};
    case FileFormat::kRaw:
      break;
  }
  return std::vector<FilePart>{{"", arrays[0].tensor}};
}

}  // namespace paddock
