// Shardings in JAX's text form: the distribution of a tensor over devices.
//
//   {replicated}
//   {devices=[2,4]<=[8]}                  tiles of each dimension; devices in order
//   {devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}
//   {devices=[2,1]1,0}
#ifndef PADDOCK_CORE_PLAN_GRID_SHARDING_H_
#define PADDOCK_CORE_PLAN_GRID_SHARDING_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace paddock {

struct Sharding {
  // Number of tiles of each dimension; empty: every device has the whole tensor.
  std::vector<int64_t> tiles;
  // By device: the number of its tile in each dimension.
  std::vector<std::vector<int64_t>> places;
  // Groups of devices that join their tiles; members with the same index have the same tile. Empty:
  // all devices are one group.
  std::vector<std::vector<int64_t>> groups;
};

// Returns nothing if the text is no sharding of this rank.
std::optional<Sharding> ParseSharding(std::string_view text, size_t rank);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_GRID_SHARDING_H_
