#ifndef __wasm__

#include <algorithm>

#include "simd/factor/interleaved_factors.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/factor/interleaved_kernels.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "simd/linalg/interleaved-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

using GroupMask = hn::Mask<GroupTag>;

HWY_INLINE GroupVector LoadGroup(const double* from) { return hn::LoadU(GroupTag(), from); }
HWY_INLINE void StoreGroup(GroupVector value, double* to) { hn::StoreU(value, GroupTag(), to); }
HWY_INLINE GroupMask NoLanes() {
  const GroupTag d;
  return hn::Ne(hn::Zero(d), hn::Zero(d));
}

// --- LU, column after column, as soon as all columns before it are final.

// Returns in each lane the first row from j on with the largest magnitude in column j.
HWY_INLINE GroupVector FindPivots(const Interleaved& a, int64_t rows, int64_t j) {
  const GroupTag d;
  GroupVector largest = hn::Abs(LoadGroup(a.At(j, j)));
  GroupVector pivot = hn::Set(d, static_cast<double>(j));
  for (int64_t i = j + 1; i < rows; ++i) {
    const GroupVector size = hn::Abs(LoadGroup(a.At(i, j)));
    const GroupMask is_larger = hn::Gt(size, largest);
    largest = hn::IfThenElse(is_larger, size, largest);
    pivot = hn::IfThenElse(is_larger, hn::Set(d, static_cast<double>(i)), pivot);
  }
  return pivot;
}

// Swaps row j and each lane's pivot, in kColumns columns.
template <size_t kColumns>
HWY_INLINE void SwapColumnsOfGroup(const Interleaved& a, int64_t rows, int64_t j, int64_t column,
                                   GroupVector pivot) {
  const GroupTag d;
  GroupVector old[kColumns], top[kColumns];
  HWY_UNROLL(4)
  for (size_t c = 0; c < kColumns; ++c) {
    old[c] = top[c] = LoadGroup(a.At(j, column + static_cast<int64_t>(c)));
  }
  for (int64_t i = j + 1; i < rows; ++i) {
    const GroupMask is_pivot = hn::Eq(pivot, hn::Set(d, static_cast<double>(i)));
    double* const row = a.At(i, column);
    HWY_UNROLL(4)
    for (size_t c = 0; c < kColumns; ++c) {
      double* const at = row + static_cast<int64_t>(c) * a.column_step();
      const GroupVector value = LoadGroup(at);
      top[c] = hn::IfThenElse(is_pivot, value, top[c]);
      StoreGroup(hn::IfThenElse(is_pivot, old[c], value), at);
    }
  }
  HWY_UNROLL(4)
  for (size_t c = 0; c < kColumns; ++c) {
    StoreGroup(top[c], a.At(j, column + static_cast<int64_t>(c)));
  }
}

HWY_INLINE void SwapRowsOfGroup(const Interleaved& a, int64_t rows, int64_t columns, int64_t j,
                                GroupVector pivot) {
  int64_t c = 0;
  for (; c + 4 <= columns; c += 4) SwapColumnsOfGroup<4>(a, rows, j, c, pivot);
  for (; c < columns; ++c) SwapColumnsOfGroup<1>(a, rows, j, c, pivot);
}

// Subtracts the multiples of the rows above from each element of column j.
template <bool kFused>
HWY_INLINE void UpdateColumn(const Interleaved& a, int64_t rows, int64_t j) {
  const auto subtract = [&](int64_t i, int64_t count, int64_t targets) HWY_ATTR {
    SubtractGroup<kFused>({a.At(i, j), a.row_step(), a.At(i, 0), a.column_step(), a.row_step(),
                           a.At(0, j), a.row_step(), count},
                          targets);
  };
  for (int64_t i = 1; i < std::min(j, rows); ++i) subtract(i, i, 1);
  if (j < rows) subtract(j, j, rows - j);
}

template <bool kFused>
HWY_INLINE GroupMask FactorLuOfVector(const Interleaved& a, int64_t rows, int64_t columns,
                                      double* pivots) {
  const GroupTag d;
  GroupMask failed = NoLanes();
  for (int64_t j = 0; j < columns; ++j) {
    UpdateColumn<kFused>(a, rows, j);
    if (j >= rows) continue;
    const GroupVector pivot = FindPivots(a, rows, j);
    StoreGroup(pivot, pivots + j * kInterleaved);
    SwapRowsOfGroup(a, rows, columns, j, pivot);
    const GroupVector divisor = LoadGroup(a.At(j, j));
    failed = hn::Or(failed, hn::Eq(divisor, hn::Zero(d)));
    for (int64_t i = j + 1; i < rows; ++i) {
      StoreGroup(hn::Div(LoadGroup(a.At(i, j)), divisor), a.At(i, j));
    }
  }
  return failed;
}

// --- QR by reflectors.

// Returns the sum of x[i] * y[i] in the order of DotRows.
HWY_INLINE GroupVector DotGroup(const double* x, const double* y, int64_t step, int64_t count) {
  const GroupTag d;
  GroupVector sums[8];
  HWY_UNROLL(8)
  for (int64_t l = 0; l < 8; ++l) {
    sums[l] = hn::Zero(d);
    for (int64_t i = l; i < count; i += 8) {
      sums[l] = hn::Add(sums[l], hn::Mul(LoadGroup(x + i * step), LoadGroup(y + i * step)));
    }
  }
  const GroupVector even = hn::Add(hn::Add(sums[0], sums[4]), hn::Add(sums[2], sums[6]));
  const GroupVector odd = hn::Add(hn::Add(sums[1], sums[5]), hn::Add(sums[3], sums[7]));
  return hn::Add(even, odd);
}

// One reflector of each lane.
struct GroupReflector {
  GroupVector tau;
  GroupVector beta;
  // Factor of the elements after alpha.
  GroupVector scale;
  // Lanes whose elements after alpha are zero: the reflector is the identity.
  GroupMask is_identity;
  GroupMask failed;
};

// larfg. Lanes fail whose squares could overflow or vanish, and those with infinities or NaNs.
HWY_INLINE GroupReflector MakeGroupReflector(GroupVector alpha, const double* x, int64_t step,
                                             int64_t count) {
  const GroupTag d;
  const GroupVector zero = hn::Zero(d), one = hn::Set(d, 1.0);
  GroupVector largest = zero;
  for (int64_t i = 0; i < count; ++i) {
    largest = hn::Max(largest, hn::Abs(LoadGroup(x + i * step)));
  }
  const GroupVector norm = hn::Sqrt(DotGroup(x, x, step, count));
  const GroupVector size = hn::Abs(alpha);
  const GroupVector large = hn::Max(size, norm), small = hn::Min(size, norm);
  const GroupVector ratio = hn::Div(small, large);
  const GroupVector root = hn::Sqrt(hn::Add(one, hn::Mul(ratio, ratio)));
  const GroupVector length = hn::IfThenElse(hn::Eq(small, zero), large, hn::Mul(large, root));
  const GroupVector beta = hn::CopySign(length, hn::Neg(alpha));
  GroupReflector made;
  made.is_identity = hn::Eq(norm, zero);
  made.tau = hn::IfThenElse(made.is_identity, zero, hn::Div(hn::Sub(beta, alpha), beta));
  made.scale = hn::IfThenElse(made.is_identity, one, hn::Div(one, hn::Sub(alpha, beta)));
  made.beta = hn::IfThenElse(made.is_identity, alpha, beta);
  const GroupMask is_plain =
      hn::And(hn::Gt(largest, hn::Set(d, 0x1p-400)), hn::Lt(norm, hn::Set(d, 0x1p+400)));
  // Squares of tiny numbers vanish too, so that a norm of 0 is not enough.
  const GroupMask is_zero = hn::And(made.is_identity, hn::Eq(largest, zero));
  const GroupMask is_usual =
      hn::And(hn::Or(is_plain, is_zero), hn::Lt(size, hn::Set(d, 0x1p+1000)));
  made.failed = hn::Not(is_usual);
  return made;
}

// Applies the reflector in column j, whose first element is 1, to column c.
HWY_INLINE void ReflectColumn(const Interleaved& a, int64_t rows, int64_t j, int64_t c,
                              const GroupReflector& reflector) {
  const GroupTag d;
  GroupVector product = hn::Sub(hn::Zero(d), LoadGroup(a.At(j, c)));
  for (int64_t i = j + 1; i < rows; ++i) {
    product = hn::Sub(product, hn::Mul(LoadGroup(a.At(i, j)), LoadGroup(a.At(i, c))));
  }
  const auto reflect = [&](int64_t i, GroupVector v) HWY_ATTR {
    const GroupVector old = LoadGroup(a.At(i, c));
    const GroupVector factor = hn::Neg(hn::Mul(v, reflector.tau));
    const GroupVector value = hn::Sub(old, hn::Mul(factor, product));
    StoreGroup(hn::IfThenElse(reflector.is_identity, old, value), a.At(i, c));
  };
  reflect(j, hn::Set(d, 1.0));
  for (int64_t i = j + 1; i < rows; ++i) reflect(i, LoadGroup(a.At(i, j)));
}

HWY_INLINE GroupMask FactorQrOfVector(const Interleaved& a, int64_t rows, int64_t columns,
                                      double* tau) {
  GroupMask failed = NoLanes();
  for (int64_t j = 0; j < columns; ++j) {
    const GroupReflector reflector =
        MakeGroupReflector(LoadGroup(a.At(j, j)), a.At(j + 1, j), a.row_step(), rows - j - 1);
    failed = hn::Or(failed, reflector.failed);
    StoreGroup(reflector.tau, tau + j * kInterleaved);
    for (int64_t i = j + 1; i < rows; ++i) {
      StoreGroup(hn::Mul(LoadGroup(a.At(i, j)), reflector.scale), a.At(i, j));
    }
    StoreGroup(reflector.beta, a.At(j, j));
    for (int64_t c = j + 1; c < columns; ++c) ReflectColumn(a, rows, j, c, reflector);
  }
  return failed;
}

// --- Products of reflectors, I - V T V^H.

// Sets the diagonal of V to 1. Returns the lanes with infinities or NaNs: products of zeros, which
// are left out, would be NaN.
HWY_INLINE GroupMask PrepareReflectors(const InterleavedReflectors& all) {
  const GroupTag d;
  GroupVector zeros = hn::Zero(d);
  for (int64_t k = 0; k < all.count; ++k) {
    zeros = hn::MulAdd(LoadGroup(all.tau + k * kInterleaved), hn::Zero(d), zeros);
    StoreGroup(hn::Set(d, 1.0), all.v.At(k, k));
    for (int64_t i = k + 1; i < all.rows; ++i) {
      zeros = hn::MulAdd(LoadGroup(all.v.At(i, k)), hn::Zero(d), zeros);
    }
  }
  return hn::Not(hn::Eq(zeros, hn::Zero(d)));
}

// larft. Returns the lanes with infinities or NaNs.
HWY_INLINE GroupMask MakeGroupTriangle(const InterleavedReflectors& all) {
  const GroupTag d;
  GroupVector zeros = hn::Zero(d);
  GroupVector products[kMostInterleaved];
  for (int64_t i = 0; i < all.count; ++i) {
    const GroupVector factor = LoadGroup(all.tau + i * kInterleaved);
    for (int64_t k = 0; k < i; ++k) {
      products[k] = DotGroup(all.v.At(i, k), all.v.At(i, i), all.v.row_step(), all.rows - i);
    }
    for (int64_t k = 0; k < i; ++k) {
      GroupVector sum = hn::Zero(d);
      for (int64_t l = k; l < i; ++l) {
        sum = hn::Add(sum, hn::Mul(LoadGroup(all.triangle.At(k, l)), products[l]));
      }
      const GroupVector value = hn::Neg(hn::Mul(factor, sum));
      zeros = hn::MulAdd(value, hn::Zero(d), zeros);
      StoreGroup(value, all.triangle.At(k, i));
    }
    StoreGroup(factor, all.triangle.At(i, i));
  }
  return hn::Not(hn::Eq(zeros, hn::Zero(d)));
}

// scaled = T V^H of the identity. Row k is zero before column k, and column c of V^H after row c.
HWY_INLINE void ScaleReflectors(const InterleavedReflectors& all) {
  const GroupTag d;
  for (int64_t k = 0; k < all.count; ++k) {
    for (int64_t c = 0; c < all.columns; ++c) {
      GroupVector sum = hn::Zero(d);
      for (int64_t l = k; l < std::min(c + 1, all.count); ++l) {
        const GroupVector product = hn::Sub(hn::Zero(d), LoadGroup(all.v.At(c, l)));
        sum = hn::Sub(sum, hn::Mul(LoadGroup(all.triangle.At(k, l)), product));
      }
      StoreGroup(sum, all.scaled.At(k, c));
    }
  }
}

HWY_INLINE GroupMask MultiplyReflectorsOfVector(const InterleavedReflectors& all) {
  const GroupTag d;
  // One after the other: the triangle reads the diagonal of V, which must be 1.
  const GroupMask v_failed = PrepareReflectors(all);
  const GroupMask triangle_failed = MakeGroupTriangle(all);
  ScaleReflectors(all);
  for (int64_t i = 0; i < all.rows; ++i) {
    for (int64_t c = 0; c < all.columns; ++c) {
      StoreGroup(i == c ? hn::Set(d, 1.0) : hn::Zero(d), all.q.At(i, c));
    }
    const int64_t count = std::min(i + 1, all.count);
    SubtractGroup<false>(
        {all.q.At(i, 0), all.q.column_step(), all.scaled.At(0, 0), all.scaled.row_step(),
         all.scaled.column_step(), all.v.At(i, 0), all.v.column_step(), count},
        all.columns);
  }
  return hn::Or(v_failed, triangle_failed);
}

}  // namespace

uint32_t FactorLuKernel(const Interleaved& a, int64_t rows, int64_t columns, double* pivots,
                        bool is_fused) {
  return ForEachVector([&](int64_t lane) HWY_ATTR {
    const Interleaved part = FromLane(a, lane);
    return kGroupCanFuse && is_fused
               ? FactorLuOfVector<kGroupCanFuse>(part, rows, columns, pivots + lane)
               : FactorLuOfVector<false>(part, rows, columns, pivots + lane);
  });
}

uint32_t FactorQrKernel(const Interleaved& a, int64_t rows, int64_t columns, double* tau) {
  return ForEachVector([&](int64_t lane) HWY_ATTR {
    return FactorQrOfVector(FromLane(a, lane), rows, columns, tau + lane);
  });
}

uint32_t MultiplyReflectorsKernel(const InterleavedReflectors& all) {
  return ForEachVector([&](int64_t lane) HWY_ATTR {
    InterleavedReflectors part = all;
    for (Interleaved* matrix : {&part.v, &part.q, &part.triangle, &part.scaled}) {
      *matrix = FromLane(*matrix, lane);
    }
    part.tau += lane;
    return MultiplyReflectorsOfVector(part);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(FactorLuKernel);
HWY_EXPORT(FactorQrKernel);
HWY_EXPORT(MultiplyReflectorsKernel);

uint32_t FactorLu(const Interleaved& a, int64_t rows, int64_t columns, double* pivots,
                  bool is_fused) {
  return HWY_DYNAMIC_DISPATCH(FactorLuKernel)(a, rows, columns, pivots, is_fused);
}
uint32_t FactorQr(const Interleaved& a, int64_t rows, int64_t columns, double* tau) {
  return HWY_DYNAMIC_DISPATCH(FactorQrKernel)(a, rows, columns, tau);
}
uint32_t MultiplyReflectors(const InterleavedReflectors& all) {
  return HWY_DYNAMIC_DISPATCH(MultiplyReflectorsKernel)(all);
}

}  // namespace paddock::simd
#endif
#endif  // __wasm__
