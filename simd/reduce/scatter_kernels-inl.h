// The kernels of scatter over a Body (monoid_kernels-inl.h), once per SIMD target.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/types/element_type.h"

#if defined(PADDOCK_SIMD_REDUCE_SCATTER_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_SCATTER_KERNELS_INL_H_
#undef PADDOCK_SIMD_REDUCE_SCATTER_KERNELS_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_SCATTER_KERNELS_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/reduce/monoid_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Returns whether most targets are the ones before them.
inline bool MostlyRepeat(const int64_t* targets, int64_t count) {
  int64_t repeated = 0;
  for (int64_t i = 1; i < count; ++i) repeated += targets[i] == targets[i - 1] ? 1 : 0;
  return repeated * 4 > count * 3;
}

// As CombineAt, for targets in runs: an element stays in a register for its run, which is faster
// than a load behind each store.
template <class Body>
void CombineRuns(const Body& body, typename Body::Storage* result, const int64_t* targets,
                 const typename Body::Storage* updates, const int64_t* sources, int64_t count) {
  const hn::CappedTag<typename Body::Lane, Body::kParts> d;
  constexpr auto kElement = static_cast<int64_t>(Body::kParts * kStride<Body>);
  for (int64_t i = 0; i < count;) {
    const int64_t target = targets[i];
    auto* at = result + target * kElement;
    auto total = body.LoadN(d, at, Body::kParts);
    for (; i < count && targets[i] == target; ++i) {
      total = body.Combine(d, total, body.LoadN(d, updates + sources[i] * kElement, Body::kParts));
    }
    body.StoreN(d, total, at, Body::kParts);
  }
}

// Combines positions from `begin` on, in vectors of at most kLanes lanes, then in shorter ones. A
// partial vector would be stored under a mask, behind which a load of the next row waits.
template <size_t kLanes, class Body>
HWY_INLINE void CombinePieces(const Body& body, typename Body::Storage* result,
                              const typename Body::Storage* operand, size_t begin, size_t end) {
  const hn::CappedTag<typename Body::Lane, kLanes> d;
  constexpr size_t kUnits = kStride<Body>;
  const size_t lanes = hn::Lanes(d);
  for (; begin + lanes <= end; begin += lanes) {
    const auto lhs = body.Load(d, result + begin * kUnits);
    const auto rhs = body.Load(d, operand + begin * kUnits);
    body.Store(d, body.CombineToStore(d, lhs, rhs), result + begin * kUnits);
  }
  if constexpr (kLanes > 1) {
    if (begin < end) CombinePieces<kLanes / 2>(body, result, operand, begin, end);
  }
}

// kParts = 0: a row has `parts` positions.
template <size_t kParts, class Body>
void CombineRowsOf(const Body& body, typename Body::Storage* result, const int64_t* targets,
                   const typename Body::Storage* updates, const int64_t* sources, int64_t count,
                   size_t parts) {
  constexpr size_t kLanes = hn::MaxLanes(hn::ScalableTag<typename Body::Lane>());
  constexpr auto kElement = static_cast<int64_t>(Body::kParts * kStride<Body>);
  const size_t end = kParts != 0 ? kParts : parts;
  for (int64_t i = 0; i < count; ++i) {
    CombinePieces<kLanes>(body, result + targets[i] * kElement, updates + sources[i] * kElement, 0,
                          end);
  }
}

template <class Body>
void CombineRowsAt(ElementType type, void* result, const int64_t* targets, const void* updates,
                   const int64_t* sources, int64_t count, int64_t length) {
  const Body body(type);
  const size_t parts = static_cast<size_t>(length) * Body::kParts;
  auto* const to = static_cast<typename Body::Storage*>(result);
  const auto* const from = static_cast<const typename Body::Storage*>(updates);
  if (parts == 2) return CombineRowsOf<2>(body, to, targets, from, sources, count, parts);
  if (parts == 3) return CombineRowsOf<3>(body, to, targets, from, sources, count, parts);
  if (parts == 4) return CombineRowsOf<4>(body, to, targets, from, sources, count, parts);
  CombineRowsOf<0>(body, to, targets, from, sources, count, parts);
}

// Stores the lesser or greater of two different numbers, without a branch that depends on which it
// is. Returns false for NaNs and equal numbers, of which zeros may differ in their sign. The
// elements have any address.
template <class Body>
HWY_INLINE bool StoreExtreme(uint8_t* at, const uint8_t* from) {
  typename Body::Lane lhs, rhs;
  std::memcpy(&lhs, at, sizeof(lhs));
  std::memcpy(&rhs, from, sizeof(rhs));
  if (!std::islessgreater(lhs, rhs)) return false;
  const hn::CappedTag<typename Body::Lane, 1> d;
  const auto a = hn::Set(d, lhs), b = hn::Set(d, rhs);
  lhs = hn::GetLane(kIsFloatMaximum<Body> ? hn::Max(a, b) : hn::Min(a, b));
  std::memcpy(at, &lhs, sizeof(lhs));
  return true;
}

template <class Body>
inline constexpr bool kIsIntegerSum = false;
template <class T>
inline constexpr bool kIsIntegerSum<RealBody<T, AddOp, 1>> = std::is_integral_v<T>;

// In a general register, which takes fewer instructions than a vector.
template <class T>
HWY_INLINE void AddInteger(uint8_t* at, const uint8_t* from) {
  using U = std::make_unsigned_t<T>;
  U total, update;
  std::memcpy(&total, at, sizeof(U));
  std::memcpy(&update, from, sizeof(U));
  total = static_cast<U>(total + update);
  std::memcpy(at, &total, sizeof(U));
}

// Combines one element with its update.
template <class Body>
HWY_INLINE void CombineElement(const Body& body, typename Body::Storage* at,
                               const typename Body::Storage* from) {
  if constexpr (kIsFloatExtreme<Body> && !kIsWeb) {
    if (StoreExtreme<Body>(reinterpret_cast<uint8_t*>(at),
                           reinterpret_cast<const uint8_t*>(from))) {
      return;
    }
  }
  if constexpr (kIsIntegerSum<Body> && !kIsWeb) {
    return AddInteger<typename Body::Lane>(reinterpret_cast<uint8_t*>(at),
                                           reinterpret_cast<const uint8_t*>(from));
  }
  if constexpr (requires { body.CombineOne(at, from); }) {
    if (body.CombineOne(at, from)) return;
  }
  const hn::CappedTag<typename Body::Lane, 1> d;
  constexpr size_t kUnits = kStride<Body>;
  for (size_t part = 0; part < Body::kParts; ++part) {
    const auto lhs = body.Load(d, at + part * kUnits);
    const auto rhs = body.Load(d, from + part * kUnits);
    body.Store(d, body.CombineToStore(d, lhs, rhs), at + part * kUnits);
  }
}

template <class Body>
void CombineAt(ElementType type, void* result, const int64_t* targets, const void* updates,
               const int64_t* sources, int64_t count) {
  using Storage = typename Body::Storage;
  const Body body(type);
  constexpr auto kElement = static_cast<int64_t>(Body::kParts * kStride<Body>);
  const auto combine = [&](int64_t i) HWY_ATTR {
    CombineElement(body, static_cast<Storage*>(result) + targets[i] * kElement,
                   static_cast<const Storage*>(updates) + sources[i] * kElement);
  };
  if (!kIsWeb && MostlyRepeat(targets, count)) {
    return CombineRuns(body, static_cast<Storage*>(result), targets,
                       static_cast<const Storage*>(updates), sources, count);
  }
  int64_t i = 0;
  // WebAssembly omits the unrolled loop, for code size.
  for (; !kIsWeb && i + 4 <= count; i += 4) {
    for (int64_t j = 0; j < 4; ++j) combine(i + j);
  }
  for (; i < count; ++i) combine(i);
}

#ifdef __wasm__
// The sums that have combine_indexed.
template <class Body>
inline constexpr bool kIsShortSum = false;
template <class T>
inline constexpr bool kIsShortSum<RealBody<T, AddOp, 1>> =
    sizeof(T) == 4 && (std::is_integral_v<T> || hwy::IsSame<T, float>());

// Adds update_of(i) to the element that index `i` numbers.
template <class Number, class UpdateOf>
HWY_INLINE void AddAtNumbers(uint8_t* to, const uint8_t* indices, size_t count,
                             UpdateOf update_of) {
  const auto add = [&](size_t i) HWY_ATTR {
    uint32_t index;
    Number total;
    std::memcpy(&index, indices + i * sizeof(index), sizeof(index));
    std::memcpy(&total, to + index * sizeof(Number), sizeof(Number));
    total = total + update_of(i);
    std::memcpy(to + index * sizeof(Number), &total, sizeof(Number));
  };
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (size_t j = 0; j < 4; ++j) add(i + j);
  }
  for (; i < count; ++i) add(i);
}

// `index_bytes` is 4.
template <class T>
void AddIndexed(ElementType, void* result, const void* indices, size_t, const void* updates,
                int64_t update_stride, int64_t count) {
  using Number = std::conditional_t<std::is_integral_v<T>, uint32_t, T>;
  auto* const to = static_cast<uint8_t*>(result);
  const auto* const places = static_cast<const uint8_t*>(indices);
  const auto* const from = static_cast<const uint8_t*>(updates);
  const auto step = static_cast<size_t>(update_stride) * sizeof(T);
  const auto load = [&](size_t i) HWY_ATTR {
    Number update;
    std::memcpy(&update, from + i * step, sizeof(T));
    return update;
  };
  if (step == 0) {
    const Number update = load(0);
    AddAtNumbers<Number>(to, places, static_cast<size_t>(count), [=](size_t) { return update; });
  } else {
    AddAtNumbers<Number>(to, places, static_cast<size_t>(count), load);
  }
}
#else
template <class Index, class Body>
void CombineByIndices(const Body& body, typename Body::Storage* result, const uint8_t* indices,
                      const typename Body::Storage* updates, int64_t stride, int64_t count) {
  constexpr auto kElement = static_cast<int64_t>(Body::kParts * kStride<Body>);
  const int64_t step = stride * kElement;
  const auto combine = [&](int64_t i) HWY_ATTR {
    Index index;
    std::memcpy(&index, indices + static_cast<size_t>(i) * sizeof(Index), sizeof(Index));
    CombineElement(body, result + static_cast<int64_t>(index) * kElement, updates + i * step);
  };
  int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (int64_t j = 0; j < 4; ++j) combine(i + j);
  }
  for (; i < count; ++i) combine(i);
}

// Returns whether no number is zero or NaN.
template <class T>
HWY_INLINE bool AreOrdinary(const T* numbers, int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto zero = hn::Zero(d);
  if (count < lanes) return false;
  auto is_zero_or_nan = hn::MaskFalse(d);
  for (int64_t i = 0; i < count; i += lanes) {
    i = HWY_MIN(i, count - lanes);
    const auto number = LoadAny(d, numbers + i);
    is_zero_or_nan = hn::Or(is_zero_or_nan, hn::Not(hn::Gt(hn::Abs(number), zero)));
  }
  return hn::AllFalse(d, is_zero_or_nan);
}

// As CombineByIndices, for neighbouring updates that are neither zero nor NaN. A number is taken if
// it is more extreme than the element, so a NaN stays.
template <class Index, class Body>
void TakeExtremes(uint8_t* result, const uint8_t* indices, const uint8_t* updates, int64_t count) {
  using T = typename Body::Lane;
  const auto take = [&](int64_t i) HWY_ATTR {
    Index index;
    std::memcpy(&index, indices + static_cast<size_t>(i) * sizeof(Index), sizeof(Index));
    uint8_t* const at = result + static_cast<size_t>(index) * sizeof(T);
    T element, update;
    std::memcpy(&element, at, sizeof(T));
    std::memcpy(&update, updates + static_cast<size_t>(i) * sizeof(T), sizeof(T));
    if constexpr (kIsFloatMaximum<Body>) {
      element = update > element ? update : element;
    } else {
      element = update < element ? update : element;
    }
    std::memcpy(at, &element, sizeof(T));
  };
  int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (int64_t j = 0; j < 4; ++j) take(i + j);
  }
  for (; i < count; ++i) take(i);
}

template <class Body>
void CombineIndexed(ElementType type, void* result, const void* indices, size_t index_bytes,
                    const void* updates, int64_t update_stride, int64_t count) {
  using Storage = typename Body::Storage;
  const Body body(type);
  auto* to = static_cast<Storage*>(result);
  const auto* places = static_cast<const uint8_t*>(indices);
  const auto* from = static_cast<const Storage*>(updates);
  if constexpr (kIsFloatExtreme<Body>) {
    if (update_stride == 1 && AreOrdinary(from, count)) {
      auto* const bytes = static_cast<uint8_t*>(result);
      const auto* const numbers = static_cast<const uint8_t*>(updates);
      return index_bytes == 4 ? TakeExtremes<uint32_t, Body>(bytes, places, numbers, count)
                              : TakeExtremes<uint64_t, Body>(bytes, places, numbers, count);
    }
  }
  if (index_bytes == 4) {
    CombineByIndices<uint32_t>(body, to, places, from, update_stride, count);
  } else {
    CombineByIndices<uint64_t>(body, to, places, from, update_stride, count);
  }
}
#endif  // __wasm__

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_SCATTER_KERNELS_INL_H_
