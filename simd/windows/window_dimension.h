// One dimension along which windows slide.
#ifndef PADDOCK_SIMD_WINDOWS_WINDOW_DIMENSION_H_
#define PADDOCK_SIMD_WINDOWS_WINDOW_DIMENSION_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace paddock::simd {

// A position p of window number `at` is at * stride + cell * window_dilation; it holds the
// operand's index (p - low) / base_dilation, or padding.
struct WindowDimension {
  int64_t operand_size = 1;
  int64_t result_size = 1;
  int64_t window = 1;
  int64_t stride = 1;
  int64_t base_dilation = 1;
  int64_t window_dilation = 1;
  int64_t low = 0;

  // Whether a result is the operand's only cell there.
  bool is_trivial() const {
    return window == 1 && stride == 1 && base_dilation == 1 && low == 0 &&
           result_size == operand_size;
  }
  // Whether the windows are the line's beginnings, each one element longer than the one before, or
  // its ends.
  bool is_prefix() const { return is_growing() && low == operand_size - 1; }
  bool is_suffix() const { return is_growing() && low == 0; }
  // Positions of the padded operand from the first window's beginning to the last one's end.
  int64_t span() const { return (result_size - 1) * stride + (window - 1) * window_dilation + 1; }
  // Returns the operand's index at a position, or -1 in padding.
  int64_t IndexAtPosition(int64_t position) const {
    const int64_t at = position - low;
    if (at < 0 || at % base_dilation != 0) return -1;
    const int64_t index = at / base_dilation;
    return index < operand_size ? index : -1;
  }
  int64_t IndexAt(int64_t at, int64_t cell) const {
    return IndexAtPosition(at * stride + cell * window_dilation);
  }

 private:
  bool is_growing() const {
    return window == operand_size && result_size == operand_size && stride == 1 &&
           base_dilation == 1 && window_dilation == 1;
  }
};

// Returns the dimension along which windows slide, if it is only one.
inline std::optional<size_t> OnlyWindowed(std::span<const WindowDimension> windows) {
  std::optional<size_t> found;
  for (size_t i = 0; i < windows.size(); ++i) {
    if (windows[i].is_trivial()) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_WINDOWS_WINDOW_DIMENSION_H_
