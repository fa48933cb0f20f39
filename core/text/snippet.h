// Snippets: a bare list of operations, for which @main is made. Private to core/text.
#ifndef PADDOCK_CORE_TEXT_SNIPPET_H_
#define PADDOCK_CORE_TEXT_SNIPPET_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/example_comment.h"
#include "core/text/parser.h"

namespace paddock {

// Reads the operations in their order, and the comments between them: a comment's name
// that an operation defines is an expectation of it; one that is used without a definition
// is an input. A later comment or definition of a name takes it over, so that one text may
// show several examples one after the other.
class SnippetReader {
 public:
  SnippetReader(Parser& parser, Example& example) : parser_(parser), example_(example) {}

  void Read();
  // The input that `use` names, made at its first use; null if no comment names it.
  Value* UseInput(const OperandUse& use, Type type);
  bool IsAtTop() const;

 private:
  void MakeMain();
  void ReadOperations();
  void ReadComments(uint32_t end);
  void ReadComment(const ExampleComment& comment);
  bool Expect(const ExampleComment& comment);
  // The result that a comment's name means: `%result`, `%result#1`, or `%result1` of `%result:2`.
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
  // Comments whose name means nothing yet.
  std::map<std::string, std::vector<ExampleComment>, std::less<>> pending_;
  uint32_t comments_read_until_ = 0;
};

// Binds the comments of a text that is marked as an example to @main, or to the only
// function.
void ReadMarkedExample(std::string_view text, const Module& module, Example& example);
// `num_replicas`, `num_partitions` and the infeed; false if the comment is of another kind.
bool ReadGridComment(const ExampleComment& comment, Example& example);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_SNIPPET_H_
