// FirstBadCell: the first NaN or infinity of a value.
#ifndef PADDOCK_CORE_API_WHY_BAD_CELL_H_
#define PADDOCK_CORE_API_WHY_BAD_CELL_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/api/why/why.h"
#include "core/run/value_view.h"

namespace paddock {

// Returns the index of the first such element in row-major order. A complex one has it in a part.
std::optional<std::vector<int64_t>> FirstBadCell(const ValueView& view, Why::Bad bad);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_BAD_CELL_H_
