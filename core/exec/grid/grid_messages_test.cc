// Diagnostics of processes that do not meet, which are equal in every mode and schedule.
#include <catch2/catch_test_macros.hpp>

#include "core/exec/grid/grid_testing.h"

namespace paddock {
namespace {

using testing::GridFailure;
using testing::GridRun;
using testing::kGridRuns;
using testing::Program;

std::string Channel(int handle) {
  return ", channel_handle = #stablehlo.channel_handle<handle = " + std::to_string(handle) +
         ", type = 1>";
}

std::string Function(const std::string& name, const std::string& body) {
  return "func.func @" + name + "() {\n" + body + "  return\n}\n";
}

// all_gather of `type`, whose last dimension is 0.
std::string Gather(const std::string& groups = "[[0, 1]]", const std::string& element = "i32",
                   int size = 2, const std::string& channel = "") {
  const std::string type = "tensor<" + std::to_string(size) + "x" + element + ">";
  const std::string result = "tensor<" + std::to_string(2 * size) + "x" + element + ">";
  return "  %x = stablehlo.constant dense<1> : " + type +
         "\n  %r = \"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = "
         "dense<" +
         groups + "> : tensor<1x2xi64>" + channel + "} : (" + type + ") -> " + result + "\n";
}

std::string AllToAll() {
  return "  %x = stablehlo.constant dense<1> : tensor<2xi32>\n"
         "  %r = \"stablehlo.all_to_all\"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : "
         "i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : "
         "(tensor<2xi32>) -> tensor<2xi32>\n";
}

std::string Send(int channel, const std::string& pairs = "", const std::string& type = "i32") {
  return "  %x = stablehlo.constant dense<1> : tensor<" + type +
         ">\n  %t = stablehlo.create_token : !stablehlo.token\n"
         "  %u = \"stablehlo.send\"(%x, %t) {" +
         pairs + Channel(channel).substr(2) + "} : (tensor<" + type +
         ">, !stablehlo.token) -> !stablehlo.token\n";
}

std::string Receive(int channel, const std::string& pairs = "", const std::string& type = "i32") {
  return "  %s = stablehlo.create_token : !stablehlo.token\n"
         "  %v:2 = \"stablehlo.recv\"(%s) {" +
         pairs + Channel(channel).substr(2) + "} : (!stablehlo.token) -> (tensor<" + type +
         ">, !stablehlo.token)\n";
}

std::string Pairs(const std::string& pairs, int count) {
  return "source_target_pairs = dense<" + pairs + "> : tensor<" + std::to_string(count) +
         "x2xi64>, ";
}

struct Case {
  const char* name;
  GridSize size;
  // Bodies of the functions, by process.
  std::vector<std::string> bodies;
  std::string message;
};

const std::string kNotTheSame = "processes execute different collectives: ";
const std::string kPairsMustSay = ": source_target_pairs must list the senders and receivers\n";

std::vector<Case> Cases() {
  return {
      {"another operation",
       {2, 1},
       {Gather(), AllToAll()},
       kNotTheSame +
           "(1, 0) came to all_to_all and (0, 0) to all_gather\n  (0, 0) came here\n  in process "
           "(1, 0)\n"},
      {"two against one: of the first to come, for the root copies what it gives",
       {3, 1},
       {"  %a = stablehlo.constant dense<1> : tensor<2xi32>\n"
        "  %b = \"stablehlo.collective_broadcast\"(%a) {replica_groups = dense<[[0, 1, 2]]> : "
        "tensor<1x3xi64>} : (tensor<2xi32>) -> tensor<2xi32>\n",
        "  %a = stablehlo.constant dense<1> : tensor<2xi8>\n"
        "  %b = \"stablehlo.collective_broadcast\"(%a) {replica_groups = dense<[[0, 1, 2]]> : "
        "tensor<1x3xi64>} : (tensor<2xi8>) -> tensor<2xi8>\n",
        "  %a = stablehlo.constant dense<1> : tensor<2xi32>\n"
        "  %b = \"stablehlo.collective_broadcast\"(%a) {replica_groups = dense<[[0, 1, 2]]> : "
        "tensor<1x3xi64>} : (tensor<2xi32>) -> tensor<2xi32>\n"},
       kNotTheSame + "(2, 0) came to collective_broadcast with (tensor<2xi32>) and (1, 0) with "
                     "(tensor<2xi8>)\n  (1, 0) came here\n  in process (2, 0)\n"},
      {"two against one at the same time: the lowest and the lowest that differs from it",
       {4, 1},
       {"  %a = stablehlo.constant dense<1> : tensor<2xi32>\n"
        "  %b = \"stablehlo.collective_broadcast\"(%a) {replica_groups = dense<[[3, 0, 1, 2]]> : "
        "tensor<1x4xi64>} : (tensor<2xi32>) -> tensor<2xi32>\n",
        "  %a = stablehlo.constant dense<1> : tensor<2xi8>\n"
        "  %b = \"stablehlo.collective_broadcast\"(%a) {replica_groups = dense<[[3, 0, 1, 2]]> : "
        "tensor<1x4xi64>} : (tensor<2xi8>) -> tensor<2xi8>\n",
        "  %a = stablehlo.constant dense<1> : tensor<2xi32>\n"
        "  %b = \"stablehlo.collective_broadcast\"(%a) {replica_groups = dense<[[3, 0, 1, 2]]> : "
        "tensor<1x4xi64>} : (tensor<2xi32>) -> tensor<2xi32>\n",
        ""},
       kNotTheSame + "(1, 0) came to collective_broadcast with (tensor<2xi8>) and (0, 0) with "
                     "(tensor<2xi32>)\n  (0, 0) came here\n  in process (1, 0)\n"},
      {"another order of the group",
       {2, 1},
       {Gather("[[0, 1]]"), Gather("[[1, 0]]")},
       kNotTheSame +
           "the group of (1, 0) in all_gather is (1, 0), (0, 0) and that of (0, 0) is (0, 0), (1, "
           "0)\n  (0, 0) came here\n  in process (1, 0)\n"},
      {"another element type",
       {2, 1},
       {Gather("[[0, 1]]", "i32"), Gather("[[0, 1]]", "f32")},
       kNotTheSame +
           "(1, 0) came to all_gather with (tensor<2xf32>), all_gather_dim = 0 and (0, 0) with "
           "(tensor<2xi32>), all_gather_dim = 0\n  (0, 0) came here\n  in process (1, 0)\n"},
      {"another shape",
       {2, 1},
       {Gather("[[0, 1]]", "i32", 2), Gather("[[0, 1]]", "i32", 3)},
       kNotTheSame +
           "(1, 0) came to all_gather with (tensor<3xi32>), all_gather_dim = 0 and (0, 0) with "
           "(tensor<2xi32>), all_gather_dim = 0\n  (0, 0) came here\n  in process (1, 0)\n"},
      {"another channel: nobody comes to either",
       {2, 1},
       {Gather("[[0, 1]]", "i32", 2, Channel(1)), Gather("[[0, 1]]", "i32", 2, Channel(2))},
       "deadlock: process (0, 0) waits in all_gather on channel 1 for (1, 0)\n  process (1, 0) "
       "waits in all_gather on channel 2 for (0, 0)\n"},
      {"two senders",
       {3, 1},
       {Send(1), Receive(1), Send(1)},
       "channel 1 has two senders, (0, 0) and (2, 0)" + kPairsMustSay +
           "  (0, 0) came here\n  in process (2, 0)\n"},
      {"two receivers",
       {3, 1},
       {Receive(1), Receive(1), Send(2)},
       "channel 1 has two receivers, (0, 0) and (1, 0)" + kPairsMustSay +
           "  (0, 0) came here\n  in process (1, 0)\n"},
      {"what was sent is of another type",
       {1, 2},
       {Send(1, Pairs("[[0, 1]]", 1)), Receive(1, Pairs("[[0, 1]]", 1), "f32")},
       "recv on channel 1 of (0, 1) expects (tensor<f32>), but was sent (tensor<i32>)\n  it was "
       "sent here\n  in process (0, 1)\n"},
      {"a member is missing: it waits elsewhere",
       {2, 1},
       {Gather(), Receive(3)},
       "deadlock: process (0, 0) waits in all_gather for (1, 0)\n  process (1, 0) waits in recv on "
       "channel 3, to which no process sends\n"},
      {"a member has finished",
       {2, 1},
       {Gather(), ""},
       "deadlock: process (0, 0) waits in all_gather for (1, 0); (1, 0) has finished\n"},
      {"the sender has finished",
       {1, 2},
       {"", Receive(1, Pairs("[[0, 1]]", 1))},
       "deadlock: process (0, 1) waits in recv on channel 1 for (0, 0); (0, 0) has finished\n"},
      {"a circle of three",
       {1, 3},
       {Receive(1, Pairs("[[2, 0]]", 1)), Receive(1, Pairs("[[0, 1]]", 1)),
        Receive(1, Pairs("[[1, 2]]", 1))},
       "deadlock: process (0, 0) waits in recv on channel 1 for (0, 2)\n  process (0, 1) waits in "
       "recv on channel 1 for (0, 0)\n  process (0, 2) waits in recv on channel 1 for (0, 1)\n"},
      {"all fail: the lowest is told",
       {2, 2},
       {"  %x = stablehlo.constant dense<1> : tensor<i32>\n  check.expect_eq_const %x, dense<2> : "
        "tensor<i32>\n",
        "  %x = stablehlo.constant dense<1> : tensor<i32>\n  check.expect_eq_const %x, dense<3> : "
        "tensor<i32>\n",
        "  %x = stablehlo.constant dense<1> : tensor<i32>\n  check.expect_eq_const %x, dense<4> : "
        "tensor<i32>\n",
        Receive(4)},
       ""},
  };
}

TEST_CASE("each mismatch between processes has its diagnostic, in every mode") {
  for (const Case& given : Cases()) {
    INFO(given.name);
    std::string text;
    std::vector<std::string> functions;
    for (size_t i = 0; i < given.bodies.size(); ++i) {
      functions.push_back("p" + std::to_string(i));
      text += Function(functions.back(), given.bodies[i]);
    }
    text += "func.func @main() {\n  return\n}\n";
    INFO(text);
    const Program program(text);
    const std::string first = GridFailure(program, given.size, functions, {});
    if (!given.message.empty()) {
      CHECK(first == given.message);
    } else {
      CHECK(first.ends_with("  in process (0, 0)\n"));
    }
    for (const GridRun& run : kGridRuns) {
      for (int i = 0; i < (run.threads > 1 ? 5 : 1); ++i) {
        CHECK(GridFailure(program, given.size, functions, run) == first);
      }
    }
  }
}

}  // namespace
}  // namespace paddock
