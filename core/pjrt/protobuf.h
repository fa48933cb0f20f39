// Reads and writes the fields of a serialized protobuf message.
#ifndef PADDOCK_CORE_PJRT_PROTOBUF_H_
#define PADDOCK_CORE_PJRT_PROTOBUF_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace paddock::pjrt {

struct ProtobufField {
  uint32_t number = 0;
  // Value of a varint or of a number with a fixed width.
  uint64_t integer = 0;
  // Contents of a string, message or packed list.
  std::string_view bytes;
};

// Calls `visit` with each field. Returns false if the bytes are no message.
bool ReadProtobuf(std::string_view bytes, const std::function<void(const ProtobufField&)>& visit);
// Returns the numbers of a packed list of varints; of one varint if the field is no list.
std::vector<int64_t> PackedIntegers(const ProtobufField& field);

// Each function adds a field, and returns this.
class ProtobufWriter {
 public:
  ProtobufWriter& Integer(uint32_t number, int64_t value);
  ProtobufWriter& Text(uint32_t number, std::string_view text);
  ProtobufWriter& Message(uint32_t number, const ProtobufWriter& message);
  // Adds a packed list of varints.
  ProtobufWriter& Packed(uint32_t number, std::span<const int64_t> values);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_PROTOBUF_H_
