// A choice between a tensor and its update, as in jnp.where(is_wanted, x.at[i].add(y), x). What is
// written is chosen instead, so that the update can be done in the memory of the tensor.
#ifndef PADDOCK_CORE_PLAN_OPS_CHOSEN_UPDATE_H_
#define PADDOCK_CORE_PLAN_OPS_CHOSEN_UPDATE_H_

#include <optional>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {

// Whether only LowerChosenUpdate computes the scatter or dynamic_update_slice; in level kFast.
bool IsChosenLater(const Lowering& lowering, const Operation& update);

// Lowers a select by one boolean, or by one for each batch of a scatter, as vmap makes them; or a
// call of a function that is such a select. Returns nothing if it is no such choice.
std::optional<Result<void>> LowerChosenUpdate(Lowering& lowering, const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_CHOSEN_UPDATE_H_
