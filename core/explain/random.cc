// Random numbers: the state, or the ends of the distribution.
#include "core/explain/relation.h"

namespace paddock {

// Every bit comes from the whole state; of the next state, see the operation.
std::vector<CellBox> ExplainRngBitGenerator(const CellQuestion& question) {
  return {AllCells(question, 0)};
}

std::vector<CellBox> ExplainRng(const CellQuestion&) { return {OneCell(0, {}), OneCell(1, {})}; }

}  // namespace paddock
