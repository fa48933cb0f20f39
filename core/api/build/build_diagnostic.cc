#include "core/api/build/build_diagnostic.h"

#include <algorithm>

namespace paddock::build {

Diagnostic RuleDiagnostic(const ConstraintInfo& rule, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = rule.code;
  diagnostic.message = std::move(message);
  diagnostic.formula = rule.formula;
  diagnostic.link = SpecificationLink(rule.link);
  return diagnostic;
}

// The operation is at the column of the call, so that the heading has the call's line and column.
std::string RenderText(const BuildDiagnostic& diagnostic) {
  const uint32_t column = std::clamp(diagnostic.where.column(), 1u, 80u) - 1;
  const Source source(diagnostic.where.file_name(), std::string(column, ' ') + diagnostic.operation,
                      diagnostic.where.line());
  Diagnostic placed = diagnostic.diagnostic;
  placed.span = {
      column, column + std::max<uint32_t>(1, static_cast<uint32_t>(diagnostic.operation.size()))};
  return paddock::RenderText(placed, source);
}

}  // namespace paddock::build
