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
  // `wanted` is the element type of the parameter. It interprets bits whose type the format cannot
  // name (`|V2`, `U8`); arrays of other types are refused. Without it, the file must name the type.
  // `memory` accounts for the tensor; `nullptr` means no limit.
  ArrayLoad(ArrayEntry entry, std::optional<ElementType> wanted,
            std::shared_ptr<MemoryBudget> memory = nullptr);

  ArrayLoad(const ArrayLoad&) = delete;
  ArrayLoad& operator=(const ArrayLoad&) = delete;

  std::optional<WantedBytes> Next() override;
  // Returns the tensor, once the task is done.
  const Tensor& tensor() const { return tensor_; }

 private:
  std::optional<ElementType> ChooseType(std::optional<ElementType> wanted);
  bool Allocate(ElementType type, std::shared_ptr<MemoryBudget> memory);
  // Returns whether all required bytes of the file are read and unpacked.
  bool is_read() const;
  // Returns whether packed bytes are left to unpack.
  bool has_packed() const { return !unread_.empty() || needs_room_; }
  // Requests the next stored bytes.
  WantedBytes Ask();
  // Returns the destination of the next unpacked bytes: the tensor, if it has the file's layout,
  // else the buffer.
  std::span<std::byte> Destination(size_t size, size_t most_buffered);
  // Unpacks some of the bytes that were read.
  void Unpack();
  // Takes unpacked bytes, including the header. Returns false if there are too many.
  bool Accept(std::span<const std::byte> bytes);
  void Place(std::span<const std::byte> bytes);
  // Copies column-major elements to their places.
  void Scatter(std::span<const std::byte> bytes);
  bool CheckSizes();
  // Converts some elements to the machine's byte order and checks that the type allows them.
  void FinishElements();
  void ExtendSigns(size_t begin, size_t end);
  void CheckValues(size_t begin, size_t end);

  ArrayEntry entry_;
  Tensor tensor_;
  // State of a deflated array: bytes that were read and are not unpacked yet.
  std::optional<Inflater> inflater_;
  std::vector<std::byte> packed_;
  std::span<const std::byte> unread_;
  bool needs_room_ = false;
  bool is_unpacked_ = false;
  // Unpacked bytes that do not go directly into the tensor.
  std::vector<std::byte> buffer_;
  // Requested bytes of a stored array.
  std::span<std::byte> wanted_;
  uint64_t taken_ = 0;     // stored bytes that were read
  uint64_t accepted_ = 0;  // unpacked bytes that were accepted
  size_t placed_ = 0;      // bytes of the tensor that are filled
  size_t finished_ = 0;    // bytes of the tensor that FinishElements has processed
  uint32_t checksum_ = 0;
  bool is_whole_ = false;  // CheckSizes succeeded

  // State of Scatter: an incomplete element, and the place of the next one.
  std::array<std::byte, 16> partial_{};
  size_t partial_size_ = 0;
  std::vector<int64_t> index_;
  std::vector<int64_t> strides_;
  int64_t offset_ = 0;
};

// Reads the only array of a file in memory, or the one called `array`. Messages have code "file"
// and start with `file_name`.
Result<Tensor> ReadArray(std::string_view file, std::string_view file_name, std::string_view array,
                         std::optional<ElementType> wanted, DiagnosticSink& sink);

// Returns the entry called `array`, or the only one if `array` is empty. Returns `nullptr`, with a
// sentence in `problem`, if there is none.
const ArrayEntry* FindArray(std::span<const ArrayEntry> entries, std::string_view array,
                            std::string& problem);

// Returns an entry for a file of raw elements, for a value of this type and shape, which may have
// one open size. Returns nothing, with a sentence in `problem`, if the file's size does not fit.
std::optional<ArrayEntry> RawEntry(uint64_t file_size, ElementType type,
                                   std::span<const int64_t> shape, std::string& problem);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_ARRAY_LOAD_H_
