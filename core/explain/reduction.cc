// Reductions: a whole run of cells along each reduced dimension.
#include <algorithm>

#include "core/explain/body_dependence.h"
#include "core/explain/relation.h"
#include "core/explain/window_cells.h"
#include "core/ir/attribute_values.h"

namespace paddock {

// Along `dimensions` at the cell's place in the others, of every input that the body mixes
// into this result, and their initial values.
std::vector<CellBox> ExplainReduce(const CellQuestion& question) {
  const std::vector<int64_t> dimensions = IntegersOf(question.operation, "dimensions");
  const auto inputs = static_cast<uint32_t>(question.operation.operands.size() / 2);
  const std::vector<uint32_t> used =
      CombinedWith(*question.operation.regions[0], question.result, inputs);
  std::vector<CellBox> boxes;
  for (uint32_t i : used) {
    CellBox box = AllCells(question, i);
    size_t kept = 0;
    for (size_t d = 0; d < box.ranges.size(); ++d) {
      const bool is_reduced =
          std::ranges::find(dimensions, static_cast<int64_t>(d)) != dimensions.end();
      if (!is_reduced) box.ranges[d] = {question.cell[kept++]};
    }
    boxes.push_back(std::move(box));
  }
  for (uint32_t i : used) boxes.push_back(OneCell(inputs + i, {}));
  return boxes;
}

// Any element of the slice may land at any place of it; the operands that the comparator reads
// decide.
std::vector<CellBox> ExplainSort(const CellQuestion& question) {
  int64_t dimension = IntegerOf(question.operation, "dimension", -1);
  if (dimension < 0) dimension += static_cast<int64_t>(question.cell.size());
  const std::vector<bool> compared = BodyDependence(*question.operation.regions[0])[0];
  std::vector<CellBox> boxes;
  for (uint32_t i = 0; i < question.operation.operands.size(); ++i) {
    if (i != question.result && !compared[2 * i] && !compared[2 * i + 1]) continue;
    CellBox box = OneCell(i, question.cell);
    const auto d = static_cast<size_t>(dimension);
    box.ranges[d] = {0, question.operand_shape(i)[d]};
    boxes.push_back(std::move(box));
  }
  return boxes;
}

// Both results depend on the whole last dimension.
std::vector<CellBox> ExplainTopK(const CellQuestion& question) {
  CellBox box = OneCell(0, question.cell);
  box.ranges.back() = {0, question.operand_shape(0).back()};
  return {box};
}

// The cell's window of every input, and every initial value, which is also the padding.
std::vector<CellBox> ExplainReduceWindow(const CellQuestion& question) {
  const auto inputs = static_cast<uint32_t>(question.operation.operands.size() / 2);
  const std::vector<WindowDimension> windows =
      WindowsOf(question.operation, question.operand_shape(0),
                question.operation.results[question.result]->type.shape());
  const std::vector<uint32_t> used =
      CombinedWith(*question.operation.regions[0], question.result, inputs);
  std::vector<CellBox> boxes;
  for (uint32_t i : used) {
    CellBox box{i, {}};
    for (size_t d = 0; d < windows.size(); ++d) {
      box.ranges.push_back(CellsOfWindow(windows[d], question.cell[d]));
    }
    boxes.push_back(std::move(box));
  }
  for (uint32_t i : used) boxes.push_back(OneCell(inputs + i, {}));
  return boxes;
}

// Every window that holds the cell: its element of source, and the elements among which it
// picks one; and the initial value.
std::vector<CellBox> ExplainSelectAndScatter(const CellQuestion& question) {
  const std::vector<WindowDimension> windows =
      WindowsOf(question.operation, question.operand_shape(0), question.operand_shape(1));
  CellBox operand{0, {}};
  CellBox source{1, {}};
  for (size_t d = 0; d < windows.size(); ++d) {
    const WindowsOfCell held = WindowsThatHold(windows[d], question.cell[d]);
    operand.ranges.push_back(held.cells);
    source.ranges.push_back(held.windows);
  }
  return {std::move(operand), std::move(source), OneCell(2, {})};
}

namespace {

// Returns the number of operands that are inputs. The body's slices correspond to them and precede
// the carries, one for each initial value.
size_t ScanInputs(const Operation& operation) {
  const std::vector<int64_t> sizes = IntegersOf(operation, "operandSegmentSizes");
  return sizes.empty() ? operation.operands.size() / 2 : static_cast<size_t>(sizes[0]);
}

}  // namespace

// Cells that the steps up to this place have seen; the body may mix all of a slice.
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
