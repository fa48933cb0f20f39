// Independent reader of texts in the specification's grammar, without core/text.
#ifndef PADDOCK_TESTS_GENERATE_PLAIN_READER_H_
#define PADDOCK_TESTS_GENERATE_PLAIN_READER_H_

#include <string>
#include <string_view>

namespace paddock::generate {

struct PlainReading {
  // The program in a canonical spelling: numbers as their bits, values by the order of their
  // definitions, attributes by name, defaults omitted. All texts of one program give the same
  // spelling.
  std::string program;
  // Why `text` violates the grammar; empty if it does not.
  std::string problem;
};

// Reads functions of operations in the generic form, as the specification's grammar and
// PrintForm::kGeneric write them.
PlainReading ReadPlainly(std::string_view text);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_PLAIN_READER_H_
