// Profiler: records the runs and their operations for the framework's profile.
//
// The framework finds it in PJRT's extension for profilers, whose declarations are here because the
// packaged header does not have them. What it collects is a serialized XSpace of XLA's profiler.
#ifndef PADDOCK_CORE_PJRT_PROFILER_H_
#define PADDOCK_CORE_PJRT_PROFILER_H_

#include <cstdint>
#include <string_view>

#include "core/pjrt/pjrt_header.h"
#include "core/run/step_span.h"

namespace paddock::pjrt {

PJRT_Extension_Base* ProfilerExtension(PJRT_Extension_Base* next);

// Returns whether a profile is recorded now.
bool IsProfiling();
// Record events of the profile, whose times are those of NowNanoseconds. Thread-safe.
void ProfileRun(std::string_view program, int64_t begin, int64_t end);
void ProfileStep(int64_t process, const StepSpan& span);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_PROFILER_H_
