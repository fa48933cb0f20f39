// Texts in two versions: one of a program with open sizes, one of the same program with every size
// written.
#ifndef PADDOCK_TESTS_GENERATE_OPEN_TEXT_H_
#define PADDOCK_TESTS_GENERATE_OPEN_TEXT_H_

#include <string>
#include <string_view>

namespace paddock::generate {

// Returns a text with both versions, for use within further text. Each version may be such a text
// itself.
std::string Either(const std::string& open, const std::string& closed);

// Returns `text` with one version of each such place.
std::string Resolve(std::string_view text, bool is_open);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_OPEN_TEXT_H_
