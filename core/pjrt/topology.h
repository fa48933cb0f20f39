// Functions of PJRT about the topology: the list of devices.
#ifndef PADDOCK_CORE_PJRT_TOPOLOGY_H_
#define PADDOCK_CORE_PJRT_TOPOLOGY_H_

#include "core/pjrt/pjrt_header.h"

namespace paddock::pjrt {

PJRT_Error* TopologyDestroy(PJRT_TopologyDescription_Destroy_Args* args);
PJRT_Error* TopologyPlatformName(PJRT_TopologyDescription_PlatformName_Args* args);
PJRT_Error* TopologyPlatformVersion(PJRT_TopologyDescription_PlatformVersion_Args* args);
PJRT_Error* TopologyDeviceDescriptions(PJRT_TopologyDescription_GetDeviceDescriptions_Args* args);
PJRT_Error* TopologySerialize(PJRT_TopologyDescription_Serialize_Args* args);
PJRT_Error* TopologyAttributes(PJRT_TopologyDescription_Attributes_Args* args);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_TOPOLOGY_H_
