#include "core/io/array_types.h"

namespace paddock {
namespace {

struct ArrayTypeRow {
  ElementType type;
  FileType npy;
  FileType safetensors;
};

constexpr bool kNamed = true;
constexpr bool kBits = false;

// ml_dtypes gives numpy this code for f8E5M2 alone among its types.
constexpr std::string_view kFloat8 = "f1";

// Ordered by element type.
constexpr ArrayTypeRow kArrayTypes[] = {
    {ElementType::kI1, {"b1", kNamed}, {"BOOL", kNamed}},
    {ElementType::kI2, {"i1", kBits}, {"I8", kBits}},
    {ElementType::kI4, {"i1", kBits}, {"I8", kBits}},
    {ElementType::kI8, {"i1", kNamed}, {"I8", kNamed}},
    {ElementType::kI16, {"i2", kNamed}, {"I16", kNamed}},
    {ElementType::kI32, {"i4", kNamed}, {"I32", kNamed}},
    {ElementType::kI64, {"i8", kNamed}, {"I64", kNamed}},
    {ElementType::kUI2, {"u1", kBits}, {"U8", kBits}},
    {ElementType::kUI4, {"u1", kBits}, {"U8", kBits}},
    {ElementType::kUI8, {"u1", kNamed}, {"U8", kNamed}},
    {ElementType::kUI16, {"u2", kNamed}, {"U16", kNamed}},
    {ElementType::kUI32, {"u4", kNamed}, {"U32", kNamed}},
    {ElementType::kUI64, {"u8", kNamed}, {"U64", kNamed}},
    {ElementType::kF4E2M1FN, {"V1", kBits}, {"U8", kBits}},
    {ElementType::kF6E2M3FN, {"V1", kBits}, {"U8", kBits}},
    {ElementType::kF6E3M2FN, {"V1", kBits}, {"U8", kBits}},
    {ElementType::kF8E3M4, {"V1", kBits}, {"U8", kBits}},
    {ElementType::kF8E4M3, {"V1", kBits}, {"U8", kBits}},
    {ElementType::kF8E4M3FN, {"V1", kBits}, {"F8_E4M3", kNamed}},
    {ElementType::kF8E4M3FNUZ, {"V1", kBits}, {"U8", kBits}},
    {ElementType::kF8E4M3B11FNUZ, {"V1", kBits}, {"U8", kBits}},
    {ElementType::kF8E5M2, {"V1", kBits}, {"F8_E5M2", kNamed}},
    {ElementType::kF8E5M2FNUZ, {"V1", kBits}, {"U8", kBits}},
    {ElementType::kF8E8M0FNU, {"V1", kBits}, {"F8_E8M0", kNamed}},
    {ElementType::kBF16, {"V2", kBits}, {"BF16", kNamed}},
    {ElementType::kF16, {"f2", kNamed}, {"F16", kNamed}},
    {ElementType::kF32, {"f4", kNamed}, {"F32", kNamed}},
    {ElementType::kF64, {"f8", kNamed}, {"F64", kNamed}},
    {ElementType::kC64, {"c8", kNamed}, {"C64", kNamed}},
    {ElementType::kC128, {"c16", kNamed}, {"F64", kBits}},
    {ElementType::kIndex, {"i8", kBits}, {"I64", kBits}},
};
static_assert(std::size(kArrayTypes) == kElementTypeCount);

const FileType& CodeOf(const ArrayTypeRow& row, FileFormat format) {
  return format == FileFormat::kSafetensors ? row.safetensors : row.npy;
}

}  // namespace

FileType FileTypeOf(ElementType type, FileFormat format) {
  return CodeOf(kArrayTypes[static_cast<size_t>(type)], format);
}

std::vector<ElementType> TypesOfCode(std::string_view code, FileFormat format) {
  std::vector<ElementType> types;
  for (const ArrayTypeRow& row : kArrayTypes) {
    const FileType& type = CodeOf(row, format);
    if (type.code == code) types.insert(type.is_named ? types.begin() : types.end(), row.type);
  }
  if (format == FileFormat::kSafetensors) return types;
  // Other libraries write any 16-bit float as numpy's two-byte void.
  if (code == "V2") types.push_back(ElementType::kF16);
  // numpy writes the types of ml_dtypes by the size of an element, integers too.
  if (code == "V1") {
    types.insert(types.end(),
                 {ElementType::kI2, ElementType::kI4, ElementType::kUI2, ElementType::kUI4});
  }
  if (code == kFloat8) types.push_back(ElementType::kF8E5M2);
  return types;
}

bool NamesType(std::string_view code, FileFormat format) {
  if (code == kFloat8 && format != FileFormat::kSafetensors) return true;
  const std::vector<ElementType> types = TypesOfCode(code, format);
  return !types.empty() && FileTypeOf(types[0], format).is_named &&
         FileTypeOf(types[0], format).code == code;
}

int64_t SafetensorsParts(ElementType type) { return type == ElementType::kC128 ? 2 : 1; }

}  // namespace paddock
