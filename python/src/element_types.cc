#include "python/src/element_types.h"

#include <string>

namespace paddock::python {
namespace {

using Code = nanobind::dlpack::dtype_code;

// Codes of floats of 8 bits, and of bf16.
std::optional<Code> NamedCode(ElementType type) {
  switch (type) {
    case ElementType::kF8E3M4:
      return Code::Float8_E3M4;
    case ElementType::kF8E4M3:
      return Code::Float8_E4M3;
    case ElementType::kF8E4M3B11FNUZ:
      return Code::Float8_E4M3B11FNUZ;
    case ElementType::kF8E4M3FN:
      return Code::Float8_E4M3FN;
    case ElementType::kF8E4M3FNUZ:
      return Code::Float8_E4M3FNUZ;
    case ElementType::kF8E5M2:
      return Code::Float8_E5M2;
    case ElementType::kF8E5M2FNUZ:
      return Code::Float8_E5M2FNUZ;
    case ElementType::kF8E8M0FNU:
      return Code::Float8_E8M0FNU;
    case ElementType::kBF16:
      return Code::Bfloat;
    default:
      return std::nullopt;
  }
}

Code CodeOfKind(ElementKind kind) {
  switch (kind) {
    case ElementKind::kBoolean:
      return Code::Bool;
    case ElementKind::kUnsigned:
      return Code::UInt;
    case ElementKind::kFloat:
      return Code::Float;
    case ElementKind::kComplex:
      return Code::Complex;
    case ElementKind::kSigned:
    case ElementKind::kIndex:
      return Code::Int;
  }
  return Code::Int;
}

}  // namespace

std::optional<nanobind::dlpack::dtype> DlpackTypeOf(ElementType type) {
  if (BitWidth(type) < 8 && !IsBoolean(type)) return std::nullopt;
  const Code code = NamedCode(type).value_or(CodeOfKind(Kind(type)));
  return nanobind::dlpack::dtype{static_cast<uint8_t>(code),
                                 static_cast<uint8_t>(8 * ByteSize(type)), 1};
}

std::optional<ElementType> TypeOfDlpack(nanobind::dlpack::dtype type) {
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    const auto candidate = static_cast<ElementType>(i);
    if (DlpackTypeOf(candidate) == type) return candidate;
  }
  return std::nullopt;
}

ElementType TypeOfSpelling(std::string_view spelling) {
  const auto type = ElementTypeFromSpelling(spelling);
  if (!type) {
    const std::string message = "there is no element type '" + std::string(spelling) + "'";
    throw nanobind::value_error(message.c_str());
  }
  return *type;
}

}  // namespace paddock::python
