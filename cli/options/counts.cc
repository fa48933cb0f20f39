#include "cli/options/counts.h"

#include <optional>
#include <string>

#include "cli/files/program_file.h"

namespace paddock::cli {

bool ReadCount(const Arguments& arguments, std::string_view name, uint64_t& count, Host& host) {
  if (!arguments.Has(name)) return true;
  const std::optional<uint64_t> given = ParseCount(arguments.Get(name));
  if (!given) {
    Complain(host, std::string(name) + " takes a whole number such as 7 or 512M, not '" +
                       std::string(arguments.Get(name)) + "'");
    return false;
  }
  count = *given;
  return true;
}

bool ReadMemory(const Arguments& arguments, uint64_t& bytes, Host& host) {
  if (!ReadCount(arguments, "--memory", bytes, host)) return false;
  if (bytes <= host.address_bytes()) return true;
  Complain(host, "--memory: one instance has at most " +
                     std::to_string(host.address_bytes() >> 30) + "G here");
  return false;
}

}  // namespace paddock::cli
