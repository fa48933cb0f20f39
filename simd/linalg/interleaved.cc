#include "simd/linalg/interleaved.h"

#ifndef __wasm__

#include <algorithm>

#include "simd/linalg/number.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/linalg/interleaved.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "simd/linalg/interleaved-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

// --- Layout. A square of as many matrices as elements is transposed in registers.

using SquareTag = hn::CappedTag<double, 4>;
using SquareVector = hn::Vec<SquareTag>;
constexpr size_t kSide = HWY_MAX_LANES_D(SquareTag);

HWY_INLINE void TransposeSquare(SquareVector (&v)[kSide]) {
  const SquareTag d;
  if constexpr (kSide == 2) {
    const SquareVector lower = hn::InterleaveLower(d, v[0], v[1]);
    v[1] = hn::InterleaveUpper(d, v[0], v[1]);
    v[0] = lower;
  } else if constexpr (kSide == 4) {
    const SquareVector even01 = hn::InterleaveLower(d, v[0], v[1]);
    const SquareVector odd01 = hn::InterleaveUpper(d, v[0], v[1]);
    const SquareVector even23 = hn::InterleaveLower(d, v[2], v[3]);
    const SquareVector odd23 = hn::InterleaveUpper(d, v[2], v[3]);
    v[0] = hn::ConcatLowerLower(d, even23, even01);
    v[1] = hn::ConcatLowerLower(d, odd23, odd01);
    v[2] = hn::ConcatUpperUpper(d, even23, even01);
    v[3] = hn::ConcatUpperUpper(d, odd23, odd01);
  }
}

// Elements may lie at any address.
template <class T>
HWY_INLINE SquareVector LoadWide(const std::byte* from) {
  const SquareTag d;
  const hn::Rebind<T, SquareTag> narrow;
  const hn::Repartition<uint8_t, decltype(narrow)> bytes;
  const auto values = hn::BitCast(narrow, hn::LoadU(bytes, reinterpret_cast<const uint8_t*>(from)));
  if constexpr (sizeof(T) == sizeof(double)) {
    return values;
  } else {
    return hn::PromoteTo(d, values);
  }
}

template <class T>
HWY_INLINE void StoreNarrow(SquareVector value, std::byte* to) {
  const hn::Rebind<T, SquareTag> narrow;
  const hn::Repartition<uint8_t, decltype(narrow)> bytes;
  auto* const at = reinterpret_cast<uint8_t*>(to);
  if constexpr (sizeof(T) == sizeof(double)) {
    hn::StoreU(hn::BitCast(bytes, value), bytes, at);
  } else {
    hn::StoreU(hn::BitCast(bytes, hn::DemoteTo(narrow, value)), bytes, at);
  }
}

// Calls run(first element) for squares that cover `elements`, at least kSide. The last one may
// repeat elements.
template <class Run>
HWY_INLINE void ForEachSquare(int64_t elements, Run run) {
  constexpr auto kStep = static_cast<int64_t>(kSide);
  for (int64_t e = 0; e < elements; e += kStep) run(std::min(e, elements - kStep));
}

template <class T>
void InterleaveAs(const std::byte* from, int64_t count, int64_t elements, double* to) {
  const SquareTag d;
  constexpr auto kStep = static_cast<int64_t>(kSide);
  constexpr auto kBytes = static_cast<int64_t>(sizeof(T));
  for (int64_t l = 0; l < kInterleaved; l += kStep) {
    const std::byte* matrices[kSide];
    for (int64_t i = 0; i < kStep; ++i) {
      matrices[i] = from + std::min(l + i, count - 1) * elements * kBytes;
    }
    if (elements < kStep) {
      for (int64_t e = 0; e < elements; ++e) {
        for (int64_t i = 0; i < kStep; ++i) {
          to[e * kInterleaved + l + i] = internal::LoadPart<T>(matrices[i] + e * kBytes);
        }
      }
      continue;
    }
    ForEachSquare(elements, [&](int64_t e) HWY_ATTR {
      SquareVector square[kSide];
      for (size_t i = 0; i < kSide; ++i) square[i] = LoadWide<T>(matrices[i] + e * kBytes);
      TransposeSquare(square);
      for (int64_t i = 0; i < kStep; ++i) {
        hn::StoreU(square[i], d, to + (e + i) * kInterleaved + l);
      }
    });
  }
}

template <class T>
void DeinterleaveAs(const double* from, int64_t count, int64_t elements, std::byte* to) {
  const SquareTag d;
  constexpr auto kStep = static_cast<int64_t>(kSide);
  constexpr auto kBytes = static_cast<int64_t>(sizeof(T));
  const int64_t bytes = elements * kBytes;
  for (int64_t l = 0; l < count; l += kStep) {
    const int64_t end = std::min(count, l + kStep);
    if (elements < kStep) {
      for (int64_t i = l; i < end; ++i) {
        for (int64_t e = 0; e < elements; ++e) {
          internal::StorePart<T>(from[e * kInterleaved + i], to + i * bytes + e * kBytes);
        }
      }
      continue;
    }
    ForEachSquare(elements, [&](int64_t e) HWY_ATTR {
      SquareVector square[kSide];
      for (int64_t i = 0; i < kStep; ++i) {
        square[i] = hn::LoadU(d, from + (e + i) * kInterleaved + l);
      }
      TransposeSquare(square);
      for (int64_t i = 0; i < end - l; ++i) {
        StoreNarrow<T>(square[i], to + (l + i) * bytes + e * kBytes);
      }
    });
  }
}

// --- Kernels.

template <bool kFused>
HWY_INLINE hn::Mask<GroupTag> FactorVector(const Interleaved& u, int64_t size) {
  const GroupTag d;
  const GroupVector zero = hn::Zero(d);
  auto failed = hn::Ne(zero, zero);
  for (int64_t i = 0; i < size; ++i) {
    SubtractGroup<kFused>({u.At(i, i), u.column_step(), u.At(0, i), u.row_step(), u.column_step(),
                           u.At(0, i), u.row_step(), i},
                          size - i);
    const GroupVector pivot = hn::LoadU(d, u.At(i, i));
    failed = hn::Or(failed, hn::Not(hn::Gt(pivot, zero)));
    const GroupVector root = hn::Sqrt(pivot);
    hn::StoreU(root, d, u.At(i, i));
    for (int64_t c = i + 1; c < size; ++c) {
      hn::StoreU(hn::Div(hn::LoadU(d, u.At(i, c)), root), d, u.At(i, c));
    }
  }
  return failed;
}

template <bool kFused>
HWY_INLINE void SolveVector(const InterleavedSolve& all) {
  const GroupTag d;
  const Interleaved& m = all.matrix;
  const Interleaved& x = all.x;
  for (int64_t step = 0; step < all.size; ++step) {
    const int64_t row = all.is_lower ? step : all.size - 1 - step;
    const int64_t first = all.is_lower ? 0 : row + 1;
    SubtractGroup<kFused>({x.At(row, 0), x.column_step(), x.At(first, 0), x.row_step(),
                           x.column_step(), m.At(row, first), m.column_step(), step},
                          all.columns);
    if (all.has_unit_diagonal) continue;
    const GroupVector divisor = hn::LoadU(d, m.At(row, row));
    for (int64_t c = 0; c < all.columns; ++c) {
      hn::StoreU(hn::Div(hn::LoadU(d, x.At(row, c)), divisor), d, x.At(row, c));
    }
  }
}

}  // namespace

void InterleaveKernel(ElementType type, const std::byte* from, int64_t count, int64_t elements,
                      double* to) {
  type == ElementType::kF32 ? InterleaveAs<float>(from, count, elements, to)
                            : InterleaveAs<double>(from, count, elements, to);
}

void DeinterleaveKernel(ElementType type, const double* from, int64_t count, int64_t elements,
                        std::byte* to) {
  type == ElementType::kF32 ? DeinterleaveAs<float>(from, count, elements, to)
                            : DeinterleaveAs<double>(from, count, elements, to);
}

uint32_t FactorCholeskyKernel(const Interleaved& u, int64_t size, bool is_fused) {
  return ForEachVector([&](int64_t lane) HWY_ATTR {
    const Interleaved part = FromLane(u, lane);
    return kGroupCanFuse && is_fused ? FactorVector<kGroupCanFuse>(part, size)
                                     : FactorVector<false>(part, size);
  });
}

void SolveTriangularKernel(const InterleavedSolve& solve) {
  for (int64_t lane = 0; lane < kInterleaved; lane += static_cast<int64_t>(hn::Lanes(GroupTag()))) {
    InterleavedSolve part = solve;
    part.matrix = FromLane(solve.matrix, lane);
    part.x = FromLane(solve.x, lane);
    kGroupCanFuse&& solve.is_fused ? SolveVector<kGroupCanFuse>(part) : SolveVector<false>(part);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(InterleaveKernel);
HWY_EXPORT(DeinterleaveKernel);
HWY_EXPORT(FactorCholeskyKernel);
HWY_EXPORT(SolveTriangularKernel);

void Interleave(ElementType type, const std::byte* from, int64_t count, int64_t elements,
                double* to) {
  HWY_DYNAMIC_DISPATCH(InterleaveKernel)(type, from, count, elements, to);
}
void Deinterleave(ElementType type, const double* from, int64_t count, int64_t elements,
                  std::byte* to) {
  HWY_DYNAMIC_DISPATCH(DeinterleaveKernel)(type, from, count, elements, to);
}
uint32_t FactorCholesky(const Interleaved& u, int64_t size, bool is_fused) {
  return HWY_DYNAMIC_DISPATCH(FactorCholeskyKernel)(u, size, is_fused);
}
void SolveTriangular(const InterleavedSolve& solve) {
  HWY_DYNAMIC_DISPATCH(SolveTriangularKernel)(solve);
}

}  // namespace paddock::simd
#endif
#endif  // __wasm__
