// Updates of carried tensors in loops: random loops at both levels, and that usual ones copy
// nothing.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/plan/fusion/tile_chain.h"
#include "tests/execution/tapes_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Writes the bodies of loops that read and update elements of %x and %y, of which each update is a
// new version.
class UpdatingLoop {
 public:
  UpdatingLoop(unsigned seed, int size)
      : random_(seed), array_("tensor<" + std::to_string(size) + "xf32>") {}

  std::string Text() {
    const std::string loop = Loop("%first", "%second", "    ", 2);
    return "func.func @main(%first: " + array_ + ", %second: " + array_ + ") -> (" + array_ + ", " +
           array_ + ") {\n" + loop + "    return " + last_loop_ + "#1, " + last_loop_ +
           "#2 : " + array_ + ", " + array_ + "\n}\n";
  }

 private:
  struct Names {
    std::vector<std::string> arrays, elements, indices;
  };

  int Below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
  // Prefers the last ones.
  std::string One(const std::vector<std::string>& names) {
    const int count = static_cast<int>(names.size());
    return names[static_cast<size_t>(std::max(Below(count), Below(count)))];
  }
  std::string New() { return "%v" + std::to_string(count_++); }

  std::string Loop(const std::string& x, const std::string& y, const std::string& indent,
                   int depth) {
    const std::string i = New(), turns = New(), p = New(), one = New(), next = New();
    const std::string zero = New(), at_x = New(), at_y = New(), result = New();
    const std::string types = "tensor<i32>, " + array_ + ", " + array_;
    std::string text = indent + zero + " = stablehlo.constant dense<0> : tensor<i32>\n" + indent +
                       result + ":3 = stablehlo.while(" + i + " = " + zero + ", " + at_x + " = " +
                       x + ", " + at_y + " = " + y + ") : " + types + "\n" + indent + "cond {\n";
    text += indent + "  " + turns + " = stablehlo.constant dense<" + std::to_string(1 + Below(7)) +
            "> : tensor<i32>\n" + indent + "  " + p + " = stablehlo.compare LT, " + i + ", " +
            turns + " : (tensor<i32>, tensor<i32>) -> tensor<i1>\n" + indent +
            "  stablehlo.return " + p + " : tensor<i1>\n" + indent + "} do {\n";
    text += indent + "  " + one + " = stablehlo.constant dense<1> : tensor<i32>\n" + indent + "  " +
            next + " = stablehlo.add " + i + ", " + one + " : tensor<i32>\n";
    Names names{{at_x, at_y}, {}, {i, next}};
    for (int k = 3 + Below(10); k > 0; --k) text += Operation(names, indent + "  ", depth);
    text += indent + "  stablehlo.return " + next + ", " + One(names.arrays) + ", " +
            One(names.arrays) + " : " + types + "\n" + indent + "}\n";
    last_loop_ = result;
    return text;
  }

  std::string Operation(Names& names, const std::string& indent, int depth) {
    const int kind = Below(12);
    if (names.elements.empty() || kind < 4) return Read(names, indent);
    if (kind < 8) return Update(names, indent);
    if (kind == 8 && depth > 0) {
      const std::string text = Loop(One(names.arrays), One(names.arrays), indent, depth - 1);
      names.arrays.push_back(last_loop_ + "#1");
      names.arrays.push_back(last_loop_ + "#2");
      return text;
    }
    if (kind == 9 && depth > 0) return Branch(names, indent, depth);
    return Compute(names, indent);
  }

  std::string Read(Names& names, const std::string& indent) {
    const std::string element = New();
    const std::string text = indent + element + " = stablehlo.dynamic_slice " + One(names.arrays) +
                             ", " + One(names.indices) + ", sizes = [1] : (" + array_ +
                             ", tensor<i32>) -> tensor<1xf32>\n";
    names.elements.push_back(element);
    return text;
  }

  std::string Update(Names& names, const std::string& indent) {
    const std::string array = New(), index = One(names.indices);
    const std::string from = One(names.arrays);
    const std::string element = One(names.elements);
    names.arrays.push_back(array);
    if (Below(2) == 0) {
      return indent + array + " = stablehlo.dynamic_update_slice " + from + ", " + element + ", " +
             index + " : (" + array_ + ", tensor<1xf32>, tensor<i32>) -> " + array_ + "\n";
    }
    const std::string vector = New();
    const std::string body = Below(2) == 0 ? "      stablehlo.return %b : tensor<f32>\n"
                                           : "      %c = stablehlo.maximum %a, %b : tensor<f32>\n"
                                             "      stablehlo.return %c : tensor<f32>\n";
    return indent + vector + " = stablehlo.reshape " + index +
           " : (tensor<i32>) -> tensor<1x1xi32>\n" + indent + array + " = \"stablehlo.scatter\"(" +
           from + ", " + vector + ", " + element +
           ") <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
           "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n    ^bb0(%a: "
           "tensor<f32>, %b: tensor<f32>):\n" +
           body + "    }) : (" + array_ + ", tensor<1x1xi32>, tensor<1xf32>) -> " + array_ + "\n";
  }

  // An update in one branch.
  std::string Branch(Names& names, const std::string& indent, int depth) {
    const std::string result = New(), zero = New(), p = New();
    const std::string passed = One(names.arrays);
    Names inside = names;
    std::string body = Read(inside, indent + "  ");
    for (int k = Below(3); k >= 0; --k) body += Operation(inside, indent + "  ", depth - 1);
    const std::string updated =
        indent + "  " + "stablehlo.return " + inside.arrays.back() + " : " + array_ + "\n";
    const std::string kept = indent + "  stablehlo.return " + passed + " : " + array_ + "\n";
    const bool is_first = Below(2) == 0;
    names.arrays.push_back(result);
    return indent + zero + " = stablehlo.constant dense<2> : tensor<i32>\n" + indent + p +
           " = stablehlo.compare LT, " + names.indices[0] + ", " + zero +
           " : (tensor<i32>, tensor<i32>) -> tensor<i1>\n" + indent + result +
           " = \"stablehlo.if\"(" + p + ") ({\n" + (is_first ? body + updated : kept) + indent +
           "}, {\n" + (is_first ? kept : body + updated) + indent + "}) : (tensor<i1>) -> " +
           array_ + "\n";
  }

  std::string Compute(Names& names, const std::string& indent) {
    const int kind = Below(3);
    const std::string result = New();
    if (kind == 0) {
      const std::string text = indent + result + " = stablehlo.maximum " + One(names.arrays) +
                               ", " + One(names.arrays) + " : " + array_ + "\n";
      names.arrays.push_back(result);
      return text;
    }
    if (kind == 1) {
      const std::string text = indent + result + " = stablehlo.add " + One(names.indices) + ", " +
                               One(names.indices) + " : tensor<i32>\n";
      names.indices.push_back(result);
      return text;
    }
    const std::string text = indent + result + " = stablehlo.subtract " + One(names.elements) +
                             ", " + One(names.elements) + " : tensor<1xf32>\n";
    names.elements.push_back(result);
    return text;
  }

  std::mt19937 random_;
  const std::string array_;
  int count_ = 0;
  std::string last_loop_;
};

TEST_CASE("random updates of carried tensors are the same at both levels", "[exec]") {
  for (unsigned seed = 0; seed < 400; ++seed) {
    const int size = seed % 3 == 0 ? 5 : 40;
    const std::string text = UpdatingLoop(seed, size).Text();
    INFO("seed " << seed << "\n" << text);
    CheckAtBothLevels(Program(text), {WaveTensor({size}), WaveTensor({size})});
  }
}

// The number of elements that steps of the loop copy or compute, if all is done on its tape.
TEST_CASE("an element that is read behind an update does not make it copy", "[exec]") {
  const std::string text = LoopOver(
      "40xf32", 30,
      "    %left = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<40xf32>, tensor<i32>) -> "
      "tensor<1xf32>\n"
      "    %right = stablehlo.dynamic_slice %x, %j, sizes = [1] : (tensor<40xf32>, tensor<i32>) "
      "-> tensor<1xf32>\n"
      "    %less = stablehlo.minimum %left, %right : tensor<1xf32>\n"
      "    %y = stablehlo.dynamic_update_slice %x, %less, %i : (tensor<40xf32>, tensor<1xf32>, "
      "tensor<i32>) -> tensor<40xf32>\n"
      "    %other = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<40xf32>, tensor<i32>) "
      "-> tensor<1xf32>\n"
      "    %more = stablehlo.maximum %other, %right : tensor<1xf32>\n"
      "    %next = stablehlo.dynamic_update_slice %y, %more, %j : (tensor<40xf32>, "
      "tensor<1xf32>, tensor<i32>) -> tensor<40xf32>\n");
  const auto plan = PlanOf(Program(text), At(Level::kFast));
  if (kHasChainModules) return;
  REQUIRE(plan->tapes() != nullptr);
  using Kind = TapePlan::Instruction::Kind;
  CHECK(std::ranges::none_of(plan->tapes()->instructions, [](const auto& instruction) {
    return instruction.kind == Kind::kCall || instruction.kind == Kind::kStep;
  }));
  CheckBothWays(text, {WaveTensor({40})});
}

}  // namespace
}  // namespace paddock
