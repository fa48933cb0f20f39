// Cells that one side of dot_general or ragged_dot contributes.
#ifndef PADDOCK_CORE_EXPLAIN_DOT_CELLS_H_
#define PADDOCK_CORE_EXPLAIN_DOT_CELLS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/explain/relation.h"

namespace paddock {

// Batching dimensions are at the cell's first indices, free ones follow from `free_at`;
// contracting dimensions are whole.
CellBox DotSide(const CellQuestion& question, uint32_t operand,
                const std::vector<int64_t>& batching, const std::vector<int64_t>& contracting,
                size_t free_at);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXPLAIN_DOT_CELLS_H_
