#include "core/api/why/why.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/api/why/why_testing.h"
#include "core/api/why/why_text.h"

namespace paddock {
namespace {

constexpr std::string_view kChain = R"(
func.func @main(%x: tensor<2x3xf32>, %w: tensor<3xf32>) -> tensor<2xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %two = stablehlo.constant dense<2.0> : tensor<2xf32>
  %z = stablehlo.subtract %y, %two : tensor<2xf32>
  return %z : tensor<2xf32>
})";

SessionOptions ChainInputs() {
  SessionOptions options;
  options.inputs = {Floats({2, 3}, {1, 2, 3, 4, 5, 6}), Floats({3}, {1, 10, 100})};
  return options;
}

TEST_CASE("a chain leads from a cell to inputs and constants, with formulas") {
  const auto why = Prepare(std::string(kChain), ChainInputs());
  const WhyChain chain = BackFrom(*why, "%z", {1});
  CHECK_FALSE(chain.is_cut);
  CHECK(chain.nodes[0].formula == "654.0 - 2.0");
  CHECK(chain.nodes[0].line == 6);
  CHECK(NodeOf(chain, "%y[1]")->formula == "4.0 * 1.0 + 5.0 * 10.0 + 6.0 * 100.0");
  CHECK(NodeOf(chain, "%two[1]")->kind == WhyNode::Kind::kConstant);
  CHECK(NodeOf(chain, "%x[1, 2]")->kind == WhyNode::Kind::kInput);
  CHECK(NodeOf(chain, "%x[0, 2]") == nullptr);
  CHECK(chain.nodes.size() == 9);
}

TEST_CASE("a run and a chain go on after they were stopped") {
  const auto program = Program::Load("test.mlir", std::string(kChain));
  std::vector<Diagnostic> diagnostics;
  const auto why = Why::Start(program, ChainInputs(), [](uint64_t) { return true; }, diagnostics);
  Why::End end = Why::End::kStopped;
  while (end == Why::End::kStopped) end = why->Run();
  REQUIRE(end == Why::End::kFinished);
  std::string problem;
  const auto target = why->Find("%z", {1}, 0, 0, 0, problem);
  const auto walk = why->Walk(*target, {}, false);
  CHECK(walk->Step());
  const WhyChain part = walk->Finish(/*is_cut=*/true);
  CHECK(part.is_cut);
  CHECK(part.nodes.size() == 3);
}

TEST_CASE("the first NaN of a value can be asked for") {
  SessionOptions options;
  options.inputs = {Floats({3}, {1, 0, -1})};
  const auto why = Prepare(R"(
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = stablehlo.log %x : tensor<3xf32>
  %z = stablehlo.negate %y : tensor<3xf32>
  return %z : tensor<3xf32>
})",
                           std::move(options));
  REQUIRE(why->Run() == Why::End::kFinished);
  std::string problem;
  const auto target = why->FindFirst(Why::Bad::kNan, "%z", 0, 0, 0, problem);
  REQUIRE(target.has_value());
  CHECK(target->cell == std::vector<int64_t>{2});
  CHECK(why->Back(*target).nodes[1].rule == "log of a negative number");
  CHECK(why->FindFirst(Why::Bad::kInfinity, "%z", 0, 0, 0, problem)->cell ==
        std::vector<int64_t>{1});
  CHECK_FALSE(why->FindFirst(Why::Bad::kNan, "%x", 0, 0, 3, problem).has_value());
  CHECK(problem == "no value is called '%x' in line 3");
  problem.clear();
  CHECK_FALSE(why->FindFirst(Why::Bad::kInfinity, "%x", 0, 0, 0, problem).has_value());
  CHECK(problem == "%x has no infinity in this run");
}

TEST_CASE("of a large set the cells with the greatest products are followed") {
  const auto why = Prepare(std::string(kChain), ChainInputs());
  const WhyChain chain = BackFrom(*why, "%y", {1}, {.most_terms = 1});
  REQUIRE(chain.nodes[0].sets.size() == 2);
  CHECK(chain.nodes[0].sets[0].name == "%x[1, 0:3]");
  CHECK(chain.nodes[0].sets[0].count == 3);
  CHECK(Names(chain) ==
        std::vector<std::string>{"%y[1] = 654.0", "%x[1, 2] = 6.0", "%w[2] = 100.0"});
}

TEST_CASE("limits end a chain, which reports it") {
  const auto why = Prepare(std::string(kChain), ChainInputs());
  CHECK(BackFrom(*why, "%z", {1}, {.most_cells = 2}).is_cut);
  std::string problem;
  const auto target = why->Find("%z", {1}, 0, 0, 0, problem);
  const WhyChain chain = why->Back(*target, {.most_depth = 1});
  CHECK(chain.is_cut);
  CHECK(chain.nodes.size() == 3);
}

TEST_CASE("a cell outside and a name that nothing has are refused") {
  const auto why = Prepare(std::string(kChain), ChainInputs());
  REQUIRE(why->Run() == Why::End::kFinished);
  std::string problem;
  CHECK_FALSE(why->Find("%z", {2}, 0, 0, 0, problem));
  CHECK(problem == "%z[2] does not exist: %z is 2");
  CHECK_FALSE(why->Find("%nothing", {}, 0, 0, 0, problem));
  problem.clear();
  CHECK_FALSE(why->Find("%z", {0}, 0, 2, 0, problem));
  CHECK(problem == "%z was not computed 2 times");
}

constexpr std::string_view kLoop = R"(
func.func @double(%v: tensor<f32>) -> tensor<f32> {
  %s = stablehlo.add %v, %v : tensor<f32>
  return %s : tensor<f32>
}
func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<f32> cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %d = func.call @double(%a) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %j, %d : tensor<i32>, tensor<f32>
  }
  %e = func.call @double(%r#1) : (tensor<f32>) -> tensor<f32>
  return %e : tensor<f32>
})";

SessionOptions LoopInputs(int32_t iterations) {
  SessionOptions options;
  options.inputs = {Floats({}, {3}), Integer(iterations)};
  return options;
}

TEST_CASE("a chain goes through iterations and calls, and names them") {
  const auto why = Prepare(std::string(kLoop), LoopInputs(3));
  const WhyChain chain = BackFrom(*why, "%e", {});
  CHECK(Names(chain) ==
        std::vector<std::string>{"%s = 48.0", "%s = 24.0", "%s = 12.0", "%s = 6.0", "%x = 3.0"});
  CHECK(chain.nodes[0].iterations == std::vector<std::string>{"the call in line 17"});
  CHECK(chain.nodes[1].iterations ==
        std::vector<std::string>{"the call in line 14", "iteration 3 of the loop in line 9"});
  CHECK(chain.nodes[3].iterations[1] == "iteration 1 of the loop in line 9");
  CHECK(chain.nodes[2].execution == 2);
  CHECK(chain.nodes[2].executions == 4);
}

TEST_CASE("an earlier execution is computed again") {
  const auto why = Prepare(std::string(kLoop), LoopInputs(1000));
  const WhyChain chain = BackFrom(*why, "%s", {}, {}, 2);
  CHECK(Names(chain) == std::vector<std::string>{"%s = 12.0", "%s = 6.0", "%x = 3.0"});
}

TEST_CASE("a loop without iterations returns its operands") {
  const auto why = Prepare(std::string(kLoop), LoopInputs(0));
  const WhyChain chain = BackFrom(*why, "%e", {});
  CHECK(Names(chain) == std::vector<std::string>{"%s = 6.0", "%x = 3.0"});
}

TEST_CASE("with everything followed, the condition of a loop is part of the chain") {
  const auto why = Prepare(std::string(kLoop), LoopInputs(2));
  const WhyChain chain = BackFrom(*why, "%e", {}, {.follows_all = true});
  CHECK(NodeOf(chain, "%n") != nullptr);
  CHECK_FALSE(chain.is_cut);
}

constexpr std::string_view kBranch = R"(
func.func @main(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %r = "stablehlo.if"(%p) ({
    %a = stablehlo.negate %x : tensor<f32>
    stablehlo.return %a : tensor<f32>
  }, {
    stablehlo.return %y : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %s = stablehlo.sqrt %r : tensor<f32>
  return %s : tensor<f32>
})";

SessionOptions BranchInputs(uint8_t predicate) {
  SessionOptions options;
  options.inputs = {Tensor::FromElements<uint8_t>(ElementType::kI1, std::vector<int64_t>{},
                                                  std::vector<uint8_t>{predicate}),
                    Floats({}, {9}), Floats({}, {4})};
  return options;
}

TEST_CASE("a chain goes into the branch that ran") {
  const auto taken = Prepare(std::string(kBranch), BranchInputs(0));
  CHECK(Names(BackFrom(*taken, "%s", {})) == std::vector<std::string>{"%s = 2.0", "%y = 4.0"});
  const auto other = Prepare(std::string(kBranch), BranchInputs(1));
  CHECK(Names(BackFrom(*other, "%r", {})) == std::vector<std::string>{"%a = -9.0", "%x = 9.0"});
}

TEST_CASE("the first NaN is where finite operands give it, with the rule") {
  const auto why = Prepare(std::string(kBranch), BranchInputs(1));
  Why::End end = Why::End::kFinished;
  const auto target = why->RunToFirst(Why::Bad::kNan, end);
  REQUIRE(target.has_value());
  const WhyChain chain = why->Back(*target);
  CHECK(chain.nodes[0].name == "%s");
  CHECK(chain.nodes[0].is_origin);
  CHECK(chain.nodes[0].rule == "square root of a negative number");
  CHECK(chain.nodes[0].formula == "sqrt(-9.0)");
  CHECK(chain.nodes.back().name == "%x");
  const auto finite = Prepare(std::string(kBranch), BranchInputs(0));
  CHECK_FALSE(finite->RunToFirst(Why::Bad::kNan, end));
  CHECK(end == Why::End::kFinished);
}

TEST_CASE("forward names what was computed from a cell, and the results") {
  const auto why = Prepare(std::string(kChain), ChainInputs());
  REQUIRE(why->Run() == Why::End::kFinished);
  std::string problem;
  const auto target = why->Find("%x", {0, 1}, 0, 0, 0, problem);
  REQUIRE(target.has_value());
  const WhyChain chain = why->Forward(*target);
  CHECK(Names(chain) ==
        std::vector<std::string>{"%x[0, 1] = 2.0", "%y[0] = 321.0", "%z[0] = 319.0"});
  CHECK(chain.nodes[2].notes == std::vector<std::string>{"result 0 of the program"});
}

TEST_CASE("a chain goes through collectives to the processes that sent") {
  SessionOptions options;
  options.process_inputs = {{{0, 0}, 0, Floats({2}, {1, 2})}, {{0, 1}, 0, Floats({2}, {3, 4})}};
  const auto why = Prepare(R"(
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<2xf32>) -> tensor<4xf32> {
  %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}>
    : (tensor<2xf32>) -> tensor<4xf32>
  %c = "stablehlo.collective_permute"(%g) <{
    source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>}>
    : (tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}
})",
                           std::move(options));
  const WhyChain chain = BackFrom(*why, "%c", {3});
  CHECK(Names(chain) == std::vector<std::string>{"%c[3] = 4.0", "%g[3] = 4.0", "%x[1] = 4.0"});
  CHECK(chain.nodes[0].process == 0);
  CHECK(chain.nodes[1].process == 1);
  CHECK(chain.nodes[2].process == 1);
  CHECK(chain.nodes[0].executions == 1);
}

// Returns the chain of one cell of %r, the result of `call` on [1, 2].
std::vector<std::string> NamesThrough(const std::string& call) {
  SessionOptions options;
  options.inputs = {Floats({2}, {1, 2})};
  const auto why = Prepare("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n %r = " + call +
                               " : (tensor<2xf32>) -> tensor<2xf32>\n"
                               " return %r : tensor<2xf32>\n}",
                           std::move(options));
  return Names(BackFrom(*why, "%r", {1}));
}

TEST_CASE("a chain goes through collectives of one process") {
  const std::vector<std::string> names = {"%r[1] = 2.0", "%x[1] = 2.0"};
  const std::string groups = "replica_groups = dense<[[0]]> : tensor<1x1xi64>}>";
  const std::string body =
      " ({\n ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n %s = stablehlo.add %a, %b : tensor<f32>\n"
      " stablehlo.return %s : tensor<f32>\n })";
  CHECK(NamesThrough("\"stablehlo.reduce_scatter\"(%x) <{scatter_dimension = 0 : i64, " + groups +
                     body) == names);
  CHECK(NamesThrough("\"stablehlo.all_reduce\"(%x) <{" + groups + body) == names);
  CHECK(NamesThrough("\"stablehlo.all_gather\"(%x) <{all_gather_dim = 0 : i64, " + groups) ==
        names);
  CHECK(NamesThrough("\"stablehlo.all_to_all\"(%x) <{split_dimension = 0 : i64, "
                     "concat_dimension = 0 : i64, split_count = 1 : i64, " +
                     groups) == names);
  CHECK(NamesThrough("\"stablehlo.collective_broadcast\"(%x) <{" + groups) == names);
}

TEST_CASE("text and JSON have the cells, their formulas and references") {
  const auto why = Prepare(std::string(kChain), ChainInputs());
  const WhyChain chain = BackFrom(*why, "%z", {0});
  const std::string text = WhyText(chain);
  CHECK(
      text.starts_with("#1 %z[0] = 319.0\n     line 6: stablehlo.subtract\n"
                       "     = 321.0 - 2.0\n     from %y[0] = 321.0  #2\n"));
  const std::string json = WhyJson(chain);
  CHECK(json.starts_with("{\"direction\": \"back\", \"complete\": true, \"cells\": [{\"id\": 0, "));
  CHECK(json.find("\"formula\": \"321.0 - 2.0\"") != std::string::npos);
}

}  // namespace
}  // namespace paddock
