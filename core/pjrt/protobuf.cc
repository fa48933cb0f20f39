#include "core/pjrt/protobuf.h"

#include <cstddef>
#include <cstring>

namespace paddock::pjrt {
namespace {

// Removes a number from the front; nothing if the bytes end within it.
std::optional<uint64_t> TakeVarint(std::string_view& bytes) {
  constexpr size_t kMostBytes = 10;
  uint64_t value = 0;
  for (size_t i = 0; i < kMostBytes && i < bytes.size(); ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if ((byte & 0x80) != 0) continue;
    bytes.remove_prefix(i + 1);
    return value;
  }
  return std::nullopt;
}

void AppendVarint(std::string& bytes, uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  bytes += static_cast<char>(value);
}

std::optional<uint64_t> TakeFixed(std::string_view& bytes, size_t width) {
  if (bytes.size() < width) return std::nullopt;
  uint64_t value = 0;
  std::memcpy(&value, bytes.data(), width);
  bytes.remove_prefix(width);
  return value;
}

bool TakeBytes(std::string_view& bytes, ProtobufField& field) {
  const auto size = TakeVarint(bytes);
  if (!size || *size > bytes.size()) return false;
  field.bytes = bytes.substr(0, static_cast<size_t>(*size));
  bytes.remove_prefix(static_cast<size_t>(*size));
  return true;
}

bool TakeInteger(std::optional<uint64_t> taken, ProtobufField& field) {
  field.integer = taken.value_or(0);
  return taken.has_value();
}

// Removes the value of a field, in the encoding that its tag names.
bool TakeValue(std::string_view& bytes, uint32_t encoding, ProtobufField& field) {
  switch (encoding) {
    case 0:
      return TakeInteger(TakeVarint(bytes), field);
    case 1:
      return TakeInteger(TakeFixed(bytes, 8), field);
    case 2:
      return TakeBytes(bytes, field);
    case 5:
      return TakeInteger(TakeFixed(bytes, 4), field);
    default:
      return false;
  }
}

}  // namespace

bool ReadProtobuf(std::string_view bytes, const std::function<void(const ProtobufField&)>& visit) {
  while (!bytes.empty()) {
    const auto tag = TakeVarint(bytes);
    if (!tag) return false;
    ProtobufField field{.number = static_cast<uint32_t>(*tag >> 3), .integer = 0, .bytes = {}};
    if (!TakeValue(bytes, static_cast<uint32_t>(*tag & 7), field)) return false;
    visit(field);
  }
  return true;
}

std::vector<int64_t> PackedIntegers(const ProtobufField& field) {
  if (field.bytes.data() == nullptr) return {static_cast<int64_t>(field.integer)};
  std::vector<int64_t> integers;
  std::string_view rest = field.bytes;
  while (!rest.empty()) {
    const auto value = TakeVarint(rest);
    if (!value) break;
    integers.push_back(static_cast<int64_t>(*value));
  }
  return integers;
}

ProtobufWriter& ProtobufWriter::Integer(uint32_t number, int64_t value) {
  AppendVarint(bytes_, number << 3);
  AppendVarint(bytes_, static_cast<uint64_t>(value));
  return *this;
}

ProtobufWriter& ProtobufWriter::Text(uint32_t number, std::string_view text) {
  AppendVarint(bytes_, (number << 3) | 2);
  AppendVarint(bytes_, text.size());
  bytes_ += text;
  return *this;
}

ProtobufWriter& ProtobufWriter::Message(uint32_t number, const ProtobufWriter& message) {
  return Text(number, message.bytes_);
}

ProtobufWriter& ProtobufWriter::Packed(uint32_t number, std::span<const int64_t> values) {
  std::string list;
  for (const int64_t value : values) AppendVarint(list, static_cast<uint64_t>(value));
  return Text(number, list);
}

}  // namespace paddock::pjrt
