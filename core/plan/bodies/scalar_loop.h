// Bodies that are more than element-wise computation (a loop in the body of a reduce, say):
// the body becomes a stretch of the flat list that is gone through once an application.
//
//   init                 writes all that lives from one application to the next
//   h: fetch -> e        the arguments of the next application, or the end
//      body
//      store -> h        what the body returned
//   e:
#ifndef PADDOCK_CORE_PLAN_BODIES_SCALAR_LOOP_H_
#define PADDOCK_CORE_PLAN_BODIES_SCALAR_LOOP_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/step.h"
#include "simd/reduce/scatter.h"

namespace paddock {

class Lowering;

// The first bytes of the parameters of a loop's Fetch and Store.
struct ScalarLoopJumps {
  // From the step after fetch, or after store.
  int32_t exit = 0;
  int32_t back = 0;
};

struct ScalarLoop {
  const Operation* operation = nullptr;
  Block* body = nullptr;
  // Their parameters derive from ScalarLoopJumps, which is set here.
  StepFunction fetch = nullptr;
  StepFunction store = nullptr;
  ScalarLoopJumps* parameters = nullptr;
  // Before the body's arguments in the references of fetch; the loop's counter is the last.
  std::vector<Leaf> fetch_reads;
  // After the body's results in the references of store; the loop's counter is the last.
  std::vector<Leaf> store_writes;
  // Values that the body returns; 0: as many as the operation has results.
  size_t returned_count = 0;
  // Shapes of the body's arguments; empty where their types have all sizes.
  std::vector<Leaf> argument_shapes = {};
  // Shapes of the body's results; empty where the body determines them.
  std::vector<Leaf> returned_shapes = {};
  // Called when the body is planned, where that determines sizes of `store_writes`.
  std::function<Result<void>(std::span<const Leaf> returned)> on_returned = {};

  size_t expected_count() const {
    return returned_count != 0 ? returned_count : operation->results.size();
  }
};

// The step that writes `store_writes` for the first time is emitted already.
Result<void> EmitScalarLoop(Lowering& lowering, const ScalarLoop& loop);

// The body is a block of scalar tensors; operands are dense.
Result<void> EmitMapLoop(Lowering& lowering, const Operation& operation, Block& body);
Result<void> EmitReduceLoop(Lowering& lowering, const Operation& operation, Block& body,
                            std::span<const Leaf> operands, std::span<const Leaf> inits,
                            std::span<const int64_t> dimensions);
Result<void> EmitScatterLoop(Lowering& lowering, const Operation& operation, Block& body,
                             simd::ScatterPlan plan, std::span<const Leaf> inputs,
                             const Leaf& indices, std::span<const Leaf> updates);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_SCALAR_LOOP_H_
