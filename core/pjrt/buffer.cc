#include "core/pjrt/buffer.h"

#include <algorithm>
#include <utility>

#include "core/pjrt/client.h"
#include "core/pjrt/element_types.h"
#include "core/pjrt/error.h"
#include "core/pjrt/event.h"

namespace paddock::pjrt {
namespace {

PJRT_Error* DeletedBuffer() {
  return MakeError(PJRT_Error_Code_INVALID_ARGUMENT, "the buffer was deleted or donated");
}

PJRT_Error* CopyTo(const PJRT_Buffer& buffer, PJRT_Memory* memory, PJRT_Buffer*& copy) {
  auto value = buffer.value();
  if (value == nullptr) return DeletedBuffer();
  // Elements never change, so both buffers share them.
  copy = MakeBuffer(memory, buffer.element_type, buffer.shape, std::move(value));
  return nullptr;
}

// Sets the address of the elements, once they are computed.
PJRT_Error* DataOf(const PJRT_Buffer& buffer, const void*& data) {
  const auto value = buffer.value();
  if (value == nullptr) return DeletedBuffer();
  if (value->completion != nullptr) {
    if (auto problem = value->completion->Wait()) return ErrorOf(std::move(problem));
  }
  data = value->tensor.byte_size() == 0 ? nullptr : value->tensor.data();
  return nullptr;
}

}  // namespace

MemoryUseCount::MemoryUseCount(PJRT_Memory* memory, int64_t bytes)
    : memory_(memory), bytes_(bytes) {
  const int64_t now = memory->bytes.fetch_add(bytes) + bytes;
  int64_t peak = memory->peak_bytes;
  while (peak < now && !memory->peak_bytes.compare_exchange_weak(peak, now)) {
  }
  ++memory->allocations;
}

MemoryUseCount::~MemoryUseCount() { memory_->bytes -= bytes_; }

PJRT_Buffer* MakeBuffer(PJRT_Memory* memory, ElementType type, std::span<const int64_t> shape,
                        std::shared_ptr<BufferValue> value) {
  auto buffer = std::make_unique<PJRT_Buffer>();
  buffer->memory = memory;
  buffer->element_type = type;
  buffer->shape.assign(shape.begin(), shape.end());
  for (size_t i = shape.size(); i-- > 0;) {
    buffer->minor_to_major.push_back(static_cast<int64_t>(i));
  }
  buffer->held = std::move(value);
  buffer->use.emplace(memory, ByteSizeOf(type, shape).value_or(0));
  return buffer.release();
}

PJRT_Error* BufferDestroy(PJRT_Buffer_Destroy_Args* args) {
  delete args->buffer;
  return nullptr;
}

PJRT_Error* BufferElementType(PJRT_Buffer_ElementType_Args* args) {
  args->type =
      args->buffer->is_token ? PJRT_Buffer_Type_TOKEN : BufferTypeOf(args->buffer->element_type);
  return nullptr;
}

PJRT_Error* BufferDimensions(PJRT_Buffer_Dimensions_Args* args) {
  args->dims = args->buffer->shape.data();
  args->num_dims = args->buffer->shape.size();
  return nullptr;
}

PJRT_Error* BufferUnpaddedDimensions(PJRT_Buffer_UnpaddedDimensions_Args* args) {
  args->unpadded_dims = args->buffer->shape.data();
  args->num_dims = args->buffer->shape.size();
  return nullptr;
}

PJRT_Error* BufferDynamicDimensionIndices(PJRT_Buffer_DynamicDimensionIndices_Args* args) {
  args->dynamic_dim_indices = nullptr;
  args->num_dynamic_dims = 0;
  return nullptr;
}

PJRT_Error* BufferGetMemoryLayout(PJRT_Buffer_GetMemoryLayout_Args* args) {
  args->layout = {};
  args->layout.struct_size = PJRT_Buffer_MemoryLayout_STRUCT_SIZE;
  args->layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  args->layout.tiled.struct_size = PJRT_Buffer_MemoryLayout_Tiled_STRUCT_SIZE;
  args->layout.tiled.minor_to_major = args->buffer->minor_to_major.data();
  args->layout.tiled.minor_to_major_size = args->buffer->minor_to_major.size();
  return nullptr;
}

PJRT_Error* BufferOnDeviceSizeInBytes(PJRT_Buffer_OnDeviceSizeInBytes_Args* args) {
  args->on_device_size_in_bytes =
      static_cast<size_t>(ByteSizeOf(args->buffer->element_type, args->buffer->shape).value_or(0));
  return nullptr;
}

PJRT_Error* BufferDevice(PJRT_Buffer_Device_Args* args) {
  args->device = args->buffer->memory->device;
  return nullptr;
}

PJRT_Error* BufferMemory(PJRT_Buffer_Memory_Args* args) {
  args->memory = args->buffer->memory;
  return nullptr;
}

PJRT_Error* BufferDelete(PJRT_Buffer_Delete_Args* args) {
  args->buffer->Delete();
  return nullptr;
}

PJRT_Error* BufferIsDeleted(PJRT_Buffer_IsDeleted_Args* args) {
  args->is_deleted = args->buffer->value() == nullptr;
  return nullptr;
}

PJRT_Error* BufferCopyToDevice(PJRT_Buffer_CopyToDevice_Args* args) {
  return CopyTo(*args->buffer, &args->dst_device->memory, args->dst_buffer);
}

PJRT_Error* BufferCopyToMemory(PJRT_Buffer_CopyToMemory_Args* args) {
  return CopyTo(*args->buffer, args->dst_memory, args->dst_buffer);
}

PJRT_Error* BufferIsOnCpu(PJRT_Buffer_IsOnCpu_Args* args) {
  args->is_on_cpu = true;
  return nullptr;
}

PJRT_Error* BufferReadyEvent(PJRT_Buffer_ReadyEvent_Args* args) {
  const auto value = args->buffer->value();
  if (value == nullptr) return DeletedBuffer();
  args->event = new PJRT_Event{value->completion};
  return nullptr;
}

PJRT_Error* BufferUnsafePointer(PJRT_Buffer_UnsafePointer_Args* args) {
  const void* data = nullptr;
  PJRT_Error* error = DataOf(*args->buffer, data);
  args->buffer_pointer = reinterpret_cast<uintptr_t>(data);
  return error;
}

PJRT_Error* BufferIncreaseReferences(PJRT_Buffer_IncreaseExternalReferenceCount_Args* args) {
  ++args->buffer->external_references;
  return nullptr;
}

PJRT_Error* BufferDecreaseReferences(PJRT_Buffer_DecreaseExternalReferenceCount_Args* args) {
  if (args->buffer->external_references-- > 0) return nullptr;
  ++args->buffer->external_references;
  return MakeError(PJRT_Error_Code_INVALID_ARGUMENT, "the buffer has no external references");
}

PJRT_Error* BufferDataPointer(PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args* args) {
  const void* data = nullptr;
  PJRT_Error* error = DataOf(*args->buffer, data);
  args->device_memory_ptr = const_cast<void*>(data);
  return error;
}

}  // namespace paddock::pjrt

std::shared_ptr<paddock::pjrt::BufferValue> PJRT_Buffer::value() const {
  const std::lock_guard lock(mutex);
  return held;
}

void PJRT_Buffer::Delete() {
  const std::lock_guard lock(mutex);
  held = nullptr;
  use.reset();
}
