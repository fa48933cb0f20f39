#include "core/text/parse/snippet.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

namespace paddock {
namespace {

ExampleValue MakeExample(const ExampleComment& comment, const Value* value) {
  ExampleValue example;
  example.name = comment.name;
  if (comment.result) example.name += '#' + std::to_string(*comment.result);
  example.value = value;
  example.process = comment.process;
  example.text = comment.value;
  example.span = comment.span;
  return example;
}

// Splits a name with a number: `result1` is result 1 of a group called `result`.
bool SplitNumber(std::string_view name, std::string_view& base, uint32_t& number) {
  size_t digits = 0;
  while (digits < name.size() && name[name.size() - 1 - digits] >= '0' &&
         name[name.size() - 1 - digits] <= '9') {
    ++digits;
  }
  if (digits == 0 || digits == name.size()) return false;
  base = name.substr(0, name.size() - digits);
  const std::string_view text = name.substr(base.size());
  if (text.size() > 1 && text[0] == '0') return false;
  return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
}

// Returns the infeed, or the queue of a channel from the host; `nullptr` if the comment is for
// neither.
std::vector<ExampleValue>* QueueOf(const ExampleComment& comment, Example& example) {
  constexpr uint32_t kMostEntries = 1000;
  if (!comment.queue_index || *comment.queue_index >= kMostEntries) return nullptr;
  if (comment.name == "infeed_queue" && !comment.channel) return &example.infeed;
  const bool is_received = comment.name == "receive_queue" && comment.channel;
  return is_received ? &example.received[*comment.channel] : nullptr;
}

}  // namespace

bool ReadGridComment(const ExampleComment& comment, Example& example) {
  if (std::vector<ExampleValue>* queue = QueueOf(comment, example)) {
    if (queue->size() <= *comment.queue_index) queue->resize(*comment.queue_index + 1);
    (*queue)[*comment.queue_index] = MakeExample(comment, nullptr);
    return true;
  }
  const bool is_replicas = comment.name == "num_replicas";
  if (!is_replicas && comment.name != "num_partitions") return false;
  int64_t count = 0;
  const std::string& text = comment.value;
  size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) begin = 0;
  std::from_chars(text.data() + begin, text.data() + text.size(), count);
  if (count > 0) (is_replicas ? example.replica_count : example.partition_count) = count;
  return true;
}

void SnippetReader::MakeMain() {
  Module& module = parser_.module();
  main_ = module.MakeOperation("func.func");
  main_->regions = module.arena().MakeArray<Region*>(1);
  main_->regions[0] = module.MakeRegion(main_);
  block_ = module.MakeBlock();
  main_->regions[0]->Append(block_);
}

bool SnippetReader::IsAtTop() const {
  return &parser_.scope() == scope_ && parser_.labels_.empty();
}

Value* SnippetReader::AddArgument(std::string_view name, Type type, Span span) {
  Value* value = parser_.module().MakeValue(type, name);
  value->block = block_;
  value->index = static_cast<uint32_t>(arguments_.size());
  value->span = span;
  arguments_.push_back(value);
  return value;
}

Value* SnippetReader::UseInput(const OperandUse& use, Type type) {
  // An argument needs a type, which a short form may leave to the operand's definition.
  if (&parser_.scope() != scope_ || use.result != 0 || !type) return nullptr;
  const auto found = pending_.find(use.name);
  if (found == pending_.end()) return nullptr;
  Value* value = AddArgument(use.name, type, use.span);
  for (const ExampleComment& comment : found->second) {
    example_.inputs.push_back(MakeExample(comment, value));
  }
  pending_.erase(found);
  const std::span<Value*> values = parser_.arena().MakeArray<Value*>(1);
  values[0] = value;
  scope_->names[use.name] = {values, use.span, false};
  return value;
}

Value* SnippetReader::FindResult(const ExampleComment& comment) const {
  const auto result_of = [&](std::string_view name, uint32_t number) -> Value* {
    const auto found = scope_->names.find(name);
    if (found == scope_->names.end() || number >= found->second.values.size()) return nullptr;
    Value* value = found->second.values[number];
    return value->operation != nullptr ? value : nullptr;
  };
  if (Value* value = result_of(comment.name, comment.result.value_or(0))) return value;
  std::string_view base;
  uint32_t number = 0;
  return SplitNumber(comment.name, base, number) ? result_of(base, number) : nullptr;
}

bool SnippetReader::Expect(const ExampleComment& comment) {
  const Value* value = FindResult(comment);
  if (value == nullptr) return false;
  example_.expectations.push_back(MakeExample(comment, value));
  return true;
}

void SnippetReader::ReadComment(const ExampleComment& comment) {
  if (ReadGridComment(comment, example_) || Expect(comment)) return;
  // The input of an earlier example ends here.
  const auto found = scope_->names.find(comment.name);
  const bool is_input = found != scope_->names.end() && !found->second.values.empty() &&
                        found->second.values[0]->is_block_argument();
  if (is_input) scope_->names.erase(found);
  std::vector<ExampleComment>& waiting = pending_[std::string(comment.name)];
  // A later comment for a process replaces an earlier one.
  std::erase_if(waiting, [&](const ExampleComment& other) {
    return other.process == comment.process && other.result == comment.result;
  });
  waiting.push_back(comment);
}

void SnippetReader::ReadComments(uint32_t end) {
  for (const ExampleComment& comment :
       FindExampleComments(parser_.lexer_.text(), comments_read_until_, end)) {
    ReadComment(comment);
  }
  comments_read_until_ = end;
}

void SnippetReader::MatchDefinition(std::string_view name, const Operation& operation) {
  const auto found = pending_.find(name);
  if (found == pending_.end()) return;
  const Value* value = FindResult(found->second.front());
  if (value == nullptr || value->operation != &operation) return;
  for (const ExampleComment& comment : found->second) Expect(comment);
  pending_.erase(found);
}

// Comments before a definition may name it; results under one name are matched by their numbers.
void SnippetReader::MatchDefinitions(const Operation& operation) {
  if (pending_.empty()) return;
  size_t number = 0;
  std::string_view last;
  for (const Value* result : operation.results) {
    if (number == 0 || result->name != last) {
      number = 0;
      last = result->name;
      MatchDefinition(last, operation);
    }
    MatchDefinition(std::string(last) + std::to_string(number++), operation);
  }
}

void SnippetReader::ReadOperations() {
  Module& module = parser_.module();
  while (true) {
    ReadComments(parser_.token().begin);
    const uint32_t begin = parser_.token().begin;
    if (parser_.At(TokenKind::kEnd)) return;
    if (parser_.At(TokenKind::kRightBrace) || parser_.At(TokenKind::kBlockName)) {
      parser_.FailExpected("an operation", {});
      parser_.Advance();
      continue;
    }
    if (parser_.At(TokenKind::kHashName) || parser_.At(TokenKind::kTypeName)) {
      if (!parser_.ParseAliasDefinition()) parser_.Recover(begin, module.body());
      continue;
    }
    Block* target = parser_.StartsSymbol() ? module.body() : block_;
    const Operation* last = target->last;
    if (!parser_.ParseOperation(target)) {
      // There is no surrounding function that an unclosed brace could hide.
      if (!parser_.is_unwinding_) parser_.Recover(begin, module.body());
      parser_.is_unwinding_ = false;
    } else if (target == block_ && target->last != last) {
      MatchDefinitions(*target->last);
    }
    comments_read_until_ = std::max(comments_read_until_, parser_.previous_end());
  }
}

// Names that neither a comment nor an operation defines are inputs too.
void SnippetReader::TakeUndefined() {
  for (std::string_view name : scope_->forward_names) {
    const auto found = scope_->forward_uses.find(name);
    if (found == scope_->forward_uses.end() || found->second.size() != 1 ||
        found->second[0].result != 0 || !found->second[0].value->type ||
        scope_->names.contains(name)) {
      continue;
    }
    Value* value = found->second[0].value;
    value->block = block_;
    value->index = static_cast<uint32_t>(arguments_.size());
    arguments_.push_back(value);
    scope_->forward_uses.erase(found);
  }
}

// Returns the results of @main: unused results, and those with an expectation.
std::vector<Value*> SnippetReader::Results() const {
  std::unordered_set<const Value*> used;
  std::vector<const Block*> blocks = {block_};
  while (!blocks.empty()) {
    const Block* block = blocks.back();
    blocks.pop_back();
    for (const Operation* operation : *block) {
      used.insert(operation->operands.begin(), operation->operands.end());
      for (const Region* region : operation->regions) {
        for (const Block* inner = region->first; inner != nullptr; inner = inner->next) {
          blocks.push_back(inner);
        }
      }
    }
  }
  for (const ExampleValue& expectation : example_.expectations) used.erase(expectation.value);
  std::vector<Value*> results;
  for (const Operation* operation : *block_) {
    for (Value* result : operation->results) {
      if (!used.contains(result)) results.push_back(result);
    }
  }
  return results;
}

// Reports comments such as `// %reslt: 1`, which would otherwise have no effect.
void SnippetReader::ReportUnbound() {
  for (const auto& [name, comments] : pending_) {
    for (const ExampleComment& comment : comments) {
      if (!comment.has_sigil) continue;
      parser_.sink().Warning("example", comment.span,
                             "no operation uses or defines %" + name + " of this comment");
    }
  }
}

void SnippetReader::Finish() {
  Module& module = parser_.module();
  const uint32_t end = parser_.token().begin;
  block_->arguments = module.arena().CopyArray(arguments_);
  Operation* last = block_->last;
  if (last == nullptr || last->info == nullptr || !last->info->has(kTerminator)) {
    last = module.MakeOperation("func.return");
    last->operands = module.arena().CopyArray(Results());
    last->operand_spans = module.arena().MakeArray<Span>(last->operands.size());
    last->span = {end, end};
    block_->Append(last);
  }
  std::vector<Type> inputs;
  std::vector<Type> results;
  for (const Value* argument : arguments_) inputs.push_back(argument->type);
  for (const Value* result : last->operands) results.push_back(result->type);
  const Type type = module.types().GetFunction(inputs, results);
  const std::vector<NamedAttribute> attributes = {
      {"function_type", parser_.MakeType(type, end), {}},
      {"sym_name", parser_.MakeString("main", end), {}},
  };
  main_->attributes = module.arena().CopyArray(attributes);
  main_->span = {0, end};
  main_->regions[0]->span = main_->span;
  block_->span = main_->span;
  module.body()->Append(main_);
}

void SnippetReader::Read() {
  example_.is_snippet = true;
  MakeMain();
  parser_.scopes_.push_back(std::make_unique<Scope>());
  scope_ = &parser_.scope();
  parser_.snippet_ = this;
  ReadOperations();
  TakeUndefined();
  ReportUnbound();
  parser_.EndScope();
  Finish();
  parser_.snippet_ = nullptr;
  parser_.scopes_.pop_back();
}

void ReadMarkedExample(std::string_view text, const Module& module, Example& example) {
  const Operation* function = module.FindSymbol("main");
  if (function == nullptr && module.body()->first == module.body()->last) {
    function = module.body()->first;
  }
  const Block* body = function == nullptr ? nullptr : FunctionBody(*function);
  const auto find = [&](const ExampleComment& comment, const Value*& value) {
    if (body == nullptr) return false;
    const auto argument = std::ranges::find(body->arguments, comment.name, &Value::name);
    if (argument != body->arguments.end()) value = *argument;
    for (const Operation* operation : *body) {
      // The results of a group share its name; `%a, %b` are groups of one.
      uint32_t number = 0;
      for (const Value* result : operation->results) {
        if (result->name != comment.name) continue;
        if (number++ == comment.result.value_or(0)) value = result;
      }
    }
    return value != nullptr;
  };
  for (const ExampleComment& comment :
       FindExampleComments(text, 0, static_cast<uint32_t>(text.size()))) {
    const Value* value = nullptr;
    if (ReadGridComment(comment, example) || !find(comment, value)) continue;
    const bool is_input = value->is_block_argument();
    (is_input ? example.inputs : example.expectations).push_back(MakeExample(comment, value));
  }
}

Value* Parser::UseSnippetInput(const OperandUse& use, Type type) {
  return snippet_->UseInput(use, type);
}

bool Parser::MayRedefine() const { return snippet_ != nullptr && snippet_->IsAtTop(); }

// Returns whether the operation here defines a symbol, and thus belongs in a module.
bool Parser::StartsSymbol() const {
  if (!At(TokenKind::kWord) && !At(TokenKind::kString)) return false;
  std::string_view name = TokenText();
  if (At(TokenKind::kString)) name = name.substr(1, name.size() - 2);
  if (name == "func" || name == "stablehlo.func" || name == "module") return true;
  const OpInfo* info = FindOp(name);
  return info != nullptr && info->has(kSymbolTrait);
}

bool Parser::IsSnippet() const {
  if (At(TokenKind::kValueName)) return true;
  if (StartsSymbol() || (!At(TokenKind::kWord) && !At(TokenKind::kString))) return false;
  if (At(TokenKind::kWord)) {
    return TokenText().find('.') != std::string_view::npos || TokenText() == "call" ||
           TokenText() == "return";
  }
  // An unknown operation without operands may be in a module.
  const std::string_view name = TokenText().substr(1, TokenText().size() - 2);
  Lexer lexer = lexer_;
  const bool has_operands =
      lexer.Next().kind == TokenKind::kLeftParen && lexer.Next().kind == TokenKind::kValueName;
  return FindOp(name) != nullptr || has_operands;
}

}  // namespace paddock
