// Fixes that diagnostics offer.
#ifndef PADDOCK_CORE_CHECK_SUGGEST_H_
#define PADDOCK_CORE_CHECK_SUGGEST_H_

#include <string_view>

#include "core/check/context.h"

namespace paddock {

// Offers to rename a misspelled attribute to the missing attribute of `row`, or to add it if only
// one value is possible.
void SuggestAttribute(CheckContext& context, Diagnostic& diagnostic, const AttributeInfo& row);

// Warns about unknown attributes whose names resemble absent ones of the operation.
bool CheckAttributeNames(CheckContext& context);

// Reports an operation that is not in the table. It is an error if the table has its whole dialect,
// otherwise a warning, or an error with `strict`. Offers the nearest names.
void ReportUnknownOperation(const Operation& operation, DiagnosticSink& sink,
                            const CheckOptions& options);

// Offers to end `block` with `terminator`.
void SuggestTerminator(CheckContext& context, Diagnostic& diagnostic, const Region& region,
                       const OpInfo& terminator);

// Reports that the module does not define `symbol`. Offers the nearest name that it defines.
std::unexpected<Failure> FailUnknownSymbol(CheckContext& context, Constraint rule, At at,
                                           const Attribute& symbol);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_SUGGEST_H_
