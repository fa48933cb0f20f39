// Which processes of a grid have the same made inputs.
#include "core/api/run/shared_inputs.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "core/api/run/inputs.h"
#include "core/api/run/session.h"
#include "core/tensor/tensor.h"

namespace paddock {
namespace {

const FunctionInfo& EntryOf(const Program& program) {
  std::string problem;
  const FunctionInfo* entry = program.FindEntry("", problem);
  REQUIRE(entry != nullptr);
  return *entry;
}

// Returns the first process with each process's value of a leaf, by flattened id: "0 0 2 2".
std::string FirstsOf(std::string text, size_t leaf, GridSize size) {
  const auto program = Program::Load("test.mlir", std::move(text));
  REQUIRE_FALSE(program->has_errors());
  const SharedInputs shared(*program, EntryOf(*program), size);
  std::string firsts;
  for (int64_t process = 0; process < size.process_count(); ++process) {
    const ProcessId first = shared.FirstWith(leaf, size.ProcessOf(process));
    firsts += (process == 0 ? "" : " ") + std::to_string(size.Flatten(first));
  }
  return firsts;
}

// A program whose argument has these attributes.
std::string With(std::string_view attributes, std::string_view before = "") {
  return "module {\n" + std::string(before) + "func.func @main(%x: tensor<8x6xf32>" +
         (attributes.empty() ? "" : " {" + std::string(attributes) + "}") +
         ") -> tensor<8x6xf32> {\n  return %x : tensor<8x6xf32>\n}\n}";
}

TEST_CASE("without a sharding each process has its own value") {
  CHECK(FirstsOf(With(""), 0, {2, 2}) == "0 1 2 3");
}

TEST_CASE("replicated arguments have one value on the partitions of each replica") {
  CHECK(FirstsOf(With("mhlo.sharding = \"{replicated}\""), 0, {1, 4}) == "0 0 0 0");
  CHECK(FirstsOf(With("mhlo.sharding = \"{replicated}\""), 0, {2, 2}) == "0 0 2 2");
}

TEST_CASE("processes with the same tile have the same value") {
  CHECK(FirstsOf(With("mhlo.sharding = \"{devices=[2,1,2]<=[4] last_tile_dim_replicate}\""), 0,
                 {1, 4}) == "0 0 2 2");
  CHECK(FirstsOf(With("mhlo.sharding = \"{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}\""),
                 0, {1, 4}) == "0 1 0 1");
  CHECK(FirstsOf(With("mhlo.sharding = \"{devices=[4,1]<=[4]}\""), 0, {1, 4}) == "0 1 2 3");
  // The sharding is of the partitions of each replica, or of all processes.
  CHECK(FirstsOf(With("mhlo.sharding = \"{devices=[1,1,2]<=[2] last_tile_dim_replicate}\""), 0,
                 {2, 2}) == "0 0 2 2");
  CHECK(FirstsOf(With("mhlo.sharding = \"{devices=[2,1,2]<=[4] last_tile_dim_replicate}\""), 0,
                 {4, 1}) == "0 0 2 2");
  // A sharding over three says nothing about four.
  CHECK(FirstsOf(With("mhlo.sharding = \"{devices=[1,1,3]<=[3] last_tile_dim_replicate}\""), 0,
                 {4, 1}) == "0 1 2 3");
}

TEST_CASE("arguments of a program with a mesh are whole") {
  const std::string_view mesh = "sdy.mesh @m = <[\"x\"=2, \"y\"=2]>\n";
  CHECK(FirstsOf(With("sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>", mesh), 0, {1, 4}) ==
        "0 0 0 0");
  CHECK(FirstsOf(With("", mesh), 0, {4, 1}) == "0 0 0 0");
  CHECK(FirstsOf(With("", mesh), 0, {2, 4}) == "0 0 0 0 4 4 4 4");
}

TEST_CASE("replicas have the same value if the program says so") {
  const std::string_view same = "mhlo.is_same_data_across_replicas = true";
  CHECK(FirstsOf(With(same), 0, {3, 2}) == "0 1 0 1 0 1");
  CHECK(FirstsOf(With("mhlo.is_same_data_across_replicas = false"), 0, {3, 1}) == "0 1 2");
  CHECK(FirstsOf(With("mhlo.is_same_data_across_replicas = true, mhlo.sharding = \"{replicated}\""),
                 0, {3, 2}) == "0 0 0 0 0 0");
}

TEST_CASE("the leaves of a tuple follow its argument") {
  const std::string text = R"(
func.func @main(%x: tensor<2xf32>, %t: tuple<tensor<2xf32>, tensor<3xf32>>
                {mhlo.is_same_data_across_replicas = true}) -> tensor<2xf32> {
  return %x : tensor<2xf32>
})";
  CHECK(FirstsOf(text, 0, {2, 1}) == "0 1");
  CHECK(FirstsOf(text, 1, {2, 1}) == "0 0");
  CHECK(FirstsOf(text, 2, {2, 1}) == "0 0");
}

// Returns the argument of each of four partitions, which the program returns.
std::vector<Tensor> ValuesOf(std::string text, std::string_view input) {
  const auto program = Program::Load("test.mlir", std::move(text));
  SessionOptions options;
  options.grid = {1, 4};
  options.inputs.resize(1);
  DiagnosticSink sink;
  REQUIRE(GiveInputs(input, EntryOf(*program).arguments[0], std::nullopt, options, sink));
  std::vector<Diagnostic> diagnostics;
  const auto session = Session::Start(program, options, diagnostics);
  REQUIRE(session != nullptr);
  REQUIRE(session->Run(int64_t{1} << 40) == StopReason::kFinished);
  std::vector<Tensor> values;
  for (int64_t i = 0; i < 4; ++i) values.push_back(session->results({0, i})[0]);
  return values;
}

TEST_CASE("a session makes the same random inputs for processes with the same piece") {
  const auto values = ValuesOf(
      With("mhlo.sharding = \"{devices=[2,1,2]<=[4] last_tile_dim_replicate}\""), "random:7");
  CHECK(IsBitwiseEqual(values[0], values[1]));
  CHECK(IsBitwiseEqual(values[2], values[3]));
  CHECK_FALSE(IsBitwiseEqual(values[0], values[2]));
}

TEST_CASE("random for all processes is that of the first one") {
  const auto own = ValuesOf(With(""), "random:7");
  CHECK_FALSE(IsBitwiseEqual(own[0], own[1]));
  for (const Tensor& value : ValuesOf(With(""), "random:7@all")) {
    CHECK(IsBitwiseEqual(value, own[0]));
  }
}

}  // namespace
}  // namespace paddock
