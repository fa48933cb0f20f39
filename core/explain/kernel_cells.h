// Cells of a convolution's kernel, by the cells of lhs that they are multiplied with.
#ifndef PADDOCK_CORE_EXPLAIN_KERNEL_CELLS_H_
#define PADDOCK_CORE_EXPLAIN_KERNEL_CELLS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/explain/explain.h"
#include "core/plan/lowering/window_attributes.h"

namespace paddock {

class KernelCells {
 public:
  // `boxes` is the result of ExplainCell for `cell`: cells of lhs and of the kernel.
  KernelCells(const Operation& convolution, std::span<const int64_t> cell,
              std::span<const CellBox> boxes);

  // Returns the kernel's cell for a cell of lhs, which may lie in the padding.
  std::vector<int64_t> At(std::span<const int64_t> lhs) const;

 private:
  ConvolutionAttributes attributes_;
  std::vector<WindowDimension> windows_;
  std::vector<int64_t> cell_;
  std::vector<int64_t> first_;
  int64_t first_feature_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXPLAIN_KERNEL_CELLS_H_
