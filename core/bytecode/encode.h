// Encoder: attributes and types of a module in an artifact of a given version.
#ifndef PADDOCK_CORE_BYTECODE_ENCODE_H_
#define PADDOCK_CORE_BYTECODE_ENCODE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/bytecode/vhlo_table.h"
#include "core/bytecode/wire.h"
#include "core/ir/module.h"

namespace paddock {

class Encoder {
 public:
  // `module` owns attributes that are parsed from texts within locations. Single booleans of an
  // artifact may be splats, those of a text are not.
  Encoder(WirePool& pool, VhloVersion version, Module& module, bool is_artifact)
      : pool_(pool), version_(version), module_(module), is_artifact_(is_artifact) {}

  // Return nodes of the pool. A type or attribute that the version cannot express sets problem()
  // and gives an arbitrary node.
  uint32_t VhloTypeNode(Type type);
  uint32_t VhloAttributeNode(const Attribute& attribute);
  // Encodes the API version of a custom call, which VHLO has as an enumeration.
  uint32_t ApiVersionNode(const Attribute& attribute);
  uint32_t BuiltinTypeNode(Type type);
  uint32_t BuiltinAttributeNode(const Attribute& attribute);
  uint32_t BuiltinDictionaryNode(std::span<const std::pair<std::string_view, uint32_t>> entries);
  uint32_t BuiltinStringNode(std::string_view text);
  // Encodes `text`, which is between the brackets of loc(...). Empty means an unknown location.
  uint32_t PlaceNode(std::string_view text);

  // Names the first feature that cannot be expressed, with the reason; empty if there is none.
  const std::string& problem() const { return problem_; }
  void Refuse(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }
  VhloVersion version() const { return version_; }

 private:
  friend class PlaceReader;
  friend class SdyReader;

  uint32_t EncodeType(Type type);
  uint32_t EncodeTensorType(Type type);
  uint32_t EncodeQuantized(const QuantizedType& type);
  uint32_t Scalar(std::string_view spelling);
  uint32_t Words(VhloType code, std::span<const Type> elements);
  void AddTypes(WireParts& parts, std::span<const Type> types);
  void AddSizes(WireParts& parts, std::span<const int64_t> sizes);
  void Require(VhloVersion since, std::string_view what);

  uint32_t EncodeStruct(const Attribute& attribute);
  uint32_t EncodeEnum(const Attribute& attribute);
  uint32_t EncodeElements(const Attribute& attribute);
  uint32_t EncodeDenseArray(const Attribute& attribute);
  uint32_t EncodeDictionary(const Attribute& attribute);
  uint32_t String(std::string_view text);
  void AddValue(WireParts& parts, const Attribute& attribute);
  void AddField(WireParts& parts, const Attribute& attribute, std::string_view name);
  uint32_t TensorNode(Type type, std::span<const std::byte> bytes);
  std::span<const std::byte> PackedElements(const Attribute& attribute);

  uint32_t EncodeBuiltin(const Attribute& attribute);
  uint32_t EncodeSdy(const Attribute& attribute);
  uint32_t EncodeBuiltinDenseArray(const Attribute& attribute);
  uint32_t EncodeBuiltinType(Type type);
  uint32_t Make(WireParts parts) {
    return pool_.Intern(WireKind::kAttribute, WireDialect::kVhlo, std::move(parts));
  }
  uint32_t MakeType(WireParts parts) {
    return pool_.Intern(WireKind::kType, WireDialect::kVhlo, std::move(parts));
  }
  uint32_t MakeBuiltin(WireParts parts) {
    return pool_.Intern(WireKind::kAttribute, WireDialect::kBuiltin, std::move(parts));
  }

  WirePool& pool_;
  VhloVersion version_;
  Module& module_;
  bool is_artifact_;
  std::string problem_;
  std::unordered_map<const TypeStorage*, uint32_t> types_;
  std::unordered_map<const TypeStorage*, uint32_t> builtin_types_;
  std::unordered_map<std::string_view, uint32_t> places_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_ENCODE_H_
