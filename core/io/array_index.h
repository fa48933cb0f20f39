// Finds the arrays of a file: .npy, .npz (stored or deflated) and safetensors, told by what is in
// it and not by its name.
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
  // Headers and directories are read into memory of this budget; null: of no limit.
  explicit ArrayIndex(uint64_t file_size, std::shared_ptr<MemoryBudget> memory = nullptr)
      : file_size_(file_size), memory_(std::move(memory)) {}

  std::optional<WantedBytes> Next() override;

  // The file is of none of the formats (which is a failure, too).
  bool is_of_no_format() const { return is_of_no_format_; }
  // Once it is done: in the order of the file.
  const std::vector<ArrayEntry>& entries() const { return entries_; }

 private:
  using Step = void (ArrayIndex::*)();

  // Goes on with `step` once `size` bytes from `offset` on are in piece(); cut to the file's end.
  void Ask(uint64_t offset, uint64_t size, Step step);
  // Goes on with the same step and a longer piece; fails if there is none.
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
  // The start of the member's unpacked bytes, as far as piece() has them: its header, and perhaps
  // more. Nothing, having failed, if it is broken.
  std::optional<std::string> UnpackStart(std::string_view stored, const ZipMember& member);
  void AddMember(const ZipMember& member, uint64_t offset, std::string_view start);
  std::optional<ArrayEntry> ReadNpyEntry(std::string_view start);

  const uint64_t file_size_;
  const std::shared_ptr<MemoryBudget> memory_;
  bool is_of_no_format_ = false;
  Step step_ = &ArrayIndex::Start;
  // Of the file, from piece_offset_ on; the first asked_ bytes are there, or asked for.
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
