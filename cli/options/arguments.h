// Parsed command line: options with values, flags, and positional words.
#ifndef PADDOCK_CLI_OPTIONS_ARGUMENTS_H_
#define PADDOCK_CLI_OPTIONS_ARGUMENTS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace paddock::cli {

// Option of a subcommand.
struct OptionInfo {
  std::string_view name;   // "--input", or "-o"
  std::string_view value;  // "N=VALUE"; empty for a flag
  std::string_view doc;    // one line
};

class Arguments {
 public:
  // Accepts `--name value` and `--name=value`; `--` ends the options. Returns nothing, with a
  // sentence in `problem`, for an option that is not in `options` or lacks its value.
  static std::optional<Arguments> Parse(std::span<const std::string> words,
                                        std::span<const OptionInfo> options, std::string& problem);

  bool Has(std::string_view name) const;
  // Returns the last value given, or empty.
  std::string_view Get(std::string_view name) const;
  std::vector<std::string_view> GetAll(std::string_view name) const;
  const std::vector<std::string>& positional() const { return positional_; }

 private:
  struct Given {
    std::string name;
    std::string value;
  };
  std::vector<Given> given_;
  std::vector<std::string> positional_;
};

// Reads a decimal count with an optional suffix K, M, G, T (powers of 1024).
std::optional<uint64_t> ParseCount(std::string_view text);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_OPTIONS_ARGUMENTS_H_
