// Names for the values of a module that was not read from text.
#ifndef PADDOCK_CORE_BYTECODE_VALUE_NAMES_H_
#define PADDOCK_CORE_BYTECODE_VALUE_NAMES_H_

#include "core/ir/module.h"

namespace paddock {

// Names arguments arg0, arg1 ... and results 0, 1 ..., from 0 in every function. A nested region
// continues the numbers of its parent.
void NameValues(Module& module);

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_VALUE_NAMES_H_
