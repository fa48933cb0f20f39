#include "core/plan/grid/mesh_sharding.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

namespace paddock {
namespace {

using MeshPlaces = std::vector<std::vector<int64_t>>;

// Returns the sharding of one value if all axes of the mesh are manual.
std::optional<Sharding> ShardingOf(const std::string& mesh_text, const std::string& text) {
  const std::string written_mesh = "#sdy.mesh" + mesh_text;
  const auto mesh = ParseMesh(written_mesh);
  const std::string list = "#sdy.sharding_per_value<[" + text + "]>";
  const auto shardings = ParseMeshShardings(list);
  if (!mesh || !shardings || shardings->size() != 1) return std::nullopt;
  std::vector<std::string_view> axes;
  for (const Mesh::Axis& axis : mesh->axes) axes.push_back(axis.name);
  return ShardingOn(*mesh, shardings->front(), axes);
}

TEST_CASE("dimensions are divided along axes of a mesh") {
  const auto sharding = ShardingOf(R"(<["x"=2, "y"=3]>)", R"(<@mesh, [{"y"}, {}, {"x"}]>)");
  REQUIRE(sharding);
  CHECK(sharding->tiles == std::vector<int64_t>{3, 1, 2});
  CHECK(sharding->places ==
        MeshPlaces{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 0, 1}, {1, 0, 1}, {2, 0, 1}});
}

TEST_CASE("the first axis of a dimension is outermost, and devices may be listed") {
  CHECK(ShardingOf(R"(<["x"=2, "y"=2]>)", R"(<@m, [{"y", "x"}]>)")->places ==
        MeshPlaces{{0}, {2}, {1}, {3}});
  CHECK(ShardingOf(R"(<["x"=2], device_ids=[1, 0]>)", R"(<@m, [{"x"}]>)")->places ==
        MeshPlaces{{1}, {0}});
}

TEST_CASE("an axis may be used in parts") {
  // Devices with the middle bit set have the second tile.
  CHECK(ShardingOf(R"(<["x"=8]>)", R"(<@m, [{"x":(2)2}]>)")->places ==
        MeshPlaces{{0}, {0}, {1}, {1}, {0}, {0}, {1}, {1}});
  CHECK_FALSE(ShardingOf(R"(<["x"=8]>)", R"(<@m, [{"x":(3)2}]>)"));
}

TEST_CASE("devices that differ along other axes do not join their tiles") {
  const auto mesh = ParseMesh(R"(#sdy.mesh<["x"=2, "y"=2], device_ids=[0, 3, 2, 1]>)");
  const auto shardings = ParseMeshShardings(R"(#sdy.sharding_per_value<[<@m, [{"y"}]>]>)");
  const auto along_y = ShardingOn(*mesh, shardings->front(), {"y"});
  REQUIRE(along_y);
  CHECK(along_y->places == MeshPlaces{{0}, {1}, {0}, {1}});
  CHECK(along_y->groups == MeshPlaces{{0, 3}, {2, 1}});
  CHECK(ShardingOn(*mesh, shardings->front(), {"x", "y"})->groups == MeshPlaces{{0, 3, 2, 1}});
}

TEST_CASE("a sum along a manual axis is refused") {
  CHECK_FALSE(ShardingOf(R"(<["x"=2]>)", R"(<@m, [{}], unreduced={"x"}>)"));
  CHECK(ShardingOf(R"(<["x"=2, "y"=1]>)", R"(<@m, [{"x"}], unreduced={"y"}>)"));
}

TEST_CASE("other clauses about dimensions and axes divide nothing") {
  const auto sharding =
      ShardingOf(R"(<["x"=2, "y"=2]>)", R"(<@"any name", [{"x", ?}p1, {?}], replicated={"y"}>)");
  REQUIRE(sharding);
  CHECK(sharding->tiles == std::vector<int64_t>{2, 1});
}

TEST_CASE("malformed meshes and shardings are refused") {
  for (const char* mesh : {"", "<", R"(<["x"=0]>)", R"(<["x"=2], device_ids=[0, 0]>)",
                           R"(<["x"=99999, "y"=99999]>)", R"(<["x"]>)", R"(<["x"=2]> more)"}) {
    INFO(mesh);
    CHECK_FALSE(ParseMesh(std::string("#sdy.mesh") + mesh));
  }
  for (const char* text :
       {"<", "<@m>", R"(<@m, [{"z"}]>)", R"(<@m, [{"x")", R"(<@m, [{"x"}], else={}>)",
        R"(<@m, [{"x":(0)1}]>)", R"(<@m, [{"x" "x"}]>)"}) {
    INFO(text);
    CHECK_FALSE(ShardingOf(R"(<["x"=2]>)", text));
  }
  CHECK_FALSE(ParseManualAxes("#sdy<manual_axes{\"x\"}"));
  CHECK(ParseManualAxes("#sdy<manual_axes{}>")->empty());
}

}  // namespace
}  // namespace paddock
