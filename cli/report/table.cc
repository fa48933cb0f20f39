#include "cli/report/table.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace paddock::cli {
namespace {

// Returns the number of characters of UTF-8 text.
size_t WidthOf(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

std::string AlignColumns(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths(rows.empty() ? 0 : rows[0].size());
  for (const auto& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], WidthOf(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size()) line.append(widths[i] - WidthOf(row[i]) + 2, ' ');
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string WrapList(const std::vector<std::string>& items, size_t indent) {
  constexpr size_t kColumns = 100;
  std::string text;
  size_t column = indent;
  for (const std::string& item : items) {
    if (!text.empty()) {
      text += ',';
      const bool fits = column + 2 + item.size() <= kColumns;
      text += fits ? " " : "\n" + std::string(indent, ' ');
      column = fits ? column + 2 : indent;
    }
    text += item;
    column += item.size();
  }
  return text;
}

std::string Scaled(double value, std::string_view unit) {
  static constexpr std::pair<double, const char*> kPrefixes[] = {
      {1e15, "P"}, {1e12, "T"}, {1e9, "G"},  {1e6, "M"},  {1e3, "k"},
      {1, ""},     {1e-3, "m"}, {1e-6, "u"}, {1e-9, "n"}, {0, ""}};
  double factor = 1;
  const char* prefix = "";
  for (const auto& [from, name] : kPrefixes) {
    if (value < from * 0.9995) continue;
    if (from > 0 && value > 0 && (from >= 1 || unit == "s")) {
      factor = from;
      prefix = name;
    }
    break;
  }
  char text[48];
  std::snprintf(text, sizeof(text), "%.4g %s", value / factor, prefix);
  return text + std::string(unit);
}

}  // namespace paddock::cli
