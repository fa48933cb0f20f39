// BuildDiagnostic: a mistake in building a program, and the call that made it.
#ifndef PADDOCK_CORE_API_BUILD_BUILD_DIAGNOSTIC_H_
#define PADDOCK_CORE_API_BUILD_BUILD_DIAGNOSTIC_H_

#include <source_location>
#include <string>

#include "core/diagnostics/diagnostic.h"
#include "core/dialect/op_info.h"

namespace paddock::build {

struct BuildDiagnostic {
  // Has the code, message, formula and link of the same mistake in a text, and no span.
  Diagnostic diagnostic;
  std::source_location where;
  // Operation with the types of its operands: "stablehlo.add (tensor<2xf32>, tensor<3xf32>)".
  std::string operation;
};

// Returns the diagnostic of a broken rule.
Diagnostic RuleDiagnostic(const ConstraintInfo& rule, std::string message);

// Returns "file.cc:42:9: error: ..." with the operation, the rule and its link on further lines.
std::string RenderText(const BuildDiagnostic& diagnostic);

}  // namespace paddock::build

#endif  // PADDOCK_CORE_API_BUILD_BUILD_DIAGNOSTIC_H_
