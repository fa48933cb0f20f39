// Making the fixes that diagnostics offer.
#ifndef PADDOCK_CORE_API_FIXES_H_
#define PADDOCK_CORE_API_FIXES_H_

#include <string>

#include "core/api/program.h"

namespace paddock {

struct FixOptions {
  LoadOptions load = {};
  // Takes the types of arguments and attributes as meant, and writes every result type that they
  // give; a type that was changed where a value is defined is changed where it is used. So a change
  // of one shape is followed through the program. Not certain: the other side may be wrong.
  bool follow_types = false;
};

struct FixedText {
  std::string text;
  size_t fix_count = 0;
  // Diagnostics of `text` that offer something which a person must choose.
  size_t suggestion_count = 0;
};

// `text` with every fix that is certain made, and those that then show until none does.
FixedText MakeFixes(const std::string& name, std::string text, const FixOptions& options);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_FIXES_H_
