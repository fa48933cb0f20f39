// Checks of index. Those that arith shares are in arith.cc.
#include "core/check/context.h"
#include "core/check/standard_rules.h"

namespace paddock {

CheckResult CheckStandardIndex(CheckContext& context) {
  return CheckSameTypes(context, &IsIndex, "index");
}

}  // namespace paddock
