// Settings of a client: options of its creation, and variables of the environment.
#ifndef PADDOCK_CORE_PJRT_SETTINGS_H_
#define PADDOCK_CORE_PJRT_SETTINGS_H_

#include <cstdint>
#include <optional>
#include <span>

#include "core/pjrt/error.h"
#include "core/pjrt/pjrt_header.h"
#include "simd/kernel.h"

namespace paddock::pjrt {

struct Settings {
  // `devices`, PADDOCK_DEVICES.
  int64_t devices = 1;
  // `threads`, PADDOCK_THREADS: threads that share a large operation; 0 means the processors that
  // this process may use.
  int64_t threads = 0;
  // `memory`, PADDOCK_MEMORY: limit for the bytes of one run's tensors.
  uint64_t memory_bytes = 0;
  // `numerics`, PADDOCK_NUMERICS: fast or portable.
  simd::Numerics numerics = simd::Numerics::kFast;
};

// Reads the settings. An option takes precedence over a variable. Returns a problem if a value is
// wrong.
std::optional<Problem> ReadSettings(std::span<const PJRT_NamedValue> options, Settings& settings);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_SETTINGS_H_
