// The reduce_rows of bodies that have none of their own.
#include <cstdint>

#if defined(PADDOCK_SIMD_REDUCE_ROWS_BY_CALLS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_ROWS_BY_CALLS_INL_H_
#undef PADDOCK_SIMD_REDUCE_ROWS_BY_CALLS_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_ROWS_BY_CALLS_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/reduce/monoid_kernels-inl.h"
#include "simd/reduce/rows_by_calls.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {

// Conjunctions and disjunctions of bytes.
template <class Body>
inline constexpr bool kIsOfBooleans = false;

// Bodies whose rows are reduced by the other kernels.
template <class Body>
inline constexpr bool kReducesRowsByCalls = kIsWeb;
template <class T, class Op>
inline constexpr bool kReducesRowsByCalls<RealBody<T, Op>> =
    kIsWeb && !hwy::IsSame<T, float>() && !hwy::IsSame<T, int32_t>() &&
    !(sizeof(T) >= 4 && hwy::IsSame<Op, AddOp>()) && !kIsOfBooleans<RealBody<T, Op>>;

template <class Body>
void RowsByCalls(ElementType type, const void* operand, int64_t row_stride, int64_t count,
                 void* result, int64_t rows) {
  const RowCalls calls = {&Combine<Body>, &Accumulate<Body>};
  ReduceRowsByCalls(calls, type, operand, row_stride, count, result, rows);
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_ROWS_BY_CALLS_INL_H_
