// A body's computation as text that does not depend on names.
#ifndef PADDOCK_CORE_PLAN_GRID_BODY_TEXT_H_
#define PADDOCK_CORE_PLAN_GRID_BODY_TEXT_H_

#include <string>

#include "core/ir/operation.h"

namespace paddock {

// Returns the text: "{add(%0, %1) : tensor<f32>; return(%2)}". Arguments and results are numbered
// in their order; captured values appear by their types. A long text ends in its length and hash,
// so that equal texts imply identical bodies.
std::string BodyText(const Region& body);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_GRID_BODY_TEXT_H_
