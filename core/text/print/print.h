// Print: writes a Module as text that Parse reads back to an equal program.
#ifndef PADDOCK_CORE_TEXT_PRINT_PRINT_H_
#define PADDOCK_CORE_TEXT_PRINT_PRINT_H_

#include <cstdint>
#include <string>

#include "core/ir/module.h"

namespace paddock {

enum class PrintForm : uint8_t {
  kPretty,   // short forms and the source's names; generic where a short form cannot express it
  kGeneric,  // canonical: %0, %arg0, sorted attributes
};

struct PrintOptions {
  PrintForm form = PrintForm::kPretty;
  // Larger literals are written as hexadecimal bytes.
  int64_t maximum_listed = 100;
  // Larger literals are omitted, and the text cannot be read back. 0 means no limit.
  int64_t maximum_kept = 0;
  // Writes locations as aliases, `loc(#loc1)`, which are defined after the module. The locations
  // must not name aliases of a text themselves.
  bool locations = false;
};

// Prints a module. Both forms omit attributes that have their default.
std::string Print(const Module& module, const PrintOptions& options = {});
// Prints one operation with its regions. Captured values have the names that they have in the print
// of their function.
std::string Print(const Operation& operation, const PrintOptions& options = {});
// Prints an attribute in its generic spelling.
std::string Print(const Attribute& attribute, const PrintOptions& options = {});

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PRINT_PRINT_H_
