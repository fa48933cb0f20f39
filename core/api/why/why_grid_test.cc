// Chains through messages, asynchronous operations, tiles and grids within a program.
#include <algorithm>
#include <string>
#include <vector>

#include "core/api/why/why_testing.h"

namespace paddock {
namespace {

SessionOptions RingInputs() {
  SessionOptions options;
  options.process_inputs = {{{0, 0}, 0, Floats({2}, {1, 2})},
                            {{1, 0}, 0, Floats({2}, {3, 4})},
                            {{2, 0}, 0, Floats({2}, {5, 6})}};
  return options;
}

TEST_CASE("a message that was sent is followed to its target") {
  const auto why = Prepare(R"(
module attributes {mhlo.num_replicas = 3 : i32} {
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = "stablehlo.collective_permute"(%x) <{
    source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}>
    : (tensor<2xf32>) -> tensor<2xf32>
  return %c : tensor<2xf32>
}
})",
                           RingInputs());
  const WhyChain chain = ForwardFrom(*why, "%x", {1});
  CHECK(Placed(chain) == std::vector<std::string>{"%x[1]@0 = 2.0", "%c[1]@1 = 2.0"});
}

// The collective meets while %n is computed; %b is computed at once.
constexpr std::string_view kAsync = R"(
module attributes {mhlo.num_replicas = 3 : i32} {
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %y = stablehlo.negate %x : tensor<2xf32>
  %f = "stablehlo.async_start"(%y) ({
  ^bb0(%a: tensor<2xf32>):
    %c = "stablehlo.collective_permute"(%a) <{
      source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}>
      : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %c : tensor<2xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
  %n = stablehlo.add %y, %y : tensor<2xf32>
  %d = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  %again = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  %s = stablehlo.add %d, %n : tensor<2xf32>
  %t = stablehlo.abs %again : tensor<2xf32>
  return %s, %t : tensor<2xf32>, tensor<2xf32>
}
})";

TEST_CASE("a chain goes through async_done to what async_start began") {
  auto why = Prepare(std::string(kAsync), RingInputs());
  const WhyChain back = BackFrom(*why, "%s", {1});
  CHECK(Placed(back) == std::vector<std::string>{
                            "%s[1]@0 = -10.0", "%d[1]@0 = -6.0", "%n[1]@0 = -4.0", "%y[1]@2 = -6.0",
                            "%x[1]@2 = 6.0", "%y[1]@0 = -2.0", "%x[1]@0 = 2.0"});
  CHECK(NodeOf(back, "%d[1]")->notes ==
        std::vector<std::string>{"completes stablehlo.collective_permute in line 7",
                                 "received from process (2, 0)"});
  why = Prepare(std::string(kAsync), RingInputs());
  const WhyChain second = BackFrom(*why, "%t", {1});
  CHECK(Placed(second) == std::vector<std::string>{"%t[1]@0 = 6.0", "%d[1]@0 = -6.0",
                                                   "%y[1]@2 = -6.0", "%x[1]@2 = 6.0"});
  why = Prepare(std::string(kAsync), RingInputs());
  const WhyChain forward = ForwardFrom(*why, "%x", {1});
  CHECK(Placed(forward) == std::vector<std::string>{"%x[1]@0 = 2.0", "%y[1]@0 = -2.0",
                                                    "%n[1]@0 = -4.0", "%d[1]@1 = -2.0",
                                                    "%s[1]@0 = -10.0", "%s[1]@1 = -10.0",
                                                    "%t[1]@1 = 2.0"});
}

TEST_CASE("a chain goes through an asynchronous operation that was computed at once") {
  SessionOptions options;
  options.inputs = {Floats({3}, {1, 2, 3})};
  constexpr std::string_view kText = R"(
func.func @main(%x: tensor<3xf32>) -> tensor<2xf32> {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<3xf32>):
    %c = stablehlo.slice %a [1:3] : (tensor<3xf32>) -> tensor<2xf32>
    stablehlo.return %c : tensor<2xf32>
  }) : (tensor<3xf32>) -> !stablehlo.future<tensor<2xf32>>
  %d = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  %s = stablehlo.negate %d : tensor<2xf32>
  return %s : tensor<2xf32>
})";
  auto why = Prepare(std::string(kText), options);
  CHECK(Names(BackFrom(*why, "%s", {1})) ==
        std::vector<std::string>{"%s[1] = -3.0", "%c[1] = 3.0", "%x[2] = 3.0"});
  why = Prepare(std::string(kText), options);
  CHECK(Names(ForwardFrom(*why, "%x", {2})) ==
        std::vector<std::string>{"%x[2] = 3.0", "%c[1] = 3.0", "%s[1] = -3.0"});
}

// Process (0, k) has row k and returns column k of its numbers, and the whole of %w.
constexpr std::string_view kTiles = R"(
module attributes {mhlo.num_partitions = 2 : i32} {
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<2x3xf32>, %w: tensor<1x3xf32>) -> (tensor<6x1xf32>, tensor<1x3xf32>) {
  %r:2 = sdy.manual_computation(%x, %w) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>]
      out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>] manual_axes={"x"}
      (%tile: tensor<1x3xf32>, %same: tensor<1x3xf32>) {
    %p = stablehlo.multiply %tile, %same : tensor<1x3xf32>
    %q = stablehlo.transpose %p, dims = [1, 0] : (tensor<1x3xf32>) -> tensor<3x1xf32>
    sdy.return %q, %same : tensor<3x1xf32>, tensor<1x3xf32>
  } : (tensor<2x3xf32>, tensor<1x3xf32>) -> (tensor<6x1xf32>, tensor<1x3xf32>)
  %n = stablehlo.negate %r#0 : tensor<6x1xf32>
  return %n, %r#1 : tensor<6x1xf32>, tensor<1x3xf32>
}
})";

SessionOptions TileInputs() {
  SessionOptions options;
  options.inputs = {Floats({2, 3}, {1, 2, 3, 4, 5, 6}), Floats({1, 3}, {1, 10, 100})};
  return options;
}

TEST_CASE("a chain goes through the tiles of a manual computation") {
  auto why = Prepare(std::string(kTiles), TileInputs());
  const WhyChain back = BackFrom(*why, "%n", {4, 0});
  CHECK(Placed(back) == std::vector<std::string>{"%n[4, 0]@0 = -50.0", "%r[4, 0]@0 = 50.0",
                                                 "%q[1, 0]@1 = 50.0", "%p[0, 1]@1 = 50.0",
                                                 "%tile[0, 1]@1 = 5.0", "%w[0, 1]@1 = 10.0",
                                                 "%x[1, 1]@1 = 5.0"});
  CHECK(back.nodes[1].notes == std::vector<std::string>{"of the tile of process (0, 1)"});
  CHECK(NodeOf(back, "%tile[0, 1]")->operation == "sdy.manual_computation");
  why = Prepare(std::string(kTiles), TileInputs());
  const WhyChain forward = ForwardFrom(*why, "%x", {0, 2});
  CHECK(Placed(forward) == std::vector<std::string>{"%x[0, 2]@0 = 3.0", "%tile[0, 2]@0 = 3.0",
                                                    "%p[0, 2]@0 = 300.0", "%q[2, 0]@0 = 300.0",
                                                    "%r[2, 0]@0 = 300.0", "%r[2, 0]@1 = 300.0",
                                                    "%n[2, 0]@1 = -300.0", "%n[2, 0]@0 = -300.0"});
}

TEST_CASE("a chain goes on behind the processes of another grid") {
  const auto why = Prepare(R"(
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main() -> tensor<2xf32> {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@f], [@f]]}
    : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %r#1 : tensor<2xf32>
})",
                           {});
  const WhyChain chain = BackFrom(*why, "%r#1", {0});
  CHECK(chain.nodes[0].reason == "Its cells are those that the processes of another grid return.");
  CHECK(NodeOf(chain, "%a[1]") != nullptr);
  CHECK(NodeOf(chain, "%b[0]") != nullptr);
}

}  // namespace
}  // namespace paddock
