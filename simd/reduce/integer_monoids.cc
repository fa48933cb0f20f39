// Monoids of integers and i1. Ops that do not depend on the sign have one kernel for signed and
// unsigned. 2- and 4-bit integers are computed as 8-bit ones, and wrapped to their width after an
// addition or a multiplication.
#include <iterator>
#include <limits>
#include <type_traits>

#include "simd/reduce/families.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/reduce/integer_monoids.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/reduce/real_body-inl.h"
#include "simd/reduce/window_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {

struct MinimumOp {
  template <class T>
  static constexpr T kIdentity = std::numeric_limits<T>::max();
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Min(lhs, rhs);
  }
};
struct MaximumOp {
  template <class T>
  static constexpr T kIdentity = std::numeric_limits<T>::min();
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Max(lhs, rhs);
  }
};
struct AndOp {
  template <class T>
  static constexpr T kIdentity = static_cast<T>(~T{0});
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::And(lhs, rhs);
  }
};
struct OrOp {
  template <class T>
  static constexpr T kIdentity = 0;
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Or(lhs, rhs);
  }
};
struct XorOp {
  template <class T>
  static constexpr T kIdentity = 0;
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Xor(lhs, rhs);
  }
};

// Keeps the low bits of each result and extends them to the byte.
template <class Op>
struct NarrowBody : RealBody<uint8_t, Op> {
  explicit NarrowBody(ElementType type)
      : RealBody<uint8_t, Op>(type),
        mask(static_cast<uint8_t>((1u << BitWidth(type)) - 1)),
        sign(IsSigned(type) ? static_cast<uint8_t>(1u << (BitWidth(type) - 1)) : uint8_t{0}) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Combine(D d, hn::Vec<D> lhs, hn::Vec<D> rhs) const {
    const auto low = hn::And(Op()(d, lhs, rhs), hn::Set(d, mask));
    return hn::Sub(hn::Xor(low, hn::Set(d, sign)), hn::Set(d, sign));
  }
  template <class D>
  HWY_INLINE hn::Vec<D> CombineToStore(D d, hn::Vec<D> lhs, hn::Vec<D> rhs) const {
    return Combine(d, lhs, rhs);
  }

  uint8_t mask;
  uint8_t sign;
};

template <class Op>
inline constexpr bool kIsRare<NarrowBody<Op>> = true;
// Booleans are bytes.
template <class T>
inline constexpr bool kIsRare<RealBody<T, AndOp>> = sizeof(T) > 1;
template <class T>
inline constexpr bool kIsRare<RealBody<T, OrOp>> = sizeof(T) > 1;
template <class T>
inline constexpr bool kIsRare<RealBody<T, XorOp>> = true;
template <>
inline constexpr bool kIsOfBooleans<RealBody<uint8_t, AndOp>> = true;
template <>
inline constexpr bool kIsOfBooleans<RealBody<uint8_t, OrOp>> = true;

template <size_t kBytes>
using UnsignedOf = std::conditional_t<
    kBytes == 1, uint8_t,
    std::conditional_t<kBytes == 2, uint16_t, std::conditional_t<kBytes == 4, uint32_t, uint64_t>>>;

// The kernels of one type in the order of Monoid.
template <ElementType kType>
const MonoidKernels* KernelsOfType() {
  using U = UnsignedOf<ByteSize(kType)>;
  if constexpr (IsBoolean(kType)) {
    static constexpr MonoidKernels kOr = KernelsOf<RealBody<U, OrOp>>(kType);
    static constexpr MonoidKernels kAnd = KernelsOf<RealBody<U, AndOp>>(kType);
    static constexpr MonoidKernels kKernels[] = {
        kOr, kAnd, kAnd, kOr, kAnd, kOr, KernelsOf<RealBody<U, XorOp>>(kType)};
    return kKernels;
  } else {
    using T = std::conditional_t<IsSigned(kType), std::make_signed_t<U>, U>;
    constexpr bool kIsNarrow = BitWidth(kType) < 8;
    using Add = std::conditional_t<kIsNarrow, NarrowBody<AddOp>, RealBody<U, AddOp>>;
    using Multiply = std::conditional_t<kIsNarrow, NarrowBody<MultiplyOp>, RealBody<U, MultiplyOp>>;
    static constexpr MonoidKernels kKernels[] = {KernelsOf<Add>(kType),
                                                 KernelsOf<Multiply>(kType),
                                                 KernelsOf<RealBody<T, MinimumOp>>(kType),
                                                 KernelsOf<RealBody<T, MaximumOp>>(kType),
                                                 KernelsOf<RealBody<U, AndOp>>(kType),
                                                 KernelsOf<RealBody<U, OrOp>>(kType),
                                                 KernelsOf<RealBody<U, XorOp>>(kType)};
    return kKernels;
  }
}

const MonoidKernels* FindInteger(Monoid monoid, ElementType type) {
  const auto i = static_cast<size_t>(monoid);
#define PADDOCK_ROW(name, spelling, kind, bits, bytes)                                  \
  if constexpr (!IsFloat(ElementType::k##name) && !IsComplex(ElementType::k##name)) {   \
    if (type == ElementType::k##name) return KernelsOfType<ElementType::k##name>() + i; \
  }
  PADDOCK_ELEMENT_TYPES(PADDOCK_ROW)
#undef PADDOCK_ROW
  return nullptr;
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
namespace {
HWY_EXPORT(FindInteger);
}  // namespace

const MonoidKernels* FindIntegerMonoid(Monoid monoid, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(FindInteger)(monoid, type);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
