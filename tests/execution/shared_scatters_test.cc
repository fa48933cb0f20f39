// Scatters that threads share have the bits of one thread.
#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

struct ScatterCase {
  std::string type;
  ElementType element;
  std::string body;
  int64_t targets;
  int64_t updates;
  // Neighbouring elements of an update.
  int64_t width = 1;
};

Program ProgramOf(const ScatterCase& c) {
  const bool are_rows = c.width > 1;
  std::vector<int64_t> shape = {c.targets}, update_shape = {c.updates};
  if (are_rows) shape.push_back(c.width), update_shape.push_back(c.width);
  const std::string operand = TensorText(shape, c.type), updates = TensorText(update_shape, c.type),
                    indices = TensorText({c.updates, 1}, "i32"), one = "tensor<" + c.type + ">";
  return Program("func.func @main(%x: " + operand + ", %i: " + indices + ", %u: " + updates +
                 ") -> " + operand + " {\n  %r = \"stablehlo.scatter\"(%x, %i, %u) <{" +
                 "scatter_dimension_numbers = #stablehlo.scatter<" +
                 (are_rows ? "update_window_dims = [1], " : "") +
                 "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
                 "index_vector_dim = 1>}> ({\n  ^bb0(%a: " +
                 one + ", %b: " + one + "):\n" +
                 (c.body == "replace" ? "    stablehlo.return %b"
                                      : "    %c = stablehlo." + c.body + " %a, %b : " + one +
                                            "\n    stablehlo.return %c") +
                 " : " + one + "\n  }) : (" + operand + ", " + indices + ", " + updates + ") -> " +
                 operand + "\n  return %r : " + operand + "\n}");
}

// Some indices are outside.
Tensor MixedIndices(const ScatterCase& c, std::mt19937& random) {
  std::vector<int32_t> indices;
  for (int64_t i = 0; i < c.updates; ++i) {
    indices.push_back(static_cast<int32_t>(random() % static_cast<uint32_t>(c.targets + 2)) - 1);
  }
  return TensorOf<int32_t>(ElementType::kI32, {c.updates, 1}, indices);
}

Tensor Elements(ElementType type, const std::vector<int64_t>& shape, std::mt19937& random) {
  Tensor tensor = RandomBytes(type, shape, random);
  std::byte* const bytes = tensor.mutable_data();
  for (size_t i = 0; type == ElementType::kI1 && i < tensor.byte_size(); ++i) {
    bytes[i] &= std::byte{1};
  }
  return tensor;
}

void CheckShared(const ScatterCase& c) {
  INFO(c.body << " of " << c.updates << " x " << c.width << " " << c.type << " in " << c.targets);
  const Program program = ProgramOf(c);
  std::mt19937 random(5);
  std::vector<int64_t> shape = {c.targets}, update_shape = {c.updates};
  if (c.width > 1) shape.push_back(c.width), update_shape.push_back(c.width);
  const std::vector<Tensor> inputs = {Elements(c.element, shape, random), MixedIndices(c, random),
                                      Elements(c.element, update_shape, random)};
  CheckInThreads(program, inputs);
}

TEST_CASE("scatters of exact sums are shared", "[exec]") {
  using enum ElementType;
  // Tables with one part and with several, and a result that is too large for tables.
  CheckShared({"i32", kI32, "add", 1000, 1 << 20});
  CheckShared({"i32", kI32, "add", 50'001, 200'003});
  CheckShared({"i32", kI32, "add", 70'000, 200'003});
  CheckShared({"i8", kI8, "add", 256, 500'001});
  CheckShared({"ui64", kUI64, "xor", 9'999, 300'000});
  CheckShared({"i16", kI16, "or", 77, 32'768});
  CheckShared({"i1", kI1, "add", 100'000, 300'001});
  // Too few updates.
  CheckShared({"i32", kI32, "add", 77, 32'767});
  CheckShared({"i32", kI32, "add", 1, 100'000});
  // Rows.
  CheckShared({"i32", kI32, "add", 100, 30'000, 11});
}

// Other orders have other bits, or zero is not neutral.
TEST_CASE("scatters of other combiners keep their order", "[exec]") {
  using enum ElementType;
  CheckShared({"f32", kF32, "add", 1000, 300'000});
  CheckShared({"bf16", kBF16, "add", 20'000, 300'000});
  CheckShared({"i32", kI32, "multiply", 1000, 300'000});
  CheckShared({"i32", kI32, "minimum", 1000, 300'000});
  CheckShared({"f32", kF32, "maximum", 1000, 300'000});
  CheckShared({"i32", kI32, "and", 1000, 300'000});
}

TEST_CASE("the copy behind a scatter is shared", "[exec]") {
  using enum ElementType;
  // 1 MB, a little less, and more than a chunk with a part of a part.
  CheckShared({"f32", kF32, "add", 1024, 100, 256});
  CheckShared({"f32", kF32, "replace", 1023, 100, 256});
  CheckShared({"i8", kI8, "add", 5000, 100, 1009});
}

}  // namespace
}  // namespace paddock
