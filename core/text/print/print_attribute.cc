// Printing of attributes.
#include <algorithm>
#include <cstring>

#include "core/base/number_text.h"
#include "core/ir/defaults.h"
#include "core/tensor/element_text.h"
#include "core/tensor/literal.h"
#include "core/text/lexer.h"
#include "core/text/print/printer.h"

namespace paddock {
namespace {

bool IsWord(std::string_view text) {
  return !text.empty() && IsNameStart(text[0]) && std::ranges::all_of(text, IsNameCharacter);
}

bool IsScalarOf(const Attribute& attribute, std::string_view type) {
  return attribute.type && attribute.type.is(TypeKind::kScalar) && attribute.type->text == type;
}

std::string_view IntegerType(AttributeForm form) {
  switch (form) {
    case AttributeForm::kI32:
      return "i32";
    case AttributeForm::kUI32:
      return "ui32";
    case AttributeForm::kUI64:
      return "ui64";
    default:
      return "i64";
  }
}

bool IsUnsigned(Type type) {
  return type.is(TypeKind::kScalar) && type->signedness == Signedness::kUnsigned;
}

void AppendInteger(std::string& out, const Attribute& attribute) {
  out += IsUnsigned(attribute.type) ? std::to_string(static_cast<uint64_t>(attribute.integer))
                                    : std::to_string(attribute.integer);
}

int64_t IntegerField(const Attribute& attribute, std::string_view name) {
  const Attribute* field = attribute.Find(name);
  return field == nullptr ? -1 : field->integer;
}

}  // namespace

void Printer::PrintString(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  out_ += '"';
  for (char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out_ += '\\';
      out_ += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      out_ += '\\';
      out_ += kDigits[byte >> 4];
      out_ += kDigits[byte & 15];
    } else {
      out_ += c;
    }
  }
  out_ += '"';
}

void Printer::PrintSymbolName(std::string_view name) {
  out_ += '@';
  if (IsWord(name)) {
    out_ += name;
  } else {
    PrintString(name);
  }
}

void Printer::PrintIntegerList(std::span<const int64_t> values) {
  out_ += '[';
  for (size_t i = 0; i < values.size(); ++i) {
    if (i != 0) out_ += ", ";
    out_ += std::to_string(values[i]);
  }
  out_ += ']';
}

void Printer::PrintDictionary(std::span<const NamedAttribute> attributes) {
  out_ += '{';
  for (size_t i = 0; i < attributes.size(); ++i) {
    if (i != 0) out_ += ", ";
    if (IsWord(attributes[i].name)) {
      out_ += attributes[i].name;
    } else {
      PrintString(attributes[i].name);
    }
    if (attributes[i].value->kind == AttributeKind::kUnit) continue;
    out_ += " = ";
    PrintAttribute(*attributes[i].value);
  }
  out_ += '}';
}

void Printer::PrintFloat(const Attribute& attribute) {
  std::byte bytes[8];
  std::memcpy(bytes, &attribute.integer, sizeof(bytes));
  AppendElement(out_, attribute.type.element_type().value_or(ElementType::kF64), bytes);
}

void Printer::PrintDenseArray(const Attribute& attribute) {
  out_ += "array<";
  PrintType(attribute.type);
  const bool is_boolean = IsScalarOf(attribute, "i1");
  for (size_t i = 0; i < attribute.integers.size(); ++i) {
    out_ += i == 0 ? ": " : ", ";
    const int64_t value = attribute.integers[i];
    if (is_boolean) {
      out_ += value != 0 ? "true" : "false";
    } else {
      out_ += IsUnsigned(attribute.type) ? std::to_string(static_cast<uint64_t>(value))
                                         : std::to_string(value);
    }
  }
  if (attribute.value != nullptr) {
    const Tensor& value = *attribute.value;
    const size_t width = ByteSize(value.element_type());
    for (int64_t i = 0; i < value.element_count(); ++i) {
      out_ += i == 0 ? ": " : ", ";
      AppendElement(out_, value.element_type(), value.data() + static_cast<size_t>(i) * width);
    }
  }
  out_ += '>';
}

void Printer::PrintEnum(const Attribute& attribute) {
  const EnumInfo* info = FindEnum(attribute.name);
  const std::string_view dialect = info == nullptr ? "stablehlo" : info->dialect;
  if (dialect != "stablehlo") {
    // arith writes the number of the case.
    const auto found = std::ranges::find(info->cases, attribute.text);
    out_ += std::to_string(found - info->cases.begin()) + " : i64";
    return;
  }
  if (attribute.name == "result_accuracy_mode") {
    *this << "#stablehlo.result_accuracy_mode<" << attribute.text << ">";
    return;
  }
  *this << (is_chlo_ ? "#chlo<" : "#stablehlo<") << attribute.name << " " << attribute.text << ">";
}

bool Printer::PrintConvolutionDimensions(const Attribute& attribute) {
  const auto print_list = [&](std::string_view prefix, std::string_view first,
                              std::string_view first_field, std::string_view second,
                              std::string_view second_field) {
    const Attribute* spatial = attribute.Find(std::string(prefix) + "_spatial_dimensions");
    if (spatial == nullptr || spatial->integers.size() > 64) return false;
    std::vector<std::string> places(spatial->integers.size() + 2);
    const auto place = [&](int64_t position, std::string text) {
      if (position < 0 || position >= static_cast<int64_t>(places.size())) return false;
      std::string& entry = places[static_cast<size_t>(position)];
      if (!entry.empty()) return false;
      entry = std::move(text);
      return true;
    };
    bool is_placed = place(IntegerField(attribute, std::string(prefix) + std::string(first_field)),
                           std::string(first)) &&
                     place(IntegerField(attribute, std::string(prefix) + std::string(second_field)),
                           std::string(second));
    for (size_t i = 0; i < spatial->integers.size(); ++i) {
      is_placed = is_placed && place(spatial->integers[i], std::to_string(i));
    }
    if (!is_placed) return false;
    out_ += '[';
    for (size_t i = 0; i < places.size(); ++i) {
      if (i != 0) out_ += ", ";
      out_ += places[i];
    }
    out_ += ']';
    return true;
  };
  const size_t begin = out_.size();
  if (!print_list("input", "b", "_batch_dimension", "f", "_feature_dimension")) return false;
  out_ += 'x';
  if (print_list("kernel", "i", "_input_feature_dimension", "o", "_output_feature_dimension")) {
    out_ += "->";
    if (print_list("output", "b", "_batch_dimension", "f", "_feature_dimension")) return true;
  }
  out_.resize(begin);
  return false;
}

// `<a = 1, b = [2]>`, without fields that have the reader's default.
void Printer::PrintStructFields(const Attribute& attribute) {
  const StructInfo* info = FindStruct(attribute.name);
  out_ += '<';
  if (attribute.name == "conv") {
    if (PrintConvolutionDimensions(attribute)) {
      out_ += '>';
      return;
    }
    out_ += "raw ";
  }
  bool is_first = true;
  for (const NamedAttribute& field : attribute.fields) {
    const auto row = std::ranges::find(info->fields, field.name, &AttributeInfo::name);
    const bool is_default = row != info->fields.end() && row->form != AttributeForm::kF64 &&
                            IsDefault(*row, *field.value);
    if (is_default && attribute.name != "result_accuracy") continue;
    if (!is_first) out_ += ", ";
    is_first = false;
    *this << field.name << " = ";
    const bool is_bare =
        field.value->kind == AttributeKind::kDenseArray ||
        field.value->kind == AttributeKind::kInteger ||
        (field.value->kind == AttributeKind::kStruct && field.value->name == "sub_axis_info");
    if (field.value->kind == AttributeKind::kFloat) {
      PrintFloat(*field.value);
    } else if (!is_bare) {
      PrintAttribute(*field.value);
    } else if (field.value->kind == AttributeKind::kInteger) {
      out_ += std::to_string(field.value->integer);
    } else if (field.value->kind == AttributeKind::kDenseArray) {
      PrintIntegerList(field.value->integers);
    } else {
      out_ += '(' + std::to_string(IntegerField(*field.value, "pre_size")) + ')' +
              std::to_string(IntegerField(*field.value, "size"));
    }
  }
  out_ += '>';
}

void Printer::PrintStruct(const Attribute& attribute) {
  const StructInfo* info = FindStruct(attribute.name);
  *this << "#" << (info == nullptr ? "stablehlo" : info->dialect) << "." << attribute.name;
  PrintStructFields(attribute);
}

void Printer::PrintAttribute(const Attribute& attribute) {
  switch (attribute.kind) {
    case AttributeKind::kUnit:
      out_ += "unit";
      return;
    case AttributeKind::kBool:
      out_ += attribute.integer != 0 ? "true" : "false";
      return;
    case AttributeKind::kInteger:
      AppendInteger(out_, attribute);
      out_ += " : ";
      return PrintType(attribute.type);
    case AttributeKind::kFloat:
      PrintFloat(attribute);
      out_ += " : ";
      return PrintType(attribute.type);
    case AttributeKind::kString:
      PrintString(attribute.text);
      if (attribute.type) out_ += " : " + ToString(attribute.type);
      return;
    case AttributeKind::kSymbol:
      PrintSymbolName(attribute.text);
      for (const Attribute* nested : attribute.elements) {
        out_ += "::";
        PrintSymbolName(nested->text);
      }
      return;
    case AttributeKind::kType:
      return PrintType(attribute.type);
    case AttributeKind::kArray:
      out_ += '[';
      for (size_t i = 0; i < attribute.elements.size(); ++i) {
        if (i != 0) out_ += ", ";
        PrintAttribute(*attribute.elements[i]);
      }
      out_ += ']';
      return;
    case AttributeKind::kDictionary:
      return PrintDictionary(attribute.fields);
    case AttributeKind::kDenseArray:
      return PrintDenseArray(attribute);
    case AttributeKind::kElements:
      out_ += "dense<";
      AppendLiteral(out_, *attribute.value, attribute.is_splat,
                    {options_.maximum_listed, options_.maximum_kept});
      out_ += "> : ";
      return PrintType(attribute.type);
    case AttributeKind::kEnum:
      return PrintEnum(attribute);
    case AttributeKind::kStruct:
      return PrintStruct(attribute);
    case AttributeKind::kOpaque:
      out_ += attribute.text;
      return;
  }
}

bool Printer::PrintBareAttribute(const AttributeInfo& info, const Attribute& attribute) {
  const AttributeKind kind = attribute.kind;
  switch (info.form) {
    case AttributeForm::kI32:
    case AttributeForm::kI64:
    case AttributeForm::kUI32:
    case AttributeForm::kUI64:
      if (kind != AttributeKind::kInteger || !IsScalarOf(attribute, IntegerType(info.form))) {
        return false;
      }
      AppendInteger(out_, attribute);
      return true;
    case AttributeForm::kI64Array:
      if (kind != AttributeKind::kDenseArray || !IsScalarOf(attribute, "i64")) return false;
      PrintIntegerList(attribute.integers);
      return true;
    case AttributeForm::kBool:
      if (kind != AttributeKind::kBool) return false;
      break;
    case AttributeForm::kString:
      if (kind != AttributeKind::kString || attribute.type) return false;
      break;
    case AttributeForm::kEnum:
      if (kind != AttributeKind::kEnum || attribute.name != info.of_name) return false;
      out_ += attribute.text;
      return true;
    case AttributeForm::kEnumArray: {
      const bool is_enums = kind == AttributeKind::kArray &&
                            std::ranges::all_of(attribute.elements, [&](const Attribute* e) {
                              return e->kind == AttributeKind::kEnum && e->name == info.of_name;
                            });
      if (!is_enums) return false;
      out_ += '[';
      for (size_t i = 0; i < attribute.elements.size(); ++i) {
        if (i != 0) out_ += ", ";
        out_ += attribute.elements[i]->text;
      }
      out_ += ']';
      return true;
    }
    case AttributeForm::kStruct:
      if (kind != AttributeKind::kStruct || attribute.name != info.of_name) return false;
      PrintStructFields(attribute);
      return true;
    case AttributeForm::kType:
      if (kind != AttributeKind::kType) return false;
      break;
    default:
      break;
  }
  PrintAttribute(attribute);
  return true;
}

}  // namespace paddock
