#include "core/api/code/cplusplus_values.h"

#include <algorithm>

#include "core/api/build/type_spec.h"
#include "core/api/code/element_lists.h"
#include "core/api/code/method_info.h"
#include "core/api/code/number_code.h"
#include "core/ir/defaults.h"
#include "core/text/print/print.h"

namespace paddock::code {
namespace {

constexpr std::string_view kElementNames[] = {
#define PADDOCK_ROW(name, spelling, kind, bits, bytes) #name,
    PADDOCK_ELEMENT_TYPES(PADDOCK_ROW)
#undef PADDOCK_ROW
};

std::string NameOf(ElementType type) {
  return "k" + std::string(kElementNames[static_cast<size_t>(type)]);
}

std::string ShapeCode(std::span<const int64_t> shape) {
  std::string text = "{";
  for (const int64_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "}";
}

// Returns whether C++ has a type of its own for these elements.
bool IsOfCplusplus(ElementType type) {
  switch (type) {
    case ElementType::kI1:
    case ElementType::kI32:
    case ElementType::kUI32:
    case ElementType::kI64:
    case ElementType::kUI64:
    case ElementType::kF32:
    case ElementType::kF64:
    case ElementType::kC64:
    case ElementType::kC128:
      return true;
    default:
      return false;
  }
}

// `digits` are those of all elements, or of one if all are equal.
Code Hexadecimal(ElementType type, std::span<const int64_t> shape, const std::string& digits) {
  constexpr size_t kLine = 80;
  const std::string open = "Elements::FromHex(" + NameOf(type) + ", " + ShapeCode(shape) + ", ";
  if (digits.size() <= kLine) return open + '"' + digits + "\")";
  std::vector<Code> lines;
  for (size_t at = 0; at < digits.size(); at += kLine) {
    lines.emplace_back('"' + digits.substr(at, kLine) + '"');
  }
  return Code::Lines(std::move(lines), "").Before(open).After(")");
}

// Lists of i64 in attributes are converted from int.
bool AreSmall(std::span<const int64_t> integers) {
  return std::ranges::all_of(integers, [](int64_t integer) {
    return integer == static_cast<int32_t>(integer) && integer != INT32_MIN;
  });
}

std::vector<std::string> SmallNumbers(std::span<const int64_t> integers) {
  std::vector<std::string> numbers;
  for (const int64_t integer : integers) numbers.push_back(std::to_string(integer));
  return numbers;
}

Code Rows(std::span<const std::string> numbers, std::span<const int64_t> shape) {
  return NestedLists(numbers, shape, "{", "}");
}

// Returns `list` with the conversion to `type`, if it needs one.
Code Converted(const Code& list, ElementType type, bool is_of_cplusplus) {
  if (is_of_cplusplus) return list;
  return list.Before("Elements(").After(").As(" + NameOf(type) + ")");
}

// A tensor of one number, or of several that are equal, is a splat.
Code SplatOf(const std::string& number, ElementType type, std::span<const int64_t> shape) {
  const std::string as = IsOfCplusplus(type) ? "" : ".As(" + NameOf(type) + ")";
  return "Elements(" + number + ")" + as + ".Splat(" + ShapeCode(shape) + ")";
}

bool IsSplat(const Attribute& elements) {
  constexpr int64_t kShortList = 4;
  const Tensor& value = *elements.value;
  if (elements.is_splat) return elements.type.rank() > 0;
  return value.element_count() > kShortList && HasEqualElements(value);
}

// A list of the specification, such as padding: its elements are i64.
Code IntegerElements(const Attribute& elements) {
  constexpr int64_t kShortList = 16;
  const std::vector<int64_t> integers = IntegersOf(*elements.value);
  const std::span<const int64_t> shape = elements.type.shape();
  int64_t count = 1;
  for (const int64_t size : shape) count *= size;
  if (!AreSmall(integers) || count == 0 || count > kMaximumListed || shape.empty()) {
    return CplusplusElements(elements);
  }
  std::vector<std::string> numbers = SmallNumbers(integers);
  if (elements.is_splat) {
    if (count > kShortList) return CplusplusElements(elements);
    numbers.resize(static_cast<size_t>(count), numbers[0]);
  }
  return Rows(numbers, shape);
}

std::string CaseCode(const Attribute& value) {
  const EnumInfo& info = *FindEnum(value.name);
  const auto found = std::ranges::find(info.cases, value.text);
  const std::string_view names = EnumNames(value.name);
  return std::string(WordAt(names, 0)) +
         "::" + std::string(WordAt(names, static_cast<size_t>(found - info.cases.begin()) + 1));
}

Code StructCode(const AttributeInfo& row, const Attribute& value) {
  const StructInfo& info = *FindStruct(row.of_name);
  const std::string_view names = StructNames(row.of_name);
  std::vector<Code> fields;
  for (size_t i = 0; i < info.fields.size(); ++i) {
    const Attribute* field = value.Find(info.fields[i].name);
    if (field == nullptr || IsDefault(info.fields[i], *field)) continue;
    fields.push_back(CplusplusField(info.fields[i], *field)
                         .Before("." + std::string(WordAt(names, i + 1)) + " = "));
  }
  // A field of an optional structure names its type.
  const std::string type = row.is_optional ? std::string(WordAt(names, 0)) : "";
  return Code::List(type + "{", std::move(fields), "}");
}

Code IntegerList(std::span<const int64_t> integers, bool is_boolean) {
  std::vector<Code> items;
  for (const int64_t integer : integers) {
    items.emplace_back(is_boolean ? (integer != 0 ? "true" : "false") : CplusplusInteger(integer));
  }
  return Code::Numbers("{", std::move(items), "}");
}

Code ListOf(std::span<const Attribute* const> elements, auto code_of) {
  std::vector<Code> items;
  for (const Attribute* element : elements) items.emplace_back(code_of(*element));
  return Code::List("{", std::move(items), "}");
}

Code FloatCode(const Attribute& value) {
  const ElementType type = *value.type.element_type();
  std::byte bytes[8];
  __builtin_memcpy(bytes, &value.integer, sizeof bytes);
  const auto number = CplusplusNumber(type, bytes);
  if (number) return *number;
  const std::string bits = std::to_string(static_cast<uint64_t>(value.integer));
  return type == ElementType::kF32 ? "std::bit_cast<float>(uint32_t{" + bits + "u})"
                                   : "std::bit_cast<double>(uint64_t{" + bits + "u})";
}

}  // namespace

std::string CplusplusText(std::string_view text) {
  const bool is_plain = text.find_first_of("\"\\") == std::string_view::npos;
  const bool is_raw = text.find(")\"") == std::string_view::npos &&
                      std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
  if (is_plain || !is_raw) return Quoted(text, '"');
  return "R\"(" + std::string(text) + ")\"";
}

std::string CplusplusType(Type type) {
  const build::TypeSpec spec(type);
  const bool is_open = std::ranges::find(spec.shape(), kDynamic) != spec.shape().end();
  if (!spec.element() || is_open) return CplusplusText(ToString(type));
  const std::string shape = spec.shape().empty() ? "" : ", " + ShapeCode(spec.shape());
  return "TensorOf(" + NameOf(*spec.element()) + shape + ")";
}

Code CplusplusTypes(std::span<const Type> types) {
  std::vector<Code> items;
  for (const Type type : types) items.emplace_back(CplusplusType(type));
  return Code::List("{", std::move(items), "}");
}

Code CplusplusElements(const Attribute& elements) {
  const Tensor& value = *elements.value;
  const ElementType type = value.element_type();
  const std::span<const int64_t> shape = elements.type.shape();
  const bool is_splat = IsSplat(elements);
  if (is_splat || value.element_count() == 1) {
    const auto number = CplusplusNumber(type, value.data());
    if (!number) {
      return Hexadecimal(type, shape, HexDigits(value).substr(0, ByteSize(type) * 2));
    }
    if (is_splat) return SplatOf(*number, type, shape);
    if (shape.empty()) return Converted(*number, type, IsOfCplusplus(type));
  }
  const std::vector<std::string> numbers = NumbersOf(value, CplusplusNumber);
  if (numbers.empty()) return Hexadecimal(type, shape, HexDigits(value));
  if (type == ElementType::kI64 && AreSmall(IntegersOf(value))) {
    return Converted(Rows(SmallNumbers(IntegersOf(value)), shape), type, false);
  }
  return Converted(Rows(numbers, shape), type, IsOfCplusplus(type));
}

Code CplusplusForeign(std::span<const NamedAttribute> attributes) {
  std::vector<Code> items;
  for (const NamedAttribute& attribute : attributes) {
    items.push_back(Code::List(
        "{", {CplusplusText(attribute.name), CplusplusText(Print(*attribute.value))}, "}"));
  }
  return Code::List("{", std::move(items), "}");
}

Code CplusplusField(const AttributeInfo& row, const Attribute& value) {
  switch (row.form) {
    case AttributeForm::kUnit:
      return "true";
    case AttributeForm::kBool:
      return value.integer != 0 ? "true" : "false";
    case AttributeForm::kI32:
    case AttributeForm::kI64:
      return CplusplusInteger(value.integer);
    case AttributeForm::kUI32:
    case AttributeForm::kUI64:
      return std::to_string(static_cast<uint64_t>(value.integer)) + "u";
    case AttributeForm::kF32:
    case AttributeForm::kF64:
      return FloatCode(value);
    case AttributeForm::kString:
    case AttributeForm::kSymbol:
      return CplusplusText(value.text);
    case AttributeForm::kType:
      return CplusplusType(value.type);
    case AttributeForm::kI64Array:
    case AttributeForm::kBoolArray:
      return IntegerList(value.integers, row.form == AttributeForm::kBoolArray);
    case AttributeForm::kI64Elements:
      return IntegerElements(value);
    case AttributeForm::kElements:
      return CplusplusElements(value);
    case AttributeForm::kEnum:
      return CaseCode(value);
    case AttributeForm::kEnumArray:
      return ListOf(value.elements, CaseCode);
    case AttributeForm::kStruct:
      return StructCode(row, value);
    case AttributeForm::kSymbolArray:
      return ListOf(value.elements, [](const Attribute& one) { return CplusplusText(one.text); });
    default:
      return CplusplusText(Print(value));
  }
}

}  // namespace paddock::code
