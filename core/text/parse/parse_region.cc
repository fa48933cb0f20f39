// Regions, blocks, their arguments, and recovery after an error.
#include <algorithm>

#include "core/text/parse/parser.h"

namespace paddock {
namespace {

bool IsModuleBody(const Block* block) {
  return block->parent != nullptr && block->parent->parent != nullptr &&
         block->parent->parent->is(OpKind::kBuiltinModule);
}

bool IsFunctionWord(std::string_view word) {
  return word == "func.func" || word == "stablehlo.func" || word == "func";
}

// Returns whether an operation or block seems to start at `token`. Recovery searches for this at
// the start of a line.
bool StartsOperation(Lexer lexer, Token token) {
  switch (token.kind) {
    case TokenKind::kBlockName:
      return true;
    case TokenKind::kString:
      return lexer.Next().kind == TokenKind::kLeftParen;
    case TokenKind::kWord: {
      const std::string_view word = lexer.TextOf(token);
      return IsFunctionWord(word) || word == "return" || word == "call" || word == "module" ||
             word.find('.') != std::string_view::npos;
    }
    case TokenKind::kValueName:
      break;
    default:
      return false;
  }
  // `%a, %b:2 =`
  while (true) {
    token = lexer.Next();
    if (token.kind == TokenKind::kColon) {
      if (lexer.Next().kind != TokenKind::kInteger) return false;
      token = lexer.Next();
    }
    if (token.kind == TokenKind::kEqual) return true;
    if (token.kind != TokenKind::kComma || lexer.Next().kind != TokenKind::kValueName) return false;
  }
}

}  // namespace

bool Parser::ParseArgument(ArgumentDraft& argument, Where where) {
  argument = {};
  if (!At(TokenKind::kValueName)) return FailExpected("a value such as %arg0", where);
  argument.name = TokenText().substr(1);
  argument.span = TokenSpan();
  Advance();
  return Expect(TokenKind::kColon, {"after the name of an argument"}) &&
         ParseTypeWithAttributes(argument);
}

bool Parser::ParseTypeWithAttributes(ArgumentDraft& argument) {
  const uint32_t type_begin = token_.begin;
  argument.type = ParseType();
  if (!argument.type) return false;
  argument.type_span = SpanFrom(type_begin);
  if (At(TokenKind::kLeftBrace)) {
    const uint32_t begin = token_.begin;
    std::vector<NamedAttribute> attributes;
    if (!ParseAttributeDictionary(nullptr, attributes)) return false;
    argument.attributes = MakeDictionary(std::move(attributes), begin);
  }
  return ParseOptionalLocation(argument.location);
}

Value* Parser::MakeArgument(Block* block, const ArgumentDraft& argument) {
  Value* value = module_.MakeValue(argument.type, argument.name);
  value->block = block;
  value->span = argument.span;
  value->type_span = argument.type_span;
  value->location = argument.location;
  return value;
}

Block* Parser::FindBlock(std::string_view label, Span span) {
  Label& entry = labels_.back()[label];
  if (entry.block == nullptr) {
    entry.block = module_.MakeBlock();
    entry.block->label = label;
    entry.first_use = span;
  }
  return entry.block;
}

bool Parser::ParseBlockHeader(Region* region, Block*& block) {
  const Span span = TokenSpan();
  const std::string_view name = TokenText().substr(1);
  block = FindBlock(name, span);
  Label& label = labels_.back()[name];
  if (label.is_defined)
    return Fail(span, "the block '^" + std::string(name) + "' is defined twice");
  label.is_defined = true;
  block->span = span;
  region->Append(block);
  Advance();
  block_begin_ = span.begin;
  std::vector<ArgumentDraft> arguments;
  if (Accept(TokenKind::kLeftParen) &&
      !ParseListUntil(TokenKind::kRightParen, {"between the arguments of a block"}, [&] {
        arguments.emplace_back();
        return ParseArgument(arguments.back(), {"as an argument of a block"});
      })) {
    return false;
  }
  if (!Expect(TokenKind::kColon, {"after the label of a block"})) return false;
  DefineArguments(block, arguments);
  return true;
}

void Parser::DefineArguments(Block* block, std::span<const ArgumentDraft> arguments) {
  block->arguments = arena().MakeArray<Value*>(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    block->arguments[i] = MakeArgument(block, arguments[i]);
    block->arguments[i]->index = static_cast<uint32_t>(i);
    DefineValues(arguments[i].name, block->arguments.subspan(i, 1), arguments[i].span);
  }
}

bool Parser::ParseBlocks(Region* region, std::span<const ArgumentDraft> arguments) {
  if (!At(TokenKind::kBlockName) && (!At(TokenKind::kRightBrace) || !arguments.empty())) {
    Block* entry = module_.MakeBlock();
    entry->span = {previous_end_, previous_end_};
    block_begin_ = previous_end_;
    region->Append(entry);
    DefineArguments(entry, arguments);
    ParseBlockBody(entry);
  } else if (!arguments.empty()) {
    return FailExpected("an operation", {"in a body whose arguments are given outside it"});
  }
  while (At(TokenKind::kBlockName) && !is_unwinding_) {
    Block* block = nullptr;
    const uint32_t begin = token_.begin;
    if (!ParseBlockHeader(region, block)) {
      Recover(begin, block);
      if (is_unwinding_) return false;
    }
    ParseBlockBody(block);
  }
  if (is_unwinding_) return false;
  for (const auto& [label, entry] : labels_.back()) {
    if (entry.is_defined) continue;
    Fail(entry.first_use, "the block '^" + std::string(label) + "' is not defined", "ssa");
  }
  return true;
}

bool Parser::ParseRegion(OperationDraft& draft, std::span<const ArgumentDraft> arguments) {
  const uint32_t begin = token_.begin;
  if (!Expect(TokenKind::kLeftBrace, {"before a region of", draft.name()})) return false;
  const OpInfo* info = draft.info();
  const size_t index = draft.regions.size();
  const bool is_isolated = info != nullptr && !info->regions.empty() &&
                           info->regions[std::min(index, info->regions.size() - 1)].is_isolated;
  Region* region = module_.MakeRegion(draft.operation);
  draft.regions.push_back(region);
  labels_.emplace_back();
  const uint32_t outer_block_begin = block_begin_;
  if (is_isolated) scopes_.push_back(std::make_unique<Scope>());
  const size_t defined_before = scope().defined.size();
  const bool is_read = ParseBlocks(region, arguments) &&
                       Expect(TokenKind::kRightBrace, {"after a region of", draft.name()});
  if (is_isolated) {
    EndScope();
    scopes_.pop_back();
  } else {
    std::vector<std::string_view>& defined = scope().defined;
    for (size_t i = defined_before; i < defined.size(); ++i) scope().names.erase(defined[i]);
    defined.resize(defined_before);
  }
  block_begin_ = outer_block_begin;
  labels_.pop_back();
  region->span = SpanFrom(begin);
  return is_read;
}

void Parser::ParseBlockBody(Block* block) {
  while (true) {
    const uint32_t begin = token_.begin;
    switch (token_.kind) {
      case TokenKind::kEnd:
      case TokenKind::kRightBrace:
      case TokenKind::kBlockName:
        block->span.end = std::max(block->span.end, previous_end_);
        return;
      case TokenKind::kHashName:
      case TokenKind::kTypeName:
        if (!ParseAliasDefinition()) Recover(begin, block);
        break;
      case TokenKind::kLeftBrace:
        if (lexer_.text().substr(begin, 3) == "{-#") {
          SkipFileMetadata();
          break;
        }
        [[fallthrough]];
      default:
        if (!ParseOperation(block) && !is_unwinding_) Recover(begin, block);
    }
    if (is_unwinding_) {
      if (!IsModuleBody(block)) return;
      is_unwinding_ = false;
    }
  }
}

// Counts braces from the start of the failed operation, to skip its regions and attributes. The
// start of a function ends everything but a module: there a closing brace is missing.
void Parser::Recover(uint32_t begin, const Block* block) {
  const std::string_view text = lexer_.text();
  const uint32_t failed_at = std::max(token_.begin, begin + 1);
  Lexer lexer(text);
  lexer.Seek(begin);
  int64_t depth = 0;
  uint32_t last_end = begin;
  while (true) {
    const Token token = lexer.Next();
    const std::string_view between = text.substr(last_end, token.begin - last_end);
    const bool starts_line = between.find('\n') != std::string_view::npos;
    last_end = token.end;
    if (token.kind == TokenKind::kEnd) return SeekTo(token.begin);
    if (token.begin > begin && starts_line && token.kind == TokenKind::kWord &&
        IsFunctionWord(lexer.TextOf(token))) {
      is_unwinding_ = !IsModuleBody(block);
      return SeekTo(token.begin);
    }
    if (token.kind == TokenKind::kRightBrace && depth == 0) return SeekTo(token.begin);
    const bool is_past = token.begin >= failed_at && starts_line && depth == 0;
    if (is_past && StartsOperation(lexer, token)) return SeekTo(token.begin);
    if (token.kind == TokenKind::kLeftBrace) ++depth;
    if (token.kind == TokenKind::kRightBrace) --depth;
  }
}

}  // namespace paddock
