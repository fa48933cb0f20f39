#include "core/grid/groups.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock {
namespace {

using Groups = std::vector<std::vector<int64_t>>;

TEST_CASE("strategies make the groups of the specification's examples") {
  const GridSize grid = {4, 2};
  const GroupRows rows = {{0, 1}, {2, 3}};
  // (0, 0) (1, 0); (0, 1) (1, 1); (2, 0) (3, 0); (2, 1) (3, 1).
  CHECK(ProcessGroups(GroupStrategy::kCrossReplica, rows, grid).groups() ==
        Groups{{0, 2}, {1, 3}, {4, 6}, {5, 7}});
  CHECK(ProcessGroups(GroupStrategy::kCrossPartition, {{0, 1}}, grid).groups() ==
        Groups{{0, 1}, {2, 3}, {4, 5}, {6, 7}});
  CHECK(ProcessGroups(GroupStrategy::kCrossReplicaAndPartition, rows, grid).groups() ==
        Groups{{0, 2, 1, 3}, {4, 6, 5, 7}});
  CHECK(ProcessGroups(GroupStrategy::kFlattenedIds, {{0, 1, 2, 3}, {4, 5, 6, 7}}, grid).groups() ==
        Groups{{0, 1, 2, 3}, {4, 5, 6, 7}});
}

TEST_CASE("padding is no process, and a process in no group has no place") {
  const ProcessGroups groups(GroupStrategy::kCrossReplica, {{3, 1}, {2, -1}}, {4, 1});
  CHECK(groups.groups() == Groups{{3, 1}, {2}});
  CHECK(groups.largest() == 2);
  CHECK_FALSE(groups.Find(0));
  REQUIRE(groups.Find(1));
  CHECK(groups.Find(1)->group == 0);
  CHECK(groups.Find(1)->position == 1);
}

TEST_CASE("a process is named by its coordinates") {
  const GridSize grid = {3, 4};
  for (int64_t id = 0; id < grid.process_count(); ++id) {
    CHECK(grid.Flatten(grid.ProcessOf(id)) == id);
  }
  CHECK(ToString(grid.ProcessOf(7)) == "(1, 3)");
  CHECK(grid.Contains({2, 3}));
  CHECK_FALSE(grid.Contains({3, 0}));
}

}  // namespace
}  // namespace paddock
