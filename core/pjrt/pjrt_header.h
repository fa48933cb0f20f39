// PJRT's C header, whose structures this folder defines.
#ifndef PADDOCK_CORE_PJRT_PJRT_HEADER_H_
#define PADDOCK_CORE_PJRT_PJRT_HEADER_H_

// IWYU pragma: begin_exports
#include <xla/pjrt/c/pjrt_c_api.h>
// IWYU pragma: end_exports

#endif  // PADDOCK_CORE_PJRT_PJRT_HEADER_H_
