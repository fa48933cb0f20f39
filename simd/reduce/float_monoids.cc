// Monoids of f32 and f64.
#include "simd/reduce/families.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/reduce/float_monoids.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/reduce/real_body-inl.h"
#include "simd/reduce/window_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {

template <class T>
const MonoidKernels* FindOf(Monoid monoid, ElementType type) {
  static constexpr ElementType kType = sizeof(T) == 4 ? ElementType::kF32 : ElementType::kF64;
  static constexpr MonoidKernels kKernels[] = {
      KernelsOf<RealBody<T, AddOp>>(kType), KernelsOf<RealBody<T, MultiplyOp>>(kType),
      KernelsOf<RealBody<T, MinimumFloatOp>>(kType), KernelsOf<RealBody<T, MaximumFloatOp>>(kType)};
  const auto i = static_cast<size_t>(monoid);
  return type == kType && i < std::size(kKernels) ? &kKernels[i] : nullptr;
}

const MonoidKernels* FindFloat(Monoid monoid, ElementType type) {
  return type == ElementType::kF32 ? FindOf<float>(monoid, type) : FindOf<double>(monoid, type);
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
namespace {
HWY_EXPORT(FindFloat);
}  // namespace

const MonoidKernels* FindFloatMonoid(Monoid monoid, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(FindFloat)(monoid, type);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
