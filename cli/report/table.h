// Tables for people: text in aligned columns.
#ifndef PADDOCK_CLI_REPORT_TABLE_H_
#define PADDOCK_CLI_REPORT_TABLE_H_

#include <string>
#include <string_view>
#include <vector>

namespace paddock::cli {

// Returns one line a row. A cell is as wide as its column's widest one plus two blanks; the last
// column is not padded. All rows must have the same number of cells.
std::string AlignColumns(const std::vector<std::vector<std::string>>& rows);

// Joins `items` with commas, in lines of at most 100 columns. Lines after the first begin with
// `indent` blanks, which the caller writes before the first.
std::string WrapList(const std::vector<std::string>& items, size_t indent);

// Returns "12.3 us": four digits and a metric prefix. Only seconds ("s") have prefixes below one.
std::string Scaled(double value, std::string_view unit);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_REPORT_TABLE_H_
