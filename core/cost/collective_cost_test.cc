// Compares with numbers computed by hand: a link carries 100 bytes a second, and a hop takes one
// second.
#include "core/cost/collective_cost.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

namespace paddock {
namespace {

using Catch::Approx;

MachineModel MachineOf(const std::string& topology, const std::string& more = "") {
  const Source source("test", "topology = " + topology +
                                  "\nlink.bandwidth = 100 B/s\nlink.latency = 1 s\n"
                                  "chip.flops = 1 flop/s\nchip.memory = 1 B/s\n" +
                                  more);
  DiagnosticSink sink;
  const auto machine = ReadMachine(source, sink);
  for (const Diagnostic& diagnostic : sink.diagnostics()) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(machine);
  return *machine;
}

Topology TopologyOf(const MachineModel& machine, int64_t processes) {
  std::string problem;
  const auto topology = Topology::Make(machine, processes, problem);
  INFO(problem);
  REQUIRE(topology);
  return *topology;
}

std::vector<int64_t> FirstChips(int64_t count) {
  std::vector<int64_t> chips;
  for (int64_t i = 0; i < count; ++i) chips.push_back(i);
  return chips;
}

CollectiveCost CostOn(const MachineModel& machine, std::string_view operation, double bytes,
                      std::vector<std::vector<int64_t>> groups) {
  int64_t processes = 0;
  for (const auto& group : groups) processes += static_cast<int64_t>(group.size());
  return CostOfCollective(machine, TopologyOf(machine, processes), operation, groups, bytes);
}

TEST_CASE("a ring all_reduce puts 2 (n - 1) / n of the bytes on each link") {
  const MachineModel machine = MachineOf("ring 4", "algorithm.all_reduce = ring\n");
  const CollectiveCost cost = CostOn(machine, "all_reduce", 400, {FirstChips(4)});
  CHECK(cost.algorithm == Algorithm::kRing);
  CHECK(cost.rounds == 6);
  CHECK(cost.seconds == Approx(2 * 3 * (1 + 100.0 / 100)));
  CHECK(cost.busiest_link_bytes == Approx(2 * 3 / 4.0 * 400));
  CHECK(cost.used_links == 4);
  // Both directions halve the bytes on a link.
  const CollectiveCost two_way = CostOn(MachineOf("ring"), "all_reduce", 400, {FirstChips(4)});
  CHECK(two_way.algorithm == Algorithm::kTwoWayRing);
  CHECK(two_way.seconds == Approx(2 * 3 * (1 + 50.0 / 100)));
  CHECK(two_way.busiest_link_bytes == Approx(300));
  CHECK(two_way.used_links == 8);
}

TEST_CASE("all_gather and reduce_scatter are halves of an all_reduce") {
  const MachineModel machine = MachineOf("ring 4",
                                         "algorithm.all_gather = ring\n"
                                         "algorithm.reduce_scatter = ring\n");
  CHECK(CostOn(machine, "all_gather", 100, {FirstChips(4)}).seconds == Approx(3 * 2));
  CHECK(CostOn(machine, "reduce_scatter", 400, {FirstChips(4)}).seconds == Approx(3 * 2));
}

TEST_CASE("a torus keeps the links of all dimensions busy") {
  const CollectiveCost cost = CostOn(MachineOf("torus 4x4"), "all_reduce", 1600, {FirstChips(16)});
  CHECK(cost.algorithm == Algorithm::kTorus);
  // Half: 3 rounds of 100 bytes a link, then 3 of 25.
  CHECK(cost.seconds == Approx(2 * (3 * (1 + 1.0) + 3 * (1 + 0.25))));
  CHECK(cost.rounds == 12);
  // 2 (n - 1) / n of the bytes over 4 links of a chip.
  CHECK(cost.busiest_link_bytes == Approx(2 * 15 / 16.0 * 1600 / 4));
  CHECK(cost.used_links == 64);
  // Rows of the torus are rings that share no links.
  std::vector<std::vector<int64_t>> rows;
  for (int64_t r = 0; r < 4; ++r) rows.push_back({4 * r, 4 * r + 1, 4 * r + 2, 4 * r + 3});
  CHECK(CostOn(MachineOf("torus 4x4"), "all_reduce", 400, rows).seconds ==
        Approx(2 * 3 * (1 + 0.5)));
  // A group that is no box goes around a ring.
  CHECK(CostOn(MachineOf("torus 4x4"), "all_reduce", 400, {{0, 1, 6}}).algorithm ==
        Algorithm::kTwoWayRing);
}

TEST_CASE("all_to_all routes each message, and sums the bytes on a link") {
  // Forward links carry one message of distance 1 and two of distance 2.
  const CollectiveCost cost = CostOn(MachineOf("ring 4"), "all_to_all", 400, {FirstChips(4)});
  CHECK(cost.seconds == Approx(2 + 3.0));
  CHECK(cost.busiest_link_bytes == Approx(300));
  CHECK(cost.total_link_bytes == Approx(4 * (300 + 100)));
  // One distance at a time: 1 hop, 2 hops with two messages on a link, 1 hop.
  const CollectiveCost pairwise = CostOn(MachineOf("ring 4", "algorithm.all_to_all = pairwise\n"),
                                         "all_to_all", 400, {FirstChips(4)});
  CHECK(pairwise.seconds == Approx((1 + 1.0) + (2 + 2.0) + (1 + 1.0)));
}

TEST_CASE("groups that communicate at once share links") {
  const CollectiveCost cost = CostOn(MachineOf("ring 4"), "all_reduce", 200, {{0, 2}, {1, 3}});
  CHECK(cost.seconds == Approx(2 * (2 + 2.0)));
}

TEST_CASE("a tree's upper links carry the bytes from below") {
  const CollectiveCost cost =
      CostOn(MachineOf("tree 4 fanout 2"), "all_reduce", 400, {FirstChips(4)});
  CHECK(cost.algorithm == Algorithm::kRecursive);
  CHECK(cost.seconds == Approx(2 * ((4 + 4.0) + (2 + 1.0))));
  const CollectiveCost fat =
      CostOn(MachineOf("tree 4 fanout 2 uplink 2"), "all_reduce", 400, {FirstChips(4)});
  CHECK(fat.seconds == Approx(2 * ((4 + 2.0) + (2 + 1.0))));
  // Three are no power of two.
  CHECK(CostOn(MachineOf("tree 4 fanout 2"), "all_reduce", 300, {FirstChips(3)}).algorithm ==
        Algorithm::kTwoWayRing);
}

TEST_CASE("with a link between every two chips everything is one hop") {
  const CollectiveCost cost = CostOn(MachineOf("full 4"), "all_reduce", 400, {FirstChips(4)});
  CHECK(cost.algorithm == Algorithm::kDirect);
  CHECK(cost.seconds == Approx(2 * (1 + 1.0)));
}

TEST_CASE("a broadcast is a tree of messages from the root") {
  const CollectiveCost cost =
      CostOn(MachineOf("ring 4"), "collective_broadcast", 100, {FirstChips(4)});
  // 0 to 1; then 0 to 2 and 1 to 3 over the link between 1 and 2.
  CHECK(cost.rounds == 2);
  CHECK(cost.seconds == Approx((1 + 1.0) + (2 + 2.0)));
}

TEST_CASE("messages take the shorter way around and share links") {
  const MachineModel machine = MachineOf("ring 8");
  const Topology topology = TopologyOf(machine, 8);
  const ChipPair back[] = {{0, 6}};
  CHECK(CostOfMessages(machine, topology, back, 100).seconds == Approx(2 + 1.0));
  const ChipPair sharing[] = {{0, 2}, {1, 3}};
  CHECK(CostOfMessages(machine, topology, sharing, 100).seconds == Approx(2 + 2.0));
  const MachineModel torus = MachineOf("torus 4x4x4");
  std::vector<size_t> route;
  TopologyOf(torus, 64).FindRoute(0, 63, route);
  CHECK(route.size() == 3);  // one back in each dimension
}

TEST_CASE("a torus without sizes has sides that are as equal as possible") {
  CHECK(TopologyOf(MachineOf("torus 3d"), 4096).sizes() == std::vector<int64_t>{16, 16, 16});
  CHECK(TopologyOf(MachineOf("torus 2d"), 12).sizes() == std::vector<int64_t>{4, 3});
  CHECK(TopologyOf(MachineOf("torus 2d"), 7).sizes() == std::vector<int64_t>{7, 1});
}

TEST_CASE("a machine that is too small or invalid is refused") {
  std::string problem;
  CHECK_FALSE(Topology::Make(MachineOf("torus 4x4"), 17, problem));
  CHECK(problem == "the machine has 16 chips, but the grid has 17 processes");
  const auto refused = [](const std::string& text) {
    const Source source("test", text);
    DiagnosticSink sink;
    CHECK_FALSE(ReadMachine(source, sink));
    return sink.diagnostics().at(0).message;
  };
  CHECK(refused("topology = star") == "a topology is ring, torus, tree or full, not 'star'");
  CHECK(refused("link.latency = 3 m") == "'3 m' is not a quantity in s, such as 2.5 us");
  CHECK(refused("link.bandwidth = 0 B/s") == "'0 B/s' is not a quantity in B/s, such as 2.5 GB/s");
  CHECK(refused("link.latency = 1e300 s") == "'1e300 s' is not a quantity in s, such as 2.5 us");
  CHECK(refused("link.latency = -1 s") == "'-1 s' is not a quantity in s, such as 2.5 us");
  CHECK(refused("chip.flops.f7 = 1 flop/s") == "there is no element type 'f7'");
  CHECK(refused("algorithm.all_to_all = ring") ==
        "all_to_all has no algorithm 'ring'; it has direct, pairwise");
  CHECK(refused("name = x\nname = y") == "name is given twice");
  CHECK(refused("") == "the machine model lacks topology");
  for (const char* topology :
       {"ring 0", "torus", "torus 8x", "torus 5d", "ring 4x4", "tree 8 fanout 1", "torus 65536x2",
        "full 8 8", "torus 1x1x1x1x2", "ring 3d"}) {
    CAPTURE(topology);
    CHECK(refused("topology = " + std::string(topology)).find("is not a topology") !=
          std::string::npos);
  }
}

}  // namespace
}  // namespace paddock
