#include "core/plan/lowering/repeatable.h"

namespace paddock {

bool IsRepeatable(const Operation& operation) {
  const OpInfo* info = operation.info;
  if (info == nullptr || info->has(kPassesValues)) return false;
  if (info->has(kEffect) || info->has(kCollective)) return false;
  if (!info->has(kPure) && operation.regions.empty()) return false;
  return info->dialect == "stablehlo" || info->dialect == "chlo";
}

bool IsView(const Operation& operation) {
  return operation.is(OpKind::kStablehloBroadcastInDim) ||
         operation.is(OpKind::kStablehloBroadcast) || operation.is(OpKind::kStablehloReshape) ||
         operation.is(OpKind::kStablehloSlice) || operation.is(OpKind::kStablehloReverse);
}

}  // namespace paddock
