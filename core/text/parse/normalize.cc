// Normalization of attributes to the table's spelling, from any version of the dialect and from
// pretty forms.
#include <algorithm>
#include <cstring>

#include "core/tensor/element_problem.h"
#include "core/text/parse/parser.h"

namespace paddock {
namespace {

// Largest splat that is expanded: a larger one is not a list of dimensions.
constexpr int64_t kMaximumExpanded = 1024;

// Integers of `array<..>`, `dense<..>` or `[..]`, in row-major order, and their shape.
struct Integers {
  std::vector<int64_t> values;
  std::vector<int64_t> shape;
};

int64_t LoadInteger(const Tensor& tensor, int64_t index) {
  const size_t width = ByteSize(tensor.element_type());
  uint64_t bits = 0;
  std::memcpy(&bits, tensor.data() + static_cast<size_t>(index) * width, width);
  if (!IsSigned(tensor.element_type())) return static_cast<int64_t>(bits);
  const int unused = 64 - static_cast<int>(width) * 8;
  return static_cast<int64_t>(bits << unused) >> unused;
}

bool CollectElements(const Attribute& attribute, ElementType type, Integers& integers) {
  const Tensor& tensor = *attribute.value;
  if (tensor.element_type() != type || attribute.type.is_quantized()) return false;
  int64_t count = 1;
  for (int64_t size : attribute.type.shape()) {
    count *= size;
    if (count > kMaximumExpanded) return false;
  }
  integers.shape.assign(attribute.type.shape().begin(), attribute.type.shape().end());
  for (int64_t i = 0; i < count; ++i) {
    integers.values.push_back(LoadInteger(tensor, attribute.is_splat ? 0 : i));
  }
  return true;
}

bool IsElement(const Attribute& attribute, ElementType type) {
  if (type == ElementType::kI1) return attribute.kind == AttributeKind::kBool;
  return attribute.kind == AttributeKind::kInteger &&
         attribute.type.element_type() == ElementType::kI64;
}

bool CollectArray(const Attribute& attribute, ElementType type, size_t depth, Integers& integers) {
  const int64_t size = static_cast<int64_t>(attribute.elements.size());
  if (integers.shape.size() == depth) {
    integers.shape.push_back(size);
  } else if (integers.shape[depth] != size) {
    return false;
  }
  for (const Attribute* element : attribute.elements) {
    if (element->kind == AttributeKind::kArray) {
      if (!CollectArray(*element, type, depth + 1, integers)) return false;
    } else if (IsElement(*element, type)) {
      integers.values.push_back(element->integer);
    } else {
      return false;
    }
  }
  return true;
}

// Collects the integers of `attribute` if they are of `type`.
bool Collect(const Attribute& attribute, ElementType type, Integers& integers) {
  switch (attribute.kind) {
    case AttributeKind::kDenseArray:
      integers.values.assign(attribute.integers.begin(), attribute.integers.end());
      integers.shape = {static_cast<int64_t>(attribute.integers.size())};
      return attribute.type.element_type() == type;
    case AttributeKind::kElements:
      return CollectElements(attribute, type, integers);
    case AttributeKind::kArray:
      return CollectArray(attribute, type, 0, integers);
    default:
      return false;
  }
}

ElementType ElementOf(AttributeForm form) {
  if (form == AttributeForm::kBoolArray) return ElementType::kI1;
  return form == AttributeForm::kLayout ? ElementType::kIndex : ElementType::kI64;
}

}  // namespace

const Attribute* Parser::NormalizeIntegers(const AttributeInfo& info, const Attribute* value) {
  const bool wants_array =
      info.form == AttributeForm::kI64Array || info.form == AttributeForm::kBoolArray;
  const bool is_expanded = value->kind == AttributeKind::kElements && !value->is_splat;
  if (wants_array ? value->kind == AttributeKind::kDenseArray : is_expanded) return value;
  const ElementType type = ElementOf(info.form);
  Integers integers;
  if (!Collect(*value, type, integers)) return value;
  Attribute* attribute = MakeAttribute(AttributeKind::kDenseArray, previous_end_);
  attribute->span = value->span;
  if (wants_array) {
    if (integers.shape.size() != 1) return value;
    attribute->type = types().GetScalar(type);
    attribute->integers = arena().CopyArray(integers.values);
    return attribute;
  }
  attribute->kind = AttributeKind::kElements;
  attribute->type = types().GetTensor(integers.shape, type);
  attribute->value =
      module_.Keep(Tensor::FromElements<int64_t>(type, integers.shape, integers.values));
  return attribute->value->has_value() ? attribute : value;
}

// Accepts `"EQ"` and, in arith, the number of the case.
const Attribute* Parser::NormalizeEnum(const AttributeInfo& info, const Attribute* value) {
  const EnumInfo* cases = FindEnum(info.of_name);
  if (cases == nullptr) return value;
  std::string_view text;
  if (value->kind == AttributeKind::kString) {
    const auto found = std::ranges::find(cases->cases, value->text);
    if (found != cases->cases.end()) text = *found;
  } else if (value->kind == AttributeKind::kInteger && value->integer >= 0 &&
             static_cast<uint64_t>(value->integer) < cases->cases.size()) {
    text = cases->cases[static_cast<size_t>(value->integer)];
  }
  if (text.empty()) return value;
  Attribute* attribute = MakeAttribute(AttributeKind::kEnum, previous_end_);
  attribute->span = value->span;
  attribute->name = cases->name;
  attribute->text = text;
  return attribute;
}

// Converts `1 : si64`, the specification's spelling, to `1 : i64`.
const Attribute* Parser::NormalizeInteger(const Attribute* value, std::string_view type) {
  const bool is_signed =
      value->kind == AttributeKind::kInteger && value->type->signedness == Signedness::kSigned;
  if (!is_signed || value->type->text.substr(1) != type) return value;
  Attribute* attribute = arena().Make<Attribute>(*value);
  attribute->type = types().GetScalar(type);
  return attribute;
}

const Attribute* Parser::Normalize(const AttributeInfo& info, const Attribute* value) {
  switch (info.form) {
    case AttributeForm::kI32:
      return NormalizeInteger(value, "i32");
    case AttributeForm::kI64:
      return NormalizeInteger(value, "i64");
    case AttributeForm::kI64Array:
    case AttributeForm::kBoolArray:
    case AttributeForm::kI64Elements:
    case AttributeForm::kLayout:
      return NormalizeIntegers(info, value);
    case AttributeForm::kEnum:
      return NormalizeEnum(info, value);
    case AttributeForm::kEnumArray: {
      if (value->kind != AttributeKind::kArray) return value;
      std::vector<const Attribute*> elements;
      for (const Attribute* element : value->elements) {
        elements.push_back(NormalizeEnum(info, element));
      }
      Attribute* attribute = arena().Make<Attribute>(*value);
      attribute->elements = arena().CopyArray(elements);
      return attribute;
    }
    case AttributeForm::kBool:
    case AttributeForm::kUnit: {
      const bool is_true = value->kind == AttributeKind::kUnit ||
                           (value->kind == AttributeKind::kBool && value->integer == 1);
      if (!is_true) return value;
      const bool is_unit = info.form == AttributeForm::kUnit;
      Attribute* attribute = arena().Make<Attribute>(*value);
      attribute->kind = is_unit ? AttributeKind::kUnit : AttributeKind::kBool;
      attribute->integer = is_unit ? 0 : 1;
      return attribute;
    }
    default:
      return value;
  }
}

const Attribute* Parser::ParseBareInteger(const AttributeInfo& info, Where where) {
  ElementType type = ElementType::kI64;
  if (info.form == AttributeForm::kI32) type = ElementType::kI32;
  if (info.form == AttributeForm::kUI32) type = ElementType::kUI32;
  if (info.form == AttributeForm::kUI64) type = ElementType::kUI64;
  const uint32_t begin = token_.begin;
  std::string text;
  if (At(TokenKind::kMinus) || At(TokenKind::kPlus)) {
    text = TokenText();
    Advance();
  }
  if (!At(TokenKind::kInteger)) {
    FailExpected("an integer", where);
    return nullptr;
  }
  text += TokenText();
  Advance();
  uint64_t bits = 0;
  if (!ParseElement(text, type, reinterpret_cast<std::byte*>(&bits), NumberSyntax::kProgram)) {
    FailLiteral(begin, {0, DescribeProblem(text, type).message, previous_end_ - begin, {}});
    return nullptr;
  }
  if (type == ElementType::kI32) bits = static_cast<uint64_t>(static_cast<int32_t>(bits));
  return MakeInteger(static_cast<int64_t>(bits), Spelling(type), begin);
}

const Attribute* Parser::ParseBareAttribute(const AttributeInfo& info, Where where) {
  const uint32_t begin = token_.begin;
  switch (info.form) {
    case AttributeForm::kI32:
    case AttributeForm::kI64:
    case AttributeForm::kUI32:
    case AttributeForm::kUI64:
      return ParseBareInteger(info, where);
    case AttributeForm::kI64Array:
      if (At(TokenKind::kLeftSquare)) return ParseIntegerList(where);
      break;
    case AttributeForm::kElements:
      if (At(TokenKind::kLeftSquare)) return ParseListOfElements();
      break;
    case AttributeForm::kStruct:
      if (const StructInfo* fields = FindStruct(info.of_name);
          fields != nullptr && At(TokenKind::kLess)) {
        return ParseStructBody(*fields, begin);
      }
      break;
    case AttributeForm::kBool:
      if (!AtWord("true") && !AtWord("false")) {
        FailExpected("true or false", where);
        return nullptr;
      }
      break;
    case AttributeForm::kEnumArray:
      if (!At(TokenKind::kLeftSquare)) {
        FailExpected("'['", where);
        return nullptr;
      }
      break;
    case AttributeForm::kEnum:
      if (const EnumInfo* cases = FindEnum(info.of_name);
          cases != nullptr && !At(TokenKind::kWord) && !At(TokenKind::kHashName) &&
          !At(TokenKind::kInteger)) {
        return ParseEnumCase(*cases, begin);
      }
      break;
    case AttributeForm::kString:
      if (!At(TokenKind::kString)) {
        FailExpected("a string", where);
        return nullptr;
      } else {
        const std::string_view text = Unquote(TokenText());
        Advance();
        return MakeString(text, begin);
      }
    case AttributeForm::kType: {
      const Type type = ParseType();
      return type ? MakeType(type, begin) : nullptr;
    }
    default:
      break;
  }
  return ParseAttribute(&info);
}

}  // namespace paddock
