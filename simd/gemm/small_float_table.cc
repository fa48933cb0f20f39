#include "simd/gemm/small_float_table.h"

#include <array>
#include <cstdint>

#include "core/types/small_float.h"

namespace paddock::simd {
namespace {

using Table = std::array<float, 256>;

constexpr Table MakeTable(ElementType type) {
  Table table{};
  for (uint32_t code = 0; code < table.size(); ++code) {
    table[code] = DecodeSmallFloat(type, code);
  }
  return table;
}

template <ElementType type>
constexpr Table kTable = MakeTable(type);

}  // namespace

const float* SmallFloatTable(ElementType type) {
  switch (type) {
    case ElementType::kF4E2M1FN:
      return kTable<ElementType::kF4E2M1FN>.data();
    case ElementType::kF6E2M3FN:
      return kTable<ElementType::kF6E2M3FN>.data();
    case ElementType::kF6E3M2FN:
      return kTable<ElementType::kF6E3M2FN>.data();
    case ElementType::kF8E3M4:
      return kTable<ElementType::kF8E3M4>.data();
    case ElementType::kF8E4M3:
      return kTable<ElementType::kF8E4M3>.data();
    case ElementType::kF8E4M3FN:
      return kTable<ElementType::kF8E4M3FN>.data();
    case ElementType::kF8E4M3FNUZ:
      return kTable<ElementType::kF8E4M3FNUZ>.data();
    case ElementType::kF8E4M3B11FNUZ:
      return kTable<ElementType::kF8E4M3B11FNUZ>.data();
    case ElementType::kF8E5M2:
      return kTable<ElementType::kF8E5M2>.data();
    case ElementType::kF8E5M2FNUZ:
      return kTable<ElementType::kF8E5M2FNUZ>.data();
    case ElementType::kF8E8M0FNU:
      return kTable<ElementType::kF8E8M0FNU>.data();
    default:
      return nullptr;
  }
}

}  // namespace paddock::simd
