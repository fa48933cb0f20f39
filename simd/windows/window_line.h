// Reads positions of a padded line into dense rows.
#ifndef PADDOCK_SIMD_WINDOWS_WINDOW_LINE_H_
#define PADDOCK_SIMD_WINDOWS_WINDOW_LINE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simd/movement/copy_kernels.h"
#include "simd/windows/window_dimension.h"

namespace paddock::simd {

// Rows of `tile` elements, `inner` apart in the operand.
struct WindowLine {
  const uint8_t* operand;  // of the line, at the tile
  const void* padding;
  int64_t element_bytes;
  int64_t inner;
  int64_t tile;

  // Returns positions first .. first + count if they are rows of the operand, `inner` elements
  // apart, else null.
  const uint8_t* FindRows(const WindowDimension& window, int64_t first, int64_t count) const {
    const int64_t at = first - window.low;
    const bool is_inside = at >= 0 && count <= window.operand_size - at;
    if (!is_inside || window.base_dilation != 1) return nullptr;
    return operand + at * inner * element_bytes;
  }

  // The same if the rows are neighbours.
  const uint8_t* Find(const WindowDimension& window, int64_t first, int64_t count) const {
    return tile == inner ? FindRows(window, first, count) : nullptr;
  }

  // Writes positions first, first + step, .. as `count` rows to `to`.
  void Read(const WindowDimension& window, int64_t first, int64_t step, int64_t count,
            uint8_t* to) const {
    const int64_t row_bytes = tile * element_bytes;
    if (window.base_dilation != 1) {
      for (int64_t i = 0; i < count; ++i, to += row_bytes) {
        const int64_t index = window.IndexAtPosition(first + i * step);
        if (index < 0) {
          Fill(to, padding, static_cast<size_t>(element_bytes), tile);
        } else {
          CopyRows(index, 0, 1, to);
        }
      }
      return;
    }
    const int64_t at = first - window.low;
    const int64_t begin = std::min(count, at >= 0 ? 0 : (-at + step - 1) / step);
    const int64_t left = window.operand_size - at;
    const int64_t end = std::clamp(left <= 0 ? int64_t{0} : (left + step - 1) / step, begin, count);
    Pad(to, begin);
    if (begin < end) CopyRows(at + begin * step, step, end - begin, to + begin * row_bytes);
    Pad(to + end * row_bytes, count - end);
  }

  // Copies `rows` indices of the operand from `index` on, `step` apart.
  void CopyRows(int64_t index, int64_t step, int64_t rows, uint8_t* to) const {
    const uint8_t* from = operand + index * inner * element_bytes;
    if (rows == 1 || (tile == inner && step <= 1)) {
      std::memcpy(to, from, static_cast<size_t>(rows * tile * element_bytes));
      return;
    }
    const auto bytes = static_cast<size_t>(element_bytes);
    const int64_t from_stride = step * inner * element_bytes;
    if (tile == 1) {
      FindCopyKernel(CopyKernel::kStrided, bytes)(from, to,
                                                  {1, rows, 0, 0, from_stride, element_bytes});
    } else {
      FindCopyKernel(CopyKernel::kContiguous, bytes)(
          from, to, {rows, tile * element_bytes, from_stride, tile * element_bytes, 1, 1});
    }
  }

 private:
  void Pad(uint8_t* to, int64_t rows) const {
    if (rows > 0) Fill(to, padding, static_cast<size_t>(element_bytes), rows * tile);
  }
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_WINDOWS_WINDOW_LINE_H_
