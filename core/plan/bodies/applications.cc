#include "core/plan/bodies/applications.h"

#include "core/plan/lowering/lowering.h"

namespace paddock {

StepStatus Applications::Prepare(StepContext&, const ApplicationMemory&) const {
  return StepStatus::kDone;
}

void Applications::Place(const ApplicationMemory&, int64_t, int64_t, std::span<std::byte*>) const {}

std::vector<Leaf> NewResults(Lowering& lowering, const Operation& operation) {
  std::vector<Leaf> results;
  for (const Value* result : operation.results) {
    const Leaf like =
        lowering.values().LeavesOf(lowering.TypeOf(*result), operation.name_span)->front();
    results.push_back(lowering.NewLeaf(like.type, like.shape));
  }
  return results;
}

void BindResults(Lowering& lowering, const Operation& operation, std::span<const Leaf> results) {
  for (size_t i = 0; i < results.size(); ++i) lowering.Bind(*operation.results[i], results[i]);
}

std::vector<size_t> WidthsOf(std::span<const Leaf> leaves) {
  std::vector<size_t> widths;
  for (const Leaf& leaf : leaves) widths.push_back(leaf.element_bytes());
  return widths;
}

std::unexpected<Failure> FailReturnedCount(Lowering& lowering, const Operation& operation) {
  return lowering.Fail(operation, "run", "the body returns the wrong number of values");
}

}  // namespace paddock
