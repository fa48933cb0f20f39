// Attributes of MLIR's builtin dialect: those of a module, and attribute dictionaries of
// operations.
#include <algorithm>
#include <cstring>

#include "core/bytecode/builtin_codes.h"
#include "core/bytecode/encode.h"
#include "core/bytecode/sdy_properties.h"
#include "core/text/print/print.h"

namespace paddock {
namespace {

WireParts Start(BuiltinAttribute code) { return WireParts(static_cast<uint64_t>(code)); }

}  // namespace

uint32_t Encoder::BuiltinStringNode(std::string_view text) {
  WireParts parts = Start(BuiltinAttribute::kString);
  parts.Add(WirePart::Kind::kString, pool_.InternString(text));
  return MakeBuiltin(std::move(parts));
}

uint32_t Encoder::BuiltinDictionaryNode(
    std::span<const std::pair<std::string_view, uint32_t>> entries) {
  WireParts parts = Start(BuiltinAttribute::kDictionary);
  parts.Number(entries.size());
  for (const auto& [name, node] : entries) {
    parts.Attribute(BuiltinStringNode(name));
    parts.Attribute(node);
  }
  return MakeBuiltin(std::move(parts));
}

uint32_t Encoder::EncodeBuiltinDenseArray(const Attribute& attribute) {
  WireParts parts = Start(BuiltinAttribute::kDenseArray);
  parts.Type(BuiltinTypeNode(attribute.type));
  if (attribute.value != nullptr) {
    parts.Number(static_cast<uint64_t>(attribute.value->element_count()));
    const std::span<const std::byte> bytes(attribute.value->data(), attribute.value->byte_size());
    parts.Add(WirePart::Kind::kBlob, pool_.InternBlob(bytes));
    return MakeBuiltin(std::move(parts));
  }
  const auto element = attribute.type.element_type();
  const size_t width = element ? ByteSize(*element) : 8;
  std::string bytes(attribute.integers.size() * width, '\0');
  for (size_t i = 0; i < attribute.integers.size(); ++i) {
    std::memcpy(bytes.data() + i * width, &attribute.integers[i], width);
  }
  parts.Number(attribute.integers.size());
  parts.Add(WirePart::Kind::kBlob, pool_.InternBlob(pool_.Keep(std::move(bytes))));
  return MakeBuiltin(std::move(parts));
}

uint32_t Encoder::BuiltinAttributeNode(const Attribute& attribute) {
  switch (attribute.kind) {
    case AttributeKind::kUnit:
      return MakeBuiltin(Start(BuiltinAttribute::kUnit));
    case AttributeKind::kBool: {
      WireParts parts = Start(BuiltinAttribute::kInteger);
      parts.Type(BuiltinTypeNode(module_.types().GetScalar(ElementType::kI1)));
      parts.Bits(attribute.integer != 0 ? 1 : 0, 1);
      return MakeBuiltin(std::move(parts));
    }
    case AttributeKind::kInteger:
    case AttributeKind::kFloat: {
      const bool is_integer = attribute.kind == AttributeKind::kInteger;
      WireParts parts = Start(is_integer ? BuiltinAttribute::kInteger : BuiltinAttribute::kFloat);
      parts.Type(BuiltinTypeNode(attribute.type));
      const auto element = attribute.type.element_type();
      const uint32_t width = attribute.type->is_integer ? attribute.type->width
                             : element                  ? static_cast<uint32_t>(BitWidth(*element))
                                                        : 64;
      const auto bits = static_cast<uint64_t>(attribute.integer);
      parts.Bits(width >= 64 ? bits : bits & ((uint64_t{1} << width) - 1), width);
      return MakeBuiltin(std::move(parts));
    }
    case AttributeKind::kString: {
      if (!attribute.type) return BuiltinStringNode(attribute.text);
      WireParts parts = Start(BuiltinAttribute::kTypedString);
      parts.Add(WirePart::Kind::kString, pool_.InternString(attribute.text));
      parts.Type(BuiltinTypeNode(attribute.type));
      return MakeBuiltin(std::move(parts));
    }
    case AttributeKind::kSymbol: {
      const bool is_flat = attribute.elements.empty();
      WireParts parts = Start(is_flat ? BuiltinAttribute::kFlatSymbol : BuiltinAttribute::kSymbol);
      parts.Attribute(BuiltinStringNode(attribute.text));
      if (!is_flat) parts.Number(attribute.elements.size());
      for (const Attribute* nested : attribute.elements) {
        parts.Attribute(BuiltinAttributeNode(*nested));
      }
      return MakeBuiltin(std::move(parts));
    }
    default:
      return EncodeBuiltin(attribute);
  }
}

uint32_t Encoder::EncodeBuiltin(const Attribute& attribute) {
  switch (attribute.kind) {
    case AttributeKind::kType: {
      WireParts parts = Start(BuiltinAttribute::kType);
      parts.Type(BuiltinTypeNode(attribute.type));
      return MakeBuiltin(std::move(parts));
    }
    case AttributeKind::kArray: {
      WireParts parts = Start(BuiltinAttribute::kArray);
      parts.Number(attribute.elements.size());
      for (const Attribute* element : attribute.elements) {
        parts.Attribute(BuiltinAttributeNode(*element));
      }
      return MakeBuiltin(std::move(parts));
    }
    case AttributeKind::kDictionary: {
      std::vector<std::pair<std::string_view, uint32_t>> entries;
      for (const NamedAttribute& field : attribute.fields) {
        entries.emplace_back(field.name, BuiltinAttributeNode(*field.value));
      }
      return BuiltinDictionaryNode(entries);
    }
    case AttributeKind::kDenseArray:
      return EncodeBuiltinDenseArray(attribute);
    case AttributeKind::kElements: {
      if (attribute.value == nullptr || !attribute.value->has_value()) break;
      WireParts parts = Start(BuiltinAttribute::kDenseElements);
      parts.Type(BuiltinTypeNode(attribute.type));
      parts.Add(WirePart::Kind::kBlob, pool_.InternBlob(PackedElements(attribute)));
      return MakeBuiltin(std::move(parts));
    }
    case AttributeKind::kOpaque:
      if (IsSdyText(attribute.text)) return EncodeSdy(attribute);
      break;
    default:
      break;
  }
  Refuse("an artifact cannot contain the module's attribute " + Print(attribute));
  return MakeBuiltin(Start(BuiltinAttribute::kUnit));
}

}  // namespace paddock
