// Convolution: a window of lhs and the kernel of an output feature.
#include <utility>

#include "core/explain/relation.h"
#include "core/explain/window_cells.h"
#include "core/ir/attribute_values.h"
#include "core/plan/lowering/window_attributes.h"

namespace paddock {

// The window of lhs with the input features of the cell's group, and the whole kernel of its
// output feature. In dynamic_conv, whose padding is an operand, any position is possible.
std::vector<CellBox> ExplainConvolution(const CellQuestion& question) {
  const ConvolutionAttributes attributes = ConvolutionAttributesOf(question.operation);
  const auto at = [&](int64_t d) { return question.cell[static_cast<size_t>(d)]; };
  CellBox lhs = AllCells(question, 0);
  CellBox rhs = AllCells(question, 1);
  const auto range = [](CellBox& box, int64_t d) -> CellRange& {
    return box.ranges[static_cast<size_t>(d)];
  };
  const int64_t feature = at(attributes.output_feature);
  CellRange& output = range(rhs, attributes.kernel_output_feature);
  const int64_t groups = attributes.feature_groups * attributes.batch_groups;
  const int64_t group = feature / (output.count / groups);
  output = {feature};
  const int64_t features = range(rhs, attributes.kernel_input_feature).count;
  const bool has_feature_groups = attributes.feature_groups > 1;
  range(lhs, attributes.input_feature) = {has_feature_groups ? group * features : 0, features};
  CellRange& batch = range(lhs, attributes.input_batch);
  const int64_t batches = batch.count / attributes.batch_groups;
  batch = {(has_feature_groups ? 0 : group * batches) + at(attributes.output_batch)};
  const bool is_dynamic = question.operation.operands.size() > 2;
  const auto result_shape = question.operation.results[0]->type.shape();
  for (size_t i = 0; !is_dynamic && i < attributes.input_spatial.size(); ++i) {
    const WindowDimension window = attributes.WindowAlong(i, question.operand_shape(0),
                                                          question.operand_shape(1), result_shape);
    range(lhs, attributes.input_spatial[i]) =
        CellsOfWindow(window, at(attributes.output_spatial[i]));
  }
  std::vector<CellBox> boxes = {std::move(lhs), std::move(rhs)};
  if (is_dynamic) boxes.push_back(AllCells(question, 2));
  return boxes;
}

}  // namespace paddock
