// Applies the fixes that diagnostics offer.
#ifndef PADDOCK_CORE_API_QUERY_FIXES_H_
#define PADDOCK_CORE_API_QUERY_FIXES_H_

#include <string>

#include "core/api/program.h"

namespace paddock {

struct FixOptions {
  LoadOptions load = {};
  // Trusts the types of arguments and attributes. Writes every result type that they imply, and
  // repeats at each use a type that was changed at its definition. A change of one shape thus
  // propagates through the program. The result is not certain, because the other side may be wrong.
  bool follow_types = false;
};

struct FixedText {
  std::string text;
  size_t fix_count = 0;
  // Number of diagnostics of `text` with fixes that a person must choose.
  size_t suggestion_count = 0;
};

// Returns `text` after all certain fixes, repeated until no certain fix is left.
FixedText MakeFixes(const std::string& name, std::string text, const FixOptions& options);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_QUERY_FIXES_H_
