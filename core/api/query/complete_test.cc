#include "core/api/query/complete.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock {
namespace {

// Returns the completions at the bar in a text, separated by blanks.
std::string At(std::string text) {
  const size_t bar = text.find('|');
  text.erase(bar, 1);
  const auto program = Program::Load("text.mlir", text);
  std::string found;
  for (const Completion& item : CompleteAt(*program, static_cast<uint32_t>(bar)).items) {
    found += (found.empty() ? "" : " ") + item.text;
  }
  return found;
}

const std::string kFunction =
    "func.func @main(%a: tensor<2xf32>, %b: tensor<i32>, %c: tensor<2xf32>) -> tensor<2xf32> {\n";

TEST_CASE("operands of an operation of one type are the values of that type, the latest first") {
  CHECK(At(kFunction + "  %x = stablehlo.add %a, %|\n  return %x : tensor<2xf32>\n}\n") == "%c %a");
  CHECK(At(kFunction + "  %x = stablehlo.abs %|\n}\n") == "%c %b %a");
}

TEST_CASE("operations are completed where a statement begins, those of StableHLO first") {
  const std::string found = At(kFunction + "  %x = stab|\n}\n");
  CHECK(found.starts_with("stablehlo."));
  CHECK(found.contains(" func.return"));
  CHECK(At(kFunction + "  // stab|\n}\n").empty());
}

TEST_CASE("cases of an enumeration are completed in every form") {
  const std::string directions = "EQ NE GE GT LE LT";
  CHECK(At(kFunction + "  %x = stablehlo.compare |\n}\n") == directions);
  CHECK(At(kFunction + "  %x = \"stablehlo.compare\"(%a, %c) {comparison_direction = "
                       "#stablehlo<comparison_direction |\n}\n") == directions);
  CHECK(At(kFunction + "  %x = stablehlo.dot_general %a, %c, contracting_dims = [0] x [0], "
                       "precision = [DEFAULT, |\n}\n")
            .contains("HIGHEST"));
}

TEST_CASE("attributes that are not given yet are completed") {
  CHECK(At(kFunction + "  %x = stablehlo.pad %a, %b, low = [0], |\n}\n")
            .ends_with("high =  interior = "));
  CHECK(At(kFunction +
           "  %x = \"stablehlo.pad\"(%a, %b) {edge_padding_low = array<i64: 0>, |\n}\n") ==
        "edge_padding_high =  interior_padding = ");
}

TEST_CASE("fields of a structure are completed") {
  const std::string found = At(kFunction +
                               "  %x = \"stablehlo.gather\"(%a, %b) {dimension_numbers = "
                               "#stablehlo.gather<offset_dims = [0], "
                               "|\n}\n");
  CHECK(found.starts_with("collapsed_slice_dims = "));
  CHECK_FALSE(found.contains("offset_dims = "));
}

TEST_CASE("functions and types are completed") {
  CHECK(At(kFunction + "  %x = call @|\n}\n") == "@main");
  CHECK(At(kFunction + "  %x = stablehlo.abs %a : |\n}\n") == "tensor<2xf32> tensor<i32>");
}

}  // namespace
}  // namespace paddock
