// Loops over arrays, once per SIMD target. A kernel is Map<function, type>: the
// mathematics is a function object over vectors, the loop is written here.
#include <cstddef>
#include <cstring>
#include <utility>

#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_ELEMENTWISE_MAP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_MAP_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_MAP_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_MAP_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The tag for Operand whose lane count is that of a whole vector of the wider type.
template <typename Operand, typename Result>
using MapTag = hn::Rebind<
    Operand,
    hn::ScalableTag<std::conditional_t<(sizeof(Operand) > sizeof(Result)), Operand, Result>>>;

// Elements of any alignment.
template <typename T>
HWY_INLINE T LoadElement(const void* operand, size_t i) {
  T value;
  memcpy(&value, static_cast<const char*>(operand) + i * sizeof(T), sizeof(T));
  return value;
}
template <typename T>
HWY_INLINE void StoreElement(T value, void* result, size_t i) {
  memcpy(static_cast<char*>(result) + i * sizeof(T), &value, sizeof(T));
}

// Loads a vector from element `i` on. Uses bytes, because a pointer to a wider type must be aligned
// even if only memcpy reads through it.
template <class D>
HWY_INLINE hn::VFromD<D> LoadVector(D d, const void* operand, size_t i) {
  const uint8_t* bytes = static_cast<const uint8_t*>(operand) + i * sizeof(hn::TFromD<D>);
  return hn::BitCast(d, hn::LoadU(hn::Repartition<uint8_t, D>(), bytes));
}
template <class D>
HWY_INLINE void StoreVector(hn::VFromD<D> value, D, void* result, size_t i) {
  const hn::Repartition<uint8_t, D> d8;
  uint8_t* bytes = static_cast<uint8_t*>(result) + i * sizeof(hn::TFromD<D>);
  hn::StoreU(hn::BitCast(d8, value), d8, bytes);
}

// One byte a lane, 1 where the mask is true.
template <class D, class M>
HWY_INLINE auto BytesFromMask(D d, M mask) {
  const hn::RebindToUnsigned<D> du;
  const auto ones =
      hn::ShiftRight<sizeof(hn::TFromD<D>) * 8 - 1>(hn::BitCast(du, hn::VecFromMask(d, mask)));
  if constexpr (sizeof(hn::TFromD<D>) == 1) {
    return ones;
  } else {
    return hn::TruncateTo(hn::Rebind<uint8_t, D>(), ones);
  }
}

// A comparison whose result is i1.
template <class Holds>
struct InBytes {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V lhs, V rhs) const {
    return BytesFromMask(d, Holds()(d, lhs, rhs));
  }
};
// Selects a vector from select's operands. Operand 0 is the i1 predicate.
template <class D>
HWY_INLINE hn::VFromD<D> SelectVector(D d, const void* const* operands, size_t i) {
  const auto pred = LoadVector(hn::Rebind<uint8_t, D>(), operands[0], i);
  hn::VFromD<D> is_true;
  if constexpr (sizeof(hn::TFromD<D>) == 1) {
    is_true = pred;
  } else {
    is_true = hn::PromoteTo(d, pred);
  }
  return hn::IfThenElse(hn::Ne(is_true, hn::Zero(d)), LoadVector(d, operands[1], i),
                        LoadVector(d, operands[2], i));
}

// result[i] = function(operands[0][i], ...), in whole vectors. The last vector covers the tail and
// overlaps the previous one. It is computed first, so that its operands are read before an in-place
// result replaces them. Fewer elements than a vector are processed one by one, through vectors of
// one lane. Partial loads would cost most of a scalar loop's step. `function` gets as many lanes as
// a vector of the widest type has; its own computation may need a wider one than operand and
// result.
template <typename Operand, typename Result, typename Widest = Operand, class Function,
          size_t... kOperand>
HWY_INLINE void MapVectors(const void* const* operands, void* result, size_t count,
                           const Function& function, std::index_sequence<kOperand...>) {
  using Wide = std::conditional_t<(sizeof(Widest) > sizeof(Operand)), Widest, Operand>;
  const hn::Rebind<Operand, MapTag<Wide, Result>> d;
  const hn::Rebind<Result, decltype(d)> d_result;
  const size_t lanes = hn::Lanes(d);
  if (count < lanes) {
    const hn::CappedTag<Operand, 1> d1;
    const hn::Rebind<Result, decltype(d1)> d1_result;
    for (size_t i = 0; i < count; ++i) {
      StoreVector(function(d1, LoadVector(d1, operands[kOperand], i)...), d1_result, result, i);
    }
    return;
  }
  const size_t last = count - lanes;
  const auto last_result = function(d, LoadVector(d, operands[kOperand], last)...);
  for (size_t i = 0; i < last; i += lanes) {
    StoreVector(function(d, LoadVector(d, operands[kOperand], i)...), d_result, result, i);
  }
  StoreVector(last_result, d_result, result, last);
}

// Not inlined into the adapters of adapters-inl.h, which would copy it many times.
template <class Function, typename Operand, size_t kArity = 1, typename Result = Operand>
HWY_NOINLINE void Map(const void* const* operands, void* result, size_t count, const void*) {
  MapVectors<Operand, Result>(operands, result, count, Function(),
                              std::make_index_sequence<kArity>());
}

// Maps a function of scalars, for functions that gain nothing from vectors.
template <class Function, typename T, typename Result, size_t... kOperand>
HWY_INLINE void MapEach(const void* const* operands, void* result, size_t count,
                        std::index_sequence<kOperand...>) {
  const Function function;
  for (size_t i = 0; i < count; ++i) {
    StoreElement<Result>(function(LoadElement<T>(operands[kOperand], i)...), result, i);
  }
}

template <class Function, typename T, size_t kArity, typename Result = T>
HWY_NOINLINE void MapScalars(const void* const* operands, void* result, size_t count, const void*) {
  MapEach<Function, T, Result>(operands, result, count, std::make_index_sequence<kArity>());
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_ELEMENTWISE_MAP_INL_H_
