#include "core/pjrt/element_types.h"

#include <cstddef>

namespace paddock::pjrt {
namespace {

struct TypePair {
  PJRT_Buffer_Type buffer;
  ElementType element;
};

// Types of later minor versions than the header's follow its last enumerator.
constexpr PJRT_Buffer_Type AfterU2(int distance) {
  return static_cast<PJRT_Buffer_Type>(PJRT_Buffer_Type_U2 + distance);
}

constexpr TypePair kTypePairs[] = {
    {PJRT_Buffer_Type_PRED, ElementType::kI1},
    {PJRT_Buffer_Type_S2, ElementType::kI2},
    {PJRT_Buffer_Type_S4, ElementType::kI4},
    {PJRT_Buffer_Type_S8, ElementType::kI8},
    {PJRT_Buffer_Type_S16, ElementType::kI16},
    {PJRT_Buffer_Type_S32, ElementType::kI32},
    {PJRT_Buffer_Type_S64, ElementType::kI64},
    {PJRT_Buffer_Type_U2, ElementType::kUI2},
    {PJRT_Buffer_Type_U4, ElementType::kUI4},
    {PJRT_Buffer_Type_U8, ElementType::kUI8},
    {PJRT_Buffer_Type_U16, ElementType::kUI16},
    {PJRT_Buffer_Type_U32, ElementType::kUI32},
    {PJRT_Buffer_Type_U64, ElementType::kUI64},
    {PJRT_Buffer_Type_F16, ElementType::kF16},
    {PJRT_Buffer_Type_F32, ElementType::kF32},
    {PJRT_Buffer_Type_F64, ElementType::kF64},
    {PJRT_Buffer_Type_BF16, ElementType::kBF16},
    {PJRT_Buffer_Type_C64, ElementType::kC64},
    {PJRT_Buffer_Type_C128, ElementType::kC128},
    {PJRT_Buffer_Type_F8E5M2, ElementType::kF8E5M2},
    {PJRT_Buffer_Type_F8E4M3FN, ElementType::kF8E4M3FN},
    {PJRT_Buffer_Type_F8E4M3B11FNUZ, ElementType::kF8E4M3B11FNUZ},
    {PJRT_Buffer_Type_F8E5M2FNUZ, ElementType::kF8E5M2FNUZ},
    {PJRT_Buffer_Type_F8E4M3FNUZ, ElementType::kF8E4M3FNUZ},
    {AfterU2(1), ElementType::kF8E4M3},
    {AfterU2(2), ElementType::kF8E3M4},
    {AfterU2(3), ElementType::kF8E8M0FNU},
    {AfterU2(4), ElementType::kF4E2M1FN},
};

}  // namespace

std::optional<ElementType> ElementTypeOf(PJRT_Buffer_Type type) {
  for (const TypePair& pair : kTypePairs) {
    if (pair.buffer == type) return pair.element;
  }
  return std::nullopt;
}

PJRT_Buffer_Type BufferTypeOf(ElementType type) {
  for (const TypePair& pair : kTypePairs) {
    if (pair.element == type) return pair.buffer;
  }
  return PJRT_Buffer_Type_INVALID;
}

}  // namespace paddock::pjrt
