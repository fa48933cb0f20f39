#include "simd/linalg/row_blocks.h"

#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/linalg/row_blocks.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Sums that are in registers at once: a row is read once for four targets. WebAssembly has one
// kernel, for size.
constexpr size_t kTargets = HWY_ARCH_WASM ? 1 : 4;
// 16 sums beside 4 vectors of a row, or 8 beside 2 where there are 16 registers. A single target
// has as many sums as hide the latency of a subtraction.
constexpr bool kHasFewRegisters = HWY_ARCH_X86 && HWY_TARGET > HWY_AVX3;
constexpr size_t kVectors = kHasFewRegisters ? 2 : 4;
constexpr size_t kVectorsOfOne = HWY_ARCH_WASM ? 4 : 8;
// WebAssembly leaves fused kernels out, for size.
constexpr bool kCanFuse = HWY_NATIVE_FMA && !HWY_ARCH_WASM;

template <bool kFused, size_t kRows, size_t kCount, class T>
HWY_INLINE void SubtractTile(const RowBlockOf<T>& all, int64_t first, int64_t column, size_t rest) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const size_t lanes = hn::Lanes(d);
  const auto load = [&](const T* from) HWY_ATTR {
    return rest == lanes ? hn::LoadU(d, from) : hn::LoadN(d, from, rest);
  };
  T* const targets = all.targets + first * all.target_stride + column;
  const T* factors = all.factors + first * all.factor_stride;
  const T* row = all.rows + column;
  V sums[kRows][kCount];
  HWY_UNROLL(8)
  for (size_t i = 0; i < kRows; ++i) {
    HWY_UNROLL(8)
    for (size_t v = 0; v < kCount; ++v) {
      sums[i][v] = load(targets + static_cast<int64_t>(i) * all.target_stride + v * lanes);
    }
  }
  for (int64_t k = 0; k < all.count; ++k) {
    V values[kCount];
    HWY_UNROLL(8)
    for (size_t v = 0; v < kCount; ++v) values[v] = load(row + v * lanes);
    HWY_UNROLL(8)
    for (size_t i = 0; i < kRows; ++i) {
      const V factor = hn::Set(d, factors[static_cast<int64_t>(i) * all.factor_stride]);
      HWY_UNROLL(8)
      for (size_t v = 0; v < kCount; ++v) {
        sums[i][v] = kFused ? hn::NegMulAdd(factor, values[v], sums[i][v])
                            : hn::Sub(sums[i][v], hn::Mul(factor, values[v]));
      }
    }
    row += all.row_stride;
    factors += all.factor_step;
  }
  HWY_UNROLL(8)
  for (size_t i = 0; i < kRows; ++i) {
    HWY_UNROLL(8)
    for (size_t v = 0; v < kCount; ++v) {
      T* const to = targets + static_cast<int64_t>(i) * all.target_stride + v * lanes;
      rest == lanes ? hn::StoreU(sums[i][v], d, to) : hn::StoreN(sums[i][v], d, to, rest);
    }
  }
}

// Columns from `column` on for targets begin .. end, kRows at once; first kCount vectors at once,
// then fewer.
template <bool kFused, size_t kRows, size_t kCount, class T>
void SubtractTargets(const RowBlockOf<T>& all, int64_t begin, int64_t end, int64_t column) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<T>()));
  constexpr auto kStep = static_cast<int64_t>(kRows);
  const int64_t width = static_cast<int64_t>(kCount) * lanes;
  const auto subtract = [&](size_t rest) HWY_ATTR {
    for (int64_t t = begin; t + kStep <= end; t += kStep) {
      SubtractTile<kFused, kRows, kCount>(all, t, column, rest);
    }
  };
  for (; column + width <= all.columns; column += width) subtract(static_cast<size_t>(lanes));
  if (column == all.columns) return;
  if constexpr (kCount > 1) {
    SubtractTargets<kFused, kRows, HWY_ARCH_WASM ? 1 : kCount / 2>(all, begin, end, column);
  } else {
    subtract(static_cast<size_t>(all.columns - column));
  }
}

template <bool kFused, class T>
void SubtractAll(const RowBlockOf<T>& all) {
  constexpr auto kStep = static_cast<int64_t>(kTargets);
  const int64_t whole = kTargets == 1 ? 0 : all.target_count / kStep * kStep;
  if constexpr (kTargets > 1) SubtractTargets<kFused, kTargets, kVectors>(all, 0, whole, 0);
  SubtractTargets<kFused, 1, kVectorsOfOne>(all, whole, all.target_count, 0);
}

}  // namespace

void SubtractBlockKernel(const RowBlock& all) {
  kCanFuse&& all.is_fused ? SubtractAll<kCanFuse>(all) : SubtractAll<false>(all);
}

#if !HWY_ARCH_WASM
void SubtractSingleBlockKernel(const RowBlockOf<float>& all) {
  kCanFuse&& all.is_fused ? SubtractAll<kCanFuse>(all) : SubtractAll<false>(all);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(SubtractBlockKernel);

void SubtractBlock(const RowBlock& block) {
  // An empty block may have no memory.
  if (block.target_count == 0 || block.count == 0) return;
  HWY_DYNAMIC_DISPATCH(SubtractBlockKernel)(block);
}

#if !HWY_ARCH_WASM
HWY_EXPORT(SubtractSingleBlockKernel);

void SubtractBlock(const RowBlockOf<float>& block) {
  if (block.target_count == 0 || block.count == 0) return;
  HWY_DYNAMIC_DISPATCH(SubtractSingleBlockKernel)(block);
}
#endif

}  // namespace paddock::simd
#endif
