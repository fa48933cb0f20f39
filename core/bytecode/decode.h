// Decoder: attributes and types of a container, decoded lazily.
#ifndef PADDOCK_CORE_BYTECODE_DECODE_H_
#define PADDOCK_CORE_BYTECODE_DECODE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytecode/container.h"
#include "core/ir/module.h"

namespace paddock {

// Decodes attributes to the module's own kinds: an enumeration of VHLO to kEnum, a tensor to
// kElements, a structure to kStruct. Their meaning for an operation is handled elsewhere.
class Decoder {
 public:
  // `owner` keeps the bytes alive, so that large constants can refer to them. If it is `nullptr`,
  // they are copied.
  Decoder(const Container& container, Module& module, std::shared_ptr<const void> owner,
          ArtifactErrors& errors);

  // Reads an index and returns its entry; null after a failure.
  Type ReadType(ByteReader& reader);
  const Attribute* ReadAttribute(ByteReader& reader);
  // Reads an index whose low bit is set if there is an attribute. Returns `nullptr` if there is
  // none, or after a failure.
  const Attribute* ReadOptionalAttribute(ByteReader& reader);
  // Returns the text between the brackets of loc(...); empty for an unknown location.
  std::string_view ReadLocation(ByteReader& reader);

  Type GetType(size_t index);
  const Attribute* GetAttribute(size_t index);

 private:
  enum class State : uint8_t { kUnread, kReading, kRead };
  struct Progress {
    State state = State::kUnread;
    uint64_t parts = 0;
  };
  struct Visit;

  const Container::Entry* Begin(const Progress& progress, const Container::Entry& entry);
  std::string_view Dialect(const Container::Entry& entry) const {
    return container_.dialects[entry.dialect];
  }
  ByteReader Reader(const Container::Entry& entry);
  std::string_view ReadStringIndex(ByteReader& reader);

  // Types.
  Type DecodeType(const Container::Entry& entry);
  Type DecodeVhloType(ByteReader& reader);
  Type DecodeVhloCompositeType(uint64_t code, ByteReader& reader);
  Type DecodeQuantized(ByteReader& reader, bool is_per_axis);
  Type DecodeBuiltinType(ByteReader& reader);
  Type DecodeBuiltinShaped(uint64_t code, ByteReader& reader);
  std::vector<Type> ReadTypes(ByteReader& reader);
  // Reads sizes as signed numbers. The lowest number means dynamic.
  std::vector<int64_t> ReadSizes(ByteReader& reader);
  std::vector<int64_t> ReadSignedList(ByteReader& reader);
  Type MakeTensor(std::span<const int64_t> shape, Type element, const Attribute* encoding,
                  ByteReader& reader);

  // Attributes.
  const Attribute* DecodeAttribute(const Container::Entry& entry);
  const Attribute* DecodeText(const Container::Entry& entry);
  const Attribute* DecodeVhlo(ByteReader& reader);
  const Attribute* DecodeVhloStruct(uint64_t code, ByteReader& reader);
  const Attribute* DecodeBuiltin(ByteReader& reader);
  const Attribute* DecodeLocation(uint64_t code, ByteReader& reader);
  std::string PlaceText(uint64_t code, ByteReader& reader);
  std::string FileText(ByteReader& reader, bool is_range);
  std::string FusedText(ByteReader& reader, bool has_metadata);
  std::string NameText(ByteReader& reader);
  const Attribute* DecodeSdy(ByteReader& reader);
  std::string SdyText(ByteReader& reader);
  std::string_view ReadSdyText(ByteReader& reader);
  std::string SdyList(ByteReader& reader, std::string_view prefix);
  std::string SdyFactors(ByteReader& reader, std::string_view between);
  std::string SdyRule(ByteReader& reader);
  std::string SdyMesh(ByteReader& reader);
  std::string SdyAxis(ByteReader& reader);
  std::string SdyDimension(ByteReader& reader);
  std::string SdySharding(ByteReader& reader, bool has_unreduced);
  const Attribute* DecodeDenseArray(ByteReader& reader);
  const Attribute* DecodeElements(ByteReader& reader);
  const Attribute* DecodeInteger(ByteReader& reader);
  const Attribute* DecodeFloat(ByteReader& reader);
  const Attribute* DecodeArray(ByteReader& reader);
  const Attribute* DecodeDictionary(ByteReader& reader);
  const Attribute* DecodeSymbol(ByteReader& reader, bool is_nested);
  std::string LocationText(ByteReader& reader);

  // Reads the bits of an integer of `width` bits, zero-extended.
  uint64_t ReadBits(uint32_t width, ByteReader& reader);
  double ReadF64(ByteReader& reader);
  const Tensor* MakeElements(Type type, std::span<const std::byte> bytes, bool& is_splat,
                             ByteReader& reader);

  Attribute* Make(AttributeKind kind);
  const Attribute* MakeString(std::string_view text);
  const Attribute* ToSymbol(const Attribute* value);
  const Attribute* MakeInteger(int64_t value, std::string_view type);
  const Attribute* MakeFloat(double value);
  const Attribute* MakeIntegers(std::span<const int64_t> values);
  const Attribute* MakeEnum(std::string_view name, uint64_t index, ByteReader& reader);
  const Attribute* MakeStruct(std::string_view name, std::span<const Attribute* const> values);

  const Container& container_;
  Module& module_;
  std::shared_ptr<const void> owner_;
  ArtifactErrors& errors_;
  uint32_t depth_ = 0;
  // Total bytes of Shardy attributes as text.
  size_t sdy_bytes_ = 0;
  // Number of parts of the entry that is being read; unused outside of entries.
  uint64_t parts_ = 0;
  std::vector<Progress> type_progress_;
  std::vector<Progress> attribute_progress_;
  std::vector<Type> types_;
  std::vector<const Attribute*> attributes_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_DECODE_H_
