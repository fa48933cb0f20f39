#include "core/api/why/tile_cells.h"

#include <optional>
#include <span>
#include <string_view>

#include "core/plan/grid/mesh_sharding.h"

namespace paddock {
namespace {

std::string_view OpaqueTextOf(const Operation& operation, std::string_view name) {
  const Attribute* attribute = operation.Find(name);
  return attribute == nullptr ? std::string_view() : attribute->text;
}

std::optional<Sharding> ShardingOf(const Module& module, const Operation& manual, bool is_operand,
                                   size_t index) {
  const auto shardings =
      ParseMeshShardings(OpaqueTextOf(manual, is_operand ? "in_shardings" : "out_shardings"));
  const auto axes = ParseManualAxes(OpaqueTextOf(manual, "manual_axes"));
  if (!shardings || !axes || index >= shardings->size()) return std::nullopt;
  const Operation* named = module.FindSymbol((*shardings)[index].mesh);
  if (named == nullptr) return std::nullopt;
  const auto mesh = ParseMesh(OpaqueTextOf(*named, "mesh"));
  if (!mesh) return std::nullopt;
  return ShardingOn(*mesh, (*shardings)[index], *axes);
}

}  // namespace

std::vector<int64_t> TileOrigins(const Module& module, const Operation& manual, const Value& inside,
                                 bool is_operand, size_t index) {
  std::vector<int64_t> origins;
  if (!inside.type.is_tensor() || !inside.type.has_static_shape()) return origins;
  const std::span<const int64_t> shape = inside.type.shape();
  const auto sharding = ShardingOf(module, manual, is_operand, index);
  if (!sharding || sharding->tiles.size() != shape.size()) return origins;
  for (const std::vector<int64_t>& place : sharding->places) {
    for (size_t i = 0; i < shape.size(); ++i) origins.push_back(place[i] * shape[i]);
  }
  return origins;
}

}  // namespace paddock
