// Words before the attributes of operations of MLIR's own dialects and of assertions:
// `fastmath<fast>`, `overflow<nsw, nuw>`, `exact`, `downward`, `, tolerance = 0.1`.
#include <algorithm>
#include <cstring>

#include "core/ir/rounding_mode.h"
#include "core/text/parse/parser.h"

namespace paddock {
namespace {

constexpr std::string_view kFastMath[] = {"none", "reassoc",  "nnan", "ninf", "nsz",
                                          "arcp", "contract", "afn",  "fast"};
constexpr std::string_view kOverflow[] = {"none", "nsw", "nuw"};

// Word with a list of flags after it, and the attribute that they form.
struct FlagList {
  std::string_view word;
  std::string_view attribute;
  std::span<const std::string_view> flags;
};

constexpr FlagList kFlagLists[] = {{"fastmath", "fastmath", kFastMath},
                                   {"overflow", "overflowFlags", kOverflow}};

// Word that is a unit attribute.
struct UnitWord {
  std::string_view word;
  std::string_view attribute;
};

constexpr UnitWord kUnitWords[] = {
    {"exact", "isExact"}, {"nneg", "nonNeg"}, {"disjoint", "isDisjoint"}};

// Reads one of kRoundingModes.
void ReadRoundingMode(Parser& parser, OperationDraft& draft, int64_t number) {
  const uint32_t begin = parser.token().begin;
  parser.Advance();
  Attribute* attribute = parser.MakeAttribute(AttributeKind::kInteger, begin);
  attribute->type = parser.types().GetScalar(ElementType::kI32);
  attribute->integer = number;
  parser.AddAttribute(draft, "roundingmode", attribute);
}

bool ReadFlags(Parser& parser, OperationDraft& draft, const FlagList& list) {
  const uint32_t begin = parser.token().begin;
  parser.Advance();
  const uint32_t flags_begin = parser.token().begin;
  if (!parser.Expect(TokenKind::kLess, {"after", list.word})) return false;
  do {
    const std::string_view flag = parser.TokenText();
    if (std::ranges::find(list.flags, flag) == list.flags.end()) {
      return parser.FailExpected("a flag", {"of", list.word});
    }
    parser.Advance();
  } while (parser.Accept(TokenKind::kComma));
  if (!parser.Expect(TokenKind::kGreater, {"after the flags of", list.word})) return false;
  Attribute* attribute = parser.MakeAttribute(AttributeKind::kOpaque, begin);
  attribute->text = parser.arena().CopyString(
      "#arith." + std::string(list.word) +
      std::string(parser.TextBetween(flags_begin, parser.previous_end())));
  parser.AddAttribute(draft, list.attribute, attribute);
  return true;
}

// Reads `, tolerance = 0.1`: a bare f64, since the type of the operands follows.
bool ReadTolerance(Parser& parser, OperationDraft& draft) {
  parser.Advance();
  parser.Advance();
  if (!parser.Expect(TokenKind::kEqual, {"after tolerance"})) return false;
  const uint32_t begin = parser.token().begin;
  const std::string_view text = parser.TokenText();
  std::byte element[sizeof(double)];
  if ((!parser.At(TokenKind::kFloat) && !parser.At(TokenKind::kInteger)) ||
      !ParseElement(text, ElementType::kF64, element, NumberSyntax::kProgram)) {
    return parser.FailExpected("a number of type f64", {"as the tolerance"});
  }
  parser.Advance();
  Attribute* attribute = parser.MakeAttribute(AttributeKind::kFloat, begin);
  attribute->type = parser.types().GetScalar(ElementType::kF64);
  attribute->number = FloatValue(ElementType::kF64, element);
  std::memcpy(&attribute->integer, element, sizeof(element));
  parser.AddAttribute(draft, "tolerance", attribute);
  return true;
}

}  // namespace

bool Parser::ParseFlags(OperationDraft& draft) {
  const std::string_view dialect = draft.info()->dialect;
  if (dialect == "check" && At(TokenKind::kComma)) {
    Lexer lexer = lexer_;
    const bool is_tolerance = lexer.TextOf(lexer.Next()) == "tolerance";
    return !is_tolerance || ReadTolerance(*this, draft);
  }
  if (dialect != "arith" && dialect != "math") return true;
  while (At(TokenKind::kWord)) {
    const auto list = std::ranges::find(kFlagLists, TokenText(), &FlagList::word);
    const auto unit = std::ranges::find(kUnitWords, TokenText(), &UnitWord::word);
    const auto mode = std::ranges::find(kRoundingModes, TokenText());
    if (list != std::end(kFlagLists)) {
      if (!ReadFlags(*this, draft, *list)) return false;
    } else if (unit != std::end(kUnitWords)) {
      const uint32_t begin = token_.begin;
      Advance();
      AddAttribute(draft, unit->attribute, MakeAttribute(AttributeKind::kUnit, begin));
    } else if (mode != kRoundingModes.end()) {
      ReadRoundingMode(*this, draft, mode - kRoundingModes.begin());
    } else {
      break;
    }
  }
  return true;
}

}  // namespace paddock
