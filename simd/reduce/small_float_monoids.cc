// Monoids of the floats narrower than f32, computed in f32 and rounded after each application. bf16
// and f16 have separate loops; the 4- to 8-bit formats share one.
#include <bit>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "simd/reduce/families.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/reduce/small_float_monoids.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/reduce/keyed_extreme-inl.h"
#include "simd/reduce/real_body-inl.h"
#include "simd/reduce/small_float_codec-inl.h"
#include "simd/reduce/unaligned-inl.h"
#include "simd/reduce/window_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {

// For code size.
template <class DF>
HWY_NOINLINE hn::Vec<DF> DecodeApart(const SmallFloatCodec& codec, DF df,
                                     hn::Vec<hn::RebindToUnsigned<DF>> bits) {
  return codec.Decode(df, bits);
}
template <class DF>
HWY_NOINLINE hn::Vec<hn::RebindToUnsigned<DF>> EncodeApart(const SmallFloatCodec& codec, DF df,
                                                           hn::Vec<DF> value) {
  return codec.Encode(df, value);
}
template <class DF>
HWY_NOINLINE hn::Vec<DF> RoundApart(const SmallFloatCodec& codec, DF df, hn::Vec<DF> value) {
  return codec.Round(df, value);
}

// kFixed is the format, or kF32 for a format that is known only at run time.
template <class T, ElementType kFixed, class Op>
struct SmallFloatBody {
  using Storage = T;
  using Lane = float;
  static constexpr size_t kParts = 1;
  static constexpr size_t kStoragePerPosition = 1;
  static constexpr bool kCallsCodec = kIsWeb && kFixed == ElementType::kF32;
  template <class D>
  using Value = hn::Vec<D>;

  template <class D>
  using KeyedExtreme = SmallFloatExtreme<kFixed, std::is_same_v<Op, MaximumFloatOp>, D>;

  explicit SmallFloatBody(ElementType type) : codec_(FormatOf(type)) {}

  HWY_INLINE const SmallFloatCodec& codec() const {
    if constexpr (kFixed == ElementType::kF32) return codec_;
    static constexpr SmallFloatCodec kCodec(FormatOf(kFixed));
    return kCodec;
  }

  template <class D>
  HWY_INLINE hn::Vec<D> Widen(D d, hn::Vec<hn::Rebind<T, D>> bits) const {
    const auto wide = hn::PromoteTo(hn::RebindToUnsigned<D>(), bits);
    if constexpr (kCallsCodec) return DecodeApart(codec_, d, wide);
    return codec().Decode(d, wide);
  }
  template <class D>
  HWY_INLINE hn::Vec<hn::Rebind<T, D>> Narrow(D d, hn::Vec<D> value) const {
    const hn::Rebind<T, D> narrow;
    if constexpr (kCallsCodec) return hn::TruncateTo(narrow, EncodeApart(codec_, d, value));
    return hn::TruncateTo(narrow, codec().Encode(d, value));
  }
  template <class D>
  HWY_INLINE hn::Vec<D> Load(D d, const T* from) const {
    return Widen(d, LoadAny(hn::Rebind<T, D>(), from));
  }
  template <class D>
  HWY_INLINE hn::Vec<D> LoadN(D d, const T* from, size_t count) const {
    return Widen(d, LoadAnyN(hn::Rebind<T, D>(), from, count));
  }
  template <class D>
  HWY_INLINE void Store(D d, hn::Vec<D> value, T* to) const {
    StoreAny(hn::Rebind<T, D>(), Narrow(d, value), to);
  }
  template <class D>
  HWY_INLINE void StoreN(D d, hn::Vec<D> value, T* to, size_t count) const {
    StoreAnyN(hn::Rebind<T, D>(), Narrow(d, value), to, count);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> LoadLanes(D d, const float* from) const {
    return hn::LoadU(d, from);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> LoadLanesN(D d, const float* from, size_t count) const {
    return hn::LoadN(d, from, count);
  }
  template <class D>
  HWY_INLINE void StoreLanes(D d, hn::Vec<D> value, float* to) const {
    hn::StoreU(value, d, to);
  }
  template <class D>
  HWY_INLINE void StoreLanesN(D d, hn::Vec<D> value, float* to, size_t count) const {
    hn::StoreN(value, d, to, count);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> Combine(D d, hn::Vec<D> lhs, hn::Vec<D> rhs) const {
    const auto value = Op()(d, lhs, rhs);
    if constexpr (!Op::kRounds) return value;
    if constexpr (kCallsCodec) return RoundApart(codec_, d, value);
    return codec().Round(d, value);
  }
  // Storing rounds.
  template <class D>
  HWY_INLINE hn::Vec<D> CombineToStore(D d, hn::Vec<D> lhs, hn::Vec<D> rhs) const {
    return Op()(d, lhs, rhs);
  }

#ifndef __wasm__
  // Combines one bf16, unless the result is NaN. It rounds to even in a general register, with
  // fewer instructions than a vector.
  HWY_INLINE bool CombineOne(void* at, const void* from) const
    requires(kFixed == ElementType::kBF16)
  {
    const hn::CappedTag<float, 1> d;
    uint16_t lhs, rhs;
    std::memcpy(&lhs, at, sizeof(lhs));
    std::memcpy(&rhs, from, sizeof(rhs));
    const auto value = [&](uint16_t bits) HWY_ATTR {
      return hn::Set(d, std::bit_cast<float>(static_cast<uint32_t>(bits) << 16));
    };
    const float combined = hn::GetLane(Op()(d, value(lhs), value(rhs)));
    if (combined != combined) return false;
    const auto bits = std::bit_cast<uint32_t>(combined);
    const auto rounded = static_cast<uint16_t>((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16);
    std::memcpy(at, &rounded, sizeof(rounded));
    return true;
  }
#endif

 private:
  SmallFloatCodec codec_;
};

template <ElementType kFixed, class Op>
inline constexpr bool kHasKeys<SmallFloatBody<uint16_t, kFixed, Op>> = !kIsWeb && !Op::kRounds;

// A format that is known only at run time has long code.
template <class Op>
inline constexpr bool kIsRare<SmallFloatBody<uint8_t, ElementType::kF32, Op>> = true;

template <ElementType kType>
const MonoidKernels* SmallFloatKernelsOfType() {
  using T = std::conditional_t<ByteSize(kType) == 1, uint8_t, uint16_t>;
  constexpr ElementType kFixed = ByteSize(kType) == 1 ? ElementType::kF32 : kType;
  static constexpr MonoidKernels kKernels[] = {
      KernelsOf<SmallFloatBody<T, kFixed, AddOp>>(kType),
      KernelsOf<SmallFloatBody<T, kFixed, MultiplyOp>>(kType),
      KernelsOf<SmallFloatBody<T, kFixed, MinimumFloatOp>>(kType),
      KernelsOf<SmallFloatBody<T, kFixed, MaximumFloatOp>>(kType)};
  return kKernels;
}

const MonoidKernels* FindSmallFloat(Monoid monoid, ElementType type) {
  const auto i = static_cast<size_t>(monoid);
  if (monoid > Monoid::kMaximum) return nullptr;
#define PADDOCK_ROW(name, spelling, kind, bits, bytes)                                            \
  if constexpr (IsFloat(ElementType::k##name) && BitWidth(ElementType::k##name) < 32) {           \
    if (type == ElementType::k##name) return SmallFloatKernelsOfType<ElementType::k##name>() + i; \
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
HWY_EXPORT(FindSmallFloat);
}  // namespace

const MonoidKernels* FindSmallFloatMonoid(Monoid monoid, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(FindSmallFloat)(monoid, type);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
