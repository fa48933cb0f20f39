// The trace of a run whose processes were in several engines.
#ifndef PADDOCK_WASM_TRACE_HANDLE_H_
#define PADDOCK_WASM_TRACE_HANDLE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/api/trace.h"
#include "core/tensor/buffer.h"
#include "wasm/program_handle.h"

namespace paddock {

class TraceHandle {
 public:
  TraceHandle(const ProgramHandle& program, int replicas, int partitions)
      : program_(program.program()), size_{replicas, partitions} {}

  // Where JavaScript writes the bytes of SessionHandle::trace_address(); 0 if there is no memory.
  uintptr_t allocate(size_t byte_size) {
    bytes_ = Buffer::Allocate(byte_size);
    return bytes_ ? reinterpret_cast<uintptr_t>(bytes_->mutable_data()) : 0;
  }
  // Adds them; their clock was so many nanoseconds ahead. False if they make no sense.
  bool add(double offset) {
    const std::string_view bytes(reinterpret_cast<const char*>(bytes_->data()), bytes_->size());
    return trace_.Add(*program_, size_, bytes, static_cast<int64_t>(offset));
  }
  std::string json() const { return trace_.Json(*program_, size_); }

 private:
  std::shared_ptr<const Program> program_;
  GridSize size_;
  BufferRef bytes_;
  Trace trace_;
};

}  // namespace paddock

#endif  // PADDOCK_WASM_TRACE_HANDLE_H_
