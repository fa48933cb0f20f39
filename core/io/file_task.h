// Reading a file by asking for its parts: a task says which bytes it needs next and where they go,
// and whoever has the file puts them there, at once (the command) or when they come (JavaScript).
// So large arrays are read straight into their tensors. Between two parts the reading can be
// stopped: a task does little at a time, whatever the file holds.
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
  // Empty: nothing is needed, but there is more to do.
  std::span<std::byte> into;
};

// How many bytes a task asks for, unpacks or looks through at a time: milliseconds.
inline constexpr size_t kFileSlice = size_t{1} << 20;

class FileTask {
 public:
  virtual ~FileTask() = default;

  // What is needed next, the bytes wanted before being in their place; nothing when the task is
  // done or has failed. At most kFileSlice bytes, and none beyond the file's size.
  virtual std::optional<WantedBytes> Next() = 0;

  bool has_failed() const { return !problem_.empty(); }
  // Why: "is cut short ..."; the file's name would stand before it.
  const std::string& problem() const { return problem_; }

 protected:
  // Ends it.
  void Fail(std::string problem) { problem_ = std::move(problem); }

 private:
  std::string problem_;
};

// Why there is no memory for so many bytes; `memory` may be null.
std::string MemoryProblem(uint64_t bytes, const MemoryBudget* memory);

// To the end of the task, from a file in memory.
inline void RunFileTask(FileTask& task, std::string_view file) {
  while (const auto wanted = task.Next()) {
    if (wanted->into.empty()) continue;
    std::memcpy(wanted->into.data(), file.data() + wanted->offset, wanted->into.size());
  }
}

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_FILE_TASK_H_
