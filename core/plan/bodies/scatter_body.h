// scatter with any body, over any number of inputs.
#ifndef PADDOCK_CORE_PLAN_BODIES_SCATTER_BODY_H_
#define PADDOCK_CORE_PLAN_BODIES_SCATTER_BODY_H_

#include <cstdint>
#include <span>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/step.h"
#include "simd/reduce/scatter.h"

namespace paddock {

class Lowering;

// The results start as copies of the inputs; then the updates are combined into them in order. All
// are dense and have the body's types. Emits nothing if the results are empty.
Result<void> EmitScatterBody(Lowering& lowering, const Operation& operation, Block& body,
                             simd::ScatterPlan plan, std::span<const Leaf> inputs,
                             const Leaf& indices, std::span<const Leaf> updates);

// Copies whole inputs to the results, unless they are the same memory; position counts bytes.
StepStatus CopyInputs(StepContext& context, std::span<const int64_t> input_bytes,
                      std::span<const std::byte* const> inputs,
                      std::span<std::byte* const> results);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_SCATTER_BODY_H_
