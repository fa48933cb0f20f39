// Functions of PJRT about devices and memories.
#ifndef PADDOCK_CORE_PJRT_DEVICE_H_
#define PADDOCK_CORE_PJRT_DEVICE_H_

#include "core/pjrt/pjrt_header.h"

namespace paddock::pjrt {

PJRT_Error* DescriptionId(PJRT_DeviceDescription_Id_Args* args);
PJRT_Error* DescriptionProcessIndex(PJRT_DeviceDescription_ProcessIndex_Args* args);
PJRT_Error* DescriptionAttributes(PJRT_DeviceDescription_Attributes_Args* args);
PJRT_Error* DescriptionKind(PJRT_DeviceDescription_Kind_Args* args);
PJRT_Error* DescriptionDebugString(PJRT_DeviceDescription_DebugString_Args* args);
PJRT_Error* DescriptionToString(PJRT_DeviceDescription_ToString_Args* args);

PJRT_Error* DeviceGetDescription(PJRT_Device_GetDescription_Args* args);
PJRT_Error* DeviceIsAddressable(PJRT_Device_IsAddressable_Args* args);
PJRT_Error* DeviceLocalHardwareId(PJRT_Device_LocalHardwareId_Args* args);
PJRT_Error* DeviceAddressableMemories(PJRT_Device_AddressableMemories_Args* args);
PJRT_Error* DeviceDefaultMemory(PJRT_Device_DefaultMemory_Args* args);
PJRT_Error* DeviceMemoryStats(PJRT_Device_MemoryStats_Args* args);

PJRT_Error* MemoryId(PJRT_Memory_Id_Args* args);
PJRT_Error* MemoryKind(PJRT_Memory_Kind_Args* args);
PJRT_Error* MemoryKindId(PJRT_Memory_Kind_Id_Args* args);
PJRT_Error* MemoryDebugString(PJRT_Memory_DebugString_Args* args);
PJRT_Error* MemoryToString(PJRT_Memory_ToString_Args* args);
PJRT_Error* MemoryAddressableByDevices(PJRT_Memory_AddressableByDevices_Args* args);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_DEVICE_H_
