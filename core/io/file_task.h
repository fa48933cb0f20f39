// Incremental reading of files. A task requests bytes and gives their destination. The caller reads
// them there, immediately (the command) or later (JavaScript). Large arrays are thus read directly
// into their tensors. The caller can stop between two requests, because a task does little work at
// a time for any file.
#ifndef PADDOCK_CORE_IO_FILE_TASK_H_
#define PADDOCK_CORE_IO_FILE_TASK_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/tensor/buffer.h"

namespace paddock {

struct WantedBytes {
  uint64_t offset = 0;
  // Empty if no bytes are needed but more work is left.
  std::span<std::byte> into;
};

// Maximum bytes that a task requests, unpacks or scans at a time: milliseconds of work.
inline constexpr size_t kFileSlice = size_t{1} << 20;

class FileTask {
 public:
  virtual ~FileTask() = default;

  // Returns the next request, after the previous bytes are in place. Returns nothing when the task
  // is done or has failed. A request has at most kFileSlice bytes, all within the file's size.
  virtual std::optional<WantedBytes> Next() = 0;

  bool has_failed() const { return !problem_.empty(); }
  // Returns the reason for the failure, such as "is truncated ...", to follow the file's name.
  const std::string& problem() const { return problem_; }

 protected:
  // Ends the task with a failure.
  void Fail(std::string problem) { problem_ = std::move(problem); }

 private:
  std::string problem_;
};

// Returns the reason why memory does not suffice for `bytes`. `memory` may be `nullptr`.
std::string MemoryProblem(uint64_t bytes, const MemoryBudget* memory);

// Runs a task to its end on a file in memory.
inline void RunFileTask(FileTask& task, std::string_view file) {
  while (const auto wanted = task.Next()) {
    if (wanted->into.empty()) continue;
    std::memcpy(wanted->into.data(), file.data() + wanted->offset, wanted->into.size());
  }
}

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_FILE_TASK_H_
