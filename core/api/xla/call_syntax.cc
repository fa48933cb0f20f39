#include "core/api/xla/call_syntax.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>

namespace paddock::xla {
namespace {

bool IsWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '%';
}

bool IsNumberCharacter(char c) { return IsWordCharacter(c) || c == '.' || c == '-' || c == '+'; }

// Lists within lists, and tuples within tuples.
constexpr int kMaximumDepth = 32;

}  // namespace

std::optional<int64_t> IntegerOf(std::string_view text) {
  if (text == "true" || text == "false") return text == "true" ? 1 : 0;
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<double> NumberOf(const std::string& text) {
  if (const auto integer = IntegerOf(text)) return static_cast<double>(*integer);
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size()) return std::nullopt;
  return number;
}

std::optional<PrimitiveType> PrimitiveTypeNamed(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text == "tuple" ? TUPLE : FindPrimitiveType(text);
}

void CallReader::Fail(std::string_view problem) {
  if (!failed()) problem_ = problem;
  rest_ = {};
}

void CallReader::SkipBlanks() {
  while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) rest_.remove_prefix(1);
}

bool CallReader::AtEnd() {
  SkipBlanks();
  return rest_.empty();
}

bool CallReader::Take(char c) {
  SkipBlanks();
  if (rest_.empty() || rest_[0] != c) return false;
  rest_.remove_prefix(1);
  return true;
}

void CallReader::Expect(char c) {
  if (!Take(c)) Fail(std::string("expected '") + c + "'");
}

std::string_view CallReader::Word() {
  SkipBlanks();
  const auto* end = std::ranges::find_if_not(rest_, IsWordCharacter);
  const std::string_view word = rest_.substr(0, static_cast<size_t>(end - rest_.begin()));
  rest_.remove_prefix(word.size());
  return word;
}

std::vector<Argument> CallReader::List(char close) {
  std::vector<Argument> list;
  if (++depth_ > kMaximumDepth) Fail("lists are nested too deeply");
  if (!failed() && !Take(close)) {
    do {
      list.push_back(One());
    } while (!failed() && Take(','));
    Expect(close);
  }
  --depth_;
  return list;
}

bool CallReader::StartsNumber() const {
  const char c = rest_.empty() ? ' ' : rest_[0];
  return (c >= '0' && c <= '9') || c == '-' || c == '.';
}

Argument CallReader::Text() {
  Argument text = {.kind = Argument::Kind::kString};
  while (!rest_.empty() && rest_[0] != '"') {
    if (rest_[0] == '\\' && rest_.size() > 1) rest_.remove_prefix(1);
    text.text += rest_[0];
    rest_.remove_prefix(1);
  }
  if (!Take('"')) Fail("a string has no end");
  return text;
}

Argument CallReader::MinValue() {
  const auto type = PrimitiveTypeNamed(std::string(Word()));
  Expect(')');
  if (!type || *type == TUPLE) Fail("MinValue takes an element type");
  if (failed()) return {};
  return {.kind = Argument::Kind::kLiteral,
          .shape = ShapeUtil::MakeShape(*type, {}),
          .literal = LiteralUtil::MinValue(*type)};
}

Argument CallReader::One() {
  SkipBlanks();
  if (StartsNumber()) {
    const auto* end = std::ranges::find_if_not(rest_, IsNumberCharacter);
    Argument number = {.kind = Argument::Kind::kNumber, .text = std::string(rest_.begin(), end)};
    rest_.remove_prefix(number.text.size());
    return number;
  }
  if (Take('"')) return Text();
  if (Take('{')) return {.kind = Argument::Kind::kList, .list = List('}')};
  if (Take('(')) return Parenthesis();
  const std::string word(Word());
  if (word.empty()) Fail("expected an argument");
  if (word == "MinValue" && Take('(')) return MinValue();
  const auto type = FindPrimitiveType(word);
  if (type && !rest_.empty() && rest_[0] == '[') return ShapeOrLiteral(*type);
  return {.kind = Argument::Kind::kName, .text = word};
}

// A tuple of shapes or of literals.
Argument CallReader::Parenthesis() {
  Argument tuple = {.kind = Argument::Kind::kShape, .list = List(')')};
  for (const Argument& part : tuple.list) {
    if (part.kind == Argument::Kind::kLiteral) tuple.kind = Argument::Kind::kLiteral;
    if (part.kind != Argument::Kind::kLiteral && part.kind != Argument::Kind::kShape) {
      Fail("a tuple has shapes or literals");
    }
    tuple.shape.tuple_shapes.push_back(part.shape);
  }
  return tuple;
}

Argument CallReader::ShapeOrLiteral(PrimitiveType type) {
  Expect('[');
  Argument made = {.kind = Argument::Kind::kShape,
                   .shape = ShapeUtil::MakeShape(type, Integers(']'))};
  // A layout follows without a blank.
  if (!rest_.empty() && rest_[0] == '{') {
    Expect('{');
    made.shape.minor_to_major = Integers('}');
  }
  SkipBlanks();
  const bool has_elements = !rest_.empty() && rest_[0] != ',' && rest_[0] != ')' && rest_[0] != '}';
  if (has_elements) {
    made.kind = Argument::Kind::kLiteral;
    made.literal = Elements(made.shape);
  }
  return made;
}

std::vector<int64_t> CallReader::Integers(char close) {
  std::vector<int64_t> integers;
  for (const Argument& one : List(close)) {
    const auto integer = IntegerOf(one.text);
    if (!integer) Fail("'" + one.text + "' is no integer");
    integers.push_back(integer.value_or(0));
  }
  return integers;
}

void CallReader::AddNumbers(std::vector<std::string>& numbers) {
  if (!Take('{')) {
    SkipBlanks();
    const auto* end = std::ranges::find_if_not(rest_, IsNumberCharacter);
    numbers.emplace_back(rest_.begin(), end);
    rest_.remove_prefix(numbers.back().size());
    if (numbers.back().empty()) Fail("expected a number");
    return;
  }
  if (++depth_ > kMaximumDepth) Fail("lists are nested too deeply");
  if (!failed() && !Take('}')) {
    do {
      AddNumbers(numbers);
    } while (!failed() && Take(','));
    Expect('}');
  }
  --depth_;
}

Literal CallReader::Elements(const Shape& shape) {
  // A number without braces stands for all elements.
  SkipBlanks();
  const bool is_splat = shape.rank() != 0 && !rest_.empty() && rest_[0] != '{';
  std::vector<std::string> texts;
  AddNumbers(texts);
  std::vector<int64_t> integers;
  std::vector<double> numbers;
  for (const std::string& text : texts) {
    if (const auto integer = IntegerOf(text)) integers.push_back(*integer);
    const auto number = NumberOf(text);
    if (!number) Fail("'" + text + "' is no number");
    numbers.push_back(number.value_or(0));
  }
  const bool is_integral = integers.size() == numbers.size() && !IsFloat(shape.element_type);
  const Literal list = is_integral ? Literal(integers) : Literal(numbers);
  const Literal typed = list.As(*ElementTypeOf(shape.element_type));
  const Literal made =
      is_splat ? typed.Reshaped({}).Splat(shape.dimensions) : typed.Reshaped(shape.dimensions);
  if (!made.problem().empty()) Fail(made.problem());
  return made;
}

}  // namespace paddock::xla
