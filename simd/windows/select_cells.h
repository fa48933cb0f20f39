// select_and_scatter's selection by one comparison: which cell each window keeps.
#ifndef PADDOCK_SIMD_WINDOWS_SELECT_CELLS_H_
#define PADDOCK_SIMD_WINDOWS_SELECT_CELLS_H_

#include <cstdint>

#include "core/types/element_type.h"

namespace paddock::simd {

enum class Selection : uint8_t { kGe, kGt, kLe, kLt };

// Of `count` windows: elements[i] takes the place of selected[i], and `cell` of cells[i], unless
// the comparison of selected[i] with it is true and cells[i] >= 0. Cells are integers of the
// element's width. Nothing overlaps.
using SelectCells = void (*)(Selection selection, const void* elements, int64_t cell, int64_t count,
                             void* selected, void* cells);

// For integers and floats of 32 and 64 bits; null for other types.
SelectCells FindSelectCells(ElementType type);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_WINDOWS_SELECT_CELLS_H_
