#include "core/pjrt/client.h"

#include <optional>
#include <span>

#include "core/api/version.h"
#include "core/pjrt/error.h"
#include "core/pjrt/text.h"

namespace paddock::pjrt {
namespace {

std::string DeviceName(int id) { return "PaddockDevice(id=" + std::to_string(id) + ")"; }

void AddDevice(PJRT_Client& client, int id) {
  auto device = std::make_unique<PJRT_Device>();
  device->client = &client;
  device->description = {id, DeviceName(id)};
  for (size_t kind = 0; kind < kMemoryKinds.size(); ++kind) {
    PJRT_Memory& memory = *device->memories[kind];
    memory.client = &client;
    memory.device = device.get();
    memory.id = id * static_cast<int>(kMemoryKinds.size()) + static_cast<int>(kind);
    memory.kind = kind;
    memory.debug_string = std::string(kMemoryKinds[kind]) + " memory of " + DeviceName(id);
    client.memories.push_back(&memory);
  }
  client.devices.push_back(device.get());
  client.topology.descriptions.push_back(&device->description);
  client.owned_devices.push_back(std::move(device));
}

// Returns null for an id that no device has.
PJRT_Device* FindDevice(const PJRT_Client& client, int id) {
  const bool is_known = id >= 0 && static_cast<size_t>(id) < client.devices.size();
  return is_known ? client.devices[static_cast<size_t>(id)] : nullptr;
}

PJRT_Error* NoDevice(int id) {
  return MakeError(PJRT_Error_Code_NOT_FOUND, "there is no device " + std::to_string(id) +
                                                  ": PADDOCK_DEVICES sets the number");
}

}  // namespace

PJRT_Error* ClientCreate(PJRT_Client_Create_Args* args) {
  auto client = std::make_unique<PJRT_Client>();
  auto problem = ReadSettings(std::span(args->create_options, args->num_options), client->settings);
  if (problem) return ErrorOf(std::move(problem));
  for (int id = 0; id < client->settings.devices; ++id) AddDevice(*client, id);
  args->client = client.release();
  return nullptr;
}

PJRT_Error* ClientDestroy(PJRT_Client_Destroy_Args* args) {
  delete args->client;
  return nullptr;
}

PJRT_Error* ClientPlatformName(PJRT_Client_PlatformName_Args* args) {
  SetText(kPlatformName, args->platform_name, args->platform_name_size);
  return nullptr;
}

PJRT_Error* ClientProcessIndex(PJRT_Client_ProcessIndex_Args* args) {
  args->process_index = 0;
  return nullptr;
}

PJRT_Error* ClientPlatformVersion(PJRT_Client_PlatformVersion_Args* args) {
  static const std::string version = "paddock " + std::string(kVersion);
  SetText(version, args->platform_version, args->platform_version_size);
  return nullptr;
}

PJRT_Error* ClientDevices(PJRT_Client_Devices_Args* args) {
  args->devices = args->client->devices.data();
  args->num_devices = args->client->devices.size();
  return nullptr;
}

PJRT_Error* ClientAddressableDevices(PJRT_Client_AddressableDevices_Args* args) {
  args->addressable_devices = args->client->devices.data();
  args->num_addressable_devices = args->client->devices.size();
  return nullptr;
}

PJRT_Error* ClientLookupDevice(PJRT_Client_LookupDevice_Args* args) {
  args->device = FindDevice(*args->client, args->id);
  return args->device == nullptr ? NoDevice(args->id) : nullptr;
}

PJRT_Error* ClientLookupAddressableDevice(PJRT_Client_LookupAddressableDevice_Args* args) {
  args->addressable_device = FindDevice(*args->client, args->local_hardware_id);
  return args->addressable_device == nullptr ? NoDevice(args->local_hardware_id) : nullptr;
}

PJRT_Error* ClientAddressableMemories(PJRT_Client_AddressableMemories_Args* args) {
  args->addressable_memories = args->client->memories.data();
  args->num_addressable_memories = args->client->memories.size();
  return nullptr;
}

PJRT_Error* ClientDefaultDeviceAssignment(PJRT_Client_DefaultDeviceAssignment_Args* args) {
  const size_t count = static_cast<size_t>(args->num_replicas) * args->num_partitions;
  if (count > args->default_assignment_size || count > args->client->devices.size()) {
    return MakeError(PJRT_Error_Code_INVALID_ARGUMENT,
                     "the program needs " + std::to_string(count) + " devices, but there are " +
                         std::to_string(args->client->devices.size()) +
                         ": PADDOCK_DEVICES sets the number");
  }
  for (size_t i = 0; i < count; ++i) args->default_assignment[i] = static_cast<int>(i);
  return nullptr;
}

PJRT_Error* ClientTopologyDescription(PJRT_Client_TopologyDescription_Args* args) {
  args->topology = &args->client->topology;
  return nullptr;
}

}  // namespace paddock::pjrt
