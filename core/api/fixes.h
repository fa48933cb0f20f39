// Making the fixes that diagnostics offer.
#ifndef PADDOCK_CORE_API_FIXES_H_
#define PADDOCK_CORE_API_FIXES_H_

#include <string>

#include "core/api/program.h"

namespace paddock {

struct FixedText {
  std::string text;
  size_t fix_count = 0;
};

// `text` with every fix that is certain made, and those that then show until none does; a type
// that was changed where a value is defined is changed where it is used, so that a change
// of one shape is followed through the program.
FixedText MakeFixes(const std::string& name, std::string text, const LoadOptions& options);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_FIXES_H_
