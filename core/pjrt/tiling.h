// Tiling: the tiles of an array on the devices of an executable.
#ifndef PADDOCK_CORE_PJRT_TILING_H_
#define PADDOCK_CORE_PJRT_TILING_H_

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/attribute.h"
#include "core/ir/module.h"
#include "core/tensor/tensor.h"

namespace paddock::pjrt {

struct Tiling {
  // Shape of a device's tile: the whole shape if the array is not divided. The tiles of a stack
  // lack its first dimension.
  std::vector<int64_t> tile_shape;
  // Number of tiles in each dimension. Empty: every device has the whole array.
  std::vector<int64_t> tiles;
  // By flattened process: the position of its tile among them.
  std::vector<std::vector<int64_t>> places;

  bool is_whole() const { return places.empty(); }
};

// Reads the sharding of an argument or a result, of this shape, from its attributes, which may be
// `nullptr`. Returns a sentence if the program has one that cannot be used.
std::expected<Tiling, std::string> TilingOf(const Module& module, const Attribute* attributes,
                                            std::span<const int64_t> shape, int64_t devices);

// Reads a sharding in Shardy's or JAX's text form; an empty text divides nothing.
std::expected<Tiling, std::string> TilingOfSharding(const Module& module, std::string_view text,
                                                    std::span<const int64_t> shape,
                                                    int64_t devices);
// Reads the sharding at `index` of a `#sdy.sharding_per_value<...>`.
std::expected<Tiling, std::string> TilingOfShardings(const Module& module, std::string_view text,
                                                     size_t index, std::span<const int64_t> shape,
                                                     int64_t devices);

// Returns the whole array of the devices' tiles.
Tensor JoinTiles(std::span<const Tensor> tiles, const Tiling& tiling,
                 std::span<const int64_t> shape);
// Returns the tile of a device.
Tensor TakeTile(const Tensor& whole, const Tiling& tiling, size_t device);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_TILING_H_
