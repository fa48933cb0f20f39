// Number of processors that this process may use.
#ifndef PADDOCK_CORE_EXEC_THREADS_PROCESSORS_H_
#define PADDOCK_CORE_EXEC_THREADS_PROCESSORS_H_

#include <cstddef>
#include <optional>
#include <string_view>

namespace paddock {

// Returns the number of processors that run threads of this process at once: those of its affinity,
// or fewer if its container has a smaller limit. In WebAssembly, 1 or the number that was set.
size_t UsableProcessors();

#ifdef __EMSCRIPTEN_PTHREADS__
// Sets the number that UsableProcessors() returns: JavaScript decides how many Workers there are.
void SetUsableProcessors(size_t count);
#endif

// Returns the processors of a limit in the form of Linux's cpu.max, "TIME PERIOD" in microseconds,
// rounded up. Nothing if there is no limit ("max 100000") or the text has another form.
std::optional<size_t> ProcessorsOfLimit(std::string_view cpu_max);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_THREADS_PROCESSORS_H_
