#include "core/plan/grid/sharding.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock {
namespace {

using Places = std::vector<std::vector<int64_t>>;

TEST_CASE("devices have tiles in row-major order") {
  const auto sharding = ParseSharding("{devices=[2,2]<=[4]}", 2);
  REQUIRE(sharding);
  CHECK(sharding->tiles == std::vector<int64_t>{2, 2});
  CHECK(sharding->places == Places{{0, 0}, {0, 1}, {1, 0}, {1, 1}});
}

TEST_CASE("devices may be listed or permuted, and hold copies") {
  CHECK(ParseSharding("{devices=[2,1]1,0}", 2)->places == Places{{1, 0}, {0, 0}});
  // The iota [[0, 1, 2], [3, 4, 5]] transposed: 0 3 1 4 2 5.
  CHECK(ParseSharding("{devices=[6]<=[2,3]T(1,0)}", 1)->places ==
        Places{{0}, {2}, {4}, {1}, {3}, {5}});
  CHECK(ParseSharding("{devices=[2,2]<=[4] last_tile_dim_replicate}", 1)->places ==
        Places{{0}, {0}, {1}, {1}});
  CHECK(ParseSharding("{replicated}", 3)->tiles.empty());
}

TEST_CASE("texts that are no sharding of the rank are refused") {
  for (const char* text :
       {"", "{", "{manual}", "{devices=[2]<=[4]}", "{devices=[2,2]<=[4]}", "{devices=[2]0,0}",
        "{devices=[2]<=[2]T(1)}", "{devices=[0]<=[0]}", "{devices=[99999999,99999999]<=[4]}"}) {
    INFO(text);
    CHECK_FALSE(ParseSharding(text, 1));
  }
}

}  // namespace
}  // namespace paddock
