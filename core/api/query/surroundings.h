// Surroundings: the statement at a place of a text, and the names of the values in scope there. It
// reads tokens alone, so it serves texts with mistakes, such as a line that a person is writing.
#ifndef PADDOCK_CORE_API_QUERY_SURROUNDINGS_H_
#define PADDOCK_CORE_API_QUERY_SURROUNDINGS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics/span.h"
#include "core/dialect/op_info.h"
#include "core/text/lexer.h"

namespace paddock {

struct NameInScope {
  std::string name;  // "%x", "%r#1"
  // Offset of the name where it is defined.
  uint32_t definition = 0;
};

struct Surroundings {
  // Word that ends at the place, perhaps empty, with its `%`, `@` or `#`.
  Span word;
  bool is_in_comment = false;
  bool is_in_string = false;
  // Whether the name of an operation belongs here.
  bool is_at_operation = false;
  // Tokens of the statement before the word.
  std::vector<Token> statement;
  // Operation of the statement; `nullptr` if the text before the word names none of the table.
  const OpInfo* info = nullptr;
  // Whether the operation's name is in quotes.
  bool is_generic = false;
  // Values that an operand here may name, in the order of their definition.
  std::vector<NameInScope> names;
};

Surroundings SurroundingsOf(std::string_view text, uint32_t offset);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_QUERY_SURROUNDINGS_H_
