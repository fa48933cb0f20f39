// Measured limits of this machine.
#ifndef PADDOCK_CORE_API_OBSERVE_LIMITS_H_
#define PADDOCK_CORE_API_OBSERVE_LIMITS_H_

#include <cstddef>
#include <string>

#include "core/types/element_type.h"

namespace paddock {

struct MachineLimits {
  size_t threads = 1;
  // Multiply-adds on registers, in 1e9 operations a second; each is two operations. `f32` and `f64`
  // are fused if the machine supports it; `portable` is not.
  double f32_gflops = 0;
  double f64_gflops = 0;
  double portable_f32_gflops = 0;
  // Bytes read and written by a copy much larger than most caches, in 1e9 a second.
  double gbytes = 0;

  std::string Json() const;
};

// Takes about 0.1 seconds. Measure limits next to the timings that they are compared with: a busy
// machine has lower ones.
MachineLimits MeasureLimits(size_t threads);

// Returns fused multiply-adds of f32 or f64 on registers, in 1e9 operations a second, over all of
// `seconds` without a pause. Some machines do not sustain their peak, so alternate with the
// compared timings, for equal durations.
double MeasureHeldFma(size_t threads, ElementType type, double seconds);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_OBSERVE_LIMITS_H_
