// Names for the values of a module that was not written as a text.
#ifndef PADDOCK_CORE_BYTECODE_VALUE_NAMES_H_
#define PADDOCK_CORE_BYTECODE_VALUE_NAMES_H_

#include "core/ir/module.h"

namespace paddock {

// Arguments are arg0, arg1 ..., results 0, 1 ..., counted anew in every function; a region goes on
// where what is around it stands.
void NameValues(Module& module);

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_VALUE_NAMES_H_
