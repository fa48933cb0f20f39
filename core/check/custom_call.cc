// Checks of custom_call.
#include "core/check/context.h"
#include "core/check/custom_call_results.h"
#include "core/check/custom_call_rules.h"
#include "core/check/custom_call_signature.h"
#include "core/dialect/custom_call_info.h"

namespace paddock {

CheckResult CheckCustomCall(CheckContext& context) {
  if (!CheckBackendConfig(context) || !CheckLayouts(context) || !CheckBuffers(context) ||
      !CheckAliases(context) || !CheckShapeOperands(context)) {
    return Failed();
  }
  CheckTarget(context);
  const CustomCallTarget* target = FindCustomCall(context.text("call_target_name"));
  if (target != nullptr && target->info->has_signature()) return CheckSignature(context, *target);
  return CheckCallResults(context);
}

}  // namespace paddock
