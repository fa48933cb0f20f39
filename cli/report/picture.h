// Pictures of tensors for terminals: heat maps and histograms.
#ifndef PADDOCK_CLI_REPORT_PICTURE_H_
#define PADDOCK_CLI_REPORT_PICTURE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/host/host.h"
#include "cli/options/arguments.h"
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

using Color = std::array<uint8_t, 3>;

struct CellPicture {
  size_t rows = 0;
  size_t columns = 0;
  // By row.
  std::vector<Color> colors;
  // Range of the numbers and what a cell is, with a newline.
  std::string legend;
};

// Returns the colors of the first matrix of `tensor` in at most this many cells, which are blocks
// as in Picture. Returns nothing for a tensor without elements and for a scalar.
std::optional<CellPicture> DrawPicture(const Tensor& tensor, int64_t most_rows,
                                       int64_t most_columns);

// Returns one character a bin: its height in eighths of the highest, or without colors a digit in
// tenths.
std::string HistogramText(std::span<const uint64_t> bins, bool is_colored);

// Formats by "%.4g".
std::string ShortNumber(double value);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_REPORT_PICTURE_H_
