#include "core/plan/products/group_bounds.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/lowering/promoted_operand.h"
#include "core/plan/report.h"

namespace paddock {
namespace {

struct GroupBounds {
  int64_t lists = 1;
  int64_t groups = 0;
  int64_t size = 0;
};

template <class Phase>
struct BoundsReferences {
  Read<Phase> sizes;
  // A 0, then the end of each group's rows.
  Write<Phase> bounds;
};

StepStatus BoundsStep(StepContext& context) {
  const auto& all = context.As<GroupBounds>();
  const auto at = Bind<BoundsReferences>(context);
  const std::byte* sizes = at.sizes;
  auto* bounds = reinterpret_cast<int64_t*>(at.bounds);
  for (int64_t list = 0; list < all.lists; ++list) {
    int64_t end = 0;
    *bounds++ = 0;
    for (int64_t group = 0; group < all.groups; ++group) {
      int64_t size = 0;
      std::memcpy(&size, sizes, sizeof(size));
      sizes += sizeof(size);
      if (size < 0) {
        ReportAt(context, "run",
                 "ragged_dot: 0 <= group_sizes, but group_sizes holds " + std::to_string(size));
        return StepStatus::kFailed;
      }
      end += std::min(size, all.size - end);
      *bounds++ = end;
    }
  }
  return StepStatus::kDone;
}

}  // namespace

Leaf EmitGroupBounds(Lowering& lowering, const Operation& operation, int64_t size) {
  const Leaf sizes =
      Converted(lowering, operation, lowering.Operand(operation, 2), ElementType::kI64);
  GroupBounds bounds;
  bounds.groups = sizes.shape.back();
  bounds.size = size;
  for (size_t d = 0; d + 1 < sizes.shape.size(); ++d) bounds.lists *= sizes.shape[d];
  const int64_t shape[] = {bounds.lists, bounds.groups + 1};
  const Leaf result = lowering.NewLeaf(ElementType::kI64,
                                       lowering.arena().CopyArray(std::span<const int64_t>(shape)));
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &BoundsStep;
  spec.work = kStepWork + 8 * sizes.count;
  spec.parameters = lowering.Own(bounds);
  SetReferences(spec, BoundsReferences<Planning>{.sizes = sizes, .bounds = result});
  lowering.Emit(spec);
  return result;
}

}  // namespace paddock
