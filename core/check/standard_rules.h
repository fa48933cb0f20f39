// Rules that arith, math and index share: one trait `Elementwise`. Operands are scalars, or tensors
// of equal shapes. Nothing is broadcast.
#ifndef PADDOCK_CORE_CHECK_STANDARD_RULES_H_
#define PADDOCK_CORE_CHECK_STANDARD_RULES_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/check/context.h"

namespace paddock {

// Returns a tensor's element type; a scalar itself.
Type ElementOf(Type type);
bool IsIndex(Type element);
bool IsSignlessInteger(Type element);

// Returns the type of `shape` with another element type; a scalar for a scalar.
Type WithElement(CheckContext& context, Type shape, Type element);

// Requires a scalar or ranked tensor whose element type the predicate allows.
bool CheckElement(CheckContext& context, size_t i, bool (*is_allowed)(Type),
                  std::string_view words);

// Requires that all operands are scalars or tensors of agreeing shapes. Returns the common shape.
std::optional<Type> CheckShapes(CheckContext& context, size_t first = 0);

// Requires one type for all operands, with an element type that the predicate allows. Returns it.
CheckResult CheckSameTypes(CheckContext& context, bool (*is_allowed)(Type), std::string_view words);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_STANDARD_RULES_H_
