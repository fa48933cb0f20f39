// Attributes of MLIR's builtin dialect, which the module itself has.
#include <algorithm>
#include <cstring>
#include <string>

#include "core/bytecode/builtin_codes.h"
#include "core/bytecode/decode.h"

namespace paddock {
const Attribute* Decoder::DecodeBuiltin(ByteReader& reader) {
  const uint64_t code = reader.ReadVarInt();
  switch (static_cast<BuiltinAttribute>(code)) {
    case BuiltinAttribute::kArray:
      return DecodeArray(reader);
    case BuiltinAttribute::kDictionary:
      return DecodeDictionary(reader);
    case BuiltinAttribute::kString:
      return MakeString(ReadStringIndex(reader));
    case BuiltinAttribute::kTypedString: {
      Attribute* attribute = Make(AttributeKind::kString);
      attribute->text = module_.arena().CopyString(ReadStringIndex(reader));
      attribute->type = ReadType(reader);
      return attribute;
    }
    case BuiltinAttribute::kFlatSymbol:
    case BuiltinAttribute::kSymbol:
      return DecodeSymbol(reader, code == static_cast<uint64_t>(BuiltinAttribute::kSymbol));
    case BuiltinAttribute::kType: {
      Attribute* attribute = Make(AttributeKind::kType);
      attribute->type = ReadType(reader);
      return attribute;
    }
    case BuiltinAttribute::kUnit:
      return Make(AttributeKind::kUnit);
    case BuiltinAttribute::kInteger:
      return DecodeInteger(reader);
    case BuiltinAttribute::kFloat:
      return DecodeFloat(reader);
    case BuiltinAttribute::kDenseArray:
      return DecodeDenseArray(reader);
    case BuiltinAttribute::kDenseElements:
      return DecodeElements(reader);
    case BuiltinAttribute::kCallSite:
    case BuiltinAttribute::kFile:
    case BuiltinAttribute::kFused:
    case BuiltinAttribute::kFusedWithMetadata:
    case BuiltinAttribute::kName:
    case BuiltinAttribute::kUnknownPlace:
    case BuiltinAttribute::kFileRange:
      return DecodeLocation(code, reader);
    case BuiltinAttribute::kDenseResource:
      break;
  }
  const bool is_resource = code == static_cast<uint64_t>(BuiltinAttribute::kDenseResource);
  reader.Fail(is_resource ? "a constant in a resource, which no portable artifact has"
                          : "a builtin attribute of the kind " + std::to_string(code) +
                                ", which no program here has");
  return nullptr;
}

const Attribute* Decoder::DecodeSymbol(ByteReader& reader, bool is_nested) {
  const Attribute* root = ReadAttribute(reader);
  std::vector<const Attribute*> nested(is_nested ? reader.ReadCount() : 0);
  for (const Attribute*& part : nested) part = ReadAttribute(reader);
  if (reader.has_failed()) return nullptr;
  const bool is_symbol = root->kind == AttributeKind::kString &&
                         std::ranges::all_of(nested, [](const Attribute* part) {
                           return part->kind == AttributeKind::kSymbol;
                         });
  if (!is_symbol) {
    reader.Fail("a symbol whose parts are no symbols");
    return nullptr;
  }
  Attribute* attribute = Make(AttributeKind::kSymbol);
  attribute->text = root->text;
  attribute->elements = module_.arena().CopyArray(nested);
  return attribute;
}

const Attribute* Decoder::DecodeDenseArray(ByteReader& reader) {
  const Type type = ReadType(reader);
  const uint64_t count = reader.ReadVarInt();
  const std::span<const std::byte> bytes = reader.ReadBlob();
  if (reader.has_failed()) return nullptr;
  const auto element = type.is(TypeKind::kScalar) ? type.element_type() : std::nullopt;
  if (!element || bytes.size() % ByteSize(*element) != 0 ||
      bytes.size() / ByteSize(*element) != count) {
    reader.Fail("an array of " + std::to_string(count) + " of the type " + ToString(type) + " in " +
                std::to_string(bytes.size()) + " bytes");
    return nullptr;
  }
  Attribute* attribute = Make(AttributeKind::kDenseArray);
  attribute->type = type;
  const size_t width = ByteSize(*element);
  if (IsFloat(*element)) {
    const int64_t shape[] = {static_cast<int64_t>(count)};
    Tensor tensor = Tensor::FromElements<std::byte>(*element, shape, bytes);
    attribute->value = module_.Keep(std::move(tensor));
    return attribute;
  }
  const std::span<int64_t> values = module_.arena().MakeArray<int64_t>(static_cast<size_t>(count));
  const int unused = 64 - static_cast<int>(width) * 8;
  for (size_t i = 0; i < values.size(); ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + i * width, width);
    values[i] = IsSigned(*element) ? static_cast<int64_t>(bits << unused) >> unused
                                   : static_cast<int64_t>(bits);
  }
  attribute->integers = values;
  return attribute;
}

}  // namespace paddock
