// Scans: the cells up to this position.
#include <utility>

#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Returns the number of operands that are inputs. The body's slices correspond to them and precede
// the carries, one for each initial value.
size_t ScanInputs(const Operation& operation) {
  const std::vector<int64_t> sizes = IntegersOf(operation, "operandSegmentSizes");
  return sizes.empty() ? operation.operands.size() / 2 : static_cast<size_t>(sizes[0]);
}

}  // namespace

// All cells of the slices up to this position, because the body may combine a whole slice.
std::vector<CellBox> ExplainScan(const CellQuestion& question) {
  const Operation& operation = question.operation;
  const auto d = static_cast<size_t>(IntegerOf(operation, "dimension", 0));
  const Attribute* reverse = operation.Find("is_reverse");
  const bool is_reverse = reverse != nullptr && reverse->integer != 0;
  // The body takes a slice of each input, then each carry; it returns outputs, then carries.
  const size_t carries = operation.regions[0]->first->arguments.size() - ScanInputs(operation);
  const bool is_output = question.result + carries < operation.results.size();
  std::vector<CellBox> boxes;
  for (uint32_t i = 0; i < operation.operands.size(); ++i) {
    CellBox box = AllCells(question, i);
    const bool is_input = i < ScanInputs(operation);
    if (is_input && is_output) {
      const int64_t at = question.cell[d];
      box.ranges[d] = is_reverse ? CellRange{at, box.ranges[d].count - at} : CellRange{0, at + 1};
    }
    boxes.push_back(std::move(box));
  }
  return boxes;
}

}  // namespace paddock
