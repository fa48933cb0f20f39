// Pictures of tensors for terminals: heat maps and histograms.
#ifndef PADDOCK_CLI_PICTURE_H_
#define PADDOCK_CLI_PICTURE_H_

#include <cstdint>
#include <span>
#include <string>

#include "cli/arguments.h"
#include "cli/host.h"
#include "core/tensor/tensor.h"

namespace paddock::cli {

inline constexpr OptionInfo kPictureOption = {"--picture", "", "draw each tensor as a heat map"};
inline constexpr OptionInfo kColorOption = {
    "--color", "auto|always|never",
    "24-bit colours and block characters; auto: in a terminal, unless NO_COLOR is set"};

// Stores whether --color enables colors. Returns false, after a complaint, for another word.
bool ReadColor(const Arguments& arguments, Host& host, bool& is_colored);

// Returns lines that show the first matrix of `tensor`, at most 64 columns and 32 lines, each with
// a newline. A cell is a block of elements and shows the one of greatest magnitude. Without colors
// a cell is a character of " .:-=+*#%@", from the least to the greatest. NaN is `!`, infinities are
// `^` and `v`. Empty for a tensor without elements and for a scalar.
std::string Picture(const Tensor& tensor, bool is_colored);

// Returns one character a bin: its height in eighths of the highest, or without colors a digit in
// tenths.
std::string HistogramText(std::span<const uint64_t> bins, bool is_colored);

// Formats by "%.4g".
std::string ShortNumber(double value);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_PICTURE_H_
