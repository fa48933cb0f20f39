// Reading a file by asking for its parts: a task says which bytes it needs next and where they go,
// and whoever has the file puts them there, at once (the command) or when they come (JavaScript).
// So large arrays are read straight into their tensors.
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

namespace paddock {

struct WantedBytes {
  uint64_t offset = 0;
  std::span<std::byte> into;
};

class FileTask {
 public:
  virtual ~FileTask() = default;

  // What is needed next, the bytes wanted before being in their place; nothing when the task is
  // done or has failed. Never bytes beyond the file's size.
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

// To the end of the task, from a file in memory.
inline void RunFileTask(FileTask& task, std::string_view file) {
  while (const auto wanted = task.Next()) {
    std::memcpy(wanted->into.data(), file.data() + wanted->offset, wanted->into.size());
  }
}

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_FILE_TASK_H_
