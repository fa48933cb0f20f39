#include "simd/linalg/single_solve.h"

#ifndef __wasm__

#include <cstddef>

#include "simd/linalg/number.h"
#include "simd/linalg/triangular_solve.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/linalg/single_solve.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Computes in C.
template <bool kFused, class C, class T>
class SingleSolver {
 public:
  explicit SingleSolver(const SingleSolve& solve) : solve_(solve) {}

  void Run() {
    for (int64_t step = 0; step < solve_.size; ++step) {
      const int64_t row = solve_.is_lower ? step : solve_.size - 1 - step;
      C sum = Load(solve_.b, row);
      if (solve_.is_lower) {
        sum = Subtract(sum, row, 0, row);
      } else {
        // As in BlockSolver::SolveUpper.
        const int64_t group = solve_.size - step / kRowsTogether * kRowsTogether;
        if (solve_.is_fast) sum = Subtract(sum, row, group, solve_.size);
        sum = Subtract(sum, row, row + 1, solve_.is_fast ? group : solve_.size);
      }
      if (!solve_.has_unit_diagonal) sum /= At(row, row);
      x_[row] = sum;
      internal::StorePart<T>(sum, solve_.x + row * kBytes);
    }
  }

 private:
  static constexpr auto kBytes = static_cast<int64_t>(sizeof(T));

  static HWY_INLINE C Load(const std::byte* from, int64_t element) {
    return static_cast<C>(internal::LoadPart<T>(from + element * kBytes));
  }
  HWY_INLINE C At(int64_t row, int64_t column) const {
    return Load(solve_.a, row * solve_.row_stride + column * solve_.column_stride);
  }

  HWY_INLINE C Subtract(C sum, int64_t row, int64_t begin, int64_t end) const {
    const hn::CappedTag<C, 1> d;
    for (int64_t k = begin; k < end; ++k) {
      const C factor = At(row, k);
      sum = kFused
                ? hn::GetLane(hn::NegMulAdd(hn::Set(d, factor), hn::Set(d, x_[k]), hn::Set(d, sum)))
                : sum - factor * x_[k];
    }
    return sum;
  }

  const SingleSolve& solve_;
  C x_[kMostSingleSolve];
};

template <class C, class T>
void SolveIn(const SingleSolve& solve) {
  if (HWY_NATIVE_FMA && solve.is_fast) return SingleSolver<HWY_NATIVE_FMA, C, T>(solve).Run();
  SingleSolver<false, C, T>(solve).Run();
}

}  // namespace

void SolveSingleKernel(const SingleSolve& solve) {
  if (solve.is_single) return SolveIn<float, float>(solve);
  solve.type == ElementType::kF32 ? SolveIn<double, float>(solve) : SolveIn<double, double>(solve);
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(SolveSingleKernel);

void SolveSingle(const SingleSolve& solve) { HWY_DYNAMIC_DISPATCH(SolveSingleKernel)(solve); }

}  // namespace paddock::simd
#endif
#endif  // __wasm__
