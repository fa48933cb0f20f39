// Monoids of complex numbers. Complex sums are sums of twice as many floats.
#include <cstring>
#include <iterator>

#include "simd/reduce/families.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/reduce/complex_monoids.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/reduce/real_body-inl.h"
#include "simd/reduce/window_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {

template <class V>
struct ComplexVectors {
  V real;
  V imaginary;
};

// The textbook product, each product and each sum rounded.
struct MultiplyComplexOp {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return {hn::Sub(hn::Mul(lhs.real, rhs.real), hn::Mul(lhs.imaginary, rhs.imaginary)),
            hn::Add(hn::Mul(lhs.real, rhs.imaginary), hn::Mul(lhs.imaginary, rhs.real))};
  }
};

// Lexicographic; takes rhs if the order is undecided.
template <class D, class V>
HWY_INLINE auto IsLess(D, V lhs, V rhs) {
  return hn::Or(hn::Lt(lhs.real, rhs.real),
                hn::And(hn::Eq(lhs.real, rhs.real), hn::Lt(lhs.imaginary, rhs.imaginary)));
}
struct MinimumComplexOp {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V lhs, V rhs) const {
    const auto is_less = IsLess(d, lhs, rhs);
    return {hn::IfThenElse(is_less, lhs.real, rhs.real),
            hn::IfThenElse(is_less, lhs.imaginary, rhs.imaginary)};
  }
};
struct MaximumComplexOp {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V lhs, V rhs) const {
    const auto is_greater = IsLess(d, rhs, lhs);
    return {hn::IfThenElse(is_greater, lhs.real, rhs.real),
            hn::IfThenElse(is_greater, lhs.imaginary, rhs.imaginary)};
  }
};

template <class T, class Op>
struct ComplexBody {
  using Storage = T;
  using Lane = T;
  static constexpr size_t kParts = 1;
  static constexpr size_t kStoragePerPosition = 2;
  template <class D>
  using Value = ComplexVectors<hn::Vec<D>>;

  explicit ComplexBody(ElementType) {}

  template <class D>
  HWY_INLINE Value<D> Load(D d, const T* from) const {
    if constexpr (kIsShort<D>) return LoadN(d, from, hn::MaxLanes(d));
    return LoadWhole(d, from);
  }
  template <class D>
  HWY_INLINE Value<D> LoadN(D d, const T* from, size_t count) const {
    HWY_ALIGN T whole[2 * hn::MaxLanes(d)] = {};
    std::memcpy(whole, static_cast<const void*>(from), 2 * count * sizeof(T));
    return LoadWhole(d, whole);
  }
  template <class D>
  HWY_INLINE void Store(D d, Value<D> value, T* to) const {
    if constexpr (kIsShort<D>) return StoreN(d, value, to, hn::MaxLanes(d));
    hn::StoreInterleaved2(value.real, value.imaginary, d, to);
  }
  template <class D>
  HWY_INLINE void StoreN(D d, Value<D> value, T* to, size_t count) const {
    HWY_ALIGN T whole[2 * hn::MaxLanes(d)];
    StoreWhole(d, value, whole);
    std::memcpy(static_cast<void*>(to), whole, 2 * count * sizeof(T));
  }
  template <class D>
  HWY_INLINE Value<D> LoadLanes(D d, const T* from) const {
    return Load(d, from);
  }
  template <class D>
  HWY_INLINE Value<D> LoadLanesN(D d, const T* from, size_t count) const {
    return LoadN(d, from, count);
  }
  template <class D>
  HWY_INLINE void StoreLanes(D d, Value<D> value, T* to) const {
    Store(d, value, to);
  }
  template <class D>
  HWY_INLINE void StoreLanesN(D d, Value<D> value, T* to, size_t count) const {
    StoreN(d, value, to, count);
  }
  template <class D>
  HWY_INLINE Value<D> Combine(D d, Value<D> lhs, Value<D> rhs) const {
    return Op()(d, lhs, rhs);
  }
  template <class D>
  HWY_INLINE Value<D> CombineToStore(D d, Value<D> lhs, Value<D> rhs) const {
    return Op()(d, lhs, rhs);
  }

 private:
  template <class D>
  static constexpr bool kIsShort = hn::MaxLanes(D()) * sizeof(T) < 16;

  template <class D>
  static HWY_INLINE Value<D> LoadWhole(D d, const T* from) {
    if constexpr (hn::MaxLanes(d) == 1) return {hn::Set(d, from[0]), hn::Set(d, from[1])};
    Value<D> value;
    hn::LoadInterleaved2(d, from, value.real, value.imaginary);
    return value;
  }
  template <class D>
  static HWY_INLINE void StoreWhole(D d, Value<D> value, T* to) {
    if constexpr (hn::MaxLanes(d) == 1) {
      to[0] = hn::GetLane(value.real);
      to[1] = hn::GetLane(value.imaginary);
    } else {
      hn::StoreInterleaved2(value.real, value.imaginary, d, to);
    }
  }
};

template <class T>
const MonoidKernels* FindOf(Monoid monoid) {
  static constexpr ElementType kType = sizeof(T) == 4 ? ElementType::kC64 : ElementType::kC128;
  static constexpr MonoidKernels kKernels[] = {KernelsOf<RealBody<T, AddOp, 2>>(kType),
                                               KernelsOf<ComplexBody<T, MultiplyComplexOp>>(kType),
                                               KernelsOf<ComplexBody<T, MinimumComplexOp>>(kType),
                                               KernelsOf<ComplexBody<T, MaximumComplexOp>>(kType)};
  const auto i = static_cast<size_t>(monoid);
  return i < std::size(kKernels) ? &kKernels[i] : nullptr;
}

const MonoidKernels* FindComplex(Monoid monoid, ElementType type) {
  return type == ElementType::kC64 ? FindOf<float>(monoid) : FindOf<double>(monoid);
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
namespace {
HWY_EXPORT(FindComplex);
}  // namespace

const MonoidKernels* FindComplexMonoid(Monoid monoid, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(FindComplex)(monoid, type);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
