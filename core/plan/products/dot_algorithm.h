// dot_general with the attribute `algorithm`.
#ifndef PADDOCK_CORE_PLAN_PRODUCTS_DOT_ALGORITHM_H_
#define PADDOCK_CORE_PLAN_PRODUCTS_DOT_ALGORITHM_H_

#include "core/base/result.h"
#include "core/ir/operation.h"

namespace paddock {

class Lowering;

Result<void> LowerDotAlgorithm(Lowering& lowering, const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_DOT_ALGORITHM_H_
