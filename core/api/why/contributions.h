// Contributions: the cells of a set that contribute most to a result.
#ifndef PADDOCK_CORE_API_WHY_CONTRIBUTIONS_H_
#define PADDOCK_CORE_API_WHY_CONTRIBUTIONS_H_

#include <span>
#include <vector>

#include "core/api/why/cell_feeds.h"
#include "core/api/why/cell_value.h"
#include "core/api/why/formula.h"

namespace paddock {

struct CellOfSet {
  std::vector<int64_t> cell;
  CellValue value;
};

struct ReadSet {
  // The cells that contribute most, in the order of the formula.
  std::vector<CellOfSet> greatest;
  // The first cells in the order of the formula, at most kMostFormulaTerms.
  FormulaTerms terms;
  int64_t count = 0;
};

// Reads the sets of one execution for the result's `cell`, at most `most` cells of each. In sums of
// products, a cell contributes its product with the cell of the other operand. Cells that are NaN
// or infinite come first, then those that equal the result, as that of a maximum does.
std::vector<ReadSet> ReadSets(RunReader& reader, const Operation& operation, const Feeds& feeds,
                              std::span<const int64_t> cell, const CellValue& result, size_t most);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_CONTRIBUTIONS_H_
