// The first half of select_and_scatter: which element of the operand each window selects.
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

// The cells of windows over an operand. Windows are counted row-major, and so are the cells of
// each.
struct WindowCells {
  std::vector<WindowDimension> windows;
  std::vector<int64_t> operand_strides;
  int64_t window_count = 1;
  int64_t cell_count = 1;

  WindowCells(std::span<const WindowDimension> dimensions, std::span<const int64_t> shape);

  // The operand's elements in cell number `cell` of windows begin .. begin + count, -1 in
  // padding.
  void FillIndices(int64_t begin, int64_t count, int64_t cell, int64_t* indices) const;
};

// The index of an element for each window, i64, -1 where all is padding: from the first cell
// on, an element stays selected while `select` of it and the next one is true. `operand` is
// dense and of the body's type.
Result<Leaf> EmitSelect(Lowering& lowering, const Operation& operation, Block& select,
                        const Leaf& operand, WindowCells cells);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WINDOWS_SELECT_WINDOW_H_
