#include "core/bytecode/absent.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace paddock {
namespace {

// API version of custom calls whose configuration is a dictionary.
constexpr int64_t kTypedCall = 4;

const Attribute* Make(Module& module, const Attribute& value) {
  return module.arena().Make<Attribute>(value);
}

Attribute OfKind(AttributeKind kind) {
  Attribute attribute;
  attribute.kind = kind;
  return attribute;
}

const Attribute* MakeInteger(Module& module, int64_t value, ElementType type) {
  Attribute attribute = OfKind(AttributeKind::kInteger);
  attribute.type = module.types().GetScalar(type);
  attribute.integer = value;
  return Make(module, attribute);
}

const Attribute* MakeEnum(Module& module, std::string_view name, std::string_view text) {
  Attribute attribute = OfKind(AttributeKind::kEnum);
  attribute.name = name;
  attribute.text = text;
  return Make(module, attribute);
}

const Attribute* MakeZero(Module& module) {
  Attribute attribute = OfKind(AttributeKind::kFloat);
  attribute.type = module.types().GetScalar(ElementType::kF64);
  return Make(module, attribute);
}

const Attribute* MakeSplat(Module& module, ElementType type, std::vector<int64_t> shape,
                           int64_t value) {
  Attribute attribute = OfKind(AttributeKind::kElements);
  attribute.type = module.types().GetTensor(shape, type);
  attribute.is_splat = !shape.empty() && shape[0] != 0;
  if (!attribute.is_splat) {
    attribute.value = module.Keep(Tensor::Allocate(type, shape));
  } else if (type == ElementType::kI1) {
    const auto byte = static_cast<std::byte>(value);
    attribute.value = module.Keep(Tensor::FromElements<std::byte>(type, {}, std::span(&byte, 1)));
  } else {
    attribute.value = module.Keep(Tensor::FromElements<int64_t>(type, {}, std::span(&value, 1)));
  }
  return Make(module, attribute);
}

const Attribute* MakeDefaults(Module& module) {
  const std::vector<const Attribute*> elements(2, MakeEnum(module, "precision", "DEFAULT"));
  Attribute attribute = OfKind(AttributeKind::kArray);
  attribute.elements = module.arena().CopyArray(elements);
  return Make(module, attribute);
}

const Attribute* MakeAccuracy(Module& module) {
  Attribute attribute = OfKind(AttributeKind::kStruct);
  attribute.name = "result_accuracy";
  const std::vector<NamedAttribute> fields = {
      {"atol", MakeZero(module), Span()},
      {"rtol", MakeZero(module), Span()},
      {"ulps", MakeInteger(module, 0, ElementType::kI64), Span()},
      {"mode", MakeEnum(module, "result_accuracy_mode", "DEFAULT"), Span()}};
  attribute.fields = module.arena().CopyArray(fields);
  return Make(module, attribute);
}

// Returns the number of dimensions of the first operand, or of its spatial ones.
std::optional<int64_t> CountDimensions(const Operation& operation, bool is_spatial) {
  if (operation.operands.empty() || !operation.operands[0]->type.is_tensor()) return std::nullopt;
  const auto rank = static_cast<int64_t>(operation.operands[0]->type.rank());
  return is_spatial ? std::max<int64_t>(rank - 2, 0) : rank;
}

const Attribute* MakeSized(std::string_view word, const Operation& operation, Module& module) {
  const bool is_spatial = word.ends_with("-2");
  if (is_spatial) word.remove_suffix(2);
  const std::optional<int64_t> count = CountDimensions(operation, is_spatial);
  if (!count) return nullptr;
  if (word == "ones") return MakeSplat(module, ElementType::kI64, {*count}, 1);
  if (word == "zeros") return MakeSplat(module, ElementType::kI64, {*count, 2}, 0);
  if (word == "falses") return MakeSplat(module, ElementType::kI1, {*count}, 0);
  return nullptr;
}

bool IsUniform(const Attribute& value, int64_t wanted) {
  if (value.kind != AttributeKind::kElements || value.value == nullptr) return false;
  const std::byte* data = value.value->data();
  const size_t width = ByteSize(value.value->element_type());
  const std::byte first = static_cast<std::byte>(wanted);
  for (size_t i = 0; i < value.value->byte_size(); ++i) {
    if (data[i] != (i % width == 0 ? first : std::byte{0})) return false;
  }
  return true;
}

bool IsI64(const Attribute& value, int64_t wanted) {
  return value.kind == AttributeKind::kInteger && value.integer == wanted &&
         value.type.element_type() == ElementType::kI64;
}

bool IsDefaultAccuracy(const Attribute& value) {
  if (value.kind != AttributeKind::kStruct) return false;
  return std::ranges::all_of(value.fields, [](const NamedAttribute& field) {
    const Attribute& part = *field.value;
    return part.kind == AttributeKind::kEnum ? part.text == "DEFAULT" : part.integer == 0;
  });
}

}  // namespace

const Attribute* MakeAbsent(std::string_view word, const Operation& operation, Module& module) {
  if (word == "false") return Make(module, OfKind(AttributeKind::kBool));
  if (word == "0") return MakeInteger(module, 0, ElementType::kI64);
  if (word == "-1") return MakeInteger(module, -1, ElementType::kI64);
  if (word == "original") return MakeInteger(module, 1, ElementType::kI32);
  if (word == "text") return Make(module, OfKind(AttributeKind::kString));
  if (word == "config") {
    const Attribute* version = operation.Find("api_version");
    const bool is_typed = version != nullptr && version->integer == kTypedCall;
    return Make(module, OfKind(is_typed ? AttributeKind::kDictionary : AttributeKind::kString));
  }
  if (word == "list") return Make(module, OfKind(AttributeKind::kArray));
  if (word == "map") return Make(module, OfKind(AttributeKind::kDictionary));
  if (word == "ints") return MakeSplat(module, ElementType::kI64, {0}, 0);
  if (word == "NOTYPE") return MakeEnum(module, "comparison_type", "NOTYPE");
  if (word == "precision") return MakeDefaults(module);
  if (word == "accuracy") return MakeAccuracy(module);
  if (word == "none") {
    Attribute attribute = OfKind(AttributeKind::kType);
    attribute.type = module.types().GetNone();
    return Make(module, attribute);
  }
  return MakeSized(word, operation, module);
}

bool IsAbsent(std::string_view word, const Attribute& value) {
  if (word == "false") return value.kind == AttributeKind::kBool && value.integer == 0;
  // An attribute of a narrower type was given explicitly, with any value.
  if (word == "0") return IsI64(value, 0);
  if (word == "-1") return IsI64(value, -1);
  if (word == "original") return value.kind == AttributeKind::kInteger && value.integer == 1;
  if (word == "text") return value.kind == AttributeKind::kString && value.text.empty();
  if (word == "config") return IsAbsent("text", value) || IsAbsent("map", value);
  if (word == "list") return value.kind == AttributeKind::kArray && value.elements.empty();
  if (word == "map") return value.kind == AttributeKind::kDictionary && value.fields.empty();
  if (word == "none") return value.kind == AttributeKind::kType && value.type.is(TypeKind::kNone);
  if (word == "NOTYPE") return value.kind == AttributeKind::kEnum && value.text == "NOTYPE";
  if (word == "accuracy") return IsDefaultAccuracy(value);
  if (word == "precision") {
    return value.kind == AttributeKind::kArray &&
           std::ranges::all_of(value.elements, [](const Attribute* element) {
             return element->kind == AttributeKind::kEnum && element->text == "DEFAULT";
           });
  }
  if (word == "ints") {
    return value.kind == AttributeKind::kElements && value.value != nullptr &&
           value.value->element_count() == 0;
  }
  return IsUniform(value, word.starts_with("ones") ? 1 : 0);
}

}  // namespace paddock
