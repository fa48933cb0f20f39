// The first half of select_and_scatter: finds the element of the operand that each window selects.
#ifndef PADDOCK_CORE_PLAN_WINDOWS_SELECT_WINDOW_H_
#define PADDOCK_CORE_PLAN_WINDOWS_SELECT_WINDOW_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/window_attributes.h"

namespace paddock {

class Lowering;

// The cells of windows over an operand. Windows are numbered row-major, and so are the cells of
// each.
struct WindowCells {
  std::vector<WindowDimension> windows;
  std::vector<int64_t> operand_strides;
  int64_t window_count = 1;
  int64_t cell_count = 1;

  WindowCells(std::span<const WindowDimension> dimensions, std::span<const int64_t> shape);

  // Writes the indices of the operand's elements at cell number `cell` of windows begin .. begin +
  // count; -1 for padding.
  void FillIndices(int64_t begin, int64_t count, int64_t cell, int64_t* indices) const;
};

// Returns the index of the selected element of each window, as i64; -1 if all its cells are
// padding. In the order of the cells, an element stays selected while `select` of it and the next
// one is true. `operand` is dense and has the body's type.
Result<Leaf> EmitSelect(Lowering& lowering, const Operation& operation, Block& select,
                        const Leaf& operand, WindowCells cells);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WINDOWS_SELECT_WINDOW_H_
