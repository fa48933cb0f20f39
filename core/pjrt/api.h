// The table of functions of PJRT.
#ifndef PADDOCK_CORE_PJRT_API_H_
#define PADDOCK_CORE_PJRT_API_H_

#include "core/pjrt/pjrt_header.h"

namespace paddock::pjrt {

// Returns the table, which lives as long as the process. A plugin's GetPjrtApi returns it.
const PJRT_Api* Api();

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_API_H_
