// scatter with one constant for all updates has the bits of one with updates in memory.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

struct ScatterForm {
  std::string name;
  std::vector<int64_t> operand, indices, updates;
  std::string numbers;  // of scatter_dimension_numbers
};

std::vector<ScatterForm> ScatterForms() {
  const std::string one = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], ";
  return {
      {"elements", {40}, {5000, 1}, {5000}, one + "index_vector_dim = 1"},
      {"few elements", {7}, {3, 1}, {3}, one + "index_vector_dim = 1"},
      {"elements of a matrix",
       {9, 11},
       {2000, 2},
       {2000},
       "inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = "
       "1"},
      {"elements of each row",
       {3, 20},
       {3, 300, 1},
       {3, 300},
       "inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = "
       "[0], "
       "scatter_dims_to_operand_dims = [1], index_vector_dim = 2"},
      {"rows",
       {12, 33},
       {50, 1},
       {50, 33},
       "update_window_dims = [1], " + one + "index_vector_dim = 1"},
      {"windows",
       {12, 5},
       {40, 1},
       {40, 3, 2},
       "update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"},
  };
}

// Scatters into %x at %at: constants, or the argument %u.
Program ScatterOf(const ScatterForm& form, const std::string& type, const std::string& index_type,
                  const std::string& body, const std::string& constant) {
  const std::string x = TensorText(form.operand, type), at = TensorText(form.indices, index_type);
  const std::string u = TensorText(form.updates, type), scalar = TensorText({}, type);
  std::string text = "func.func @main(%x: " + x + ", %at: " + at +
                     (constant.empty() ? ", %u: " + u : "") + ") -> " + x + " {\n";
  if (!constant.empty()) text += "%u = stablehlo.constant dense<" + constant + "> : " + u + "\n";
  return Program(text +
                 "%r = \"stablehlo.scatter\"(%x, %at, %u) <{scatter_dimension_numbers = "
                 "#stablehlo.scatter<" +
                 form.numbers + ">}> ({\n^bb0(%a: " + scalar + ", %b: " + scalar + "):\n" +
                 Replaced(body, "TYPE", scalar) + "}) : (" + x + ", " + at + ", " + u + ") -> " +
                 x + "\nreturn %r : " + x + "\n}");
}

// Indices from -2 to 44: some are outside.
template <class T>
Tensor NearIndices(ElementType type, const std::vector<int64_t>& shape, std::mt19937& random) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  std::vector<T> elements;
  for (int64_t i = 0; i < count; ++i) {
    elements.push_back(static_cast<T>(static_cast<int64_t>(random() % 47) - 2));
  }
  return TensorOf<T>(type, shape, elements);
}

template <class T>
void CheckUpdates(ElementType type, const std::string& name, const std::string& constant, T value) {
  const std::string bodies[] = {
      "stablehlo.return %b : TYPE\n",
      "%c = stablehlo.add %a, %b : TYPE\nstablehlo.return %c : TYPE\n",
      "%c = stablehlo.maximum %b, %a : TYPE\nstablehlo.return %c : TYPE\n",
      "%c = stablehlo.subtract %b, %a : TYPE\nstablehlo.return %c : TYPE\n",
  };
  std::mt19937 random(7);
  for (const ScatterForm& form : ScatterForms()) {
    for (const std::string& body : bodies) {
      INFO(form.name << " of " << name << ", " << body);
      size_t count = 1;
      for (int64_t size : form.updates) count *= static_cast<size_t>(size);
      const Tensor x = RandomBytes(type, form.operand, random);
      const Tensor u = TensorOf<T>(type, form.updates, std::vector<T>(count, value));
      const Tensor at = NearIndices<int32_t>(ElementType::kI32, form.indices, random);
      const Program equal = ScatterOf(form, name, "i32", body, constant);
      const auto expected =
          Run(ScatterOf(form, name, "i32", body, ""), Level::kFaithful, {x, at, u});
      CheckSameResults(Run(equal, Level::kFaithful, {x, at}), expected);
      CheckAtBothLevels(equal, {x, at});
      const Tensor wide = NearIndices<int64_t>(ElementType::kI64, form.indices, random);
      CheckSameResults(Run(ScatterOf(form, name, "i64", body, constant), Level::kFast, {x, wide}),
                       Run(ScatterOf(form, name, "i64", body, ""), Level::kFast, {x, wide, u}));
    }
  }
}

TEST_CASE("updates of one value are those of a tensor", "[exec]") {
  CheckUpdates<float>(ElementType::kF32, "f32", "1.5", 1.5F);
  CheckUpdates<double>(ElementType::kF64, "f64", "-0.0", -0.0);
  CheckUpdates<int32_t>(ElementType::kI32, "i32", "1", 1);
  CheckUpdates<int8_t>(ElementType::kI8, "i8", "-3", -3);
  CheckUpdates<uint64_t>(ElementType::kUI64, "ui64", "5", 5);
}

TEST_CASE("updates of one value are not written to memory", "[exec]") {
  const ScatterForm form = ScatterForms()[0];
  const std::string body = "%c = stablehlo.add %a, %b : TYPE\nstablehlo.return %c : TYPE\n";
  std::mt19937 random(8);
  const Tensor x = RandomBytes(ElementType::kI32, form.operand, random);
  const Tensor at = NearIndices<int32_t>(ElementType::kI32, form.indices, random);
  const Program program = ScatterOf(form, "i32", "i32", body, "1");
  const auto machine = MachineOf(PlanOf(program, At(Level::kFast)), {x, at});
  REQUIRE(machine->Run(int64_t{1} << 60) == StopReason::kFinished);
  // The indices, the operand and its copy.
  CHECK(machine->counts().bytes < 4 * (5000 + 4 * 40));
}

}  // namespace
}  // namespace paddock
