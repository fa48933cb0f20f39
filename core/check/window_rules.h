// Rules of windows that slide over a tensor: reduce_window, select_and_scatter, convolution.
#ifndef PADDOCK_CORE_CHECK_WINDOW_RULES_H_
#define PADDOCK_CORE_CHECK_WINDOW_RULES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/check/context.h"

namespace paddock {

// Rules of a list with one entry for each dimension: its length, and that its entries are positive.
struct ListRules {
  Constraint size;
  Constraint positive;
};

struct WindowRules {
  ListRules dimensions;
  ListRules strides;
  ListRules base_dilations;
  ListRules window_dilations;
  Constraint padding;
  Constraint result;
};

// Window parameters, with one entry for each dimension in each list.
struct Windows {
  std::vector<int64_t> dimensions;
  std::vector<int64_t> strides;
  std::vector<int64_t> base_dilations;
  std::vector<int64_t> window_dilations;
  std::vector<int64_t> padding_low;
  std::vector<int64_t> padding_high;
};

// Names of the attributes; the defaults are reduce_window's names.
struct WindowNames {
  std::string_view dimensions = "window_dimensions";
  std::string_view strides = "window_strides";
  std::string_view base_dilations = "base_dilations";
  std::string_view window_dilations = "window_dilations";
  std::string_view padding = "padding";
};

// Reads the attributes. Absent ones default to 1, padding to 0.
Result<Windows> WindowsOf(CheckContext& context, size_t rank, const WindowNames& names,
                          const WindowRules& rules);

// Reads a list with one positive entry a dimension; all ones if it is absent or empty.
Result<std::vector<int64_t>> PositiveList(CheckContext& context, std::string_view name, size_t rank,
                                          const ListRules& rules);
// Reads `padding` of shape [rank, 2]; zeros if it is absent.
bool ReadPadding(CheckContext& context, std::string_view name, size_t rank, Constraint rule,
                 Windows& windows);

// Returns the number of windows in each dimension: floor((padded - dilated window) / stride) + 1.
// Returns nothing, with a diagnostic, if a size does not fit 63 bits.
std::optional<std::vector<Dimension>> WindowedShape(CheckContext& context,
                                                    std::span<const Dimension> shape,
                                                    const Windows& windows, Constraint rule);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_WINDOW_RULES_H_
