// reduce_window with any body, over any number of operands.
#ifndef PADDOCK_CORE_PLAN_WINDOWS_WINDOW_BODY_H_
#define PADDOCK_CORE_PLAN_WINDOWS_WINDOW_BODY_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/windows/padded_operand.h"

namespace paddock {

class Lowering;

// Offsets of windows' elements in padded operands of one shape.
struct WindowOffsets {
  std::vector<WindowDimension> windows;
  std::vector<int64_t> strides;
  int64_t first = 0;

  // Windows are numbered row-major in the result, cells row-major in the window.
  int64_t window_count() const;
  int64_t cell_count() const;
  int64_t CellOffset(int64_t cell) const;
  // Writes the offsets of the first cells of windows begin .. begin + count.
  void FillStarts(int64_t begin, int64_t count, int64_t* starts) const;
};

// `operands` are padded by `inits`. The cells of each window are combined in row-major order.
Result<void> EmitWindowBody(Lowering& lowering, const Operation& operation, Block& body,
                            std::span<const Leaf> operands, std::span<const Leaf> inits,
                            WindowOffsets offsets);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WINDOWS_WINDOW_BODY_H_
