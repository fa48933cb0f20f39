// Finds the arrays of a file: .npy, .npz (stored or deflated) and safetensors. The contents
// determine the format, not the name.
#ifndef PADDOCK_CORE_IO_ARRAY_INDEX_H_
#define PADDOCK_CORE_IO_ARRAY_INDEX_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/array_entry.h"
#include "core/io/file_task.h"
#include "core/io/safetensors_header.h"
#include "core/io/zip_directory.h"
#include "core/tensor/buffer.h"

namespace paddock {

class ArrayIndex final : public FileTask {
 public:
  // `memory` accounts for headers and directories; `nullptr` means no limit.
  explicit ArrayIndex(uint64_t file_size, std::shared_ptr<MemoryBudget> memory = nullptr)
      : file_size_(file_size), memory_(std::move(memory)) {}

  std::optional<WantedBytes> Next() override;

  // Returns whether the file has none of the formats, which is also a failure.
  bool is_of_no_format() const { return is_of_no_format_; }
  // Returns the entries in the order of the file, once the task is done.
  const std::vector<ArrayEntry>& entries() const { return entries_; }

 private:
  using Step = void (ArrayIndex::*)();

  // Continues with `step` once piece() has `size` bytes from `offset` on, clipped to the file's
  // end.
  void Ask(uint64_t offset, uint64_t size, Step step);
  // Continues with the same step and a longer piece. Fails if there is none.
  void AskForMore(uint64_t size);
  std::string_view piece() const {
    return {reinterpret_cast<const char*>(piece_->data()), piece_->size()};
  }

  void Start();
  void ReadHead();
  void ReadNpyFile();
  void AskForSafetensors();
  void ReadSafetensors();
  void ReadArchiveEnd();
  void ReadArchiveEnd64();
  void AskForDirectory(const ZipDirectoryPlace& place);
  void ReadDirectory();
  void AskForMember();
  void ReadMember();
  // Returns the beginning of the member's unpacked bytes, as far as piece() has them: the header,
  // and possibly more. Fails and returns nothing if it is broken.
  std::optional<std::string> UnpackStart(std::string_view stored, const ZipMember& member);
  void AddMember(const ZipMember& member, uint64_t offset, std::string_view start);
  std::optional<ArrayEntry> ReadNpyEntry(std::string_view start);

  const uint64_t file_size_;
  const std::shared_ptr<MemoryBudget> memory_;
  bool is_of_no_format_ = false;
  Step step_ = &ArrayIndex::Start;
  // Bytes of the file from piece_offset_ on. The first asked_ bytes are read or requested.
  BufferRef piece_;
  uint64_t piece_offset_ = 0;
  size_t asked_ = 0;
  std::unique_ptr<SafetensorsHeader> safetensors_;
  std::vector<ZipMember> members_;
  size_t next_member_ = 0;
  std::vector<ArrayEntry> entries_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_ARRAY_INDEX_H_
