// select_and_scatter's selection by one comparison, which determines the cell of each window.
#ifndef PADDOCK_SIMD_WINDOWS_SELECT_CELLS_H_
#define PADDOCK_SIMD_WINDOWS_SELECT_CELLS_H_

#include <cstdint>

#include "core/types/element_type.h"

namespace paddock::simd {

enum class Selection : uint8_t { kGe, kGt, kLe, kLt };

// Updates the selections of `count` windows. For each i, unless cells[i] >= 0 and selected[i]
// compares true with elements[i], stores elements[i] in selected[i] and `cell` in cells[i]. Cells
// are integers of the element's width. Arrays do not overlap.
using SelectCells = void (*)(Selection selection, const void* elements, int64_t cell, int64_t count,
                             void* selected, void* cells);

// Supports integers and floats of 32 and 64 bits; returns null for other types.
SelectCells FindSelectCells(ElementType type);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_WINDOWS_SELECT_CELLS_H_
