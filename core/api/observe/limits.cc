#include "core/api/observe/limits.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "core/base/clock.h"
#include "core/base/number_text.h"
#include "core/diagnostics/json.h"
#include "core/exec/threads/thread_pool.h"
#include "core/tensor/buffer.h"
#include "simd/gemm/machine.h"

namespace paddock {
namespace {

// Sums a measurement over all threads, which run it at the same time.
template <class Measure>
double SumOver(ThreadPool& pool, const Measure& measure) {
  struct Rates {
    const Measure& measure;
    std::vector<double> gflops;
  };
  Rates rates{measure, std::vector<double>(pool.thread_count())};
  pool.Run(
      static_cast<int64_t>(rates.gflops.size()), ThreadPool::kMuchWork,
      [](void* argument, int64_t task, size_t) {
        auto& all = *static_cast<Rates*>(argument);
        all.gflops[static_cast<size_t>(task)] = all.measure();
      },
      &rates);
  return std::reduce(rates.gflops.begin(), rates.gflops.end());
}

double PeakOf(ThreadPool& pool, ElementType type, simd::Numerics numerics) {
  return SumOver(pool, [=] { return simd::MeasureFmaPeak(type, numerics); });
}

// Larger than second-level caches; smaller in WebAssembly, which never releases memory.
#ifdef __EMSCRIPTEN__
constexpr size_t kCopiedBytes = size_t{16} << 20;
#else
constexpr size_t kCopiedBytes = size_t{64} << 20;
#endif

double CopyRate(ThreadPool& pool) {
  constexpr size_t kRuns = 7;
  struct Copy {
    const std::byte* from;
    std::byte* to;
    size_t part;
  };
  const BufferRef from = Buffer::Allocate(kCopiedBytes);
  const BufferRef to = Buffer::Allocate(kCopiedBytes);
  if (!from || !to) return 0;
  std::memset(from->mutable_data(), 1, kCopiedBytes);
  std::memset(to->mutable_data(), 0, kCopiedBytes);
  const auto parts = static_cast<int64_t>(pool.thread_count());
  Copy copy{from->data(), to->mutable_data(), kCopiedBytes / pool.thread_count()};
  std::array<double, kRuns> seconds;
  for (double& one : seconds) {
    const int64_t start = NowNanoseconds();
    pool.Run(
        parts, ThreadPool::kMuchWork,
        [](void* argument, int64_t task, size_t) {
          const auto& whole = *static_cast<const Copy*>(argument);
          const size_t at = static_cast<size_t>(task) * whole.part;
          std::memcpy(whole.to + at, whole.from + at, whole.part);
        },
        &copy);
    one = static_cast<double>(NowNanoseconds() - start) * 1e-9;
  }
  // Takes the fastest run, because a run can be interrupted.
  const double moved = 2.0 * static_cast<double>(copy.part * pool.thread_count());
  return moved / std::ranges::min(seconds) * 1e-9;
}

}  // namespace

MachineLimits MeasureLimits(size_t threads) {
  ThreadPool pool(std::max<size_t>(threads, 1));
  MachineLimits limits;
  limits.threads = pool.thread_count();
  limits.f32_gflops = PeakOf(pool, ElementType::kF32, simd::Numerics::kFast);
  limits.f64_gflops = PeakOf(pool, ElementType::kF64, simd::Numerics::kFast);
  limits.portable_f32_gflops = PeakOf(pool, ElementType::kF32, simd::Numerics::kPortable);
  limits.gbytes = CopyRate(pool);
  return limits;
}

double MeasureHeldFma(size_t threads, ElementType type, double seconds) {
  ThreadPool pool(std::max<size_t>(threads, 1));
  return SumOver(pool, [=] { return simd::MeasureHeldFma(type, simd::Numerics::kFast, seconds); });
}

std::string MachineLimits::Json() const {
  return paddock::Json()
      .Member("threads", static_cast<uint64_t>(threads))
      .Raw("f32_gflops", FormatF64(f32_gflops))
      .Raw("f64_gflops", FormatF64(f64_gflops))
      .Raw("portable_f32_gflops", FormatF64(portable_f32_gflops))
      .Raw("gbytes", FormatF64(gbytes))
      .Object();
}

}  // namespace paddock
