// The cells of boxes (core/explain/explain.h).
#ifndef PADDOCK_CORE_EXPLAIN_CELL_BOX_H_
#define PADDOCK_CORE_EXPLAIN_CELL_BOX_H_

#include <cstdint>
#include <functional>
#include <span>

#include "core/explain/explain.h"

namespace paddock {

int64_t CellCount(const CellBox& box);
bool HasCell(const CellBox& box, std::span<const int64_t> cell);
// Visits the cells in row-major order until `visit` returns false.
void ForEachCell(const CellBox& box, const std::function<bool(std::span<const int64_t>)>& visit);

// Returns the first box of an operand; null if there is none.
const CellBox* BoxOf(std::span<const CellBox> boxes, uint32_t operand);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXPLAIN_CELL_BOX_H_
