// Divides a tensor into the tiles of devices, and joins them.
#ifndef PADDOCK_CORE_PLAN_GRID_COLLECTIVE_SHARDING_H_
#define PADDOCK_CORE_PLAN_GRID_COLLECTIVE_SHARDING_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/ir/operation.h"
#include "core/plan/grid/sharding.h"
#include "core/plan/lowering/draft.h"

namespace paddock {

class Lowering;

// A tensor's distribution over devices, and its text in the program.
struct WrittenSharding {
  std::optional<Sharding> sharding;
  std::string_view text;
};

// Returns `type` with its open sizes taken from `known`: divided by the numbers of tiles if `type`
// is a tile's, multiplied if it is the full tensor's.
Type WithSizes(Lowering& lowering, Type type, const Leaf& known, const WrittenSharding& written,
               bool is_tile);

// Emits the process's tile of `full`, in a leaf like `tile`. Returns nothing, with the reason in
// `problem`, if that fails.
std::optional<Leaf> EmitTakeTile(Lowering& lowering, const Operation& operation, const Leaf& full,
                                 const Leaf& tile, const WrittenSharding& written,
                                 std::string& problem);
// Emits the joined tiles, in a leaf like `full`. `type` is the type of a tile.
std::optional<Leaf> EmitJoinTiles(Lowering& lowering, const Operation& operation, const Leaf& tile,
                                  Type type, const Leaf& full, const WrittenSharding& written,
                                  std::string& problem);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_GRID_COLLECTIVE_SHARDING_H_
