// Attributes of VHLO.
#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "core/bytecode/decode.h"
#include "core/bytecode/vhlo_table.h"
#include "core/types/small_float.h"

namespace paddock {

Attribute* Decoder::Make(AttributeKind kind) {
  Attribute* attribute = module_.arena().Make<Attribute>();
  attribute->kind = kind;
  return attribute;
}

const Attribute* Decoder::MakeString(std::string_view text) {
  Attribute* attribute = Make(AttributeKind::kString);
  attribute->text = module_.arena().CopyString(text);
  return attribute;
}

// Converts a string to the symbol that it names.
const Attribute* Decoder::ToSymbol(const Attribute* value) {
  if (value == nullptr || value->kind != AttributeKind::kString) return value;
  Attribute* symbol = Make(AttributeKind::kSymbol);
  symbol->text = value->text;
  return symbol;
}

const Attribute* Decoder::MakeInteger(int64_t value, std::string_view type) {
  Attribute* attribute = Make(AttributeKind::kInteger);
  attribute->type = module_.types().GetScalar(type);
  attribute->integer = value;
  return attribute;
}

const Attribute* Decoder::MakeFloat(double value) {
  Attribute* attribute = Make(AttributeKind::kFloat);
  attribute->type = module_.types().GetScalar(ElementType::kF64);
  attribute->number = value;
  attribute->integer = std::bit_cast<int64_t>(value);
  return attribute;
}

const Attribute* Decoder::MakeIntegers(std::span<const int64_t> values) {
  Attribute* attribute = Make(AttributeKind::kDenseArray);
  attribute->type = module_.types().GetScalar(ElementType::kI64);
  attribute->integers = module_.arena().CopyArray(values);
  return attribute;
}

const Attribute* Decoder::MakeEnum(std::string_view name, uint64_t index, ByteReader& reader) {
  const EnumInfo* cases = FindEnum(name);
  if (cases == nullptr || index >= cases->cases.size()) {
    reader.Fail("there is no case " + std::to_string(index) + " of " + std::string(name));
    return nullptr;
  }
  Attribute* attribute = Make(AttributeKind::kEnum);
  attribute->name = cases->name;
  attribute->text = cases->cases[static_cast<size_t>(index)];
  return attribute;
}

const Attribute* Decoder::MakeStruct(std::string_view name,
                                     std::span<const Attribute* const> values) {
  const StructInfo* info = FindStruct(name);
  Attribute* attribute = Make(AttributeKind::kStruct);
  attribute->name = info != nullptr ? info->name : name;
  std::vector<NamedAttribute> fields;
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] == nullptr) continue;
    fields.push_back(
        {info != nullptr ? info->fields[i].name : std::string_view("values"), values[i], Span()});
  }
  attribute->fields = module_.arena().CopyArray(fields);
  return attribute;
}

const Attribute* Decoder::DecodeVhlo(ByteReader& reader) {
  const uint64_t code = reader.ReadVarInt();
  for (const VhloEnumeration& row : VhloTable::Enumerations()) {
    if (row.code != code) continue;
    const uint64_t number = reader.ReadVarInt();
    return number < row.first ? MakeEnum(row.name, UINT64_MAX, reader)
                              : MakeEnum(row.name, number - row.first, reader);
  }
  switch (static_cast<VhloAttributeCode>(code <= 0xFF ? code : 0xFF)) {
    case VhloAttributeCode::kArray:
      return DecodeArray(reader);
    case VhloAttributeCode::kBool: {
      Attribute* attribute = Make(AttributeKind::kBool);
      attribute->integer = reader.ReadVarInt() != 0 ? 1 : 0;
      return attribute;
    }
    case VhloAttributeCode::kApiVersion:
      return MakeInteger(static_cast<int64_t>(reader.ReadVarInt()), "i32");
    case VhloAttributeCode::kDictionary:
      return DecodeDictionary(reader);
    case VhloAttributeCode::kFloat:
      return DecodeFloat(reader);
    case VhloAttributeCode::kInteger:
      return DecodeInteger(reader);
    case VhloAttributeCode::kString:
      return MakeString(ReadStringIndex(reader));
    case VhloAttributeCode::kTensor:
      return DecodeElements(reader);
    case VhloAttributeCode::kType: {
      Attribute* attribute = Make(AttributeKind::kType);
      attribute->type = ReadType(reader);
      return attribute;
    }
    default:
      return DecodeVhloStruct(code, reader);
  }
}

const Attribute* Decoder::DecodeVhloStruct(uint64_t code, ByteReader& reader) {
  std::vector<const Attribute*> values;
  std::string_view name;
  // Returns the attribute, which has this kind, and this name if it is an enumeration or a
  // structure.
  const auto require = [&](const Attribute* value, AttributeKind kind, std::string_view of = {}) {
    if (value != nullptr && (value->kind != kind || value->name != of)) {
      reader.Fail("a field of " + std::string(name) + " with another kind of attribute");
    }
    return value;
  };
  const auto read = [&](AttributeKind kind, std::string_view of = {}) {
    return require(ReadAttribute(reader), kind, of);
  };
  switch (static_cast<VhloAttributeCode>(code <= 0xFF ? code : 0xFF)) {
    case VhloAttributeCode::kOutputOperandAlias: {
      name = "output_operand_alias";
      values.push_back(MakeIntegers(ReadSignedList(reader)));
      values.push_back(MakeInteger(reader.ReadSignedVarInt(), "i64"));
      values.push_back(MakeIntegers(ReadSignedList(reader)));
      break;
    }
    case VhloAttributeCode::kTypeExtensions: {
      // Programs do not write this structure; only the type that contains it reads it.
      name = "bounds";
      values.push_back(MakeIntegers(ReadSizes(reader)));
      break;
    }
    case VhloAttributeCode::kResultAccuracy: {
      name = "result_accuracy";
      values.push_back(MakeFloat(ReadF64(reader)));
      values.push_back(MakeFloat(ReadF64(reader)));
      values.push_back(MakeInteger(reader.ReadSignedVarInt(), "i64"));
      values.push_back(read(AttributeKind::kEnum, "result_accuracy_mode"));
      break;
    }
    case VhloAttributeCode::kSubAxisInfo:
      name = "sub_axis_info";
      values.push_back(MakeInteger(reader.ReadSignedVarInt(), "i64"));
      values.push_back(MakeInteger(reader.ReadSignedVarInt(), "i64"));
      break;
    case VhloAttributeCode::kAxisRef:
      name = "axis_ref";
      values.push_back(read(AttributeKind::kString));
      values.push_back(reader.ReadVarInt() != 0 ? read(AttributeKind::kStruct, "sub_axis_info")
                                                : nullptr);
      break;
    case VhloAttributeCode::kReplicaGroupMeshAxes: {
      name = "replica_group_mesh_axes";
      const Attribute* mesh = ToSymbol(ReadAttribute(reader));
      const bool is_symbol = mesh != nullptr && mesh->kind == AttributeKind::kSymbol;
      values.push_back(is_symbol ? mesh : require(mesh, AttributeKind::kStruct, "mesh"));
      values.push_back(read(AttributeKind::kArray));
      break;
    }
    case VhloAttributeCode::kMeshAxis:
      name = "mesh_axis";
      values.push_back(read(AttributeKind::kString));
      values.push_back(MakeInteger(reader.ReadSignedVarInt(), "i64"));
      break;
    case VhloAttributeCode::kMesh:
      name = "mesh";
      values.push_back(read(AttributeKind::kArray));
      values.push_back(require(ReadOptionalAttribute(reader), AttributeKind::kElements));
      break;
    default:
      reader.Fail("an attribute of VHLO with the unknown code " + std::to_string(code));
      break;
  }
  return reader.has_failed() ? nullptr : MakeStruct(name, values);
}

const Attribute* Decoder::DecodeArray(ByteReader& reader) {
  std::vector<const Attribute*> elements(reader.ReadCount());
  for (const Attribute*& element : elements) element = ReadAttribute(reader);
  Attribute* attribute = Make(AttributeKind::kArray);
  attribute->elements = module_.arena().CopyArray(elements);
  return attribute;
}

const Attribute* Decoder::DecodeDictionary(ByteReader& reader) {
  std::vector<NamedAttribute> fields(reader.ReadCount(2));
  for (NamedAttribute& field : fields) {
    const Attribute* name = ReadAttribute(reader);
    field.value = ReadAttribute(reader);
    if (reader.has_failed()) return nullptr;
    if (name->kind != AttributeKind::kString) {
      reader.Fail("the name of an entry is no string");
      return nullptr;
    }
    field.name = name->text;
  }
  std::ranges::sort(fields, {}, &NamedAttribute::name);
  const auto twice = std::ranges::adjacent_find(fields, {}, &NamedAttribute::name);
  if (twice != fields.end()) reader.Fail("two entries named " + std::string(twice->name));
  Attribute* attribute = Make(AttributeKind::kDictionary);
  attribute->fields = module_.arena().CopyArray(fields);
  return attribute;
}

// Up to 8 bits are a byte, up to 64 a signed number, and more are several numbers.
uint64_t Decoder::ReadBits(uint32_t width, ByteReader& reader) {
  if (width <= 8) return reader.ReadByte();
  if (width <= 64) return static_cast<uint64_t>(reader.ReadSignedVarInt());
  reader.Fail("a number of " + std::to_string(width) + " bits");
  return 0;
}

double Decoder::ReadF64(ByteReader& reader) { return std::bit_cast<double>(ReadBits(64, reader)); }

const Attribute* Decoder::DecodeInteger(ByteReader& reader) {
  const Type type = ReadType(reader);
  if (reader.has_failed()) return nullptr;
  const bool is_index = type.is(TypeKind::kScalar) && type->text == "index";
  if (!is_index && !(type.is(TypeKind::kScalar) && type->is_integer)) {
    reader.Fail("an integer of the type " + ToString(type));
    return nullptr;
  }
  const uint32_t width = is_index ? 64 : type->width;
  const uint64_t bits = ReadBits(width, reader);
  const uint32_t unused = 64 - std::min(width, 64u);
  Attribute* attribute = Make(width == 1 ? AttributeKind::kBool : AttributeKind::kInteger);
  if (width == 1) {
    attribute->integer = static_cast<int64_t>(bits & 1);
    return attribute;
  }
  attribute->type = type;
  attribute->integer = type->signedness == Signedness::kUnsigned
                           ? static_cast<int64_t>(bits << unused >> unused)
                           : static_cast<int64_t>(bits << unused) >> unused;
  return attribute;
}

const Attribute* Decoder::DecodeFloat(ByteReader& reader) {
  const Type type = ReadType(reader);
  if (reader.has_failed()) return nullptr;
  // The only float without a storage type that an attribute may have.
  const bool is_tf32 = type.is(TypeKind::kScalar) && type->text == "tf32";
  const auto element = type.is(TypeKind::kScalar) ? type.element_type() : std::nullopt;
  if (!is_tf32 && !(element && IsFloat(*element))) {
    reader.Fail("a float of the type " + ToString(type));
    return nullptr;
  }
  Attribute* attribute = Make(AttributeKind::kFloat);
  attribute->type = type;
  const uint64_t bits = ReadBits(is_tf32 ? 19 : static_cast<uint32_t>(BitWidth(*element)), reader);
  if (is_tf32) {
    attribute->number = std::bit_cast<float>(static_cast<uint32_t>(bits << 13));
    attribute->integer = std::bit_cast<int64_t>(attribute->number);
    return attribute;
  }
  attribute->integer = static_cast<int64_t>(bits);
  if (*element == ElementType::kF64) {
    attribute->number = std::bit_cast<double>(bits);
  } else if (*element == ElementType::kF32) {
    attribute->number = std::bit_cast<float>(static_cast<uint32_t>(bits));
  } else {
    attribute->number = DecodeSmallFloat(*element, static_cast<uint32_t>(bits));
  }
  return attribute;
}

}  // namespace paddock
