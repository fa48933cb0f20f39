#include "cli/report/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

#include "cli/files/program_file.h"
#include "core/api/query/window.h"

namespace paddock::cli {
namespace {

constexpr int64_t kMostColumns = 64;
constexpr int64_t kMostLines = 32;

// Colors from low to high, in even steps of lightness.
constexpr Color kSequential[] = {{68, 1, 84},    {65, 68, 135},  {42, 120, 142},
                                 {34, 168, 132}, {122, 209, 81}, {253, 231, 37}};
// Colors of negative numbers, zero, and positive numbers.
constexpr Color kDiverging[] = {
    {33, 102, 172}, {146, 197, 222}, {247, 247, 247}, {244, 165, 130}, {178, 24, 43}};
constexpr Color kNan = {255, 0, 255};
constexpr Color kInfinite = {0, 255, 255};

Color Mix(std::span<const Color> colors, double at) {
  const double scaled = std::clamp(at, 0.0, 1.0) * static_cast<double>(colors.size() - 1);
  const size_t below = std::min(static_cast<size_t>(scaled), colors.size() - 2);
  const double part = scaled - static_cast<double>(below);
  Color mixed;
  for (size_t i = 0; i < 3; ++i) {
    const double value = colors[below][i] * (1 - part) + colors[below + 1][i] * part;
    mixed[i] = static_cast<uint8_t>(std::lround(value));
  }
  return mixed;
}

// Returns "38;2;R;G;B" for a foreground, 48 for a background.
std::string ColorCode(int ground, Color color) {
  char text[32];
  std::snprintf(text, sizeof(text), "%d;2;%d;%d;%d", ground, color[0], color[1], color[2]);
  return text;
}

// Numbers of a picture, and the range of its colors.
class Cells {
 public:
  Cells(TensorWindow window, double min, double max)
      : window_(std::move(window)), is_signed_(min < 0 && max > 0) {
    const double largest = std::max(std::abs(min), std::abs(max));
    low_ = is_signed_ ? -largest : min;
    high_ = is_signed_ ? largest : max;
  }

  size_t rows() const { return window_.rows; }
  size_t columns() const { return window_.columns; }

  char CharacterOf(size_t row, size_t column) const {
    static constexpr std::string_view kRamp = " .:-=+*#%@";
    const size_t at = row * columns() + column;
    const uint8_t marks = window_.marks[at];
    if ((marks & simd::kBlockHasNan) != 0) return '!';
    if ((marks & simd::kBlockHasInfinity) != 0) return '^';
    if ((marks & simd::kBlockHasNegativeInfinity) != 0) return 'v';
    const double part = PartOf(window_.values[at]) * static_cast<double>(kRamp.size());
    return kRamp[std::min(static_cast<size_t>(part), kRamp.size() - 1)];
  }

  Color ColorOf(size_t row, size_t column) const {
    const size_t at = row * columns() + column;
    const uint8_t marks = window_.marks[at];
    if ((marks & simd::kBlockHasNan) != 0) return kNan;
    if ((marks & simd::kBlockHasFinite) == 0) return kInfinite;
    const double part = PartOf(window_.values[at]);
    return is_signed_ ? Mix(kDiverging, part) : Mix(kSequential, part);
  }

 private:
  double PartOf(double value) const {
    // Halves the values, so that the difference of the greatest numbers stays finite.
    const double width = high_ / 2 - low_ / 2;
    return width > 0 ? std::clamp((value / 2 - low_ / 2) / width, 0.0, 1.0) : 0.5;
  }

  TensorWindow window_;
  bool is_signed_;
  double low_ = 0;
  double high_ = 0;
};

// Draws two rows a line: the upper one is the character's color, the lower one its background.
std::string Colored(const Cells& cells) {
  std::string text;
  for (size_t row = 0; row < cells.rows(); row += 2) {
    for (size_t column = 0; column < cells.columns(); ++column) {
      text += "\033[" + ColorCode(38, cells.ColorOf(row, column));
      if (row + 1 < cells.rows()) {
        text += ";" + ColorCode(48, cells.ColorOf(row + 1, column));
      } else {
        text += ";49";
      }
      text += "m\u2580";
    }
    text += "\033[0m\n";
  }
  return text;
}

// A cell is two characters wide if there is room, so that it is about square.
std::string Plain(const Cells& cells) {
  const size_t width = cells.columns() * 2 <= kMostColumns ? 2 : 1;
  const std::string edge = "+" + std::string(cells.columns() * width, '-') + "+\n";
  std::string text = edge;
  for (size_t row = 0; row < cells.rows(); ++row) {
    text += '|';
    for (size_t column = 0; column < cells.columns(); ++column) {
      text.append(width, cells.CharacterOf(row, column));
    }
    text += "|\n";
  }
  return text + edge;
}

int64_t BlockSize(int64_t count, int64_t most) { return (count + most - 1) / most; }

struct Shown {
  int64_t rows = 1;
  int64_t columns = 1;
  int64_t slices = 1;
};

Shown ShownOf(const Tensor& tensor) {
  const auto shape = tensor.shape();
  Shown shown;
  if (shape.size() >= 2) shown.rows = shape[shape.size() - 2];
  if (!shape.empty()) shown.columns = shape[shape.size() - 1];
  for (size_t i = 0; i + 2 < shape.size(); ++i) shown.slices *= shape[i];
  return shown;
}

// Returns "1.5 .. 7, one of 16 matrices, a cell is 2 x 4 elements, 3 NaN".
std::string Legend(const Shown& shown, const TensorSummary& summary, const WindowRequest& request) {
  std::string text = ShortNumber(summary.min) + " .. " + ShortNumber(summary.max);
  if (shown.slices > 1) text += ", the first of " + std::to_string(shown.slices) + " matrices";
  if (request.rows_per_block * request.columns_per_block > 1) {
    text += ", a cell is " + std::to_string(request.rows_per_block) + " x " +
            std::to_string(request.columns_per_block) + " elements";
  }
  if (summary.nan_count != 0) text += ", " + std::to_string(summary.nan_count) + " NaN";
  if (summary.infinity_count != 0) {
    text += ", " + std::to_string(summary.infinity_count) + " infinite";
  }
  return text + "\n";
}

struct Drawn {
  Cells cells;
  std::string legend;
};

// Returns nothing for a tensor without elements and for a scalar.
std::optional<Drawn> Draw(const Tensor& tensor, int64_t most_rows, int64_t most_columns) {
  if (!tensor.has_value() || tensor.element_count() <= 1) return std::nullopt;
  const Shown shown = ShownOf(tensor);
  WindowRequest request;
  request.rows = shown.rows;
  request.columns = shown.columns;
  request.rows_per_block = BlockSize(shown.rows, most_rows);
  request.columns_per_block = BlockSize(shown.columns, most_columns);
  auto window = ReadWindow(tensor, request);
  if (!window) return std::nullopt;
  const TensorSummary summary = SummarizeTensor(tensor, 1);
  return Drawn{Cells(*std::move(window), summary.min, summary.max),
               Legend(shown, summary, request)};
}

}  // namespace

bool ReadColor(const Arguments& arguments, Host& host, bool& is_colored) {
  const std::string_view word = arguments.Get(kColorOption.name);
  is_colored = word == "always" || ((word.empty() || word == "auto") && host.shows_colors());
  if (word.empty() || word == "auto" || word == "always" || word == "never") return true;
  Complain(host, "--color is auto, always or never, not '" + std::string(word) + "'");
  return false;
}

std::string ShortNumber(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.4g", value);
  return text;
}

std::string Picture(const Tensor& tensor, bool is_colored) {
  const auto drawn = Draw(tensor, is_colored ? 2 * kMostLines : kMostLines, kMostColumns);
  if (!drawn) return "";
  return (is_colored ? Colored(drawn->cells) : Plain(drawn->cells)) + drawn->legend;
}

std::optional<CellPicture> DrawPicture(const Tensor& tensor, int64_t most_rows,
                                       int64_t most_columns) {
  const auto drawn = Draw(tensor, most_rows, most_columns);
  if (!drawn) return std::nullopt;
  const Cells& cells = drawn->cells;
  CellPicture picture{cells.rows(), cells.columns(), {}, drawn->legend};
  for (size_t row = 0; row < cells.rows(); ++row) {
    for (size_t column = 0; column < cells.columns(); ++column) {
      picture.colors.push_back(cells.ColorOf(row, column));
    }
  }
  return picture;
}

std::string HistogramText(std::span<const uint64_t> bins, bool is_colored) {
  static constexpr const char* kBars[] = {" ",      "\u2581", "\u2582", "\u2583", "\u2584",
                                          "\u2585", "\u2586", "\u2587", "\u2588"};
  const uint64_t most = bins.empty() ? 0 : *std::ranges::max_element(bins);
  std::string text;
  for (uint64_t count : bins) {
    // A nonzero count has a visible height, however small it is.
    const double part = most == 0 ? 0 : static_cast<double>(count) / static_cast<double>(most);
    const int highest = is_colored ? 8 : 9;
    const int height = count == 0 ? 0 : std::max(1, static_cast<int>(part * highest));
    text += is_colored ? kBars[height] : std::to_string(height);
  }
  return text;
}

}  // namespace paddock::cli
