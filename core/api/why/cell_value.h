// CellValue: one cell of a value of a run.
#ifndef PADDOCK_CORE_API_WHY_CELL_VALUE_H_
#define PADDOCK_CORE_API_WHY_CELL_VALUE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/explain/cell_box.h"
#include "core/run/value_view.h"

namespace paddock {

struct CellValue {
  // Shortest decimal text; "nan", "inf", "true", "(re, im)".
  std::string text;
  // The element as a number; of a complex one the larger part, by magnitude.
  double number = 0;
  // For integers and booleans.
  std::optional<int64_t> integer;
  bool is_nan = false;
  bool is_infinite = false;

  bool is_finite() const { return !is_nan && !is_infinite; }
};

// Returns nothing if the cell lies outside.
std::optional<CellValue> ReadCell(const ValueView& view, std::span<const int64_t> cell);

// Returns CellValue::number, without the cost of the text.
std::optional<double> ReadNumber(const ValueView& view, std::span<const int64_t> cell);

// Returns an element that is an integer or a boolean, at most INT64_MAX; nothing for others.
std::optional<int64_t> ReadInteger64(const ValueView& view, std::span<const int64_t> cell);

// Returns "%x[3, 5]".
std::string CellName(const Value& value, std::span<const int64_t> cell);
// Returns "%x[3, 0:8]": a range that is more than one cell as start:end, or start:end:stride.
std::string BoxName(const Value& value, const CellBox& box);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_CELL_VALUE_H_
