// Tables for people: text in aligned columns.
#ifndef PADDOCK_CLI_TABLE_H_
#define PADDOCK_CLI_TABLE_H_

#include <string>
#include <string_view>
#include <vector>

namespace paddock::cli {

// A line per row, each cell as wide as the widest of its column plus two blanks; the last column is
// not padded. All rows have the same number of cells.
std::string AlignColumns(const std::vector<std::vector<std::string>>& rows);

// `items` separated by commas, broken into lines of at most 100 columns; lines after the first
// begin with `indent` blanks, which the first line already has before it.
std::string WrapList(const std::vector<std::string>& items, size_t indent);

// "12.3 us": four digits and a metric prefix. Only seconds ("s") have prefixes below one.
std::string Scaled(double value, std::string_view unit);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_TABLE_H_
