#include "core/api/parameter.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <memory>
#include <string>

#include "core/api/debug/debugger.h"
#include "core/api/observe/values.h"
#include "core/api/run/inputs.h"

namespace paddock {
namespace {

constexpr std::string_view kText = R"(
func.func @main(%x: tuple<tensor<i32>, tuple<tensor<2xi32>>>, %y.0: i32, %0: tensor<i1>)
    -> (tuple<tensor<i32>, tensor<2xi32>>, i32) {
  %a = stablehlo.get_tuple_element %x[0] : (tuple<tensor<i32>, tuple<tensor<2xi32>>>) -> tensor<i32>
  %b = stablehlo.get_tuple_element %x[1] : (tuple<tensor<i32>, tuple<tensor<2xi32>>>) -> tuple<tensor<2xi32>>
  %c = stablehlo.get_tuple_element %b[0] : (tuple<tensor<2xi32>>) -> tensor<2xi32>
  %d = stablehlo.add %c, %c : tensor<2xi32>
  %t = stablehlo.tuple %a, %d : tuple<tensor<i32>, tensor<2xi32>>
  return %t, %y.0 : tuple<tensor<i32>, tensor<2xi32>>, i32
}
)";

std::shared_ptr<const Program> Load() { return Program::Load("test", std::string(kText)); }

std::string PathOf(const std::vector<ParameterInfo>& parameters, std::string_view name) {
  const auto found = FindParameter(parameters, name);
  return found ? found->path : "none";
}

TEST_CASE("parameters and elements of tuples are found by index and name") {
  const auto program = Load();
  REQUIRE_FALSE(program->has_errors());
  const FunctionInfo& main = program->functions()[0];
  CHECK(PathOf(main.arguments, "x") == "0");
  CHECK(PathOf(main.arguments, "%x.1.0") == "0.1.0");
  CHECK(PathOf(main.arguments, "0") == "2");  // its name
  CHECK(PathOf(main.arguments, "1") == "1");
  CHECK(PathOf(main.arguments, "y.0") == "1");
  for (const char* name : {"x.2", "x.", "x.1.0.0", "y", "3", "", ".", "x.-1", "1.0"}) {
    CHECK(PathOf(main.arguments, name) == "none");
  }
  CHECK(PathOf(main.results, "0.1") == "0.1");
  std::string leaves;
  for (const ParameterInfo& leaf : main.argument_leaves) {
    leaves += leaf.name + ":" + leaf.type + "@" + std::to_string(leaf.first_leaf) + " ";
  }
  CHECK(leaves == "x.0:tensor<i32>@0 x.1.0:tensor<2xi32>@1 y.0:i32@2 0:tensor<i1>@3 ");
  const int64_t path[] = {0, 1, 0};
  CHECK(ParameterAt(main.arguments, path)->name == "x.1.0");
  const int64_t beyond[] = {0, 2};
  CHECK_FALSE(ParameterAt(main.arguments, beyond));
}

TEST_CASE("a debugger shows the leaves of tuples, and gives tuples and scalars back") {
  const auto program = Load();
  const FunctionInfo& main = program->functions()[0];
  DiagnosticSink sink;
  SessionOptions options;
  options.inputs.resize(main.argument_leaves.size());
  for (const auto& [argument, text] :
       {std::pair(0, "(7, ([1, 2]))"), std::pair(1, "5"), std::pair(2, "true")}) {
    const ParameterInfo& parameter = main.arguments[static_cast<size_t>(argument)];
    REQUIRE(GiveInputs(text, parameter, std::nullopt, options, sink));
  }
  std::vector<Diagnostic> diagnostics;
  const auto debugger = Debugger::Start(program, std::move(options), diagnostics);
  REQUIRE(debugger != nullptr);
  debugger->GoOn();
  while (debugger->Run(1000) == Debugger::Stop::kBudgetSpent) {
  }
  const Session& session = debugger->session();
  std::string shown;
  for (const ValueSummary& value :
       ValuesIn(*program, session, {0, static_cast<uint32_t>(kText.size())})) {
    shown += value.name + " " + value.type + " " + value.elements + "\n";
  }
  CHECK(shown ==
        "%x.0 tensor<i32> 7\n%x.1.0 tensor<2xi32> [1, 2]\n%y.0 i32 5\n%0 tensor<i1> true\n"
        "%a tensor<i32> 7\n%b.0 tensor<2xi32> [1, 2]\n%c tensor<2xi32> [1, 2]\n"
        "%d tensor<2xi32> [2, 4]\n%t.0 tensor<i32> 7\n%t.1 tensor<2xi32> [2, 4]\n");
  const auto offset = static_cast<uint32_t>(kText.find("%t ="));
  const auto part = session.ValueAt(offset, {}, 0, 1);
  REQUIRE(part);
  CHECK(part->type == "tensor<2xi32>");
  CHECK_FALSE(session.ValueAt(offset, {}, 0, 2));
  CHECK(session.result_types() == std::vector<std::string>{"tensor<i32>", "tensor<2xi32>", "i32"});
  CHECK(session.results().size() == 3);
}

}  // namespace
}  // namespace paddock
