// Types, for ReadPlainly.
#include "tests/generate/plain_constant.h"
#include "tests/generate/plain_number.h"

namespace paddock::generate {

std::string PlainConstantReader::Types() {
  if (!lexer_.Accept('(')) return "(" + Type() + ")";
  std::string text = "(";
  while (!lexer_.has_failed() && !lexer_.Accept(')')) {
    if (text.size() > 1) {
      lexer_.Expect(',', "comma between types");
      text += ",";
    }
    text += Type();
  }
  return text + ")";
}

std::string PlainConstantReader::FunctionType() {
  if (!lexer_.Is('(')) lexer_.Fail("no operand types");
  const std::string operands = Types();
  lexer_.Expect('a', "arrow");
  return operands + "->" + Types();
}

std::string PlainConstantReader::Type() {
  if (lexer_.Is('(')) return FunctionType();
  if (lexer_.Is('!')) {
    if (lexer_.text() == "!quant.uniform") return QuantizedType();
    const std::string name = lexer_.Take();
    if (name == "!stablehlo.token") return "token";
    return lexer_.Is('<') ? Foreign(name) : name;
  }
  if (!lexer_.Is('w')) lexer_.Fail("no type");
  return NamedType();
}

std::string PlainConstantReader::NamedType() {
  if (lexer_.IsWord("tensor")) return TensorType();
  if (lexer_.IsWord("tuple")) {
    lexer_.Next();
    lexer_.Expect('<', "'<' after tuple");
    std::string text = "tuple<";
    while (!lexer_.has_failed() && !lexer_.Accept('>')) {
      if (text.size() > 6) lexer_.Expect(',', "comma in a tuple");
      text += Type() + ",";
    }
    return text + ">";
  }
  if (lexer_.IsWord("token")) return lexer_.Take();
  return ElementType();
}

// `si8` is `i8`.
std::string PlainConstantReader::ElementType() {
  if (lexer_.Is('!')) return Type();
  std::string word = lexer_.Is('w') ? lexer_.Take() : std::string();
  if (word == "complex") {
    lexer_.Expect('<', "'<' after complex");
    const std::string part = ElementType();
    lexer_.Expect('>', "'>' after a complex type");
    return "complex<" + part + ">";
  }
  if (word.starts_with("si")) word.erase(0, 1);
  // `u8`, which quantized types may contain.
  if (word.size() > 1 && word[0] == 'u' && word[1] >= '0' && word[1] <= '9') word.insert(1, 1, 'i');
  const bool is_known = word == "tf32" || PlainWidth(word) != 0 || IsPlainInteger(word);
  if (!is_known) lexer_.Fail("no element type");
  return word;
}

std::string PlainConstantReader::TensorType() {
  lexer_.Next();
  if (!lexer_.Is('<')) lexer_.Fail("no '<' after tensor");
  lexer_.Next();
  const std::string shape = lexer_.TakeShape();
  const bool is_quantized = lexer_.text() == "!quant.uniform";
  const std::string element = ElementType();
  std::string bounds;
  if (lexer_.Accept(',')) bounds = Bounds();
  lexer_.Expect('>', "'>' after a tensor type");
  tensor_ = {{}, element, shape.find('?') == std::string::npos};
  for (size_t at = 0; at < shape.size() && tensor_.is_static; at = shape.find('x', at) + 1) {
    tensor_.shape.push_back(std::stoll(shape.substr(at, 18)));
  }
  if (lexer_.has_failed()) return {};
  if (is_quantized) {
    tensor_.element = element.substr(2, element.find_first_of("<:", 2) - 2);
  }
  return "tensor<" + shape + element + bounds + ">";
}

// Reads `#stablehlo.bounds<3, ?>` or `#stablehlo.type_extensions<bounds = [3, ?]>`. Without any
// bound the result is empty.
std::string PlainConstantReader::Bounds() {
  const bool is_long = lexer_.text() == "#stablehlo.type_extensions";
  const std::string name = lexer_.Take();
  if (!is_long && name != "#stablehlo.bounds") return Foreign(name);
  lexer_.Expect('<', "'<' before bounds");
  if (is_long) {
    if (!lexer_.IsWord("bounds")) lexer_.Fail("no bounds");
    lexer_.Next();
    lexer_.Expect('=', "'='");
    lexer_.Expect('[', "'['");
  }
  const char close = is_long ? ']' : '>';
  std::string text;
  bool has_any = false;
  while (!lexer_.has_failed() && !lexer_.Accept(close)) {
    if (!text.empty()) lexer_.Expect(',', "comma between bounds");
    if (lexer_.Is('?')) {
      text += lexer_.Take() + ",";
      continue;
    }
    has_any = true;
    text += Bits(SignedNumber(), "i64") + ",";
  }
  if (is_long) lexer_.Expect('>', "'>' after bounds");
  return has_any ? "bounds:" + text : "";
}

// "q:i8<least:greatest>:f32:dimension,scale:zero..."; the range as bits, also if it is omitted.
std::string PlainConstantReader::QuantizedType() {
  lexer_.Next();
  lexer_.Expect('<', "'<' after !quant.uniform");
  const std::string storage = ElementType();
  const int width = PlainWidth(storage);
  if (!IsPlainInteger(storage) || width == 0) lexer_.Fail("no storage type");
  if (lexer_.has_failed()) return {};
  const uint64_t all = width == 64 ? UINT64_MAX : (uint64_t{1} << width) - 1;
  std::string least = std::to_string(IsPlainUnsigned(storage) ? 0 : all - all / 2);
  std::string greatest = std::to_string(IsPlainUnsigned(storage) ? all : all / 2);
  if (lexer_.Accept('<')) {
    least = Bits(SignedNumber(), storage);
    lexer_.Expect(':', "':' in a range");
    greatest = Bits(SignedNumber(), storage);
    lexer_.Expect('>', "'>' after a range");
  }
  lexer_.Expect(':', "':' after a storage type");
  const std::string expressed = ElementType();
  std::string text = "q:" + storage + "<" + least + ":" + greatest + ">:" + expressed;
  if (lexer_.Accept(':')) text += ":" + Bits(SignedNumber(), "i32");
  lexer_.Expect(',', "comma before scales");
  text += QuantizedParameters(expressed);
  lexer_.Expect('>', "'>' after a quantized type");
  return text;
}

std::string PlainConstantReader::QuantizedParameters(const std::string& expressed) {
  const bool is_list = lexer_.Accept('{');
  std::string text;
  do {
    text += "," + Bits(SignedNumber(), expressed);
    text += ":" + (lexer_.Accept(':') ? Bits(SignedNumber(), "i64") : "0");
  } while (is_list && lexer_.Accept(','));
  if (is_list) lexer_.Expect('}', "'}' after scales");
  return text;
}

}  // namespace paddock::generate
