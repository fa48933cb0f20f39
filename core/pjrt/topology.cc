#include "core/pjrt/topology.h"

#include <string>

#include "core/api/version.h"
#include "core/pjrt/client.h"
#include "core/pjrt/text.h"

struct PJRT_SerializedTopology {
  std::string bytes;
};

namespace paddock::pjrt {

// The client owns its topology.
PJRT_Error* TopologyDestroy(PJRT_TopologyDescription_Destroy_Args*) { return nullptr; }

PJRT_Error* TopologyPlatformName(PJRT_TopologyDescription_PlatformName_Args* args) {
  SetText(kPlatformName, args->platform_name, args->platform_name_size);
  return nullptr;
}

PJRT_Error* TopologyPlatformVersion(PJRT_TopologyDescription_PlatformVersion_Args* args) {
  SetText(kVersion, args->platform_version, args->platform_version_size);
  return nullptr;
}

PJRT_Error* TopologyDeviceDescriptions(PJRT_TopologyDescription_GetDeviceDescriptions_Args* args) {
  args->descriptions = args->topology->descriptions.data();
  args->num_descriptions = args->topology->descriptions.size();
  return nullptr;
}

PJRT_Error* TopologySerialize(PJRT_TopologyDescription_Serialize_Args* args) {
  auto* serialized = new PJRT_SerializedTopology{
      std::string(kPlatformName) + " " + std::to_string(args->topology->descriptions.size())};
  SetText(serialized->bytes, args->serialized_bytes, args->serialized_bytes_size);
  args->serialized_topology = serialized;
  args->serialized_topology_deleter = [](PJRT_SerializedTopology* held) { delete held; };
  return nullptr;
}

PJRT_Error* TopologyAttributes(PJRT_TopologyDescription_Attributes_Args* args) {
  args->attributes = nullptr;
  args->num_attributes = 0;
  return nullptr;
}

}  // namespace paddock::pjrt
