// reduce_window with any pure scalar body, over any number of operands.
#ifndef PADDOCK_CORE_PLAN_WINDOWS_WINDOW_BODY_H_
#define PADDOCK_CORE_PLAN_WINDOWS_WINDOW_BODY_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/plan/bodies/body_program.h"
#include "core/plan/windows/padded_operand.h"

namespace paddock {

class Emitter;
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

// Elements in each array of a body.
inline constexpr int64_t kWindowBatch = 512;

// `operands` are padded by `inits`; `body` was compiled for kWindowBatch elements.
void EmitWindowBody(Lowering& lowering, const Operation& operation, const CompiledBody& body,
                    std::span<const Leaf> operands, std::span<const Leaf> inits,
                    WindowOffsets offsets);

// Materializes every window: [windows, cells].
Leaf EmitWindowCells(Emitter& emitter, const Operation& operation, const Leaf& operand,
                     const WindowOffsets& offsets);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WINDOWS_WINDOW_BODY_H_
