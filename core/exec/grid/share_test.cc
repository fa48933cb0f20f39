// Compares grids whose processes are divided among peers with the same grid in one place.
#include "core/exec/grid/share_testing.h"

namespace paddock {
namespace {

using testing::Ending;
using testing::Handle;
using testing::kSubtract;
using testing::Program;
using testing::RandomProgram;
using testing::RunShared;
using testing::RunWhole;

TEST_CASE("random programs give the same bits for every division of the grid") {
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    const std::string text = RandomProgram(seed);
    INFO(text);
    const Program program(text);
    const Ending expected = RunWhole(program, {2, 2});
    REQUIRE(expected.reason == StopReason::kFinished);
    for (size_t peers = 1; peers <= 4; ++peers) {
      const Ending shared = RunShared(program, {2, 2}, peers, seed, 1 + seed % 2);
      CHECK(shared.reason == StopReason::kFinished);
      for (size_t i = 0; i < 4; ++i) {
        REQUIRE(shared.results[i].size() == 1);
        CHECK(IsBitwiseEqual(shared.results[i][0], expected.results[i][0]));
      }
    }
  }
}

// Partition 0 meets partition 1 in an operation; partition 1 does `otherwise`.
std::string Parted(std::string_view otherwise) {
  return "func.func @main(%v: tensor<4xf32>) -> tensor<4xf32> {\n"
         "  %id = stablehlo.partition_id : tensor<ui32>\n"
         "  %p = stablehlo.convert %id : (tensor<ui32>) -> tensor<i1>\n"
         "  %r = \"stablehlo.if\"(%p) ({\n" +
         std::string(otherwise) +
         "  }, {\n"
         "    %g = \"stablehlo.collective_broadcast\"(%v) {replica_groups = dense<[[0, 1]]> : "
         "tensor<1x2xi64>, " +
         Handle(4) +
         "} : (tensor<4xf32>) -> tensor<4xf32>\n"
         "    stablehlo.return %g : tensor<4xf32>\n"
         "  }) : (tensor<i1>) -> tensor<4xf32>\n"
         "  return %r : tensor<4xf32>\n"
         "}\n";
}

TEST_CASE("diagnostics of failed runs are equal for every division of the grid") {
  const std::string cases[] = {
      // A deadlock.
      Parted("    stablehlo.return %v : tensor<4xf32>\n"),
      // Both wait, in different places.
      Parted("    %g = \"stablehlo.collective_broadcast\"(%v) {replica_groups = dense<[[0, 1]]> : "
             "tensor<1x2xi64>, " +
             Handle(5) +
             "} : (tensor<4xf32>) -> tensor<4xf32>\n"
             "    stablehlo.return %g : tensor<4xf32>\n"),
      // A message without a sender.
      Parted("    %t = stablehlo.create_token : !stablehlo.token\n"
             "    %m:2 = \"stablehlo.recv\"(%t) {channel_handle = #stablehlo.channel_handle<handle "
             "= 9, type = 1>} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)\n"
             "    stablehlo.return %m#0 : tensor<4xf32>\n"),
      // A different operation.
      Parted("    %g = \"stablehlo.all_reduce\"(%v) " + std::string(kSubtract) +
             " {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, " +
             Handle(4) +
             "} : (tensor<4xf32>) -> tensor<4xf32>\n"
             "    stablehlo.return %g : tensor<4xf32>\n"),
      // A failure in one process.
      Parted("    %c = stablehlo.custom_call @nobody.knows(%v) : (tensor<4xf32>) -> "
             "tensor<4xf32>\n"
             "    stablehlo.return %c : tensor<4xf32>\n"),
  };
  for (const std::string& text : cases) {
    INFO(text);
    const Program program(text);
    const Ending expected = RunWhole(program, {1, 2});
    REQUIRE(expected.reason == StopReason::kFailed);
    for (uint32_t seed = 0; seed < 10; ++seed) {
      const Ending shared = RunShared(program, {1, 2}, 1 + seed % 2, seed, 1);
      CHECK(shared.reason == StopReason::kFailed);
      CHECK(shared.problem == expected.problem);
    }
  }
}

}  // namespace
}  // namespace paddock
