// Source: a text with its name; turns byte offsets into lines and columns.
#ifndef PADDOCK_CORE_DIAGNOSTICS_SOURCE_H_
#define PADDOCK_CORE_DIAGNOSTICS_SOURCE_H_

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/span.h"

namespace paddock {

// Both count from 1; columns count bytes.
struct LineColumn {
  uint32_t line = 1;
  uint32_t column = 1;
};

class Source {
 public:
  // `first_line` is the line of the file at which `text` starts (for a case of a split file).
  Source(std::string name, std::string text, uint32_t first_line = 1)
      : name_(std::move(name)), text_(std::move(text)), first_line_(first_line) {}

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  uint32_t first_line() const { return first_line_; }

  // The first call, on any thread, builds the line index. Offsets past the end give the end.
  LineColumn Locate(uint32_t offset) const;
  // Returns the line that contains `offset`, without its newline.
  std::string_view LineAt(uint32_t offset) const;

 private:
  const std::vector<uint32_t>& LineStarts() const;
  size_t LineIndex(uint32_t offset) const;

  std::string name_;
  std::string text_;
  uint32_t first_line_;
  // Filled once, under the mutex; never changed afterwards.
  mutable std::mutex line_starts_mutex_;
  mutable std::vector<uint32_t> line_starts_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_DIAGNOSTICS_SOURCE_H_
