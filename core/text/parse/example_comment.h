// Comments that give values: `// %operand@(1, 0): [[1, 2], [3, 4]]`.
#ifndef PADDOCK_CORE_TEXT_PARSE_EXAMPLE_COMMENT_H_
#define PADDOCK_CORE_TEXT_PARSE_EXAMPLE_COMMENT_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/parse/parse.h"

namespace paddock {

struct ExampleComment {
  std::string_view name;           // without `%` and without `#`
  bool has_sigil = false;          // was written with `%`
  std::optional<uint32_t> result;  // number in `%name#result`
  // Indices of `infeed_queue[entry]` and `receive_queue[channel][entry]`.
  std::optional<int64_t> channel;
  std::optional<uint32_t> queue_index;
  std::optional<ProcessCoordinates> process;
  std::string value;
  Span span;
};

// Returns the value comments among the blanks and comments of text[begin, end), without other
// comments. A value may span several comment lines until its brackets are closed.
std::vector<ExampleComment> FindExampleComments(std::string_view text, uint32_t begin,
                                                uint32_t end);

// Returns whether the text starts with the line `// paddock: example`.
bool IsMarkedExample(std::string_view text);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PARSE_EXAMPLE_COMMENT_H_
