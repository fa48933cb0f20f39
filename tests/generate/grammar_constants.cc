#include "tests/generate/grammar_constants.h"

#include <algorithm>
#include <string_view>

#include "tests/generate/plain_number.h"

namespace paddock::generate {
namespace {

constexpr std::string_view kGrammarIntegers[] = {"i2",  "i4",  "i8",  "i16",  "i32",  "i64",
                                                 "si2", "si4", "si8", "si16", "si32", "si64",
                                                 "ui2", "ui4", "ui8", "ui16", "ui32", "ui64"};
constexpr std::string_view kGrammarFloats[] = {
    "f4E2M1FN",  "f6E2M3FN",   "f6E3M2FN",      "f8E3M4", "f8E4M3",
    "f8E4M3FN",  "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2", "f8E5M2FNUZ",
    "f8E8M0FNU", "bf16",       "f16",           "f32",    "f64"};
constexpr std::string_view kStorages[] = {"i4", "si8", "ui8", "i8", "si16", "ui4", "i32"};
constexpr std::string_view kExpressed[] = {"f32", "f16", "bf16", "f64"};

void Append(GrammarConstants::Tokens& tokens, GrammarConstants::Tokens more) {
  for (std::string& token : more) tokens.push_back(std::move(token));
}

std::string Unsigned(std::string_view type) {
  return std::string(type.starts_with("si") ? type.substr(1) : type);
}

}  // namespace

std::string GrammarConstants::ElementType() {
  const int64_t kind = random_.Below(10);
  if (kind == 0) return "i1";
  if (kind == 1) return random_.Chance(50) ? "complex<f32>" : "complex<f64>";
  return std::string(kind < 6 ? random_.Pick(kGrammarIntegers) : random_.Pick(kGrammarFloats));
}

// Positive in every expressed type.
std::string GrammarConstants::Scale() {
  constexpr std::string_view kScales[] = {"0.5", "5e-1",    "+0.25",  "1.",
                                          "3",   "1.25E+1", "0.0625", "1e-3"};
  std::string scale(random_.Pick(kScales));
  if (random_.Chance(30)) scale += ":" + std::to_string(random_.Below(4));
  return scale;
}

std::string GrammarConstants::QuantizedElement(size_t rank) {
  const std::string storage(random_.Pick(kStorages));
  std::string text = "!quant.uniform<" + storage;
  if (random_.Chance(30)) {
    const bool is_unsigned = IsPlainUnsigned(Unsigned(storage));
    text += is_unsigned ? "<0:" : "<-" + std::to_string(random_.Between(1, 7)) + ":";
    text += std::to_string(random_.Between(4, 7)) + ">";
  }
  const std::string expressed(random_.Pick(kExpressed));
  text += ":" + expressed;
  if (rank == 0 || random_.Chance(50)) {
    const std::string scale = Scale();
    return text + (random_.Chance(10) ? "," : ", ") + scale + ">";
  }
  text += ":" + std::to_string(random_.Below(static_cast<int64_t>(rank))) + ", {";
  for (int64_t i = random_.Below(3); i >= 0; --i) text += Scale() + (i == 0 ? "" : ", ");
  return text + "}>";
}

std::string GrammarConstants::TensorType() {
  const int64_t rank = random_.Below(4);
  std::string text = "tensor<", bounds;
  bool is_open = false;
  for (int64_t i = 0; i < rank; ++i) {
    const bool is_dynamic = random_.Chance(20);
    is_open |= is_dynamic;
    text += (is_dynamic ? "?" : std::to_string(random_.Below(5))) + "x";
    const bool has_bound = is_dynamic && random_.Chance(70);
    bounds += (i == 0 ? "" : ", ") + (has_bound ? std::to_string(random_.Below(9)) : "?");
  }
  text += random_.Chance(15) ? QuantizedElement(static_cast<size_t>(rank)) : ElementType();
  if (!is_open || random_.Chance(50)) return text + ">";
  if (random_.Chance(50)) return text + ", #stablehlo.bounds<" + bounds + ">>";
  return text + ", #stablehlo.type_extensions<bounds = [" + bounds + "]>>";
}

std::string GrammarConstants::ValueType(int depth) {
  if (random_.Chance(5)) return random_.Chance(50) ? "token" : "!stablehlo.token";
  if (depth > 2 || !random_.Chance(8)) return TensorType();
  std::string text = "tuple<";
  for (int64_t i = random_.Below(4); i > 0; --i)
    text += ValueType(depth + 1) + (i == 1 ? "" : ", ");
  return text + ">";
}

GrammarConstants::Tokens GrammarConstants::Dense() {
  std::vector<int64_t> shape;
  for (int64_t rank = random_.Below(4); rank > 0; --rank) shape.push_back(random_.Below(4));
  if (!random_.Chance(15)) {
    const std::string element = ElementType();
    return DenseOf(shape, element, element);
  }
  // Elements within every stored range above.
  const std::string element = "!quant.uniform<i8:f32, 0.5:1>";
  return DenseOf(shape, element, "i8");
}

std::string GrammarConstants::Integers() {
  std::string text = "[";
  for (int64_t i = random_.Below(4); i > 0; --i) {
    text += std::to_string(random_.Below(6)) + (i == 1 ? "" : ", ");
  }
  return text + "]";
}

GrammarConstants::Tokens GrammarConstants::Array(const std::string& type) {
  Tokens tokens = {"array", "<", type};
  const int64_t count = random_.Below(4);
  for (int64_t i = 0; i < count; ++i) {
    tokens.push_back(i == 0 ? ":" : ",");
    tokens.push_back(Literal(type));
  }
  tokens.push_back(">");
  return tokens;
}

GrammarConstants::Tokens GrammarConstants::String() {
  constexpr std::string_view kPieces[] = {"a",   "Z9",   " ",     "\\\"", "\\\\",     "\\n",
                                          "\\t", "\\00", "\\1f",  "\\7F", "\\C3\\A9", "//",
                                          "{",   "%0",   "dense", "\\22"};
  std::string text = "\"";
  for (int64_t i = random_.Below(6); i > 0; --i) text += random_.Pick(kPieces);
  return {text + "\""};
}

GrammarConstants::Tokens GrammarConstants::List(int64_t count, int depth) {
  Tokens tokens = {"["};
  for (int64_t i = 0; i < count; ++i) {
    if (i != 0) tokens.push_back(",");
    Append(tokens, Constant(depth + 1));
  }
  tokens.push_back("]");
  return tokens;
}

GrammarConstants::Tokens GrammarConstants::Entries(int depth) {
  Tokens tokens;
  constexpr std::string_view kStems[] = {"z", "zeta", "z_1", "paddock.z", "_z"};
  const int64_t count = random_.Below(4);
  for (int64_t i = 0; i < count; ++i) {
    if (i != 0) tokens.push_back(",");
    const std::string_view stem = random_.Pick(kStems);
    tokens.push_back(std::string(stem) + "_" + std::to_string(i));
    if (random_.Chance(10)) continue;
    tokens.push_back("=");
    Append(tokens, Constant(depth + 1));
  }
  return tokens;
}

GrammarConstants::Tokens GrammarConstants::Constant(int depth) {
  switch (random_.Below(depth > 2 ? 9 : 12)) {
    case 0:
      return {random_.Chance(50) ? "true" : "false"};
    case 1: {
      const std::string type(random_.Pick(kGrammarIntegers));
      return {Literal(type), ":", type};
    }
    case 2: {
      const std::string type(random_.Pick(kGrammarFloats));
      return {Literal(type), ":", type};
    }
    case 3: {
      const std::string type = random_.Chance(50) ? "complex<f32>" : "complex<f64>";
      Tokens tokens = ElementTokens(type);
      tokens.insert(tokens.end(), {":", type});
      return tokens;
    }
    case 4:
    case 5:
      return Dense();
    case 6:
      return String();
    case 7:
      return {random_.Chance(50) ? ValueType() : "@f"};
    case 8:
      return {"#stablehlo<", "comparison_direction", random_.Chance(50) ? "EQ" : "LT", ">"};
    case 9:
      return Array(random_.Chance(30)
                       ? "i1"
                       : Unsigned(random_.Chance(50) ? random_.Pick(kGrammarIntegers)
                                                     : random_.Pick(kGrammarFloats)));
    case 10:
      return List(random_.Below(4), depth);
    default: {
      Tokens tokens = {"{"};
      Append(tokens, Entries(depth));
      tokens.push_back("}");
      return tokens;
    }
  }
}

GrammarConstants::Tokens GrammarConstants::Convolution() {
  constexpr std::string_view kDimensions[] = {"[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
                                              "[b, f, 0]x[o, i, 0]->[b, f, 0]",
                                              "[f, 1, b, 0]x[i, o, 0, 1]->[0, b, 1, f]"};
  return {"#stablehlo.conv", "<", std::string(random_.Pick(kDimensions)), ">"};
}

GrammarConstants::Tokens GrammarConstants::Structure(const StructInfo& info) {
  if (info.name == "conv") return Convolution();
  Tokens tokens = {"#" + std::string(info.dialect) + "." + std::string(info.name), "<"};
  for (const AttributeInfo& field : info.fields) {
    std::string value;
    switch (field.form) {
      case AttributeForm::kI64:
        value = std::to_string(random_.Between(0, 3));
        break;
      case AttributeForm::kI64Array:
        value = Integers();
        break;
      case AttributeForm::kBool:
        value = random_.Chance(50) ? "true" : "false";
        break;
      case AttributeForm::kType:
        value = random_.Chance(50) ? "tf32" : "f32";
        break;
      default:
        return {};
    }
    if (!field.default_text.empty() && random_.Chance(30)) continue;
    if (tokens.size() > 2) tokens.push_back(",");
    tokens.insert(tokens.end(), {std::string(field.name), "=", value});
  }
  tokens.push_back(">");
  return tokens;
}

GrammarConstants::Tokens GrammarConstants::OfForm(const AttributeInfo& info) {
  const auto number = [&](const std::string& type) { return Tokens{Literal(type), ":", type}; };
  const auto shape = [&] { return std::vector<int64_t>{random_.Below(3), random_.Between(1, 3)}; };
  switch (info.form) {
    case AttributeForm::kUnit:
      return {"unit"};
    case AttributeForm::kBool:
      return {random_.Chance(50) ? "true" : "false"};
    case AttributeForm::kI32:
      return number("i32");
    case AttributeForm::kI64:
    case AttributeForm::kInteger:
      return number("i64");
    case AttributeForm::kUI32:
      return number("ui32");
    case AttributeForm::kUI64:
      return number("ui64");
    case AttributeForm::kF32:
      return number("f32");
    case AttributeForm::kF64:
      return number("f64");
    case AttributeForm::kString:
      return String();
    case AttributeForm::kSymbol:
      return {"@f"};
    case AttributeForm::kType:
      return {ValueType()};
    case AttributeForm::kI64Array:
      return Array("i64");
    case AttributeForm::kBoolArray:
      return Array("i1");
    case AttributeForm::kI64Elements:
      return DenseOf(shape(), "i64", "i64");
    case AttributeForm::kElements:
      return Dense();
    case AttributeForm::kEnum:
    case AttributeForm::kEnumArray: {
      const EnumInfo* cases = FindEnum(info.of_name);
      if (cases == nullptr || cases->dialect != "stablehlo") return {};
      const Tokens one = {"#stablehlo<", std::string(cases->name),
                          std::string(random_.Pick(cases->cases)), ">"};
      if (info.form == AttributeForm::kEnum) return one;
      Tokens list = {"["};
      Append(list, one);
      list.push_back("]");
      return list;
    }
    case AttributeForm::kStruct: {
      const StructInfo* structure = FindStruct(info.of_name);
      return structure == nullptr ? Tokens{} : Structure(*structure);
    }
    case AttributeForm::kAny:
      return Constant();
    default:
      return {};
  }
}

}  // namespace paddock::generate
