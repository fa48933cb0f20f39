// Dimension: a size in a type of the text, and everywhere else that it is the same dimension.
#ifndef PADDOCK_CORE_API_DIMENSION_H_
#define PADDOCK_CORE_API_DIMENSION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/program.h"

namespace paddock {

// Dimension number `dimension` of a value.
struct DimensionOfValue {
  std::string name;  // "%x", "%r#1"
  Span definition;   // of its name
  uint32_t dimension = 0;
};

struct DimensionPlace {
  int64_t size = 0;  // kDynamic where the text says `?`
  // Of the size that was asked for, and of this dimension wherever a type writes it, in order.
  Span span;
  std::vector<Span> places;
  // Whose it is, in the order of their definition.
  std::vector<DimensionOfValue> values;
};

// The dimension whose size covers byte `offset`, followed through the whole program: through
// operations, regions and calls, as far as core/explain/same_dimensions.h knows. Nothing if there
// stands none, or while the program has errors.
std::optional<DimensionPlace> DimensionAt(const Program& program, uint32_t offset);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_DIMENSION_H_
