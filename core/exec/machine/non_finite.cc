#include "core/exec/machine/non_finite.h"

#include <algorithm>
#include <cstring>

#include "simd/elementwise/elementwise.h"

namespace paddock {

bool HasNonFinite(const Tensor& value) {
  const ElementType part = PartType(value.element_type());
  if (!IsFloat(part)) return false;
  const auto is_finite =
      simd::FindElementwise("is_finite", part, simd::Numerics::kPortable).function;
  if (is_finite == nullptr) return false;
  constexpr size_t kBlock = 1024;
  uint8_t finite[kBlock];
  const size_t count = value.byte_size() / ByteSize(part);
  for (size_t begin = 0; begin < count; begin += kBlock) {
    const size_t block = std::min(kBlock, count - begin);
    const void* operand = value.data() + begin * ByteSize(part);
    is_finite(&operand, finite, block, nullptr);
    if (std::memchr(finite, 0, block) != nullptr) return true;
  }
  return false;
}

}  // namespace paddock
