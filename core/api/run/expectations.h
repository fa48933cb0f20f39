// Inputs and expected results in the comments of a snippet.
#ifndef PADDOCK_CORE_API_RUN_EXPECTATIONS_H_
#define PADDOCK_CORE_API_RUN_EXPECTATIONS_H_

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/api/program.h"
#include "core/base/result.h"
#include "core/tensor/tensor.h"
#include "core/text/parse/parse.h"

namespace paddock {

// Returns the values of a comment for argument `index` of `entry` on `process`, one for each leaf.
// A tuple has the values of its elements, a token none. Returns nothing without such a comment.
// Fails if the comment's text is no value of the argument's type, or exceeds `memory`. `nullptr`
// means no limit.
Result<std::optional<std::vector<Tensor>>> CommentedInput(const Program& program,
                                                          const FunctionInfo& entry, size_t index,
                                                          ProcessCoordinates process,
                                                          DiagnosticSink& sink,
                                                          std::shared_ptr<MemoryBudget> memory);

// Returns whether a comment has an expectation of a value that `entry` does not return.
bool ExpectsInnerValues(const Program& program, const FunctionInfo& entry);

// Values that one process computed.
struct ComputedValues {
  // One value for each leaf of the entry's results.
  std::span<const Tensor> results;
  // Returns a value that is not a result; nothing if it is not kept.
  std::function<std::optional<Tensor>(const Value&, size_t part)> inner;
};

// Returns one diagnostic (code "expectation") for each commented value that differs. Integers and
// booleans are compared exactly, floats within 3 ULP or 1e-4.
std::vector<Diagnostic> CheckExpectations(const Program& program, const FunctionInfo& entry,
                                          const ComputedValues& values,
                                          ProcessCoordinates process = {});

}  // namespace paddock

#endif  // PADDOCK_CORE_API_RUN_EXPECTATIONS_H_
