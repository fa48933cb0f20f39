// Options whose values are counts.
#ifndef PADDOCK_CLI_OPTIONS_COUNTS_H_
#define PADDOCK_CLI_OPTIONS_COUNTS_H_

#include <cstdint>
#include <string_view>

#include "cli/host/host.h"
#include "cli/options/arguments.h"

namespace paddock::cli {

// Reads the value of `--name` as a count. Complains and returns false if it is none.
bool ReadCount(const Arguments& arguments, std::string_view name, uint64_t& count, Host& host);
// Reads `--memory`, which must not exceed the address space of a process.
bool ReadMemory(const Arguments& arguments, uint64_t& bytes, Host& host);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_OPTIONS_COUNTS_H_
