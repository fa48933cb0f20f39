// Random numbers: the state, or the ends of the distribution.
#include "core/explain/relation.h"

namespace paddock {

// Every bit depends on the whole state.
std::vector<CellBox> ExplainRngBitGenerator(const CellQuestion& question) {
  return {AllCells(question, 0)};
}

std::vector<CellBox> ExplainRng(const CellQuestion&) { return {OneCell(0, {}), OneCell(1, {})}; }

}  // namespace paddock
