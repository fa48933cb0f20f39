// Message: data between a hub and its peers, for any transport: words (core/grid/wire.h) and
// tensors, whose bytes are never copied here. Its flat form is little-endian:
//
//    0  "pdk1"
//    4  u32 number of tensors
//    8  u32 bytes of the words
//   12  u32 bytes of the table
//   16  words, table
//       then the bytes of each tensor that has a value, at the next multiple of 64
//
// A row of the table consists of numbers (core/grid/leb128.h): 0 for no tensor, otherwise 1 + 2 *
// element type (+ 1 if its bytes are not in the message), then rank and dimension sizes.
#ifndef PADDOCK_CORE_GRID_MESSAGE_H_
#define PADDOCK_CORE_GRID_MESSAGE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/tensor/tensor.h"

namespace paddock {

struct Message {
  std::vector<std::byte> words;
  // Some may be without a value, or even without a type (Tensor::WithoutBytes).
  std::vector<Tensor> tensors;
};

using SendMessage = std::function<void(Message)>;

// A message as contiguous bytes. Refers to the message.
class FlatMessage {
 public:
  explicit FlatMessage(const Message& message);

  size_t byte_size() const { return byte_size_; }
  // Calls visit(offset, bytes) for each non-empty piece, in order. Bytes between pieces are
  // unspecified.
  void ForEachPiece(
      const std::function<void(size_t offset, std::span<const std::byte> bytes)>& visit) const;
  // Writes byte_size() bytes.
  void CopyTo(std::byte* bytes) const;

 private:
  const Message& message_;
  std::vector<std::byte> head_;
  size_t byte_size_ = 0;
};

// Reads a message from its flat form; its tensors share `bytes`. Returns nothing if it is
// malformed.
std::optional<Message> ReadMessage(const BufferRef& bytes);

}  // namespace paddock

#endif  // PADDOCK_CORE_GRID_MESSAGE_H_
