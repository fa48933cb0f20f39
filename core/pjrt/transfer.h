// Transfers between the host and buffers.
#ifndef PADDOCK_CORE_PJRT_TRANSFER_H_
#define PADDOCK_CORE_PJRT_TRANSFER_H_

#include "core/pjrt/pjrt_header.h"

namespace paddock::pjrt {

PJRT_Error* BufferFromHostBuffer(PJRT_Client_BufferFromHostBuffer_Args* args);
PJRT_Error* CreateViewOfDeviceBuffer(PJRT_Client_CreateViewOfDeviceBuffer_Args* args);
PJRT_Error* BufferToHostBuffer(PJRT_Buffer_ToHostBuffer_Args* args);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_TRANSFER_H_
