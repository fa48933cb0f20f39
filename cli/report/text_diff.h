// Differences between two texts.
#ifndef PADDOCK_CLI_REPORT_TEXT_DIFF_H_
#define PADDOCK_CLI_REPORT_TEXT_DIFF_H_

#include <string>
#include <string_view>

namespace paddock::cli {

// Returns the lines that differ, as a unified diff without context; empty if none does.
std::string Diff(std::string_view name, std::string_view before, std::string_view after);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_REPORT_TEXT_DIFF_H_
