#include "core/api/code/javascript_values.h"

#include <algorithm>

#include "core/api/code/element_lists.h"
#include "core/api/code/number_code.h"
#include "core/ir/defaults.h"
#include "core/text/print/print.h"

namespace paddock::code {
namespace {

constexpr int64_t kGreatestInteger = int64_t{1} << 53;

std::string IntegerCode(int64_t value, bool is_unsigned) {
  if (-kGreatestInteger < value && value < kGreatestInteger) return std::to_string(value);
  return (is_unsigned ? std::to_string(static_cast<uint64_t>(value)) : std::to_string(value)) + "n";
}

bool IsIdentifier(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  };
  return !name.empty() && is_letter(name[0]) &&
         std::ranges::all_of(name, [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

// Returns the literal in lines that a program text of this width has.
Code LongText(const std::string& text) {
  constexpr size_t kLine = 80;
  if (text.size() <= kLine) return JavascriptText(text);
  std::vector<Code> lines;
  for (size_t at = 0; at < text.size(); at += kLine) {
    lines.emplace_back(JavascriptText(text.substr(at, kLine)));
  }
  return Code::Lines(std::move(lines), " +");
}

// Returns { text: '...' }, which every attribute may be.
Code TextCode(const Attribute& value) {
  return Code::List("{ text: ", {LongText(Print(value))}, " }");
}

Code Rows(std::span<const std::string> numbers, std::span<const int64_t> shape) {
  return NestedLists(numbers, shape, "[", "]");
}

// Returns whether numbers of this type need no type beside them.
bool IsPlain(ElementType type) {
  return type == ElementType::kF32 || type == ElementType::kI1 || type == ElementType::kI64;
}

Code IntegerElements(const Attribute& value) {
  std::vector<std::string> numbers;
  const Tensor& tensor = *value.value;
  if (value.is_splat || tensor.element_count() == 0 || tensor.element_count() > kMaximumListed) {
    return TextCode(value);
  }
  for (const int64_t integer : IntegersOf(tensor)) numbers.push_back(IntegerCode(integer, false));
  return Rows(numbers, value.type.shape());
}

// Elements of an attribute have no type beside them.
Code ElementsCode(const Attribute& value) {
  const std::vector<std::string> numbers = NumbersOf(*value.value, JavascriptNumber);
  if (value.is_splat || numbers.empty() || !IsPlain(value.value->element_type())) {
    return TextCode(value);
  }
  return Rows(numbers, value.type.shape());
}

Code IntegerList(std::span<const int64_t> integers, bool is_boolean) {
  std::vector<Code> items;
  for (const int64_t integer : integers) {
    items.emplace_back(is_boolean ? (integer != 0 ? "true" : "false")
                                  : IntegerCode(integer, false));
  }
  return Code::Numbers("[", std::move(items), "]");
}

Code ListOfTexts(std::span<const Attribute* const> elements) {
  std::vector<Code> items;
  for (const Attribute* element : elements) items.emplace_back(JavascriptText(element->text));
  return Code::List("[", std::move(items), "]");
}

Code StructCode(const AttributeInfo& row, const Attribute& value) {
  std::vector<Code> fields;
  for (const AttributeInfo& info : FindStruct(row.of_name)->fields) {
    const Attribute* field = value.Find(info.name);
    if (field == nullptr || IsDefault(info, *field)) continue;
    fields.push_back(
        JavascriptProperty(info, {.value = field}).Before(CamelCase(info.name) + ": "));
  }
  if (fields.empty()) return "{}";
  return Code::List("{ ", std::move(fields), " }");
}

Code FloatCode(const Attribute& value) {
  std::byte bytes[8];
  __builtin_memcpy(bytes, &value.integer, sizeof bytes);
  const auto number = JavascriptNumber(*value.type.element_type(), bytes);
  const bool is_finite = number && number->find_first_of("IN") == std::string::npos;
  return is_finite ? Code(*number) : TextCode(value);
}

}  // namespace

std::string JavascriptText(std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const bool has_double = text.find('"') != std::string_view::npos;
  return Quoted(text, has_single && !has_double ? '"' : '\'');
}

std::string JavascriptType(Type type) { return JavascriptText(ToString(type)); }

Code JavascriptTypes(std::span<const Type> types) {
  std::vector<Code> items;
  for (const Type type : types) items.emplace_back(JavascriptType(type));
  return Code::List("[", std::move(items), "]");
}

std::string CamelCase(std::string_view name) {
  std::string text;
  bool is_upper = false;
  for (const char c : name) {
    if (c == '_' || c == '.') {
      is_upper = true;
      continue;
    }
    text += is_upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    is_upper = false;
  }
  return text;
}

std::string JavascriptKey(std::string_view name) {
  return (IsIdentifier(name) ? std::string(name) : JavascriptText(name)) + ": ";
}

Code JavascriptForeign(std::span<const NamedAttribute> attributes) {
  std::vector<Code> items;
  for (const NamedAttribute& attribute : attributes) {
    items.push_back(LongText(Print(*attribute.value)).Before(JavascriptKey(attribute.name)));
  }
  if (items.empty()) return "{}";
  return Code::List("{ ", std::move(items), " }");
}

Code JavascriptProperty(const AttributeInfo& row, const AttributePart& part) {
  const Attribute& value = *part.value;
  if (!part.is_statable) return TextCode(value);
  switch (row.form) {
    case AttributeForm::kUnit:
      return "true";
    case AttributeForm::kBool:
      return value.integer != 0 ? "true" : "false";
    case AttributeForm::kI32:
    case AttributeForm::kI64:
      return IntegerCode(value.integer, false);
    case AttributeForm::kUI32:
    case AttributeForm::kUI64:
      return IntegerCode(value.integer, true);
    case AttributeForm::kInteger: {
      const bool is_i64 = value.kind == AttributeKind::kInteger && ToString(value.type) == "i64";
      return is_i64 ? Code(IntegerCode(value.integer, false)) : TextCode(value);
    }
    case AttributeForm::kF32:
    case AttributeForm::kF64:
      return FloatCode(value);
    case AttributeForm::kString:
    case AttributeForm::kSymbol:
    case AttributeForm::kEnum:
      return JavascriptText(value.text);
    case AttributeForm::kType:
      return JavascriptType(value.type);
    case AttributeForm::kI64Array:
    case AttributeForm::kBoolArray:
      return IntegerList(value.integers, row.form == AttributeForm::kBoolArray);
    case AttributeForm::kI64Elements:
      return IntegerElements(value);
    case AttributeForm::kElements:
      return ElementsCode(value);
    case AttributeForm::kEnumArray:
    case AttributeForm::kSymbolArray:
      return ListOfTexts(value.elements);
    case AttributeForm::kStruct:
      return StructCode(row, value);
    default:
      return LongText(Print(value));
  }
}

std::vector<Code> JavascriptConstant(const Attribute& value) {
  const Tensor& tensor = *value.value;
  const ElementType type = tensor.element_type();
  const std::vector<std::string> numbers = NumbersOf(tensor, JavascriptNumber);
  if (numbers.empty() || type == ElementType::kIndex) return {TextCode(value)};
  const bool is_splat = value.is_splat && value.type.rank() > 0;
  if (is_splat) return {numbers[0], JavascriptType(value.type)};
  Code rows = Rows(numbers, value.type.shape());
  if (IsPlain(type)) return {rows};
  return {rows, JavascriptText(Spelling(type))};
}

}  // namespace paddock::code
