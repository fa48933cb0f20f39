// What the comments of a snippet give and expect (one text for program, inputs and results).
#ifndef PADDOCK_CORE_API_EXPECTATIONS_H_
#define PADDOCK_CORE_API_EXPECTATIONS_H_

#include <span>
#include <vector>

#include "core/api/program.h"
#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace paddock {

// The value that a comment gives the argument; without a value if none does. Fails if the
// comment's text is no value of the argument's type.
Result<Tensor> CommentedInput(const Program& program, const ParameterInfo& parameter,
                              DiagnosticSink& sink);

// One diagnostic (code "expectation") for each commented result that is not met: integers
// and booleans exactly, floats within 3 ULP or 1e-4.
std::vector<Diagnostic> CheckExpectations(const Program& program, const FunctionInfo& entry,
                                          std::span<const Tensor> results);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_EXPECTATIONS_H_
