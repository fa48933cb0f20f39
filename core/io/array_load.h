// Reads one array of a file into a tensor, piece by piece.
#ifndef PADDOCK_CORE_IO_ARRAY_LOAD_H_
#define PADDOCK_CORE_IO_ARRAY_LOAD_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/io/array_entry.h"
#include "core/io/file_task.h"
#include "core/io/inflate.h"
#include "core/tensor/tensor.h"

namespace paddock {

class ArrayLoad final : public FileTask {
 public:
  // `wanted` is the element type of the value that it feeds: it gives meaning to bits that the
  // format cannot name (`|V2`, `U8`), and another array is refused. Without it the type is the
  // one that the file names. The tensor is of this budget; null: of no limit.
  ArrayLoad(ArrayEntry entry, std::optional<ElementType> wanted,
            std::shared_ptr<MemoryBudget> memory = nullptr);

  ArrayLoad(const ArrayLoad&) = delete;
  ArrayLoad& operator=(const ArrayLoad&) = delete;

  std::optional<WantedBytes> Next() override;
  // Once it is done.
  const Tensor& tensor() const { return tensor_; }

 private:
  std::optional<ElementType> ChooseType(std::optional<ElementType> wanted);
  bool Allocate(ElementType type, std::shared_ptr<MemoryBudget> memory);
  // All that is wanted of the file is there, and unpacked.
  bool is_read() const;
  // Something is left to unpack.
  bool has_packed() const { return !unread_.empty() || needs_room_; }
  // The next stored bytes.
  WantedBytes Ask();
  // Where the next unpacked bytes go: at once into the tensor, if they lie there as in the file,
  // else into the buffer.
  std::span<std::byte> Destination(size_t size, size_t most_buffered);
  // Unpacks some of what was read.
  void Unpack();
  // Unpacked bytes, the header among them; false if they are too many.
  bool Accept(std::span<const std::byte> bytes);
  void Place(std::span<const std::byte> bytes);
  // Elements in column-major order to their places.
  void Scatter(std::span<const std::byte> bytes);
  bool CheckSizes();
  // Some of the tensor: in the byte order of the machine, and nothing that the type has not.
  void FinishElements();
  void CheckValues(size_t begin, size_t end);

  ArrayEntry entry_;
  Tensor tensor_;
  // Of a deflated array: what was read of it, and has not been unpacked yet.
  std::optional<Inflater> inflater_;
  std::vector<std::byte> packed_;
  std::span<const std::byte> unread_;
  bool needs_room_ = false;
  bool is_unpacked_ = false;
  // Unpacked bytes that do not go into the tensor at once.
  std::vector<std::byte> buffer_;
  // What was asked for, of an array that is stored.
  std::span<std::byte> wanted_;
  uint64_t taken_ = 0;     // of the stored bytes
  uint64_t accepted_ = 0;  // of the unpacked ones
  size_t placed_ = 0;      // bytes of the tensor that are there
  size_t finished_ = 0;    // bytes of the tensor that FinishElements has seen
  uint32_t checksum_ = 0;
  bool is_whole_ = false;  // CheckSizes held

  // Of Scatter: an element that is not yet whole, and where the next one belongs.
  std::array<std::byte, 16> partial_{};
  size_t partial_size_ = 0;
  std::vector<int64_t> index_;
  std::vector<int64_t> strides_;
  int64_t offset_ = 0;
};

// Of a file in memory with one array, or the one called `array`. Messages have code "file" and
// start with `file_name`.
Result<Tensor> ReadArray(std::string_view file, std::string_view file_name, std::string_view array,
                         std::optional<ElementType> wanted, DiagnosticSink& sink);

// The entry meant by `array`, empty standing for the only one; null, and a sentence in `problem`,
// if there is none.
const ArrayEntry* FindArray(std::span<const ArrayEntry> entries, std::string_view array,
                            std::string& problem);

// The elements of a file that holds nothing else, for a value of this type and shape, in which one
// size may be open. Nothing, and a sentence in `problem`, if the file has another size.
std::optional<ArrayEntry> RawEntry(uint64_t file_size, ElementType type,
                                   std::span<const int64_t> shape, std::string& problem);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_ARRAY_LOAD_H_
