// The cells among those of an index relation that the values of a run choose: the slice at the
// start indices, the side of a select, the updates of a scatter that land on the cell.
#ifndef PADDOCK_CORE_EXPLAIN_CHOSEN_CELLS_H_
#define PADDOCK_CORE_EXPLAIN_CHOSEN_CELLS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/explain/explain.h"

namespace paddock {

// Returns a cell of an operand that holds integers or booleans; nothing if it is not known.
using ReadInteger =
    std::function<std::optional<int64_t>(uint32_t operand, std::span<const int64_t> cell)>;

// Returns a cell of an operand as a number; nothing if it is not known.
using ReadFloat =
    std::function<std::optional<double>(uint32_t operand, std::span<const int64_t> cell)>;

struct ChosenCells {
  std::vector<CellBox> boxes;
  // About indices that are clamped and cells that are padding: "start index 7 of dimension 0 is
  // clamped to 3".
  std::vector<std::string> notes;
  // Cells that the operation asks for before indices are clamped and padding takes their place, if
  // some of them lie outside of the operand.
  std::optional<CellBox> asked = {};
};

// `boxes` is the result of ExplainCell for result `result`. With the chosen cells unchanged, the
// result's cell does not change. Returns all boxes for operations whose values choose nothing, or
// are not known. `number` is read where elements are compared with each other.
ChosenCells ChooseCells(const Operation& operation, uint32_t result, std::span<const int64_t> cell,
                        std::vector<CellBox> boxes, const ReadInteger& read,
                        const ReadFloat& number = {});

}  // namespace paddock

#endif  // PADDOCK_CORE_EXPLAIN_CHOSEN_CELLS_H_
