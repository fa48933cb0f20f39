// Bodies whose lanes are the stored elements, and the ops of floats.
#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"

#if defined(PADDOCK_SIMD_REDUCE_REAL_BODY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_REAL_BODY_INL_H_
#undef PADDOCK_SIMD_REDUCE_REAL_BODY_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_REAL_BODY_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/reduce/unaligned-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <class T, class Op, size_t kPartCount = 1>
struct RealBody {
  using Storage = T;
  using Lane = T;
  static constexpr size_t kParts = kPartCount;
  static constexpr size_t kStoragePerPosition = 1;
  template <class D>
  using Value = hn::Vec<D>;

  explicit RealBody(ElementType) {}

  template <class D>
  HWY_INLINE hn::Vec<D> Load(D d, const T* from) const {
    return LoadAny(d, from);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> LoadN(D d, const T* from, size_t count) const {
    return LoadAnyN(d, from, count);
  }
  template <class D>
  HWY_INLINE void Store(D d, hn::Vec<D> value, T* to) const {
    StoreAny(d, value, to);
  }
  template <class D>
  HWY_INLINE void StoreN(D d, hn::Vec<D> value, T* to, size_t count) const {
    StoreAnyN(d, value, to, count);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> LoadLanes(D d, const T* from) const {
    return hn::LoadU(d, from);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> LoadLanesN(D d, const T* from, size_t count) const {
    return hn::LoadN(d, from, count);
  }
  template <class D>
  HWY_INLINE void StoreLanes(D d, hn::Vec<D> value, T* to) const {
    hn::StoreU(value, d, to);
  }
  template <class D>
  HWY_INLINE void StoreLanesN(D d, hn::Vec<D> value, T* to, size_t count) const {
    hn::StoreN(value, d, to, count);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> Combine(D d, hn::Vec<D> lhs, hn::Vec<D> rhs) const {
    return Op()(d, lhs, rhs);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> CombineToStore(D d, hn::Vec<D> lhs, hn::Vec<D> rhs) const {
    return Op()(d, lhs, rhs);
  }
};

struct AddOp {
  static constexpr bool kRounds = true;
  // Leaves the other operand as it is.
  template <class T>
  static constexpr T kIdentity = 0;
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Add(lhs, rhs);
  }
};

struct MultiplyOp {
  static constexpr bool kRounds = true;
  template <class T>
  static constexpr T kIdentity = 1;
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Mul(lhs, rhs);
  }
};

// Takes the second operand if neither is less. In WebAssembly these are one instruction, while a
// selection is four.
template <class V>
HWY_INLINE V LesserOrSecond(V lhs, V rhs) {
#if HWY_ARCH_WASM
  return hn::Min(lhs, rhs);
#else
  return hn::IfThenElse(hn::Lt(lhs, rhs), lhs, rhs);
#endif
}

template <class V>
HWY_INLINE V GreaterOrSecond(V lhs, V rhs) {
#if HWY_ARCH_WASM
  return hn::Max(lhs, rhs);
#else
  return hn::IfThenElse(hn::Gt(lhs, rhs), lhs, rhs);
#endif
}

// A NaN on the left is selected explicitly. A NaN on the right is selected because no comparison
// with it holds. Equal operands that differ in bits are zeros, of which -0 is the lesser.
struct MinimumFloatOp {
  static constexpr bool kRounds = false;
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    const V lesser = LesserOrSecond(lhs, rhs);
    const V ordered = hn::IfThenElse(hn::Eq(lhs, rhs), hn::Or(lhs, rhs), lesser);
    return hn::IfThenElse(hn::IsNaN(lhs), lhs, ordered);
  }
};

struct MaximumFloatOp {
  static constexpr bool kRounds = false;
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    const V greater = GreaterOrSecond(lhs, rhs);
    const V ordered = hn::IfThenElse(hn::Eq(lhs, rhs), hn::And(lhs, rhs), greater);
    return hn::IfThenElse(hn::IsNaN(lhs), lhs, ordered);
  }
};

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_REAL_BODY_INL_H_
