// Fourier transforms: all of the transformed dimensions.
#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

namespace paddock {

// All cells of the transformed dimensions, at the cell's index in the others.
std::vector<CellBox> ExplainFft(const CellQuestion& question) {
  const size_t transformed = IntegersOf(question.operation, "fft_length").size();
  CellBox box = AllCells(question, 0);
  for (size_t d = 0; d + transformed < box.ranges.size(); ++d) box.ranges[d] = {question.cell[d]};
  return {box};
}

}  // namespace paddock
