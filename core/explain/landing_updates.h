// The updates of a scatter that land on one cell of its results.
#ifndef PADDOCK_CORE_EXPLAIN_LANDING_UPDATES_H_
#define PADDOCK_CORE_EXPLAIN_LANDING_UPDATES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/explain/chosen_cells.h"

namespace paddock {

// Returns the cells of the updates that are combined into `cell`, in the order in which they are:
// row-major. `indices` are the index vectors that can move an update to the cell, as ExplainCell
// gives them. Returns nothing if an index is not known, or if there are too many.
std::optional<std::vector<std::vector<int64_t>>> LandingUpdates(const Operation& scatter,
                                                                std::span<const int64_t> cell,
                                                                const CellBox& indices,
                                                                const ReadInteger& read);

// Returns whether the update at `update` lands on `cell`; nothing if an index is not known.
std::optional<bool> Lands(const Operation& scatter, std::span<const int64_t> update,
                          std::span<const int64_t> cell, const ReadInteger& read);

// Returns whether an update combines with these inputs. If it does not, the last update replaces
// the others.
bool KeepsEarlier(const Operation& scatter, std::span<const uint32_t> inputs);

// Returns boxes of operand `operand` with exactly these cells, which are in row-major order.
std::vector<CellBox> JoinedCells(uint32_t operand, std::span<const std::vector<int64_t>> cells);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXPLAIN_LANDING_UPDATES_H_
