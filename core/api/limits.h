// Limits: what this machine does at most, measured.
#ifndef PADDOCK_CORE_API_LIMITS_H_
#define PADDOCK_CORE_API_LIMITS_H_

#include <cstddef>
#include <string>

#include "core/types/element_type.h"

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

// Of fused multiply-adds of f32 or f64 on registers over all of `seconds`, without a pause, in 1e9
// a second: some machines do for moments what they do not keep. Measure it in turns with what it
// judges, for as long as that takes.
double MeasureHeldFma(size_t threads, ElementType type, double seconds);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_LIMITS_H_
