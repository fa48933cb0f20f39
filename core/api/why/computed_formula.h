// Formulas of operations whose terms are more than cells of sets: scatter, fft, cholesky ...
#ifndef PADDOCK_CORE_API_WHY_COMPUTED_FORMULA_H_
#define PADDOCK_CORE_API_WHY_COMPUTED_FORMULA_H_

#include <string>
#include <string_view>

#include "core/api/why/execution_cells.h"

namespace paddock {

// Returns the formula of the cell, in the order in which it is computed; empty if there is none.
std::string ComputedFormula(const ExecutionCells& cells);

// Returns whether FormulaOf or ComputedFormula writes cells of the operation.
bool HasFormula(const OpInfo& info);
// Returns one sentence that says why cells of the operation have no formula; empty if they have
// one.
std::string_view WhyNoFormula(const OpInfo& info);
// Returns the sentence for an operation whose formula is empty; empty if it only moves cells.
std::string_view WhyNoFormulaHere(const Operation& operation);
// Returns whether the operation only moves cells: its sets say all about it.
bool OnlyMoves(const OpInfo& info);

// One for each family of operations; of one file each.
std::string ScatterFormula(const ExecutionCells& cells);
std::string SelectAndScatterFormula(const ExecutionCells& cells);
std::string BatchNormInferenceFormula(const ExecutionCells& cells);
std::string BatchNormTrainingFormula(const ExecutionCells& cells);
std::string BatchNormGradFormula(const ExecutionCells& cells);
std::string MapFormula(const ExecutionCells& cells);
std::string SortFormula(const ExecutionCells& cells);
std::string TopKFormula(const ExecutionCells& cells);
std::string FftFormula(const ExecutionCells& cells);
std::string CholeskyFormula(const ExecutionCells& cells);
std::string TriangularSolveFormula(const ExecutionCells& cells);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_COMPUTED_FORMULA_H_
