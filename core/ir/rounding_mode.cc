#include "core/ir/rounding_mode.h"

#include <algorithm>

namespace paddock {

// The attribute is a number, or a text that contains the word: `#arith<rounding_mode downward>`.
std::optional<RoundingMode> RoundingModeOf(const Operation& operation) {
  const Attribute* mode = operation.Find("roundingmode");
  if (mode == nullptr) return RoundingMode::kNearestEven;
  if (mode->kind == AttributeKind::kInteger) {
    const bool is_mode = mode->integer >= 0 && mode->integer < std::ssize(kRoundingModes);
    return is_mode ? std::optional(static_cast<RoundingMode>(mode->integer)) : std::nullopt;
  }
  if (!mode->text.starts_with("#arith")) return std::nullopt;
  for (size_t i = 0; i < kRoundingModes.size(); ++i) {
    const size_t at = mode->text.find(kRoundingModes[i]);
    if (at != std::string_view::npos) return static_cast<RoundingMode>(i);
  }
  return std::nullopt;
}

}  // namespace paddock
