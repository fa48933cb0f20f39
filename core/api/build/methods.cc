// Methods of FunctionBuilder that are generated from the op table.
#include "core/api/build/attribute_maker.h"
#include "core/api/build/builder.h"
#include "core/api/build/operation_draft.h"

namespace paddock::build {

#include "dialect/build_definitions.inc"

}  // namespace paddock::build
