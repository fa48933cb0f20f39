// The windows of select_and_scatter that select one cell of the operand.
#ifndef PADDOCK_CORE_EXPLAIN_SELECTED_WINDOWS_H_
#define PADDOCK_CORE_EXPLAIN_SELECTED_WINDOWS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/explain/chosen_cells.h"

namespace paddock {

// Returns the cells of source, among those of the box `source`, whose windows select `cell`, in
// row-major order. Returns nothing if elements are not known, or if `select` is not one comparison
// of the selected element and the next one.
std::optional<std::vector<std::vector<int64_t>>> SelectedWindows(const Operation& operation,
                                                                 std::span<const int64_t> cell,
                                                                 const CellBox& source,
                                                                 const ReadInteger& read,
                                                                 const ReadFloat& number);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXPLAIN_SELECTED_WINDOWS_H_
