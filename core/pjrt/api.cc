#include "core/pjrt/api.h"

#include "core/pjrt/buffer.h"
#include "core/pjrt/client.h"
#include "core/pjrt/device.h"
#include "core/pjrt/error.h"
#include "core/pjrt/event.h"
#include "core/pjrt/executable.h"
#include "core/pjrt/host_calls.h"
#include "core/pjrt/plugin.h"
#include "core/pjrt/profiler.h"
#include "core/pjrt/topology.h"
#include "core/pjrt/transfer.h"
#include "core/pjrt/watched_runs.h"

namespace paddock::pjrt {
namespace {

// A function of the interface that Paddock does not have.
template <class Args>
PJRT_Error* Refuse(Args*) {
  return MakeError(PJRT_Error_Code_UNIMPLEMENTED, "Paddock does not have this function of PJRT");
}

PJRT_Api MakeApi() {
  PJRT_Api api{};
  // The header's PJRT_Api_STRUCT_SIZE omits the last functions.
  api.struct_size = sizeof(PJRT_Api);
  api.extension_start = HostCallsExtension(WatchedRunsExtension(ProfilerExtension(nullptr)));
  api.pjrt_api_version.struct_size = PJRT_Api_Version_STRUCT_SIZE;
  api.pjrt_api_version.major_version = PJRT_API_MAJOR;
  api.pjrt_api_version.minor_version = PJRT_API_MINOR;
  api.PJRT_Error_Destroy = &ErrorDestroy;
  api.PJRT_Error_Message = &ErrorMessage;
  api.PJRT_Error_GetCode = &ErrorGetCode;
  api.PJRT_Plugin_Initialize = &PluginInitialize;
  api.PJRT_Plugin_Attributes = &PluginAttributes;
  api.PJRT_Event_Destroy = &EventDestroy;
  api.PJRT_Event_IsReady = &EventIsReady;
  api.PJRT_Event_Error = &EventError;
  api.PJRT_Event_Await = &EventAwait;
  api.PJRT_Event_OnReady = &EventOnReady;
  api.PJRT_Client_Create = &ClientCreate;
  api.PJRT_Client_Destroy = &ClientDestroy;
  api.PJRT_Client_PlatformName = &ClientPlatformName;
  api.PJRT_Client_ProcessIndex = &ClientProcessIndex;
  api.PJRT_Client_PlatformVersion = &ClientPlatformVersion;
  api.PJRT_Client_Devices = &ClientDevices;
  api.PJRT_Client_AddressableDevices = &ClientAddressableDevices;
  api.PJRT_Client_LookupDevice = &ClientLookupDevice;
  api.PJRT_Client_LookupAddressableDevice = &ClientLookupAddressableDevice;
  api.PJRT_Client_AddressableMemories = &ClientAddressableMemories;
  api.PJRT_Client_Compile = &ClientCompile;
  api.PJRT_Client_DefaultDeviceAssignment = &ClientDefaultDeviceAssignment;
  api.PJRT_Client_BufferFromHostBuffer = &BufferFromHostBuffer;
  api.PJRT_DeviceDescription_Id = &DescriptionId;
  api.PJRT_DeviceDescription_ProcessIndex = &DescriptionProcessIndex;
  api.PJRT_DeviceDescription_Attributes = &DescriptionAttributes;
  api.PJRT_DeviceDescription_Kind = &DescriptionKind;
  api.PJRT_DeviceDescription_DebugString = &DescriptionDebugString;
  api.PJRT_DeviceDescription_ToString = &DescriptionToString;
  api.PJRT_Device_GetDescription = &DeviceGetDescription;
  api.PJRT_Device_IsAddressable = &DeviceIsAddressable;
  api.PJRT_Device_LocalHardwareId = &DeviceLocalHardwareId;
  api.PJRT_Device_AddressableMemories = &DeviceAddressableMemories;
  api.PJRT_Device_DefaultMemory = &DeviceDefaultMemory;
  api.PJRT_Device_MemoryStats = &DeviceMemoryStats;
  api.PJRT_Memory_Id = &MemoryId;
  api.PJRT_Memory_Kind = &MemoryKind;
  api.PJRT_Memory_DebugString = &MemoryDebugString;
  api.PJRT_Memory_ToString = &MemoryToString;
  api.PJRT_Memory_AddressableByDevices = &MemoryAddressableByDevices;
  api.PJRT_Executable_Destroy = &ExecutableDestroy;
  api.PJRT_Executable_Name = &ExecutableName;
  api.PJRT_Executable_NumReplicas = &ExecutableNumReplicas;
  api.PJRT_Executable_NumPartitions = &ExecutableNumPartitions;
  api.PJRT_Executable_NumOutputs = &ExecutableNumOutputs;
  api.PJRT_Executable_SizeOfGeneratedCodeInBytes = &ExecutableCodeSize;
  api.PJRT_Executable_GetCostAnalysis = &ExecutableCostAnalysis;
  api.PJRT_Executable_OutputMemoryKinds = &ExecutableOutputMemoryKinds;
  api.PJRT_Executable_OptimizedProgram = &ExecutableOptimizedProgram;
  api.PJRT_Executable_Serialize = &ExecutableSerialize;
  api.PJRT_LoadedExecutable_Destroy = &LoadedDestroy;
  api.PJRT_LoadedExecutable_GetExecutable = &LoadedGetExecutable;
  api.PJRT_LoadedExecutable_AddressableDevices = &LoadedAddressableDevices;
  api.PJRT_LoadedExecutable_Delete = &LoadedDelete;
  api.PJRT_LoadedExecutable_IsDeleted = &LoadedIsDeleted;
  api.PJRT_LoadedExecutable_Execute = &LoadedExecute;
  api.PJRT_Executable_DeserializeAndLoad = &DeserializeAndLoad;
  api.PJRT_LoadedExecutable_Fingerprint = &LoadedFingerprint;
  api.PJRT_Buffer_Destroy = &BufferDestroy;
  api.PJRT_Buffer_ElementType = &BufferElementType;
  api.PJRT_Buffer_Dimensions = &BufferDimensions;
  api.PJRT_Buffer_UnpaddedDimensions = &BufferUnpaddedDimensions;
  api.PJRT_Buffer_DynamicDimensionIndices = &BufferDynamicDimensionIndices;
  api.PJRT_Buffer_GetMemoryLayout = &BufferGetMemoryLayout;
  api.PJRT_Buffer_OnDeviceSizeInBytes = &BufferOnDeviceSizeInBytes;
  api.PJRT_Buffer_Device = &BufferDevice;
  api.PJRT_Buffer_Memory = &BufferMemory;
  api.PJRT_Buffer_Delete = &BufferDelete;
  api.PJRT_Buffer_IsDeleted = &BufferIsDeleted;
  api.PJRT_Buffer_CopyToDevice = &BufferCopyToDevice;
  api.PJRT_Buffer_ToHostBuffer = &BufferToHostBuffer;
  api.PJRT_Buffer_IsOnCpu = &BufferIsOnCpu;
  api.PJRT_Buffer_ReadyEvent = &BufferReadyEvent;
  api.PJRT_Buffer_UnsafePointer = &BufferUnsafePointer;
  api.PJRT_Buffer_IncreaseExternalReferenceCount = &BufferIncreaseReferences;
  api.PJRT_Buffer_DecreaseExternalReferenceCount = &BufferDecreaseReferences;
  api.PJRT_Buffer_OpaqueDeviceMemoryDataPointer = &BufferDataPointer;
  api.PJRT_Executable_OutputElementTypes = &ExecutableOutputElementTypes;
  api.PJRT_Executable_OutputDimensions = &ExecutableOutputDimensions;
  api.PJRT_Buffer_CopyToMemory = &BufferCopyToMemory;
  api.PJRT_Client_CreateViewOfDeviceBuffer = &CreateViewOfDeviceBuffer;
  api.PJRT_Executable_Fingerprint = &ExecutableFingerprint;
  api.PJRT_Client_TopologyDescription = &ClientTopologyDescription;
  api.PJRT_Executable_GetCompiledMemoryStats = &ExecutableMemoryStats;
  api.PJRT_Memory_Kind_Id = &MemoryKindId;
  api.PJRT_TopologyDescription_Destroy = &TopologyDestroy;
  api.PJRT_TopologyDescription_PlatformName = &TopologyPlatformName;
  api.PJRT_TopologyDescription_PlatformVersion = &TopologyPlatformVersion;
  api.PJRT_TopologyDescription_GetDeviceDescriptions = &TopologyDeviceDescriptions;
  api.PJRT_TopologyDescription_Serialize = &TopologySerialize;
  api.PJRT_TopologyDescription_Attributes = &TopologyAttributes;
  api.PJRT_CopyToDeviceStream_Destroy = &Refuse<PJRT_CopyToDeviceStream_Destroy_Args>;
  api.PJRT_CopyToDeviceStream_AddChunk = &Refuse<PJRT_CopyToDeviceStream_AddChunk_Args>;
  api.PJRT_CopyToDeviceStream_TotalBytes = &Refuse<PJRT_CopyToDeviceStream_TotalBytes_Args>;
  api.PJRT_CopyToDeviceStream_GranuleSize = &Refuse<PJRT_CopyToDeviceStream_GranuleSize_Args>;
  api.PJRT_CopyToDeviceStream_CurrentBytes = &Refuse<PJRT_CopyToDeviceStream_CurrentBytes_Args>;
  api.PJRT_TopologyDescription_Create = &Refuse<PJRT_TopologyDescription_Create_Args>;
  api.PJRT_Compile = &Refuse<PJRT_Compile_Args>;
  api.PJRT_ExecuteContext_Create = &Refuse<PJRT_ExecuteContext_Create_Args>;
  api.PJRT_ExecuteContext_Destroy = &Refuse<PJRT_ExecuteContext_Destroy_Args>;
  return api;
}

}  // namespace

const PJRT_Api* Api() {
  static const PJRT_Api api = MakeApi();
  return &api;
}

}  // namespace paddock::pjrt
