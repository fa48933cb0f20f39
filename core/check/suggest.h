// Fixes: what a diagnostic offers to write instead.
#ifndef PADDOCK_CORE_CHECK_SUGGEST_H_
#define PADDOCK_CORE_CHECK_SUGGEST_H_

#include <string_view>

#include "core/check/context.h"

namespace paddock {

// Offers to call the missing attribute of `row` by its name where another is misspelt, or to
// write it where one value alone can be right.
void SuggestAttribute(CheckContext& context, Diagnostic& diagnostic, const AttributeInfo& row);

// Warns of attributes that the operation does not know and whose names are near to one that it
// would.
bool CheckAttributeNames(CheckContext& context);

// Reports an operation that is not in the table: an error if its dialect is read here whole, else a
// warning, which strict makes an error. Offers what may have been meant.
void ReportUnknownOperation(const Operation& operation, DiagnosticSink& sink,
                            const CheckOptions& options);

// Offers to end `block` in `terminator`.
void SuggestTerminator(CheckContext& context, Diagnostic& diagnostic, const Region& region,
                       const OpInfo& terminator);

// Reports that the module does not define `symbol`; offers the nearest name that it does.
std::unexpected<Failure> FailUnknownSymbol(CheckContext& context, Constraint rule, At at,
                                           const Attribute& symbol);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_SUGGEST_H_
