// Attributes of VHLO.
#include <algorithm>
#include <bit>
#include <cstring>

#include "core/bytecode/encode.h"
#include "core/bytecode/sdy_properties.h"
#include "core/text/print/print.h"

namespace paddock {
namespace {

uint64_t Code(VhloAttributeCode code) { return static_cast<uint64_t>(code); }

// Structures that an artifact holds as a whole, with the first version of each.
struct StructRow {
  std::string_view name;
  VhloAttributeCode code;
  VhloVersion since;
};
constexpr StructRow kStructs[] = {
    {"output_operand_alias", VhloAttributeCode::kOutputOperandAlias, Vhlo(0, 9)},
    {"result_accuracy", VhloAttributeCode::kResultAccuracy, Vhlo(1, 9)},
    {"sub_axis_info", VhloAttributeCode::kSubAxisInfo, Vhlo(1, 16)},
    {"axis_ref", VhloAttributeCode::kAxisRef, Vhlo(1, 16)},
    {"replica_group_mesh_axes", VhloAttributeCode::kReplicaGroupMeshAxes, Vhlo(1, 16)},
    {"mesh_axis", VhloAttributeCode::kMeshAxis, Vhlo(1, 16)},
    {"mesh", VhloAttributeCode::kMesh, Vhlo(1, 16)},
};

// Returns the bits of an attribute's integer within its type's width.
uint64_t BitsOf(const Attribute& attribute, uint32_t width) {
  const auto bits = static_cast<uint64_t>(attribute.integer);
  return width >= 64 ? bits : bits & ((uint64_t{1} << width) - 1);
}

uint32_t WidthOf(Type type) {
  if (type->text == "tf32") return 19;
  if (type->is_integer) return type->width;
  const auto element = type.element_type();
  return element ? static_cast<uint32_t>(BitWidth(*element)) : 64;
}

bool IsRepeated(std::span<const std::byte> bytes, size_t width) {
  return bytes.size() > width &&
         std::memcmp(bytes.data(), bytes.data() + width, bytes.size() - width) == 0;
}

}  // namespace

uint32_t Encoder::String(std::string_view text) {
  WireParts parts(Code(VhloAttributeCode::kString));
  parts.Add(WirePart::Kind::kString, pool_.InternString(text));
  return Make(std::move(parts));
}

uint32_t Encoder::ApiVersionNode(const Attribute& attribute) {
  WireParts parts(Code(VhloAttributeCode::kApiVersion));
  parts.Number(static_cast<uint64_t>(attribute.integer));
  return Make(std::move(parts));
}

void Encoder::AddValue(WireParts& parts, const Attribute& attribute) {
  const Type type = attribute.type;
  parts.Type(VhloTypeNode(type));
  const uint32_t width = WidthOf(type);
  if (type->text == "tf32") {
    parts.Bits(std::bit_cast<uint32_t>(static_cast<float>(attribute.number)) >> 13, width);
  } else {
    parts.Bits(BitsOf(attribute, width), width);
  }
}

uint32_t Encoder::VhloAttributeNode(const Attribute& attribute) {
  const auto code = [&](VhloAttributeCode kind) { return WireParts(Code(kind)); };
  switch (attribute.kind) {
    case AttributeKind::kUnit:
    case AttributeKind::kBool: {
      WireParts parts = code(VhloAttributeCode::kBool);
      parts.Number(attribute.kind == AttributeKind::kUnit || attribute.integer != 0 ? 1 : 0);
      return Make(std::move(parts));
    }
    case AttributeKind::kInteger: {
      WireParts parts = code(VhloAttributeCode::kInteger);
      AddValue(parts, attribute);
      return Make(std::move(parts));
    }
    case AttributeKind::kFloat: {
      WireParts parts = code(VhloAttributeCode::kFloat);
      AddValue(parts, attribute);
      return Make(std::move(parts));
    }
    case AttributeKind::kString:
      if (!attribute.type) return String(attribute.text);
      break;
    case AttributeKind::kSymbol:
      if (attribute.elements.empty()) return String(attribute.text);
      break;
    case AttributeKind::kType: {
      WireParts parts = code(VhloAttributeCode::kType);
      parts.Type(VhloTypeNode(attribute.type));
      return Make(std::move(parts));
    }
    case AttributeKind::kArray: {
      WireParts parts = code(VhloAttributeCode::kArray);
      parts.Number(attribute.elements.size());
      for (const Attribute* element : attribute.elements) {
        parts.Attribute(VhloAttributeNode(*element));
      }
      return Make(std::move(parts));
    }
    case AttributeKind::kDictionary:
      return EncodeDictionary(attribute);
    case AttributeKind::kDenseArray:
      return EncodeDenseArray(attribute);
    case AttributeKind::kElements:
      return EncodeElements(attribute);
    case AttributeKind::kEnum:
      return EncodeEnum(attribute);
    case AttributeKind::kStruct:
      return EncodeStruct(attribute);
    case AttributeKind::kOpaque:
      if (IsSdyText(attribute.text)) return EncodeSdy(attribute);
      break;
  }
  Refuse("an artifact cannot contain the attribute " + Print(attribute));
  return String({});
}

uint32_t Encoder::EncodeDictionary(const Attribute& attribute) {
  WireParts parts(Code(VhloAttributeCode::kDictionary));
  parts.Number(attribute.fields.size());
  for (const NamedAttribute& field : attribute.fields) {
    parts.Attribute(String(field.name));
    parts.Attribute(VhloAttributeNode(*field.value));
  }
  return Make(std::move(parts));
}

uint32_t Encoder::EncodeEnum(const Attribute& attribute) {
  for (const VhloEnumeration& row : VhloTable::Enumerations()) {
    const EnumInfo* cases = FindEnum(attribute.name);
    if (row.name != attribute.name || cases == nullptr) continue;
    Require(row.since, "the attribute " + std::string(row.name));
    const auto found = std::ranges::find(cases->cases, attribute.text);
    WireParts parts(row.code);
    parts.Number(row.first + static_cast<uint64_t>(found - cases->cases.begin()));
    return Make(std::move(parts));
  }
  Refuse("an artifact cannot contain the attribute " + Print(attribute));
  return String({});
}

// Encodes a field: lists and numbers inline, everything else as a node.
void Encoder::AddField(WireParts& parts, const Attribute& attribute, std::string_view name) {
  if (attribute.kind == AttributeKind::kDenseArray) {
    parts.Number(attribute.integers.size());
    for (int64_t value : attribute.integers) parts.Signed(value);
  } else if (attribute.kind == AttributeKind::kInteger) {
    parts.Signed(attribute.integer);
  } else if (attribute.kind == AttributeKind::kFloat) {
    parts.Bits(static_cast<uint64_t>(attribute.integer), 64);
  } else if (name == "device_ids") {
    parts.Add(WirePart::Kind::kOptionalAttribute, VhloAttributeNode(attribute));
  } else if (name == "sub_axis_info") {
    parts.Number(1);
    parts.Attribute(VhloAttributeNode(attribute));
  } else {
    parts.Attribute(VhloAttributeNode(attribute));
  }
}

uint32_t Encoder::EncodeStruct(const Attribute& attribute) {
  const auto row = std::ranges::find(kStructs, attribute.name, &StructRow::name);
  const StructInfo* info = FindStruct(attribute.name);
  if (row == std::end(kStructs) || info == nullptr) {
    Refuse("an artifact cannot contain the attribute " + Print(attribute));
    return String({});
  }
  Require(row->since, "the attribute " + std::string(row->name));
  WireParts parts(Code(row->code));
  for (const AttributeInfo& field : info->fields) {
    const Attribute* value = attribute.Find(field.name);
    if (value != nullptr) {
      AddField(parts, *value, field.name);
    } else {
      parts.Number(0);
    }
  }
  return Make(std::move(parts));
}

uint32_t Encoder::TensorNode(Type type, std::span<const std::byte> bytes) {
  WireParts parts(Code(VhloAttributeCode::kTensor));
  parts.Type(VhloTypeNode(type));
  parts.Add(WirePart::Kind::kBlob, pool_.InternBlob(bytes));
  return Make(std::move(parts));
}

uint32_t Encoder::EncodeDenseArray(const Attribute& attribute) {
  const bool is_boolean = attribute.type->text == "i1";
  if (attribute.value != nullptr || (attribute.type->text != "i64" && !is_boolean)) {
    Refuse("an artifact cannot contain the attribute " + Print(attribute));
    return String({});
  }
  const int64_t shape[] = {static_cast<int64_t>(attribute.integers.size())};
  Attribute elements = attribute;
  elements.kind = AttributeKind::kElements;
  const ElementType type = is_boolean ? ElementType::kI1 : ElementType::kI64;
  elements.type = module_.types().GetTensor(shape, type);
  Tensor tensor = Tensor::Allocate(type, shape);
  for (size_t i = 0; i < attribute.integers.size(); ++i) {
    std::memcpy(tensor.mutable_data() + i * ByteSize(type), &attribute.integers[i], ByteSize(type));
  }
  elements.value = module_.Keep(std::move(tensor));
  return EncodeElements(elements);
}

// Packs elements like MLIR: one element for a splat, bits for booleans, otherwise as stored here.
// Older MLIR also writes a single boolean as a splat, whose bits are all set.
std::span<const std::byte> Encoder::PackedElements(const Attribute& attribute) {
  const Tensor& value = *attribute.value;
  const std::span<const std::byte> bytes(value.data(), value.byte_size());
  const ElementType type = value.element_type();
  const size_t width = ByteSize(type);
  int64_t count = 1;
  for (int64_t size : attribute.type.shape()) count *= size;
  const bool is_uniform =
      count != 0 && (attribute.is_splat || IsRepeated(bytes, width)) && count != 1;
  if (IsBoolean(type)) {
    const bool is_single_splat = count == 1 && attribute.is_splat && is_artifact_;
    if (is_uniform || is_single_splat)
      return pool_.Keep(std::string(1, bytes[0] != std::byte{} ? '\xFF' : '\0'));
    std::string packed((static_cast<size_t>(count) + 7) / 8, '\0');
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      const bool is_set = bytes[attribute.is_splat ? 0 : i] != std::byte{};
      packed[i / 8] = static_cast<char>(packed[i / 8] | (is_set ? 1 << (i % 8) : 0));
    }
    return pool_.Keep(std::move(packed));
  }
  const std::span<const std::byte> kept = is_uniform ? bytes.first(width) : bytes;
  if (BitWidth(type) >= 8 || !IsSigned(type)) return kept;
  // Narrow signed integers are sign-extended here, but not in the artifact.
  std::string narrow(reinterpret_cast<const char*>(kept.data()), kept.size());
  for (char& element : narrow) element = static_cast<char>(element & ((1 << BitWidth(type)) - 1));
  return pool_.Keep(std::move(narrow));
}

uint32_t Encoder::EncodeElements(const Attribute& attribute) {
  const bool has_elements = attribute.value != nullptr && attribute.value->has_value();
  if (!has_elements || !attribute.type.is_tensor() || !attribute.type.has_static_shape()) {
    Refuse("an artifact cannot contain the attribute " + Print(attribute));
    return String({});
  }
  return TensorNode(attribute.type, PackedElements(attribute));
}

}  // namespace paddock
