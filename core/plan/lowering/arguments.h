// Arguments of the planned function, whose sizes come from the inputs of a run.
#ifndef PADDOCK_CORE_PLAN_LOWERING_ARGUMENTS_H_
#define PADDOCK_CORE_PLAN_LOWERING_ARGUMENTS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/plan_diagnostics.h"
#include "core/plan/lowering/values.h"
#include "core/tensor/tensor.h"

namespace paddock {

// Gives the arguments of `body` the types that they have in this run, and returns their leaves.
// `inputs`: one for each leaf that is no token; may be empty where no size is open. Returns
// nothing, after diagnostics, if an input does not match its argument.
std::optional<std::vector<Leaf>> TypedArguments(Values& values, PlanDiagnostics& diagnostics,
                                                const Block& body, std::span<const Tensor> inputs);

// Makes the leaves with the numbers in `fixed`, which is sorted, constants.
void FixArguments(std::span<Leaf> leaves, std::span<const uint32_t> fixed,
                  std::span<const Tensor> inputs, Arena& arena);

// Returns whether a value of `type` can have these sizes; a bound is the maximum of a size.
bool FitsSizes(Type type, std::span<const int64_t> sizes);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_ARGUMENTS_H_
