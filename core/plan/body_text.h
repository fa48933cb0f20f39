// A body's computation as text that does not depend on names.
#ifndef PADDOCK_CORE_PLAN_BODY_TEXT_H_
#define PADDOCK_CORE_PLAN_BODY_TEXT_H_

#include <string>

#include "core/ir/operation.h"

namespace paddock {

// "{add(%0, %1) : tensor<f32>; return(%2)}", arguments and results numbered in their order, values
// of outside by their types. A long one ends in its length and hash, so that equal texts are those
// of bodies that are written alike.
std::string BodyText(const Region& body);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODY_TEXT_H_
