// Shardings of Shardy: a mesh has axes with sizes, and each dimension of a tensor is divided along
// a list of axes, the first one outermost.
//
//   #sdy.mesh<["x"=2, "y"=4]>               devices in row-major order of their coordinates
//   #sdy.mesh<["x"=2], device_ids=[1, 0]> in the listed order
//   <@mesh, [{"x", "y"}, {}, {?}]>          tiles of dimension 0; all of 1 and 2
//   <@mesh, [{"x":(2)2}]>                   the part of an axis: the sizes before it, its own
#ifndef PADDOCK_CORE_PLAN_GRID_MESH_SHARDING_H_
#define PADDOCK_CORE_PLAN_GRID_MESH_SHARDING_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/plan/grid/sharding.h"

namespace paddock {

struct Mesh {
  struct Axis {
    std::string_view name;
    int64_t size = 1;
  };
  std::vector<Axis> axes;
  // By position in row-major order of the coordinates.
  std::vector<int64_t> devices;
};

struct MeshSharding {
  struct AxisPart {
    std::string_view axis;
    // Size before the part, and size of the part; 0: the whole axis.
    int64_t before = 1;
    int64_t size = 0;
  };
  std::string_view mesh;
  // Axis parts of each dimension.
  std::vector<std::vector<AxisPart>> dimensions;
  // Axis parts along which the tensor is the sum of the devices' tensors.
  std::vector<AxisPart> unreduced;
};

// Return views into the texts. Return nothing if the text is malformed or has more devices than a
// grid.
std::optional<Mesh> ParseMesh(std::string_view text);
std::optional<std::vector<MeshSharding>> ParseMeshShardings(std::string_view text);
std::optional<std::vector<std::string_view>> ParseManualAxes(std::string_view text);

// Returns the tiles along `axes`; other axes do not divide dimensions, and devices that differ
// along them do not join their tiles. Returns nothing if the sharding names an axis, or a part of
// one, that the mesh does not have, or if the tensor is a sum along one of `axes`.
std::optional<Sharding> ShardingOn(const Mesh& mesh, const MeshSharding& sharding,
                                   const std::vector<std::string_view>& axes);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_GRID_MESH_SHARDING_H_
