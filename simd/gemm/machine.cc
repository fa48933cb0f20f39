#include "simd/gemm/machine.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/gemm/machine.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "simd/gemm/micro_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// (1 + e) * (1 - e) rounds to 1; minus 1 that is 0 unless the product was kept exact. The
// factors come through memory that the compiler cannot see through.
bool Fuses() {
  const hn::ScalableTag<float> d;
  volatile float above = 1.0f + 0x1p-23f;
  volatile float below = 1.0f - 0x1p-23f;
  const float above_one = above;
  const float below_one = below;
  const auto sum =
      gemm::MultiplyAdd<true>(hn::Set(d, above_one), hn::Set(d, below_one), hn::Set(d, -1.0f));
  return hn::GetLane(sum) != 0.0f;
}

// Independent sums. Two multiply-adds per cycle with a latency of four cycles need eight sums. Ten
// sums and both factors fit sixteen registers.
constexpr size_t kSums = 10;

// sum = sum * factor + b: nothing to load, and nothing that a compiler could move out.
template <class T, bool kFused>
HWY_NOINLINE double RunOnRegisters(T factor) {
  constexpr int64_t kRounds = 50000;
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const V a = hn::Set(d, factor);
  const V b = hn::Iota(d, T{1});
  V sums[kSums];
  HWY_UNROLL(16)
  for (size_t i = 0; i < kSums; ++i) sums[i] = hn::Set(d, static_cast<T>(i));
  for (int64_t round = 0; round < kRounds; ++round) {
    HWY_UNROLL(16)
    for (size_t i = 0; i < kSums; ++i) sums[i] = gemm::MultiplyAdd<kFused>(sums[i], a, b);
  }
  volatile T sink;
  HWY_UNROLL(16)
  for (size_t i = 0; i < kSums; ++i) sink = hn::ReduceSum(d, sums[i]);
  static_cast<void>(sink);
  return static_cast<double>(kRounds * static_cast<int64_t>(kSums * hn::Lanes(d)));
}

// The other form, sum = a * b + sum, with a and b from the first cache. WebAssembly engines compile
// this form to a single instruction.
template <class T, bool kFused>
double RunOnCache(T factor) {
  constexpr size_t kDepth = 32;
  constexpr int64_t kRounds = 1000;
  const size_t width = 2 * hn::Lanes(hn::ScalableTag<T>());
  HWY_ALIGN T lhs[kDepth * gemm::kRealRows];
  HWY_ALIGN T rhs[kDepth * 2 * HWY_MAX_BYTES / sizeof(T)];
  HWY_ALIGN T sums[gemm::kRealRows * 2 * HWY_MAX_BYTES / sizeof(T)];
  for (T& lane : lhs) lane = factor;
  for (T& lane : rhs) lane = factor;
  for (T& lane : sums) lane = T{0};
  using Lhs = gemm::PackedLhs<T, 1, gemm::kRealRows>;
  using Rhs = gemm::PackedRhs<T, 1, 2 * gemm::kRegisterLanes<T>>;
  for (int64_t round = 0; round < kRounds; ++round) {
    gemm::MicroKernel<gemm::RealOp<T, kFused>, gemm::kRealRows, 2>(
        kDepth, Lhs{lhs}, Rhs{rhs}, gemm::SumTile<T>{sums, width, 0}, true, sums);
  }
  volatile T sink = sums[0];
  static_cast<void>(sink);
  return static_cast<double>(kRounds * static_cast<int64_t>(kDepth * gemm::kRealRows * width));
}

using Clock = std::chrono::steady_clock;

// Result of one run, on registers or on the first cache.
struct Rate {
  double operations;
  double seconds;

  double gflops() const { return operations / seconds * 1e-9; }
};

// Shortest time that is measured. A browser's clock has steps of 0.1 ms, in which a run can end.
#ifdef __EMSCRIPTEN__
constexpr double kLeastSeconds = 1e-3;
#else
constexpr double kLeastSeconds = 1e-9;
#endif

template <class T, bool kFused>
Rate RunOnce(bool on_cache) {
  volatile T half = T{0.5};
  const T factor = half;
  Rate rate{0, 0};
  const auto start = Clock::now();
  do {
    rate.operations +=
        2.0 * (on_cache ? RunOnCache<T, kFused>(factor) : RunOnRegisters<T, kFused>(factor));
    rate.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  } while (rate.seconds < kLeastSeconds);
  return rate;
}

// Returns the better of both forms, each the median of its runs. The fastest run may belong to a
// burst at a higher clock than a product sustains.
template <class T, bool kFused>
double Measure() {
  constexpr size_t kRuns = 21;
  double gflops[2][kRuns];
  for (size_t run = 0; run < 2 * kRuns; ++run) {
    const bool on_cache = run % 2 == 1;
    gflops[on_cache ? 1 : 0][run / 2] = RunOnce<T, kFused>(on_cache).gflops();
  }
  for (double* form : gflops) std::nth_element(form, form + kRuns / 2, form + kRuns);
  return HWY_MAX(gflops[0][kRuns / 2], gflops[1][kRuns / 2]);
}

// The median of all runs of the form that is faster in the first.
template <class T, bool kFused>
double MeasureHeld(double seconds) {
  const bool on_cache = RunOnce<T, kFused>(true).gflops() > RunOnce<T, kFused>(false).gflops();
  std::vector<double> gflops;
  for (double spent = 0; spent < seconds || gflops.empty();) {
    const Rate one = RunOnce<T, kFused>(on_cache);
    gflops.push_back(one.gflops());
    spent += one.seconds;
  }
  std::ranges::nth_element(gflops, gflops.begin() + std::ssize(gflops) / 2);
  return gflops[gflops.size() / 2];
}

}  // namespace

bool FusesHere() { return Fuses(); }

double HeldHere(ElementType type, Numerics numerics, double seconds) {
  const bool is_fused = numerics == Numerics::kFast;
  if (type == ElementType::kF64) {
    return is_fused ? MeasureHeld<double, true>(seconds) : MeasureHeld<double, false>(seconds);
  }
  return is_fused ? MeasureHeld<float, true>(seconds) : MeasureHeld<float, false>(seconds);
}

double PeakHere(ElementType type, Numerics numerics) {
  const bool is_fused = numerics == Numerics::kFast;
  if (type == ElementType::kF64) {
    return is_fused ? Measure<double, true>() : Measure<double, false>();
  }
  return is_fused ? Measure<float, true>() : Measure<float, false>();
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(FusesHere);
HWY_EXPORT(PeakHere);
HWY_EXPORT(HeldHere);

bool FusesMultiplyAdd() { return HWY_DYNAMIC_DISPATCH(FusesHere)(); }

double MeasureFmaPeak(ElementType type, Numerics numerics) {
  return HWY_DYNAMIC_DISPATCH(PeakHere)(type, numerics);
}

double MeasureHeldFma(ElementType type, Numerics numerics, double seconds) {
  return HWY_DYNAMIC_DISPATCH(HeldHere)(type, numerics, seconds);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
