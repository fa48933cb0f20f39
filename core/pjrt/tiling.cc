#include "core/pjrt/tiling.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "core/pjrt/stacked_sums.h"
#include "core/pjrt/strided_copy.h"
#include "core/plan/grid/mesh_sharding.h"
#include "core/plan/grid/sharding.h"

namespace paddock::pjrt {
namespace {

std::string_view TextOfEntry(const Attribute* attributes, std::string_view name) {
  const Attribute* found = attributes == nullptr ? nullptr : attributes->Find(name);
  return found == nullptr ? std::string_view() : found->text;
}

// Resolves a sharding of Shardy, all of whose axes divide dimensions.
std::optional<Sharding> ReadShardy(const Module& module, std::string_view list, size_t index) {
  const auto shardings = ParseMeshShardings(list);
  if (!shardings || index >= shardings->size()) return std::nullopt;
  const Operation* found = module.FindSymbol((*shardings)[index].mesh);
  const Attribute* written = found == nullptr ? nullptr : found->Find("mesh");
  if (written == nullptr) return std::nullopt;
  const auto mesh = ParseMesh(written->text);
  if (!mesh) return std::nullopt;
  std::vector<std::string_view> axes;
  for (const Mesh::Axis& axis : mesh->axes) axes.push_back(axis.name);
  return ShardingOn(*mesh, (*shardings)[index], axes);
}

constexpr std::string_view kShardyStart = "#sdy.sharding";

std::optional<Sharding> ReadSharding(const Module& module, std::string_view text, size_t rank) {
  if (!text.starts_with(kShardyStart)) return ParseSharding(text, rank);
  // The reader takes a list of shardings, one for each value.
  const std::string list = std::string(kShardyStart) + "_per_value<[" +
                           std::string(text.substr(kShardyStart.size())) + "]>";
  return ReadShardy(module, list, 0);
}

// The part of a whole array that is a device's tile.
struct TilePart {
  // From the start of the array, in bytes.
  int64_t offset = 0;
  // By dimension of the tile.
  std::span<const int64_t> byte_strides;
};

TilePart PartOf(const Tiling& tiling, size_t device, std::span<const int64_t> strides) {
  const size_t stacked = strides.size() - tiling.tile_shape.size();
  TilePart part{0, strides.subspan(stacked)};
  for (size_t i = 0; i < strides.size(); ++i) {
    const int64_t size = i < stacked ? 1 : tiling.tile_shape[i - stacked];
    part.offset += tiling.places[device][i] * size * strides[i];
  }
  return part;
}

// Returns the tiles of a sharding that was read. `text` is its text.
std::expected<Tiling, std::string> TilingOn(const std::optional<Sharding>& sharding,
                                            std::string_view text, std::span<const int64_t> shape,
                                            int64_t devices) {
  Tiling tiling{.tile_shape = {shape.begin(), shape.end()}, .tiles = {}, .places = {}};
  const auto fail = [&](std::string_view why) {
    return std::unexpected("the sharding '" + std::string(text) + "' " + std::string(why));
  };
  if (!sharding) return fail("cannot be read");
  // Such a sharding may name a mesh without devices.
  const auto is_one = [](int64_t tiles) { return tiles == 1; };
  if (std::ranges::all_of(sharding->tiles, is_one)) return tiling;
  if (sharding->tiles.size() != shape.size() ||
      sharding->places.size() != static_cast<size_t>(devices)) {
    return fail("does not fit the array and " + std::to_string(devices) + " devices");
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] % sharding->tiles[i] != 0) return fail("does not divide the array evenly");
    tiling.tile_shape[i] = shape[i] / sharding->tiles[i];
  }
  tiling.tiles = sharding->tiles;
  tiling.places = sharding->places;
  return tiling;
}

}  // namespace

std::expected<Tiling, std::string> TilingOfSharding(const Module& module, std::string_view text,
                                                    std::span<const int64_t> shape,
                                                    int64_t devices) {
  if (text.empty() || devices == 1) {
    return Tiling{.tile_shape = {shape.begin(), shape.end()}, .tiles = {}, .places = {}};
  }
  return TilingOn(ReadSharding(module, text, shape.size()), text, shape, devices);
}

std::expected<Tiling, std::string> TilingOfShardings(const Module& module, std::string_view text,
                                                     size_t index, std::span<const int64_t> shape,
                                                     int64_t devices) {
  return TilingOn(ReadShardy(module, text, index), text, shape, devices);
}

std::expected<Tiling, std::string> TilingOf(const Module& module, const Attribute* attributes,
                                            std::span<const int64_t> shape, int64_t devices) {
  const std::string_view shardy = TextOfEntry(attributes, "sdy.sharding");
  auto tiling = TilingOfSharding(
      module, shardy.empty() ? TextOfEntry(attributes, "mhlo.sharding") : shardy, shape, devices);
  const bool is_stack = attributes != nullptr && attributes->Find(kStackAttribute) != nullptr;
  if (tiling && is_stack) tiling->tile_shape.erase(tiling->tile_shape.begin());
  return tiling;
}

Tensor JoinTiles(std::span<const Tensor> tiles, const Tiling& tiling,
                 std::span<const int64_t> shape) {
  if (tiling.is_whole()) return tiles.front();
  const ElementType type = tiles.front().element_type();
  Tensor whole = Tensor::Allocate(type, shape);
  if (!whole.has_value()) return whole;
  const auto whole_strides = RowMajorByteStrides(shape, ByteSize(type));
  const auto tile_strides = RowMajorByteStrides(tiling.tile_shape, ByteSize(type));
  for (size_t i = 0; i < tiles.size(); ++i) {
    if (tiles[i].byte_size() == 0) continue;
    const TilePart part = PartOf(tiling, i, whole_strides);
    CopyStrided(tiling.tile_shape, ByteSize(type), {tiles[i].data(), tile_strides},
                {whole.mutable_data() + part.offset, part.byte_strides});
  }
  return whole;
}

Tensor TakeTile(const Tensor& whole, const Tiling& tiling, size_t device) {
  if (tiling.is_whole()) return whole;
  const size_t bytes = ByteSize(whole.element_type());
  Tensor tile = Tensor::Allocate(whole.element_type(), tiling.tile_shape);
  if (!tile.has_value() || tile.byte_size() == 0) return tile;
  const auto whole_strides = RowMajorByteStrides(whole.shape(), bytes);
  const auto tile_strides = RowMajorByteStrides(tiling.tile_shape, bytes);
  const TilePart part = PartOf(tiling, device, whole_strides);
  CopyStrided(tiling.tile_shape, bytes, {whole.data() + part.offset, part.byte_strides},
              {tile.mutable_data(), tile_strides});
  return tile;
}

}  // namespace paddock::pjrt
