// docs/numerics.md shows the bounds of the kernel table.
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <sstream>
#include <string>

#include "simd/math/math.h"

namespace paddock::simd {
namespace {

std::string Cell(double bound) {
  if (bound == 0) return "-";
  std::ostringstream text;
  text << bound;
  return text.str();
}

// The line of docs/numerics.md for a row of the table.
std::string LineOf(const MathKernel& row) {
  const bool is_each = row.complex_error == ComplexError::kEachPart;
  const std::string of = row.max_ulp_c128 == 0 ? "-" : is_each ? "each part" : "the greater part";
  return "| " + std::string(row.name) + " | " + Cell(row.max_ulp_f32) + " | " +
         Cell(row.max_ulp_f64) + " | " + Cell(row.max_ulp_c64) + " | " + Cell(row.max_ulp_c128) +
         " | " + of + " | " + Cell(row.least) + " |\n";
}

}  // namespace

TEST_CASE("docs/numerics.md has the bounds of the kernel table") {
  std::ifstream file(PADDOCK_NUMERICS_PAGE);
  if (!file) SKIP("the page cannot be read here");
  std::stringstream page;
  page << file.rdbuf();
  std::string table;
  for (const MathKernel& row : MathKernels()) table += LineOf(row);
  INFO("the table should be:\n" << table);
  CHECK(page.str().find("|---|---|---|---|---|---|---|\n" + table + "\n") != std::string::npos);
}

}  // namespace paddock::simd
