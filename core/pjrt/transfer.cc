#include "core/pjrt/transfer.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/pjrt/buffer.h"
#include "core/pjrt/client.h"
#include "core/pjrt/element_types.h"
#include "core/pjrt/error.h"
#include "core/pjrt/event.h"
#include "core/pjrt/strided_copy.h"
#include "core/tensor/narrow_elements.h"

namespace paddock::pjrt {
namespace {

using Shape = std::span<const int64_t>;

PJRT_Error* UnknownType(PJRT_Buffer_Type type) {
  return MakeError(PJRT_Error_Code_UNIMPLEMENTED,
                   "no tensor has elements of PJRT's type " + std::to_string(type));
}

// Returns the strides of a layout, or the row-major ones without a layout. Returns nothing for
// tiles.
std::optional<std::vector<int64_t>> ByteStridesOfLayout(const PJRT_Buffer_MemoryLayout* layout,
                                                        Shape shape, size_t element_bytes) {
  if (layout == nullptr) return RowMajorByteStrides(shape, element_bytes);
  if (layout->type == PJRT_Buffer_MemoryLayout_Type_Strides) {
    const auto& strides = layout->strides;
    return std::vector<int64_t>(strides.byte_strides,
                                strides.byte_strides + strides.num_byte_strides);
  }
  if (layout->tiled.num_tiles != 0) return std::nullopt;
  const Shape order(layout->tiled.minor_to_major, layout->tiled.minor_to_major_size);
  if (order.size() != shape.size()) return std::nullopt;
  return ByteStridesOf(shape, order, element_bytes);
}

// Returns a tensor without elements if memory does not suffice.
Tensor CopyOf(ElementType type, Shape shape, StridedSource source) {
  Tensor tensor = Tensor::Allocate(type, shape);
  if (!tensor.has_value() || tensor.byte_size() == 0) return tensor;
  const auto dense = RowMajorByteStrides(shape, ByteSize(type));
  CopyStrided(shape, ByteSize(type), source, {tensor.mutable_data(), dense});
  ExtendElements(type, std::span(tensor.mutable_data(), tensor.byte_size()));
  return tensor;
}

// The host's memory, whose event happens when no tensor refers to it.
struct HostMemory {
  CompletionRef done = std::make_shared<Completion>();
  ~HostMemory() { done->Finish(std::nullopt); }
};

// Returns whether a tensor may refer to the host's memory for longer than the call.
bool MayBorrow(const PJRT_Client_BufferFromHostBuffer_Args& args, size_t bytes) {
  // A copy of a small array is cheaper than the bookkeeping.
  constexpr size_t kLeastBorrowed = 4096;
  return bytes >= kLeastBorrowed &&
         (args.host_buffer_semantics == PJRT_HostBufferSemantics_kImmutableZeroCopy ||
          args.host_buffer_semantics == PJRT_HostBufferSemantics_kMutableZeroCopy);
}

}  // namespace

PJRT_Error* BufferFromHostBuffer(PJRT_Client_BufferFromHostBuffer_Args* args) {
  const auto type = ElementTypeOf(args->type);
  if (!type) return UnknownType(args->type);
  const Shape shape(args->dims, args->num_dims);
  const auto dense = RowMajorByteStrides(shape, ByteSize(*type));
  const Shape strides =
      args->num_byte_strides == 0 ? Shape(dense) : Shape(args->byte_strides, args->num_dims);
  const auto bytes = ByteSizeOf(*type, shape);
  if (!bytes) return MakeError(PJRT_Error_Code_RESOURCE_EXHAUSTED, "the array is too large");
  PJRT_Memory* memory = args->memory != nullptr ? args->memory : &args->device->memory;
  const auto* data = static_cast<const std::byte*>(args->data);
  const bool is_dense = std::ranges::equal(strides, dense);
  auto value = std::make_shared<BufferValue>();
  CompletionRef done;
  const bool is_narrow = BitWidth(*type) < 8 && !IsBoolean(*type);
  if (is_dense && !is_narrow && MayBorrow(*args, static_cast<size_t>(*bytes))) {
    auto owner = std::make_shared<HostMemory>();
    done = owner->done;
    BufferRef borrowed = Buffer::Borrow(data, static_cast<size_t>(*bytes), std::move(owner));
    value->tensor = Tensor::FromBuffer(*type, shape, std::move(borrowed));
  } else {
    value->tensor = CopyOf(*type, shape, {data, strides});
  }
  if (!value->tensor.has_value()) {
    return MakeError(PJRT_Error_Code_RESOURCE_EXHAUSTED,
                     "there is no memory for " + std::to_string(*bytes) + " bytes");
  }
  args->done_with_host_buffer = new PJRT_Event{std::move(done)};
  args->buffer = MakeBuffer(memory, *type, shape, std::move(value));
  return nullptr;
}

PJRT_Error* CreateViewOfDeviceBuffer(PJRT_Client_CreateViewOfDeviceBuffer_Args* args) {
  const auto type = ElementTypeOf(args->element_type);
  if (!type) return UnknownType(args->element_type);
  const Shape shape(args->dims, args->num_dims);
  const auto strides = ByteStridesOfLayout(args->layout, shape, ByteSize(*type));
  const auto bytes = ByteSizeOf(*type, shape);
  if (!strides || !bytes) {
    return MakeError(PJRT_Error_Code_UNIMPLEMENTED, "views have a dense layout without tiles");
  }
  // The deleter runs when no tensor refers to the memory.
  const std::shared_ptr<const void> owner(
      args->device_buffer_ptr,
      [drop = args->on_delete_callback, argument = args->on_delete_callback_arg](const void* data) {
        if (drop != nullptr) drop(const_cast<void*>(data), argument);
      });
  auto value = std::make_shared<BufferValue>();
  const auto* data = static_cast<const std::byte*>(args->device_buffer_ptr);
  if (*strides == RowMajorByteStrides(shape, ByteSize(*type))) {
    value->tensor =
        Tensor::FromBuffer(*type, shape, Buffer::Borrow(data, static_cast<size_t>(*bytes), owner));
  } else {
    value->tensor = CopyOf(*type, shape, {data, *strides});
  }
  args->buffer = MakeBuffer(&args->device->memory, *type, shape, std::move(value));
  return nullptr;
}

PJRT_Error* BufferToHostBuffer(PJRT_Buffer_ToHostBuffer_Args* args) {
  const PJRT_Buffer& source = *args->src;
  if (source.is_token) {
    return MakeError(PJRT_Error_Code_INVALID_ARGUMENT,
                     "Cannot convert a token-shape buffer to a numpy array.");
  }
  const size_t element_bytes = ByteSize(source.element_type);
  const auto bytes = static_cast<size_t>(ByteSizeOf(source.element_type, source.shape).value_or(0));
  if (args->dst == nullptr) {
    args->dst_size = bytes;
    return nullptr;
  }
  auto value = source.value();
  if (value == nullptr) {
    return MakeError(PJRT_Error_Code_INVALID_ARGUMENT, "the buffer was deleted or donated");
  }
  if (args->dst_size < bytes) {
    return MakeError(PJRT_Error_Code_INVALID_ARGUMENT, "the array has " + std::to_string(bytes) +
                                                           " bytes, but there is room for " +
                                                           std::to_string(args->dst_size));
  }
  auto strides = ByteStridesOfLayout(args->host_layout, source.shape, element_bytes);
  if (!strides) {
    return MakeError(PJRT_Error_Code_UNIMPLEMENTED, "a layout with tiles on the host");
  }
  const auto copy = [value, element_bytes, strides = *std::move(strides),
                     target = static_cast<std::byte*>(args->dst)] {
    const Shape shape = value->tensor.shape();
    if (value->tensor.byte_size() == 0) return;
    const auto dense = RowMajorByteStrides(shape, element_bytes);
    CopyStrided(shape, element_bytes, {value->tensor.data(), dense}, {target, strides});
  };
  if (value->completion == nullptr) {
    copy();
    args->event = new PJRT_Event{};
    return nullptr;
  }
  auto copied = std::make_shared<Completion>();
  args->event = new PJRT_Event{copied};
  value->completion->OnDone([copy, copied](const std::optional<Problem>& problem) {
    if (!problem) copy();
    copied->Finish(problem);
  });
  return nullptr;
}

}  // namespace paddock::pjrt
