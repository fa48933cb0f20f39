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

template <class D>
HWY_INLINE hn::VFromD<D> SelectVector(D d, const uint8_t* pred, const hn::TFromD<D>* on_true,
                                      const hn::TFromD<D>* on_false) {
  const auto bytes = hn::LoadU(hn::Rebind<uint8_t, D>(), pred);
  hn::VFromD<D> is_true;
  if constexpr (sizeof(hn::TFromD<D>) == 1) {
    is_true = bytes;
  } else {
    is_true = hn::PromoteTo(d, bytes);
  }
  return hn::IfThenElse(hn::Ne(is_true, hn::Zero(d)), hn::LoadU(d, on_true),
                        hn::LoadU(d, on_false));
}

// As MapVectors, with a predicate of another width.
template <typename T>
void Select(const void* const* operands, void* result, size_t count, const void*) {
  const hn::ScalableTag<T> d;
  const size_t lanes = hn::Lanes(d);
  const uint8_t* pred = static_cast<const uint8_t*>(operands[0]);
  const T* on_true = static_cast<const T*>(operands[1]);
  const T* on_false = static_cast<const T*>(operands[2]);
  T* to = static_cast<T*>(result);
  if (count < lanes) {
    const hn::CappedTag<T, 1> d1;
    for (size_t i = 0; i < count; ++i) {
      hn::StoreU(SelectVector(d1, pred + i, on_true + i, on_false + i), d1, to + i);
    }
    return;
  }
  const size_t last = count - lanes;
  const auto last_result = SelectVector(d, pred + last, on_true + last, on_false + last);
  for (size_t i = 0; i < last; i += lanes) {
    hn::StoreU(SelectVector(d, pred + i, on_true + i, on_false + i), d, to + i);
  }
  hn::StoreU(last_result, d, to + last);
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

ElementwiseKernel SelectKernel(ElementType type) {
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

ElementwiseKernel FindSelect(ElementType type) { return HWY_DYNAMIC_DISPATCH(SelectKernel)(type); }

}  // namespace paddock::simd
#endif
