#include "core/exec/threads/processors.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

#ifdef __EMSCRIPTEN_PTHREADS__
#include <atomic>
#endif
#ifndef __EMSCRIPTEN__
#include <fstream>
#include <thread>
#endif
#ifdef __linux__
#include <sched.h>
#endif

namespace paddock {
namespace {

std::optional<int64_t> PositiveNumber(std::string_view text) {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || stop != end || value <= 0) return std::nullopt;
  return value;
}

#ifndef __EMSCRIPTEN__

std::string FirstLineOf(const char* path) {
  std::string line;
  std::ifstream file(path);
  std::getline(file, line);
  return line;
}

// Containers of both versions of control groups see their own group at these paths.
std::optional<size_t> ProcessorsOfContainer() {
  if (const auto count = ProcessorsOfLimit(FirstLineOf("/sys/fs/cgroup/cpu.max"))) return count;
  return ProcessorsOfLimit(FirstLineOf("/sys/fs/cgroup/cpu/cpu.cfs_quota_us") + " " +
                           FirstLineOf("/sys/fs/cgroup/cpu/cpu.cfs_period_us"));
}

// Libraries differ in whether hardware_concurrency respects the affinity.
size_t ProcessorsOfAffinity() {
#ifdef __linux__
  cpu_set_t own;
  if (sched_getaffinity(0, sizeof(own), &own) == 0) return static_cast<size_t>(CPU_COUNT(&own));
#endif
  return std::max<size_t>(1, std::thread::hardware_concurrency());
}

size_t ReadProcessors() {
  const size_t own = ProcessorsOfAffinity();
  return std::min(own, ProcessorsOfContainer().value_or(own));
}

#endif

}  // namespace

std::optional<size_t> ProcessorsOfLimit(std::string_view cpu_max) {
  const size_t space = cpu_max.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const auto time = PositiveNumber(cpu_max.substr(0, space));
  const auto period = PositiveNumber(cpu_max.substr(space + 1));
  if (!time || !period) return std::nullopt;
  return static_cast<size_t>(*time / *period + (*time % *period == 0 ? 0 : 1));
}

#ifdef __EMSCRIPTEN_PTHREADS__

namespace {
std::atomic<size_t> processors_of_engine = 1;
}  // namespace

size_t UsableProcessors() { return processors_of_engine; }
void SetUsableProcessors(size_t count) { processors_of_engine = count; }

#elif defined(__EMSCRIPTEN__)

size_t UsableProcessors() { return 1; }

#else

size_t UsableProcessors() {
  static const size_t count = ReadProcessors();
  return count;
}

#endif

}  // namespace paddock
