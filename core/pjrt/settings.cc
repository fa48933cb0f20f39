#include "core/pjrt/settings.h"

#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/run/process_grid.h"

namespace paddock::pjrt {
namespace {

// Returns the text of an option, or of its variable: PADDOCK_DEVICES for "devices".
std::optional<std::string> TextOf(std::string_view name, std::span<const PJRT_NamedValue> options) {
  for (const PJRT_NamedValue& option : options) {
    if (std::string_view(option.name, option.name_size) != name) continue;
    if (option.type == PJRT_NamedValue_kInt64) return std::to_string(option.int64_value);
    if (option.type == PJRT_NamedValue_kString) {
      return std::string(option.string_value, option.value_size);
    }
  }
  std::string variable = "PADDOCK_";
  for (const char c : name) variable += static_cast<char>(c - 'a' + 'A');
  const char* value = std::getenv(variable.c_str());
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string(value);
}

std::optional<int64_t> IntegerOf(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct Limits {
  int64_t least;
  int64_t most;
};

std::optional<Problem> ReadInteger(std::string_view name, Limits limits,
                                   std::span<const PJRT_NamedValue> options, int64_t& setting) {
  const auto text = TextOf(name, options);
  if (!text) return std::nullopt;
  const auto value = IntegerOf(*text);
  if (value && *value >= limits.least && *value <= limits.most) {
    setting = *value;
    return std::nullopt;
  }
  return Problem{PJRT_Error_Code_INVALID_ARGUMENT,
                 std::string(name) + " is " + std::to_string(limits.least) + " to " +
                     std::to_string(limits.most) + ", not '" + *text + "'"};
}

std::optional<Problem> ReadNumerics(std::span<const PJRT_NamedValue> options, Settings& settings) {
  const auto text = TextOf("numerics", options);
  if (!text || *text == "fast") return std::nullopt;
  settings.numerics = simd::Numerics::kPortable;
  if (*text == "portable") return std::nullopt;
  return Problem{PJRT_Error_Code_INVALID_ARGUMENT,
                 "numerics is fast or portable, not '" + *text + "'"};
}

int64_t PhysicalMemory() {
  const int64_t pages = sysconf(_SC_PHYS_PAGES);
  const int64_t page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? pages * page : int64_t{4} << 30;
}

}  // namespace

std::optional<Problem> ReadSettings(std::span<const PJRT_NamedValue> options, Settings& settings) {
  constexpr int64_t kMostThreads = 1024;
  constexpr int64_t kMostBytes = int64_t{1} << 50;
  int64_t memory = PhysicalMemory();
  auto problem = ReadInteger("devices", {1, kMaximumProcesses}, options, settings.devices);
  if (!problem) problem = ReadInteger("threads", {0, kMostThreads}, options, settings.threads);
  if (!problem) problem = ReadInteger("memory", {1, kMostBytes}, options, memory);
  if (!problem) problem = ReadNumerics(options, settings);
  settings.memory_bytes = static_cast<uint64_t>(memory);
  return problem;
}

}  // namespace paddock::pjrt
