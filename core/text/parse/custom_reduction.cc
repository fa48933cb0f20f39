// Forms of reduce, top_k and scan.
#include "core/text/parse/custom.h"

namespace paddock {
namespace {

// `(%a init: %x), (%b init: %y)`: the inputs come before the initial values.
bool ReadReduceOperands(Parser& parser, OperationDraft& draft) {
  std::vector<OperandUse> inits;
  const Where where{"as an operand of", draft.name()};
  do {
    OperandUse input;
    OperandUse init;
    if (!parser.Expect(TokenKind::kLeftParen, {"before an operand of", draft.name()}) ||
        !parser.ParseOperandUse(input, where) ||
        !parser.ExpectWord("init", {"after an operand of", draft.name()}) ||
        !parser.Expect(TokenKind::kColon, {"after init"}) || !parser.ParseOperandUse(init, where) ||
        !parser.Expect(TokenKind::kRightParen, {"after an initial value of", draft.name()})) {
      return false;
    }
    draft.operands.push_back(input);
    inits.push_back(init);
  } while (parser.Accept(TokenKind::kComma));
  draft.operands.insert(draft.operands.end(), inits.begin(), inits.end());
  return true;
}

bool ReadDimensions(Parser& parser, OperationDraft& draft) {
  if (!parser.ExpectWord("across", {"in", draft.name()}) ||
      !parser.ExpectWord("dimensions", {"after across"}) ||
      !parser.Expect(TokenKind::kEqual, {"after dimensions"})) {
    return false;
  }
  const Attribute* dimensions = parser.ParseIntegerList({"as dimensions"});
  if (dimensions == nullptr) return false;
  parser.AddAttribute(draft, "dimensions", dimensions);
  return parser.ParseOptionalAttributes(draft) &&
         parser.ExpectTypes({"after the dimensions of", draft.name()}) &&
         parser.ParseFunctionalType(draft);
}

// `applies stablehlo.add`: a body of that operation on two scalars.
bool MakeReducer(Parser& parser, OperationDraft& draft, const OpInfo& reducer, Span span) {
  if (draft.operand_types.empty() || !draft.operand_types[0].is_tensor()) {
    return parser.Fail(draft.operation->type_span,
                       std::string(draft.name()) + " needs tensors to apply an operation to");
  }
  Module& module = parser.module();
  const Type scalar = parser.types().GetTensor({}, draft.operand_types[0].element());
  Region* region = module.MakeRegion(draft.operation);
  region->span = span;
  Block* block = module.MakeBlock();
  block->span = span;
  region->Append(block);
  block->arguments = module.arena().MakeArray<Value*>(2);
  for (uint32_t i = 0; i < 2; ++i) {
    block->arguments[i] = module.MakeValue(scalar, "");
    block->arguments[i]->block = block;
    block->arguments[i]->index = i;
    block->arguments[i]->span = span;
  }
  Operation* apply = module.MakeOperation(reducer.name);
  Operation* end = module.MakeOperation("stablehlo.return");
  apply->operands = module.arena().CopyArray(std::span<Value* const>(block->arguments));
  apply->results = module.arena().MakeArray<Value*>(1);
  apply->results[0] = module.MakeValue(scalar, "");
  apply->results[0]->operation = apply;
  end->operands = module.arena().CopyArray(std::span<Value* const>(apply->results));
  for (Operation* operation : {apply, end}) {
    operation->span = span;
    operation->name_span = span;
    const std::span<Span> spans = module.arena().MakeArray<Span>(operation->operands.size());
    for (Span& operand_span : spans) operand_span = span;
    operation->operand_spans = spans;
    block->Append(operation);
  }
  draft.regions.push_back(region);
  return true;
}

bool ReadApplied(Parser& parser, OperationDraft& draft) {
  const Span span = parser.TokenSpan();
  const OpInfo* reducer = parser.At(TokenKind::kWord) ? FindOp(parser.TokenText()) : nullptr;
  const bool is_allowed = reducer != nullptr && reducer->dialect == "stablehlo" &&
                          reducer->has(kCommutative) && reducer->operands.size() == 2 &&
                          reducer->results.size() == 1 && reducer->regions.empty();
  if (!is_allowed) {
    return parser.FailExpected("a commutative operation of two operands, such as stablehlo.add",
                               {"after applies"});
  }
  parser.Advance();
  return ReadDimensions(parser, draft) && MakeReducer(parser, draft, *reducer, span);
}

// `reducer(%a: T, %b: T) (%c: U, %d: U) {..}`: the arguments are the first of every pair, then the
// second.
bool ReadReducer(Parser& parser, OperationDraft& draft) {
  std::vector<ArgumentDraft> firsts;
  std::vector<ArgumentDraft> seconds;
  if (!parser.ExpectWord("reducer", {"after the type of", draft.name()})) return false;
  do {
    firsts.emplace_back();
    seconds.emplace_back();
    if (!parser.Expect(TokenKind::kLeftParen, {"before the arguments of reducer"}) ||
        !parser.ParseArgument(firsts.back(), {"as an argument of reducer"}) ||
        !parser.Expect(TokenKind::kComma, {"between the arguments of reducer"}) ||
        !parser.ParseArgument(seconds.back(), {"as an argument of reducer"}) ||
        !parser.Expect(TokenKind::kRightParen, {"after the arguments of reducer"})) {
      return false;
    }
  } while (parser.At(TokenKind::kLeftParen));
  firsts.insert(firsts.end(), seconds.begin(), seconds.end());
  return parser.ParseRegion(draft, firsts);
}

bool ReadReduce(Parser& parser, OperationDraft& draft) {
  if (!ReadReduceOperands(parser, draft)) return false;
  if (parser.AcceptWord("applies")) return ReadApplied(parser, draft);
  if (!ReadDimensions(parser, draft)) return false;
  std::string_view location;
  return parser.ParseOptionalLocation(location) && ReadReducer(parser, draft);
}

// `(%a, k = 5, is_stable = true) : T -> (V, I)`
bool ReadTopK(Parser& parser, OperationDraft& draft) {
  draft.operands.emplace_back();
  if (!parser.Expect(TokenKind::kLeftParen, {"after", draft.name()}) ||
      !parser.ParseOperandUse(draft.operands.back(), {"as the operand of", draft.name()})) {
    return false;
  }
  const OpInfo& info = *draft.info();
  while (parser.Accept(TokenKind::kComma)) {
    const int index = parser.At(TokenKind::kWord) ? info.FindAttribute(parser.TokenText()) : -1;
    if (index < 0) return parser.FailExpected("k or is_stable", {"in", draft.name()});
    const AttributeInfo& attribute = info.attributes[static_cast<size_t>(index)];
    parser.Advance();
    if (!parser.Expect(TokenKind::kEqual, {"after", attribute.name})) return false;
    const Attribute* value = parser.ParseBareAttribute(attribute, {"as", attribute.name});
    if (value == nullptr) return false;
    parser.AddAttribute(draft, attribute.name, value);
  }
  if (!parser.Expect(TokenKind::kRightParen, {"after the operand of", draft.name()}) ||
      !parser.ParseOptionalAttributes(draft) ||
      !parser.ExpectTypes({"after the operand of", draft.name()})) {
    return false;
  }
  const uint32_t begin = parser.token().begin;
  draft.operand_types.push_back(parser.ParseType());
  if (!draft.operand_types.back() ||
      !parser.Expect(TokenKind::kArrow, {"after the operand type of", draft.name()}) ||
      !parser.ParseResultTypes(draft.result_types, &draft.result_type_spans, {})) {
    return false;
  }
  draft.operation->type_span = parser.SpanFrom(begin);
  return true;
}

bool ReadScanOperands(Parser& parser, OperationDraft& draft) {
  return parser.Expect(TokenKind::kLeftParen, {"before the operands of", draft.name()}) &&
         parser.ParseListUntil(TokenKind::kRightParen, {"between the operands of", draft.name()},
                               [&] {
                                 draft.operands.emplace_back();
                                 return parser.ParseOperandUse(draft.operands.back(),
                                                               {"as an operand of", draft.name()});
                               });
}

// `(%a) inits (%b) dimension = 0 attributes {..} {..} : (..) -> ..`
bool ReadScan(Parser& parser, OperationDraft& draft) {
  if (!ReadScanOperands(parser, draft)) return false;
  const size_t input_count = draft.operands.size();
  if (!parser.ExpectWord("inits", {"in", draft.name()}) || !ReadScanOperands(parser, draft) ||
      !parser.ExpectWord("dimension", {"in", draft.name()}) ||
      !parser.Expect(TokenKind::kEqual, {"after dimension"})) {
    return false;
  }
  const uint32_t begin = parser.token().begin;
  int64_t dimension = 0;
  if (!parser.ParseInt64(dimension, {"as dimension"})) return false;
  parser.AddAttribute(draft, "dimension", parser.MakeInteger(dimension, "i64", begin));
  if (parser.AcceptWord("attributes") &&
      !parser.ParseAttributeDictionary(draft.info(), draft.attributes)) {
    return false;
  }
  if (!parser.ParseRegion(draft) || !parser.ExpectTypes({"after the region of", draft.name()}) ||
      !parser.ParseFunctionalType(draft)) {
    return false;
  }
  // The generic form splits the operands and the results into two lists each.
  const int64_t inits = static_cast<int64_t>(draft.operands.size() - input_count);
  const int64_t results = static_cast<int64_t>(draft.result_types.size());
  if (results < inits) {
    return parser.Fail(draft.operation->type_span,
                       std::string(draft.name()) + " has fewer results than initial values");
  }
  parser.AddAttribute(
      draft, "operandSegmentSizes",
      parser.MakeIntegers({static_cast<int64_t>(input_count), inits}, "i32", begin));
  parser.AddAttribute(draft, "resultSegmentSizes",
                      parser.MakeIntegers({results - inits, inits}, "i32", begin));
  return true;
}

constexpr CustomReader kReductionReaders[] = {
    {"Reduce", ReadReduce},
    {"TopK", ReadTopK},
    {"Scan", ReadScan},
};

}  // namespace

std::span<const CustomReader> ReductionReaders() { return kReductionReaders; }

}  // namespace paddock
