// The attribute `roundingmode` of operations of the arith dialect.
#ifndef PADDOCK_CORE_IR_ROUNDING_MODE_H_
#define PADDOCK_CORE_IR_ROUNDING_MODE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/ir/operation.h"

namespace paddock {

// In the order of MLIR's numbering.
enum class RoundingMode : uint8_t { kNearestEven, kDownward, kUpward, kTowardZero, kNearestAway };

// Words of the pretty form.
inline constexpr std::array<std::string_view, 5> kRoundingModes = {
    "to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"};

// Returns kNearestEven if the attribute is absent; nothing if it is none of the five.
std::optional<RoundingMode> RoundingModeOf(const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_IR_ROUNDING_MODE_H_
