// TileCells: the tiles into which sdy.manual_computation divides its operands and results.
#ifndef PADDOCK_CORE_API_WHY_TILE_CELLS_H_
#define PADDOCK_CORE_API_WHY_TILE_CELLS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ir/module.h"
#include "core/ir/operation.h"

namespace paddock {

// Returns the first index of each process's tile in each dimension, all of a process together.
// `inside` is the tile: an argument of the body, or a value that the body returns. Empty if its
// sharding cannot be read, or if its sizes are known only at run time.
std::vector<int64_t> TileOrigins(const Module& module, const Operation& manual, const Value& inside,
                                 bool is_operand, size_t index);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_TILE_CELLS_H_
