// Literals in each form of the grammar.
#include <bit>
#include <cstdio>
#include <cstring>

#include "tests/generate/grammar_constants.h"
#include "tests/generate/plain_number.h"

namespace paddock::generate {
namespace {

std::string PaddedHex(uint64_t bits, size_t digits) {
  char text[24];
  std::snprintf(text, sizeof(text), "%0*llX", static_cast<int>(digits),
                static_cast<unsigned long long>(bits));
  return text;
}

std::string InDecimal(double value, int digits, bool has_exponent) {
  char text[64];
  std::snprintf(text, sizeof(text), has_exponent ? "%.*e" : "%.*g", digits, value);
  return text;
}

uint64_t AllOnes(int width) { return width == 64 ? UINT64_MAX : (uint64_t{1} << width) - 1; }

double ValueOfBits(const std::string& type, uint64_t bits) {
  if (type == "f64") return std::bit_cast<double>(bits);
  if (type == "f32") return static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  const PlainFormat& format = *FindPlainFormat(type);
  if (format.kind == PlainFormat::kScale) return format.ValueOf(bits % 255);
  const uint64_t sign = uint64_t{1} << (format.width() - 1);
  const double value = format.ValueOf((bits & (sign - 1)) % (format.greatest() + 1));
  return (bits & sign) != 0 ? -value : value;
}

std::string StoredPart(const std::string& element) {
  return element.starts_with("complex<") ? element.substr(8, element.size() - 9) : element;
}

std::string WithoutS(const std::string& type) {
  return type.starts_with("si") ? type.substr(1) : type;
}

}  // namespace

std::string GrammarConstants::IntegerLiteral(const std::string& type) {
  if (type == "i1") return random_.Chance(50) ? "true" : "false";
  const int width = PlainWidth(type);
  uint64_t bits = random_.Next() & AllOnes(static_cast<int>(random_.Between(1, width)));
  if (random_.Chance(15)) bits = AllOnes(width) >> random_.Below(2);
  if (random_.Chance(10)) bits = uint64_t{1} << (width - 1);
  bits &= AllOnes(width);
  const bool is_negative = !IsPlainUnsigned(type) && bits >> (width - 1) != 0;
  const uint64_t magnitude = is_negative ? (uint64_t{0} - bits) & AllOnes(width) : bits;
  std::string text = is_negative ? "-" : random_.Chance(10) ? "+" : "";
  if (random_.Chance(20)) return text + "0x" + PaddedHex(magnitude, random_.Chance(50) ? 1 : 4);
  if (random_.Chance(5)) text += "0";
  return text + std::to_string(magnitude);
}

// Returns digits of a value of the type, possibly more or fewer than needed.
std::string GrammarConstants::AnyDigits(const std::string& type) {
  const uint64_t bits = random_.Next();
  const double value = ValueOfBits(type, bits);
  const bool has_exponent = random_.Chance(40);
  std::string text = InDecimal(value, static_cast<int>(random_.Between(1, 20)), has_exponent);
  if (random_.Chance(30)) {
    const size_t at = text.find('e');
    if (at != std::string::npos) text[at] = 'E';
  }
  if (text[0] != '-' && random_.Chance(10)) text = "+" + text;
  const bool is_whole = text.find_first_of(".eE") == std::string::npos;
  if (is_whole) text += random_.Chance(50) ? ".0" : random_.Chance(50) ? "." : "";
  return text;
}

std::string GrammarConstants::FloatLiteral(const std::string& type) {
  constexpr std::string_view kShort[] = {"0.0",  "-0.0", "1.0", "1",      "2.",
                                         "0e0",  "1E0",  "0.5", "-1.5",   "+0.25",
                                         "2e-1", "00.5", "-0",  "1e-999", "0x0"};
  while (true) {
    std::string text;
    if (random_.Chance(30)) {
      text = random_.Pick(kShort);
    } else if (random_.Chance(30)) {
      const int width = PlainWidth(type);
      text = "0x" + PaddedHex(random_.Next() & AllOnes(width), static_cast<size_t>(width + 3) / 4);
    } else {
      text = AnyDigits(type);
    }
    if (PlainBits(text, type)) return text;
  }
}

std::string GrammarConstants::Literal(const std::string& type) {
  const std::string known = WithoutS(type);
  return IsPlainInteger(known) ? IntegerLiteral(known) : FloatLiteral(known);
}

GrammarConstants::Tokens GrammarConstants::ElementTokens(const std::string& element) {
  if (!element.starts_with("complex<")) return {Literal(element)};
  const std::string part = StoredPart(element);
  std::string real = FloatLiteral(part);
  std::string imaginary = FloatLiteral(part);
  return {"(", std::move(real), ",", std::move(imaginary), ")"};
}

void GrammarConstants::DenseList(Tokens& tokens, const std::vector<int64_t>& shape, size_t depth,
                                 const std::string& element) {
  if (depth == shape.size()) {
    for (std::string& token : ElementTokens(element)) tokens.push_back(std::move(token));
    return;
  }
  tokens.push_back("[");
  for (int64_t i = 0; i < shape[depth]; ++i) {
    if (i != 0) tokens.push_back(",");
    DenseList(tokens, shape, depth + 1, element);
  }
  tokens.push_back("]");
}

std::string GrammarConstants::DenseBytes(int64_t count, const std::string& element) {
  const std::string part = WithoutS(StoredPart(element));
  const int width = PlainWidth(part);
  const int64_t parts = (part.size() == WithoutS(element).size() ? 1 : 2) * count;
  std::string text = "\"0x";
  for (int64_t i = 0; i < parts; ++i) {
    uint64_t bits = random_.Next() & AllOnes(width);
    for (int byte = 0; byte < (width + 7) / 8; ++byte) {
      text += PaddedHex(bits & 0xFF, 2);
      bits >>= 8;
    }
  }
  return text + "\"";
}

GrammarConstants::Tokens GrammarConstants::DenseOf(const std::vector<int64_t>& shape,
                                                   const std::string& element,
                                                   const std::string& stored) {
  int64_t count = 1;
  std::string type = "tensor<";
  for (const int64_t size : shape) {
    count *= size;
    type += std::to_string(size) + "x";
  }
  Tokens tokens = {"dense", "<"};
  const int64_t form = random_.Below(10);
  if (form < 2 && count != 0) {
    // A byte of i1 holds up to eight elements.
    const bool is_one = random_.Chance(30) && stored != "i1";
    tokens.push_back(DenseBytes(is_one ? 1 : count, stored));
  } else if (form < 5) {
    for (std::string& token : ElementTokens(stored)) tokens.push_back(std::move(token));
  } else if (count != 0 || !shape.empty()) {
    DenseList(tokens, shape, 0, stored);
  }
  tokens.insert(tokens.end(), {">", ":", type + element + ">"});
  return tokens;
}

}  // namespace paddock::generate
