#include "core/explain/kernel_cells.h"

namespace paddock {

KernelCells::KernelCells(const Operation& convolution, std::span<const int64_t> cell,
                         std::span<const CellBox> boxes)
    : attributes_(ConvolutionAttributesOf(convolution)), cell_(cell.begin(), cell.end()) {
  for (size_t i = 0; i < attributes_.input_spatial.size(); ++i) {
    windows_.push_back(attributes_.WindowAlong(i, convolution.operands[0]->type.shape(),
                                               convolution.operands[1]->type.shape(),
                                               convolution.results[0]->type.shape()));
  }
  first_feature_ = boxes[0].ranges[static_cast<size_t>(attributes_.input_feature)].start;
  for (const CellRange range : boxes[1].ranges) first_.push_back(range.start);
}

std::vector<int64_t> KernelCells::At(std::span<const int64_t> lhs) const {
  const auto index = [&](int64_t dimension) { return lhs[static_cast<size_t>(dimension)]; };
  std::vector<int64_t> at = first_;
  at[static_cast<size_t>(attributes_.kernel_input_feature)] =
      index(attributes_.input_feature) - first_feature_;
  for (size_t i = 0; i < windows_.size(); ++i) {
    const WindowDimension& window = windows_[i];
    const int64_t begin = cell_[static_cast<size_t>(attributes_.output_spatial[i])] * window.stride;
    const int64_t position = index(attributes_.input_spatial[i]) * window.base_dilation;
    const int64_t within = (position + window.low - begin) / window.window_dilation;
    at[static_cast<size_t>(attributes_.kernel_spatial[i])] =
        attributes_.reversal[i] != 0 ? window.window - 1 - within : within;
  }
  return at;
}

}  // namespace paddock
