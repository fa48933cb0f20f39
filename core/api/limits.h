// Limits: what this machine does at most, measured.
#ifndef PADDOCK_CORE_API_LIMITS_H_
#define PADDOCK_CORE_API_LIMITS_H_

#include <cstddef>
#include <string>

namespace paddock {

struct MachineLimits {
  size_t threads = 1;
  // Of multiply-adds on registers, two operations each, in 1e9 a second: fused where the machine
  // fuses them, and not.
  double f32_gflops = 0;
  double f64_gflops = 0;
  double portable_f32_gflops = 0;
  // Of a copy much larger than most caches, bytes read and bytes written, in 1e9 a second.
  double gbytes = 0;

  std::string Json() const;
};

// Takes about a tenth of a second. Measure them next to what they judge: on a busy machine they are
// lower.
MachineLimits MeasureLimits(size_t threads);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_LIMITS_H_
