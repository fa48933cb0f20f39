// What a text in the specification's grammar says, read without core/text.
#ifndef PADDOCK_TESTS_GENERATE_PLAIN_READER_H_
#define PADDOCK_TESTS_GENERATE_PLAIN_READER_H_

#include <string>
#include <string_view>

namespace paddock::generate {

struct PlainReading {
  // The program in one spelling: numbers as their bits, values by the order of their definitions,
  // attributes by name, defaults left out. Texts of one program have the same.
  std::string program;
  // Why `text` is not of the grammar; empty if it is.
  std::string problem;
};

// Reads functions whose operations are in the generic form, as the specification's grammar and
// PrintForm::kGeneric write them.
PlainReading ReadPlainly(std::string_view text);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_PLAIN_READER_H_
