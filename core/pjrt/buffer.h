// Buffers: arrays on a device.
#ifndef PADDOCK_CORE_PJRT_BUFFER_H_
#define PADDOCK_CORE_PJRT_BUFFER_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/pjrt/completion.h"
#include "core/pjrt/pjrt_header.h"
#include "core/tensor/tensor.h"

namespace paddock::pjrt {

// Elements that a run may still compute. Immutable once the completion is done.
struct BufferValue {
  Tensor tensor;
  // `nullptr`: the tensor is there.
  CompletionRef completion;
};

// Counts the bytes of a buffer in its memory while it lives.
class MemoryUseCount {
 public:
  MemoryUseCount(PJRT_Memory* memory, int64_t bytes);
  ~MemoryUseCount();
  MemoryUseCount(const MemoryUseCount&) = delete;
  MemoryUseCount& operator=(const MemoryUseCount&) = delete;

 private:
  PJRT_Memory* memory_;
  int64_t bytes_;
};

}  // namespace paddock::pjrt

struct PJRT_Buffer {
  PJRT_Memory* memory = nullptr;
  paddock::ElementType element_type = paddock::ElementType::kF32;
  std::vector<int64_t> shape;
  // A token has no elements that may be read.
  bool is_token = false;
  // For the layout, which is row-major.
  std::vector<int64_t> minor_to_major;
  std::atomic<int64_t> external_references = 0;

  // Returns `nullptr` if the buffer was deleted or donated.
  std::shared_ptr<paddock::pjrt::BufferValue> value() const;
  void Delete();

  mutable std::mutex mutex;
  std::shared_ptr<paddock::pjrt::BufferValue> held;
  std::optional<paddock::pjrt::MemoryUseCount> use;
};

namespace paddock::pjrt {

// Returns a buffer that the caller owns. `value` may still be computed.
PJRT_Buffer* MakeBuffer(PJRT_Memory* memory, ElementType type, std::span<const int64_t> shape,
                        std::shared_ptr<BufferValue> value);

PJRT_Error* BufferDestroy(PJRT_Buffer_Destroy_Args* args);
PJRT_Error* BufferElementType(PJRT_Buffer_ElementType_Args* args);
PJRT_Error* BufferDimensions(PJRT_Buffer_Dimensions_Args* args);
PJRT_Error* BufferUnpaddedDimensions(PJRT_Buffer_UnpaddedDimensions_Args* args);
PJRT_Error* BufferDynamicDimensionIndices(PJRT_Buffer_DynamicDimensionIndices_Args* args);
PJRT_Error* BufferGetMemoryLayout(PJRT_Buffer_GetMemoryLayout_Args* args);
PJRT_Error* BufferOnDeviceSizeInBytes(PJRT_Buffer_OnDeviceSizeInBytes_Args* args);
PJRT_Error* BufferDevice(PJRT_Buffer_Device_Args* args);
PJRT_Error* BufferMemory(PJRT_Buffer_Memory_Args* args);
PJRT_Error* BufferDelete(PJRT_Buffer_Delete_Args* args);
PJRT_Error* BufferIsDeleted(PJRT_Buffer_IsDeleted_Args* args);
PJRT_Error* BufferCopyToDevice(PJRT_Buffer_CopyToDevice_Args* args);
PJRT_Error* BufferCopyToMemory(PJRT_Buffer_CopyToMemory_Args* args);
PJRT_Error* BufferIsOnCpu(PJRT_Buffer_IsOnCpu_Args* args);
PJRT_Error* BufferReadyEvent(PJRT_Buffer_ReadyEvent_Args* args);
PJRT_Error* BufferUnsafePointer(PJRT_Buffer_UnsafePointer_Args* args);
PJRT_Error* BufferIncreaseReferences(PJRT_Buffer_IncreaseExternalReferenceCount_Args* args);
PJRT_Error* BufferDecreaseReferences(PJRT_Buffer_DecreaseExternalReferenceCount_Args* args);
PJRT_Error* BufferDataPointer(PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args* args);

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_BUFFER_H_
