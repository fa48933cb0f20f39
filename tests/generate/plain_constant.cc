#include "tests/generate/plain_constant.h"

#include <algorithm>

#include "tests/generate/plain_number.h"

namespace paddock::generate {
namespace {

std::string InHex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte / 16];
    text += kDigits[byte % 16];
  }
  return text;
}

std::string PartOf(const std::string& element) {
  return element.starts_with("complex<") ? element.substr(8, element.size() - 9) : element;
}

// Whether literals of a type have values here: integers of odd widths have none.
bool HasValues(const std::string& type) {
  const int width = PlainWidth(type);
  return width != 0 && (!IsPlainInteger(type) || (width & (width - 1)) == 0);
}

// Whether a structure's field "name=value" has its default value.
bool IsDefaultField(std::string_view field) {
  return field.ends_with("=[]") || field.ends_with("=0");
}

}  // namespace

std::string PlainConstantReader::Bits(const std::string& literal, const std::string& type) {
  if (lexer_.has_failed()) return {};
  // An integer of a width without values is kept as written.
  if (IsPlainInteger(type) && PlainWidth(type) == 0) return literal;
  const auto bits = PlainBits(literal, type);
  if (!bits) lexer_.Fail(literal + " is no value of " + type);
  return bits ? std::to_string(*bits) : std::string();
}

std::string PlainConstantReader::SignedNumber() {
  std::string text;
  if (lexer_.Is('-') || lexer_.Is('+')) text = lexer_.Take();
  if (!lexer_.Is('n')) lexer_.Fail("no number");
  return text + lexer_.Take();
}

// tf32 has no values here: its numbers are kept as written.
std::string PlainConstantReader::NumberConstant() {
  const std::string literal = SignedNumber();
  const bool is_integer = literal.starts_with("0x") ||
                          literal.find_first_of(".eE") == std::string::npos ||
                          literal.find('x') != std::string::npos;
  std::string type = is_integer ? "i64" : "f64";
  if (lexer_.Accept(':')) type = Type();
  if (type == "tf32") return literal + ":" + type;
  const std::string bits = Bits(literal, type);
  if (type == "i1") return bits == "1" ? "true" : "false";
  return bits + ":" + type;
}

std::string PlainConstantReader::ComplexConstant() {
  lexer_.Next();
  const std::string real = SignedNumber();
  lexer_.Expect(',', "comma in a complex number");
  const std::string imaginary = SignedNumber();
  lexer_.Expect(')', "')' after a complex number");
  lexer_.Expect(':', "':' after a complex number");
  const std::string type = Type();
  if (!type.starts_with("complex<")) lexer_.Fail("no complex type");
  return "(" + Bits(real, PartOf(type)) + "," + Bits(imaginary, PartOf(type)) + "):" + type;
}

// Reads `#complex.number<:f32 1.0, 2.0> : complex<f32>`, after its name.
std::string PlainConstantReader::ComplexNumber() {
  lexer_.Expect('<', "'<'");
  lexer_.Expect(':', "':'");
  const std::string part = ElementType();
  const std::string real = Bits(SignedNumber(), part);
  lexer_.Expect(',', "comma in a complex number");
  const std::string imaginary = Bits(SignedNumber(), part);
  lexer_.Expect('>', "'>'");
  lexer_.Expect(':', "':' after a complex number");
  const std::string type = Type();
  if (type != "complex<" + part + ">") lexer_.Fail("another type");
  return "(" + real + "," + imaginary + "):" + type;
}

std::string PlainConstantReader::DenseLiteral() {
  if (lexer_.IsWord("true") || lexer_.IsWord("false")) return lexer_.Take();
  if (!lexer_.Accept('(')) return SignedNumber();
  std::string text = "(" + SignedNumber();
  lexer_.Expect(',', "comma in a complex number");
  text += "," + SignedNumber();
  lexer_.Expect(')', "')' after a complex number");
  return text;
}

void PlainConstantReader::DenseList(std::vector<std::string>& literals, std::vector<int64_t>& shape,
                                    size_t depth) {
  lexer_.Next();
  if (shape.size() == depth) shape.push_back(-1);
  int64_t count = 0;
  while (!lexer_.has_failed() && !lexer_.Accept(']')) {
    if (count != 0) lexer_.Expect(',', "comma between elements");
    ++count;
    if (lexer_.Is('[')) {
      DenseList(literals, shape, depth + 1);
    } else {
      if (shape.size() != depth + 1) lexer_.Fail("an element beside a list");
      literals.push_back(DenseLiteral());
    }
  }
  if (shape[depth] >= 0 && shape[depth] != count) lexer_.Fail("lists of other sizes");
  shape[depth] = count;
}

std::string PlainConstantReader::ElementBits(const std::string& literal) {
  if (!tensor_.element.starts_with("complex<")) return Bits(literal, tensor_.element);
  const size_t comma = literal.find(',');
  if (literal[0] != '(' || comma == std::string::npos) lexer_.Fail("no complex number");
  if (lexer_.has_failed()) return {};
  const std::string part = PartOf(tensor_.element);
  return Bits(literal.substr(1, comma - 1), part) + "," + Bits(literal.substr(comma + 1), part);
}

// Reads i1 elements: a byte for each, one byte for all, or eight in a byte.
std::vector<std::string> PlainConstantReader::BooleanBits(std::string_view digits, int64_t count) {
  std::string all;
  for (size_t at = 0; at < digits.size(); at += 2) {
    const auto bits = PlainBits("0x" + std::string(digits.substr(at, 2)), "ui8");
    if (!bits) lexer_.Fail("no bytes");
    all += static_cast<char>(bits.value_or(0));
  }
  std::vector<std::string> values;
  const bool is_full = all.size() == static_cast<size_t>(count);
  // A splat byte. For more than eight elements, 01 is one too, since it cannot be a list of bits.
  const bool is_one = all == std::string(1, '\0') || all == "\xFF" || (all == "\x01" && count > 8);
  if (!is_full && is_one) return {all[0] == 0 ? "0" : "1"};
  if (!is_full && all.size() != static_cast<size_t>(count + 7) / 8) lexer_.Fail("other bytes");
  for (size_t i = 0; i < static_cast<size_t>(count) && !lexer_.has_failed(); ++i) {
    const auto byte = static_cast<unsigned char>(all[is_full ? i : i / 8]);
    values.push_back((is_full ? byte != 0 : byte >> i % 8 & 1) ? "1" : "0");
  }
  return values;
}

// Reads the elements of `"0x..."`: least significant byte first, at least one byte for each part;
// either one element or all.
std::vector<std::string> PlainConstantReader::BytesBits(const std::string& hex, int64_t count) {
  const std::string part = PartOf(tensor_.element);
  const int bits_of_part = PlainWidth(part);
  const size_t digits = (static_cast<size_t>(bits_of_part) + 7) / 8 * 2;
  const size_t parts = part == tensor_.element ? 1 : 2;
  if (hex.size() < 4) lexer_.Fail("no bytes");
  if (lexer_.has_failed()) return {};
  const std::string_view text = std::string_view(hex).substr(3, hex.size() - 4);
  const size_t elements = text.size() / (digits * parts);
  const bool fits = hex.starts_with("\"0x") && text.size() % (digits * parts) == 0 &&
                    (part == "i1" || elements == 1 || elements == static_cast<size_t>(count));
  if (!fits) lexer_.Fail("bytes of another number of elements");
  if (part == "i1" && fits) return BooleanBits(text, count);
  std::vector<std::string> all;
  for (size_t at = 0; at + digits <= text.size() && fits; at += digits) {
    std::string number = "0x";
    for (size_t i = digits; i > 0; i -= 2) number += text.substr(at + i - 2, 2);
    const auto bits = PlainBits(number, digits == 16 ? "ui64" : "ui" + std::to_string(digits * 4));
    // Bits beyond those of the type may repeat its sign.
    const uint64_t own = (uint64_t{1} << std::min(bits_of_part, 63)) - 1;
    const bool is_negative = bits && part.starts_with('i') && (*bits & (own / 2 + 1)) != 0;
    const bool is_extended = bits && is_negative && (*bits | own) == 0xFF;
    const bool is_wide = bits && bits_of_part < 8 && *bits > own && !is_extended;
    if (!bits || is_wide) lexer_.Fail("no such bits");
    if (lexer_.has_failed()) return {};
    const uint64_t value = bits_of_part < 8 ? *bits & own : *bits;
    if (parts == 2 && at / digits % 2 == 1) {
      all.back() += "," + std::to_string(value);
    } else {
      all.push_back(std::to_string(value));
    }
  }
  return all;
}

std::string PlainConstantReader::DenseConstant() {
  lexer_.Next();
  lexer_.Expect('<', "'<' after dense");
  std::vector<std::string> literals;
  std::vector<int64_t> shape;
  std::string hex;
  const bool is_list = lexer_.Is('[');
  if (is_list) {
    DenseList(literals, shape, 0);
  } else if (lexer_.Is('s')) {
    hex = lexer_.Take();
  } else if (!lexer_.Is('>')) {
    literals.push_back(DenseLiteral());
  }
  lexer_.Expect('>', "'>' after the elements");
  lexer_.Expect(':', "':' after dense");
  const bool is_tensor = lexer_.IsWord("tensor");
  const std::string type = Type();
  if (!is_tensor || !HasValues(PartOf(tensor_.element))) {
    // The type has no values here: the literal is kept as written.
    std::string text = "dense<" + hex;
    for (const std::string& literal : literals) text += literal + ",";
    return text + ">:" + type;
  }
  if (!tensor_.is_static) lexer_.Fail("a literal with an open size");
  if (lexer_.has_failed()) return {};
  int64_t count = 1;
  for (const int64_t size : tensor_.shape) count *= size;
  // A list that ends in an empty one has no sizes after it.
  if (is_list && count != 0 && shape != tensor_.shape) lexer_.Fail("another shape");
  std::vector<std::string> elements;
  if (!hex.empty()) elements = BytesBits(hex, count);
  for (const std::string& literal : literals) elements.push_back(ElementBits(literal));
  if (is_list && elements.empty() && count != 0) lexer_.Fail("no elements");
  std::string text;
  const auto is_first = [&](const std::string& element) { return element == elements[0]; };
  const bool is_splat = !elements.empty() && std::ranges::all_of(elements, is_first);
  for (const std::string& element : elements) text += (text.empty() ? "" : ",") + element;
  if (is_splat) text = "all " + elements[0];
  if (count == 0) text = "none";
  return "dense(" + text + "):" + type;
}

std::string PlainConstantReader::DenseArray() {
  lexer_.Next();
  lexer_.Expect('<', "'<' after array");
  const std::string type = ElementType();
  std::string text = "array<" + type + ":";
  if (lexer_.Accept(':')) {
    do {
      const bool is_word = lexer_.IsWord("true") || lexer_.IsWord("false");
      text += Bits(is_word ? lexer_.Take() : SignedNumber(), type) + ",";
    } while (lexer_.Accept(','));
  }
  lexer_.Expect('>', "'>' after an array");
  return text + ">";
}

std::string PlainConstantReader::List(char close) {
  lexer_.Next();
  std::string text = "[";
  while (!lexer_.has_failed() && !lexer_.Accept(close)) {
    if (text.size() > 1) lexer_.Expect(',', "comma in a list");
    text += Constant() + ",";
  }
  return text + "]";
}

std::vector<std::string> PlainConstantReader::Dictionary(const OpInfo* info) {
  std::vector<std::string> entries;
  std::vector<std::string> names;
  while (!lexer_.has_failed() && !lexer_.Accept('}')) {
    if (!entries.empty()) lexer_.Expect(',', "comma between attributes");
    if (!lexer_.Is('w') && !lexer_.Is('s')) lexer_.Fail("no name of an attribute");
    if (lexer_.has_failed()) break;
    const std::string name = lexer_.Is('s') ? lexer_.Unquoted() : std::string(lexer_.text());
    lexer_.Next();
    if (std::ranges::count(names, name) != 0) lexer_.Fail("an attribute twice");
    names.push_back(name);
    const int index = info == nullptr ? -1 : info->FindAttribute(name);
    const AttributeInfo* row = index < 0 ? nullptr : &info->attributes[static_cast<size_t>(index)];
    entries.push_back(name + "=" + EntryValue(row));
  }
  std::ranges::sort(entries);
  return entries;
}

// A name without a value is true; the table's structures may omit their names.
std::string PlainConstantReader::EntryValue(const AttributeInfo* row) {
  const bool is_flag = row != nullptr && row->form == AttributeForm::kBool;
  if (!lexer_.Accept('=')) return is_flag ? "true" : "unit";
  const StructInfo* structure =
      row != nullptr && lexer_.Is('<') ? FindStruct(row->of_name) : nullptr;
  if (structure == nullptr) return Constant();
  return Structure("#" + std::string(structure->dialect) + "." + std::string(structure->name));
}

// Returns the bracketed text after the name of another dialect, unchanged.
std::string PlainConstantReader::Foreign(const std::string& name) {
  std::string text = name;
  int depth = 0;
  do {
    const char kind = lexer_.kind();
    depth += kind == '<' || kind == '(' || kind == '[' || kind == '{';
    depth -= kind == '>' || kind == ')' || kind == ']' || kind == '}';
    text += " " + lexer_.Take();
  } while (!lexer_.has_failed() && depth > 0 && !lexer_.Is('e'));
  return text;
}

// Reads a structure's field: numbers, lists of them, words and types.
std::string PlainConstantReader::FieldValue() {
  if (lexer_.Is('[')) {
    lexer_.Next();
    std::string text = "[";
    while (!lexer_.has_failed() && !lexer_.Accept(']')) {
      if (text.size() > 1) lexer_.Expect(',', "comma in a list");
      text += FieldValue() + ",";
    }
    return text == "[" ? "[]" : text + "]";
  }
  const bool is_number = lexer_.Is('n') || lexer_.Is('-') || lexer_.Is('+');
  if (!is_number) return Constant();
  const std::string literal = SignedNumber();
  const bool is_float =
      literal.find_first_of(".eE") != std::string::npos && !literal.starts_with("0x");
  return Bits(literal, is_float ? "f64" : "i64");
}

std::string PlainConstantReader::Structure(const std::string& name) {
  if (!name.starts_with("#stablehlo.") && !name.starts_with("#chlo.")) return Foreign(name);
  lexer_.Expect('<', "'<' after " + name);
  std::string text = name + "<";
  if (name == "#stablehlo.conv" && lexer_.IsWord("raw")) lexer_.Next();
  if (name == "#stablehlo.conv" && lexer_.Is('[')) {
    while (!lexer_.has_failed() && !lexer_.Is('>')) {
      text += lexer_.Is('n') ? Bits(lexer_.Take(), "i64") : lexer_.Take();
      text += " ";
    }
    lexer_.Expect('>', "'>'");
    return text + ">";
  }
  std::vector<std::string> fields;
  while (!lexer_.has_failed() && !lexer_.Accept('>')) {
    if (!fields.empty()) lexer_.Expect(',', "comma between fields");
    if (!fields.empty() && lexer_.Accept('>')) break;
    std::string field = lexer_.Is('w') ? lexer_.Take() : std::string();
    lexer_.Expect('=', "'=' after a field");
    fields.push_back(field + "=" + FieldValue());
  }
  std::ranges::sort(fields);
  for (const std::string& field : fields) {
    if (!IsDefaultField(field)) text += field + ",";
  }
  return text + ">";
}

std::string PlainConstantReader::HashConstant() {
  const std::string name = lexer_.Take();
  if (name == "#complex.number") return ComplexNumber();
  if (name != "#stablehlo" && name != "#chlo") return Structure(name);
  lexer_.Expect('<', "'<' after a dialect");
  const std::string enumeration = lexer_.Take();
  if (!lexer_.Is('w')) lexer_.Fail("no case");
  const std::string text = enumeration + " " + lexer_.Take();
  lexer_.Expect('>', "'>' after a case");
  return "#" + text;
}

std::string PlainConstantReader::Constant() {
  switch (lexer_.kind()) {
    case 'n':
    case '-':
    case '+':
      return NumberConstant();
    case 's': {
      const std::string text = "s:" + InHex(lexer_.Unquoted());
      lexer_.Next();
      return lexer_.Accept(':') ? text + ":" + Type() : text;
    }
    case '@':
      return lexer_.Take();
    case '[':
      return List(']');
    case '{': {
      lexer_.Next();
      std::string text = "{";
      for (const std::string& entry : Dictionary()) text += entry + ",";
      return text + "}";
    }
    case '#':
      return HashConstant();
    case '(':
      return lexer_.IsComplexNext() ? ComplexConstant() : Type();
    default:
      break;
  }
  if (lexer_.IsWord("true") || lexer_.IsWord("false")) return lexer_.Take();
  if (lexer_.IsWord("dense")) return DenseConstant();
  if (lexer_.IsWord("array")) return DenseArray();
  return Type();
}

}  // namespace paddock::generate
