#include "core/grid/message.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/grid/leb128.h"

namespace paddock {
namespace {

constexpr char kMark[4] = {'p', 'd', 'k', '1'};
constexpr size_t kPreludeBytes = 16;
// Alignment of tensors, relative to the message's first byte.
constexpr size_t kTensorAlignment = Buffer::kAlignment;

constexpr size_t AlignUp(size_t offset) {
  return (offset + kTensorAlignment - 1) / kTensorAlignment * kTensorAlignment;
}

void AppendBytes(std::vector<std::byte>& to, const void* from, size_t count) {
  const auto* bytes = static_cast<const std::byte*>(from);
  to.insert(to.end(), bytes, bytes + count);
}

void AppendSize(std::vector<std::byte>& to, size_t value) {
  const auto size = static_cast<uint32_t>(value);
  AppendBytes(to, &size, sizeof(size));
}

size_t SizeAt(const std::byte* bytes) {
  uint32_t size = 0;
  std::memcpy(&size, bytes, sizeof(size));
  return size;
}

std::vector<std::byte> TableOf(std::span<const Tensor> tensors) {
  Leb128Writer table;
  for (const Tensor& tensor : tensors) {
    // A tensor with a type has at least one element or dimension.
    if (!tensor.has_value() && tensor.element_count() == 0 && tensor.rank() == 0) {
      table.Number(0);
      continue;
    }
    table.Number(2 * static_cast<uint64_t>(tensor.element_type()) + (tensor.has_value() ? 1 : 2));
    table.Number(tensor.rank());
    for (int64_t size : tensor.shape()) table.Number(static_cast<uint64_t>(size));
  }
  return table.Take();
}

// Returns whether each narrow element is within its range, because kernels may use it as an index
// of a table.
bool FitsBits(ElementType type, std::span<const std::byte> bytes) {
  const int bits = BitWidth(type);
  if (bits >= 8) return true;
  const int span = 1 << bits;
  const int least = IsSigned(type) ? -span / 2 : 0;
  return std::ranges::all_of(bytes, [&](std::byte byte) {
    const int value = IsSigned(type) ? static_cast<int8_t>(byte) : static_cast<int>(byte);
    return value >= least && value < least + span;
  });
}

class MessageReader {
 public:
  explicit MessageReader(const BufferRef& buffer)
      : buffer_(buffer), bytes_(buffer->data(), buffer->size()) {}

  std::optional<Message> Read() {
    if (bytes_.size() < kPreludeBytes || std::memcmp(bytes_.data(), kMark, sizeof(kMark)) != 0) {
      return std::nullopt;
    }
    const size_t count = SizeAt(bytes_.data() + 4);
    const size_t words = SizeAt(bytes_.data() + 8);
    const size_t table = SizeAt(bytes_.data() + 12);
    const size_t left = bytes_.size() - kPreludeBytes;
    if (words > left || table > left - words || count > table) return std::nullopt;
    Message message;
    const auto said = bytes_.subspan(kPreludeBytes, words);
    message.words.assign(said.begin(), said.end());
    Leb128Reader rows(bytes_.subspan(kPreludeBytes + words, table));
    offset_ = kPreludeBytes + words + table;
    for (size_t i = 0; i < count; ++i) {
      std::optional<Tensor> tensor = ReadTensor(rows);
      if (!tensor) return std::nullopt;
      message.tensors.push_back(*std::move(tensor));
    }
    if (!rows.is_good() || !rows.is_at_end() || offset_ != bytes_.size()) return std::nullopt;
    return message;
  }

 private:
  std::optional<Tensor> ReadTensor(Leb128Reader& rows) {
    const uint64_t code = rows.Number();
    if (code == 0) return Tensor();
    if (code > 2 * kElementTypeCount) return std::nullopt;
    const auto type = static_cast<ElementType>((code - 1) / 2);
    std::vector<int64_t> shape(rows.Count());
    for (int64_t& size : shape) {
      size = static_cast<int64_t>(rows.Number());
      if (size < 0) return std::nullopt;
    }
    const std::optional<int64_t> bytes = ByteSizeOf(type, shape);
    if (!rows.is_good() || !bytes) return std::nullopt;
    if (code % 2 == 0) return Tensor::WithoutBytes(type, shape);
    const size_t begin = AlignUp(offset_);
    const auto size = static_cast<uint64_t>(*bytes);
    if (begin > bytes_.size() || size > bytes_.size() - begin) return std::nullopt;
    offset_ = begin + static_cast<size_t>(size);
    if (!FitsBits(type, bytes_.subspan(begin, static_cast<size_t>(size)))) return std::nullopt;
    return Tensor::FromBuffer(type, shape, buffer_, begin);
  }

  const BufferRef& buffer_;
  std::span<const std::byte> bytes_;
  // End of the consumed part.
  size_t offset_ = 0;
};

}  // namespace

FlatMessage::FlatMessage(const Message& message) : message_(message) {
  const std::vector<std::byte> table = TableOf(message.tensors);
  AppendBytes(head_, kMark, sizeof(kMark));
  AppendSize(head_, message.tensors.size());
  AppendSize(head_, message.words.size());
  AppendSize(head_, table.size());
  head_.insert(head_.end(), message.words.begin(), message.words.end());
  head_.insert(head_.end(), table.begin(), table.end());
  byte_size_ = head_.size();
  for (const Tensor& tensor : message.tensors) {
    if (tensor.has_value()) byte_size_ = AlignUp(byte_size_) + tensor.byte_size();
  }
}

void FlatMessage::ForEachPiece(
    const std::function<void(size_t offset, std::span<const std::byte> bytes)>& visit) const {
  visit(0, head_);
  size_t offset = head_.size();
  for (const Tensor& tensor : message_.tensors) {
    if (!tensor.has_value()) continue;
    offset = AlignUp(offset);
    if (tensor.byte_size() != 0) visit(offset, {tensor.data(), tensor.byte_size()});
    offset += tensor.byte_size();
  }
}

void FlatMessage::CopyTo(std::byte* bytes) const {
  size_t end = 0;
  ForEachPiece([&](size_t offset, std::span<const std::byte> piece) {
    std::memset(bytes + end, 0, offset - end);
    std::memcpy(bytes + offset, piece.data(), piece.size());
    end = offset + piece.size();
  });
  std::memset(bytes + end, 0, byte_size_ - end);
}

std::optional<Message> ReadMessage(const BufferRef& bytes) {
  return bytes ? MessageReader(bytes).Read() : std::nullopt;
}

}  // namespace paddock
