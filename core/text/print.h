// Print: Module to text that Parse reads back to an equal program.
#ifndef PADDOCK_CORE_TEXT_PRINT_H_
#define PADDOCK_CORE_TEXT_PRINT_H_

#include <cstdint>
#include <string>

#include "core/ir/module.h"

namespace paddock {

enum class PrintForm : uint8_t {
  kPretty,   // short forms and the source's names; generic where a short form cannot say it
  kGeneric,  // canonical: %0, %arg0, sorted attributes
};

struct PrintOptions {
  PrintForm form = PrintForm::kPretty;
  // Literals of more elements are written as hexadecimal bytes.
  int64_t maximum_listed = 100;
  // Literals of more elements are left out, and the text cannot be read back. 0: never.
  int64_t maximum_kept = 0;
  // Writes locations as aliases, which are defined behind the module: `loc(#loc1)`. They must name
  // no aliases of a text themselves.
  bool locations = false;
};

// Attributes that have their default are left out in both forms.
std::string Print(const Module& module, const PrintOptions& options = {});
// One operation with its regions. Values from outside have the names that they would have
// in the print of their function.
std::string Print(const Operation& operation, const PrintOptions& options = {});
// An attribute in its generic spelling.
std::string Print(const Attribute& attribute, const PrintOptions& options = {});

// Whether a print with these options leaves literals out, so that it cannot be read back.
bool HoldsElidedLiteral(const Module& module, const PrintOptions& options);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PRINT_H_
