// Merges the traces of a run whose processes were in several engines.
#ifndef PADDOCK_WASM_TRACE_HANDLE_H_
#define PADDOCK_WASM_TRACE_HANDLE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/api/observe/trace.h"
#include "core/tensor/buffer.h"
#include "wasm/exposed.h"
#include "wasm/program_handle.h"

namespace paddock {

class TraceHandle {
 public:
  TraceHandle(const ProgramHandle& program, int replicas, int partitions)
      : program_(program.program()), size_{replicas, partitions} {}

  // Returns where JavaScript writes the bytes of SessionHandle::trace_address(); none if memory
  // does not suffice.
  Exposed allocate(size_t byte_size) {
    bytes_ = Buffer::Allocate(byte_size);
    return bytes_ ? Expose(bytes_->mutable_data(), byte_size) : Exposed{};
  }
  // Adds the trace that was written. `offset` is how far its clock is ahead, in nanoseconds.
  // Returns false if the bytes are malformed.
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
