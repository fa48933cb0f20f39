// Snippets: bare lists of operations, for which the parser makes @main. Private to core/text.
#ifndef PADDOCK_CORE_TEXT_PARSE_SNIPPET_H_
#define PADDOCK_CORE_TEXT_PARSE_SNIPPET_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/parse/example_comment.h"
#include "core/text/parse/parser.h"

namespace paddock {

// Reads the operations in order, and the comments between them. A comment whose name an operation
// defines is an expectation; a name that is used without a definition is an input. A later comment
// or definition replaces the name, so that one text may contain several examples in sequence.
class SnippetReader {
 public:
  SnippetReader(Parser& parser, Example& example) : parser_(parser), example_(example) {}

  void Read();
  // Returns the input that `use` names, made at its first use; `nullptr` if no comment names it.
  Value* UseInput(const OperandUse& use, Type type);
  bool IsAtTop() const;

 private:
  void MakeMain();
  void ReadOperations();
  void ReadComments(uint32_t end);
  void ReadComment(const ExampleComment& comment);
  bool Expect(const ExampleComment& comment);
  // Returns the result that a comment names: `%result`, `%result#1`, or `%result1` for `%result:2`.
  Value* FindResult(const ExampleComment& comment) const;
  void MatchDefinition(std::string_view name, const Operation& operation);
  void MatchDefinitions(const Operation& operation);
  Value* AddArgument(std::string_view name, Type type, Span span);
  void TakeUndefined();
  void ReportUnbound();
  void Finish();
  std::vector<Value*> Results() const;

  Parser& parser_;
  Example& example_;
  Operation* main_ = nullptr;
  Block* block_ = nullptr;
  Scope* scope_ = nullptr;
  std::vector<Value*> arguments_;
  // Comments whose name is not resolved yet.
  std::map<std::string, std::vector<ExampleComment>, std::less<>> pending_;
  uint32_t comments_read_until_ = 0;
};

// Binds the comments of a text marked as an example to @main, or to the only function.
void ReadMarkedExample(std::string_view text, const Module& module, Example& example);
// Reads `num_replicas`, `num_partitions` and the infeed. Returns false for comments of other kinds.
bool ReadGridComment(const ExampleComment& comment, Example& example);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PARSE_SNIPPET_H_
