// select, by the width of an element.
#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/select.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// Like MapVectors, with a predicate of another width.
template <typename T>
void Select(const void* const* operands, void* result, size_t count, const void*) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  if (count < lanes) {
    const hn::CappedTag<T, 1> d1;
    for (size_t i = 0; i < count; ++i) StoreVector(SelectVector(d1, operands, i), d1, result, i);
    return;
  }
  const size_t last = count - lanes;
  const auto last_result = SelectVector(d, operands, last);
  for (size_t i = 0; i < last; i += lanes) StoreVector(SelectVector(d, operands, i), d, result, i);
  StoreVector(last_result, d, result, last);
}

struct Bytes16 {
  uint64_t low, high;
};
void Select16(const void* const* operands, void* result, size_t count, const void*) {
  const uint8_t* pred = static_cast<const uint8_t*>(operands[0]);
  for (size_t i = 0; i < count; ++i) {
    StoreElement(LoadElement<Bytes16>(pred[i] != 0 ? operands[1] : operands[2], i), result, i);
  }
}

ElementwiseFunction SelectKernel(ElementType type) {
  switch (ByteSize(type)) {
    case 1:
      return &Select<uint8_t>;
    case 2:
      return &Select<uint16_t>;
    case 4:
      return &Select<uint32_t>;
    case 8:
      return &Select<uint64_t>;
    default:
      return &Select16;
  }
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(SelectKernel);

ElementwiseFunction FindSelect(ElementType type) {
  return HWY_DYNAMIC_DISPATCH(SelectKernel)(type);
}

}  // namespace paddock::simd
#endif
