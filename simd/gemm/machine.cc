#include "simd/gemm/machine.h"

#include <chrono>
#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/gemm/machine.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "simd/gemm/ops-inl.h"

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

// Independent sums: two multiply-adds a cycle of four cycles each keep eight going, and ten
// with both factors fit sixteen registers.
constexpr size_t kSums = 10;

template <class T, bool kFused>
HWY_NOINLINE T RunMultiplyAdds(int64_t rounds, T factor) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const V a = hn::Set(d, factor);
  const V b = hn::Iota(d, T{1});
  V sums[kSums];
  for (size_t i = 0; i < kSums; ++i) sums[i] = hn::Set(d, static_cast<T>(i));
  for (int64_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < kSums; ++i) sums[i] = gemm::MultiplyAdd<kFused>(sums[i], a, b);
  }
  for (size_t i = 1; i < kSums; ++i) sums[0] = hn::Add(sums[0], sums[i]);
  return hn::ReduceSum(d, sums[0]);
}

template <class T, bool kFused>
double Measure() {
  using Clock = std::chrono::steady_clock;
  constexpr int64_t kRounds = 200000;
  volatile T factor = T{0.5};
  volatile T sink;
  double best_seconds = 1e9;
  for (int run = 0; run < 10; ++run) {
    const auto start = Clock::now();
    sink = RunMultiplyAdds<T, kFused>(kRounds, factor);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (seconds < best_seconds) best_seconds = seconds;
  }
  static_cast<void>(sink);
  const auto lanes = static_cast<double>(hn::Lanes(hn::ScalableTag<T>()));
  return 2.0 * kRounds * kSums * lanes / best_seconds * 1e-9;
}

}  // namespace

bool FusesHere() { return Fuses(); }

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

bool FusesMultiplyAdd() { return HWY_DYNAMIC_DISPATCH(FusesHere)(); }

double MeasureFmaPeak(ElementType type, Numerics numerics) {
  return HWY_DYNAMIC_DISPATCH(PeakHere)(type, numerics);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
