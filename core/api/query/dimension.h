// Dimension: a size in a type of the text, and all other places of the same dimension.
#ifndef PADDOCK_CORE_API_QUERY_DIMENSION_H_
#define PADDOCK_CORE_API_QUERY_DIMENSION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/program.h"

namespace paddock {

// Dimension number `dimension` of a value.
struct DimensionOfValue {
  std::string name;  // "%x", "%r#1"
  Span definition;   // place of the name
  uint32_t dimension = 0;
};

struct DimensionPlace {
  int64_t size = 0;  // kDynamic for `?`
  // Place of the requested size, and all places where a type writes this dimension, in order.
  Span span;
  std::vector<Span> places;
  // Values that have the dimension, in the order of their definition.
  std::vector<DimensionOfValue> values;
};

// Returns the dimension whose size covers byte `offset`, followed through operations, regions and
// calls of the whole program, as far as core/explain/same_dimensions.h relates them. Returns
// nothing if there is no size, or while the program has errors.
std::optional<DimensionPlace> DimensionAt(const Program& program, uint32_t offset);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_QUERY_DIMENSION_H_
