// Bodies whose results are of several types, in every order.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock::mixed_body_tests {
namespace {

using namespace testing;

// One operand of a reduction: its types, and a body for it that returns %sNAME.
struct Reduced {
  std::string_view name;
  ElementType element;
  std::string_view type, init, body;

  std::string In(std::string_view text) const {
    return Replaced(Replaced(Replaced(std::string(text), "NAME", name), "TYPE", type), "INIT",
                    init);
  }
};

// Returns the text for each operand, with commas between them.
std::string ForEach(std::span<const Reduced> operands, std::string_view text) {
  std::string result;
  for (const Reduced& operand : operands) {
    if (!result.empty()) result += ", ";
    result += operand.In(text);
  }
  return result;
}

// A reduction of all operands, and one of each by itself.
std::string ReduceTogether(std::span<const Reduced> operands) {
  const auto reduce = [](std::string_view result, std::span<const Reduced> reduced) {
    const std::string arguments = ForEach(reduced, "(%aNAME: tensor<TYPE>, %bNAME: tensor<TYPE>)");
    std::string text = "  %" + std::string(result) + " = stablehlo.reduce" +
                       ForEach(reduced, "(%NAME init: %iNAME)") + " across dimensions = [0] : (" +
                       ForEach(reduced, "tensor<4x6xTYPE>") + ", " +
                       ForEach(reduced, "tensor<TYPE>") + ") -> (" +
                       ForEach(reduced, "tensor<6xTYPE>") + ")\n   reducer" +
                       Replaced(arguments, "), (", ") (") + " {\n";
    for (const Reduced& operand : reduced) text += operand.In(operand.body);
    return text + "    stablehlo.return " + ForEach(reduced, "%sNAME") + " : " +
           ForEach(reduced, "tensor<TYPE>") + "\n  }\n";
  };
  const std::string types = ForEach(operands, "tensor<6xTYPE>");
  std::string text = "func.func @main(" + ForEach(operands, "%NAME: tensor<4x6xTYPE>") + ") -> (" +
                     types + ", " + types + ") {\n";
  for (const Reduced& operand : operands) {
    text += operand.In("  %iNAME = stablehlo.constant dense<INIT> : tensor<TYPE>\n");
  }
  text += reduce("all:3", operands);
  for (const Reduced& operand : operands) text += reduce(operand.In("oneNAME"), {&operand, 1});
  return text + "  return %all#0, %all#1, %all#2, " + ForEach(operands, "%oneNAME") + " : " +
         types + ", " + types + "\n}\n";
}

// As JAX's maximum of complex numbers.
constexpr std::string_view kGreater =
    R"(    %1 = stablehlo.real %aNAME : (tensor<TYPE>) -> tensor<PART>
    %2 = stablehlo.real %bNAME : (tensor<TYPE>) -> tensor<PART>
    %3 = stablehlo.compare EQ, %1, %2, FLOAT : (tensor<PART>, tensor<PART>) -> tensor<i1>
    %4 = stablehlo.compare GT, %1, %2, FLOAT : (tensor<PART>, tensor<PART>) -> tensor<i1>
    %5 = stablehlo.imag %aNAME : (tensor<TYPE>) -> tensor<PART>
    %6 = stablehlo.imag %bNAME : (tensor<TYPE>) -> tensor<PART>
    %7 = stablehlo.compare GT, %5, %6, FLOAT : (tensor<PART>, tensor<PART>) -> tensor<i1>
    %8 = stablehlo.select %3, %7, %4 : tensor<i1>, tensor<i1>
    %sNAME = stablehlo.select %8, %aNAME, %bNAME : tensor<i1>, tensor<TYPE>
)";
constexpr std::string_view kSum = "    %sNAME = stablehlo.add %aNAME, %bNAME : tensor<TYPE>\n";

// Small whole numbers.
template <class T>
Tensor Numbers(ElementType type, uint32_t seed) {
  std::minstd_rand random(seed);
  Tensor tensor = Tensor::Allocate(type, std::vector<int64_t>{4, 6});
  for (size_t at = 0; at < tensor.byte_size(); at += sizeof(T)) {
    const T value = static_cast<T>(static_cast<int>(random() % 65) - 32);
    std::memcpy(tensor.mutable_data() + at, &value, sizeof(T));
  }
  return tensor;
}

Tensor NumbersOf(ElementType type) {
  if (type == ElementType::kI64) return Numbers<int64_t>(type, 1);
  const ElementType part = IsComplex(type) ? PartType(type) : type;
  return part == ElementType::kF32 ? Numbers<float>(type, 2) : Numbers<double>(type, 3);
}

TEST_CASE("a body with complex and other results gives each operand its own") {
  struct Types {
    ElementType whole, part;
    std::string_view whole_name, part_name;
  };
  constexpr Types kTypes[] = {{ElementType::kC64, ElementType::kF32, "complex<f32>", "f32"},
                              {ElementType::kC128, ElementType::kF64, "complex<f64>", "f64"}};
  for (const Types& types : kTypes) {
    const std::string greater = Replaced(std::string(kGreater), "PART", types.part_name);
    Reduced operands[] = {{"c", types.whole, types.whole_name, "(-9.0, 0.0)", greater},
                          {"n", ElementType::kI64, "i64", "0", kSum},
                          {"r", types.part, types.part_name, "0.0", kSum}};
    do {
      const std::string text = ReduceTogether(operands);
      INFO(text);
      std::vector<Tensor> inputs;
      for (const Reduced& operand : operands) inputs.push_back(NumbersOf(operand.element));
      for (const Level level : {Level::kFaithful, Level::kFast}) {
        const std::vector<Tensor> found = Run(Program(text), At(level), inputs);
        REQUIRE(found.size() == 6);
        for (size_t i = 0; i < 3; ++i) CHECK(IsBitwiseEqual(found[i], found[i + 3]));
      }
    } while (std::ranges::next_permutation(operands, {}, &Reduced::name).found);
  }
}

}  // namespace
}  // namespace paddock::mixed_body_tests
