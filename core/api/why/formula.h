// Formulas: how a cell is computed, with the numbers of the run.
#ifndef PADDOCK_CORE_API_WHY_FORMULA_H_
#define PADDOCK_CORE_API_WHY_FORMULA_H_

#include <span>
#include <string>
#include <vector>

#include "core/ir/operation.h"

namespace paddock {

// Number of terms that are written out.
inline constexpr size_t kMostFormulaTerms = 8;

// Texts of the cells of one operand, in the order in which they are used; fewer than `count` if
// there are many.
struct FormulaTerms {
  uint32_t operand = 0;
  std::vector<std::string> texts;
  int64_t count = 0;
};

// Returns whether FormulaOf writes the operation. ComputedFormula writes others.
bool HasTermFormula(const OpInfo& info);

// Returns the formula of a cell of result `result`: "1.5 + 2.0", "log(-0.3)", "0.0 + 1.0 + 2.0 +
// ... (1,000 terms)" or "body((0.0, 0), (1.5, 1))"; empty for others. Terms are in row-major order
// of the operands, the order of the specification; docs/numerics.md has the order of each sum.
std::string FormulaOf(const Operation& operation, uint32_t result,
                      std::span<const FormulaTerms> terms);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_FORMULA_H_
