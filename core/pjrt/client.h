// Client, devices and memories: simulated devices that share the memory of this process.
#ifndef PADDOCK_CORE_PJRT_CLIENT_H_
#define PADDOCK_CORE_PJRT_CLIENT_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/pjrt/background.h"
#include "core/pjrt/memory_kinds.h"
#include "core/pjrt/named_values.h"
#include "core/pjrt/pjrt_header.h"
#include "core/pjrt/settings.h"

struct PJRT_DeviceDescription {
  int id = 0;
  std::string debug_string;
};

struct PJRT_Memory {
  PJRT_Client* client = nullptr;
  PJRT_Device* device = nullptr;
  int id = 0;
  // Index into paddock::pjrt::kMemoryKinds.
  size_t kind = 0;
  std::string debug_string;
  // Bytes of the buffers here.
  std::atomic<int64_t> bytes = 0;
  std::atomic<int64_t> peak_bytes = 0;
  std::atomic<int64_t> allocations = 0;
};

struct PJRT_Device {
  PJRT_Client* client = nullptr;
  PJRT_DeviceDescription description;
  PJRT_Memory memory;
  PJRT_Memory pinned_host_memory;
  PJRT_Memory unpinned_host_memory;
  // By kind.
  std::array<PJRT_Memory*, paddock::pjrt::kMemoryKinds.size()> memories = {
      &memory, &pinned_host_memory, &unpinned_host_memory};
};

struct PJRT_TopologyDescription {
  std::vector<PJRT_DeviceDescription*> descriptions;
};

struct PJRT_Client {
  paddock::pjrt::Settings settings;
  std::vector<std::unique_ptr<PJRT_Device>> owned_devices;
  std::vector<PJRT_Device*> devices;
  std::vector<PJRT_Memory*> memories;
  PJRT_TopologyDescription topology;
  // Destroyed first: its runs use the members above.
  paddock::pjrt::Background background;
};

namespace paddock::pjrt {

inline constexpr char kPlatformName[] = "paddock";

PJRT_Error* ClientCreate(PJRT_Client_Create_Args* args);
PJRT_Error* ClientDestroy(PJRT_Client_Destroy_Args* args);
PJRT_Error* ClientPlatformName(PJRT_Client_PlatformName_Args* args);
PJRT_Error* ClientProcessIndex(PJRT_Client_ProcessIndex_Args* args);
PJRT_Error* ClientPlatformVersion(PJRT_Client_PlatformVersion_Args* args);
PJRT_Error* ClientDevices(PJRT_Client_Devices_Args* args);
PJRT_Error* ClientAddressableDevices(PJRT_Client_AddressableDevices_Args* args);
PJRT_Error* ClientLookupDevice(PJRT_Client_LookupDevice_Args* args);
PJRT_Error* ClientLookupAddressableDevice(PJRT_Client_LookupAddressableDevice_Args* args);
PJRT_Error* ClientAddressableMemories(PJRT_Client_AddressableMemories_Args* args);
PJRT_Error* ClientDefaultDeviceAssignment(PJRT_Client_DefaultDeviceAssignment_Args* args);
PJRT_Error* ClientTopologyDescription(PJRT_Client_TopologyDescription_Args* args);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_CLIENT_H_
