// File that was read into memory as a whole.
#ifndef PADDOCK_CLI_HOST_MEMORY_FILE_H_
#define PADDOCK_CLI_HOST_MEMORY_FILE_H_

#include <cstring>
#include <string>
#include <utility>

#include "cli/host/host.h"

namespace paddock::cli {

class MemoryFile final : public ReadableFile {
 public:
  explicit MemoryFile(std::string bytes) : bytes_(std::move(bytes)) {}

  uint64_t size() const override { return bytes_.size(); }
  bool Read(uint64_t offset, std::span<std::byte> into, std::string&) override {
    std::memcpy(into.data(), bytes_.data() + static_cast<size_t>(offset), into.size());
    return true;
  }

 private:
  const std::string bytes_;
};

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_HOST_MEMORY_FILE_H_
