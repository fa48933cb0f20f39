// Texts that come in two versions: one of a program whose types leave sizes open, one of the same
// program with every size written.
#ifndef PADDOCK_TESTS_GENERATE_OPEN_TEXT_H_
#define PADDOCK_TESTS_GENERATE_OPEN_TEXT_H_

#include <string>
#include <string_view>

namespace paddock::generate {

// One text or the other, to stand within further text; each may hold such places itself.
std::string Either(const std::string& open, const std::string& closed);

// `text` with one version of each such place.
std::string Resolve(std::string_view text, bool is_open);

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_OPEN_TEXT_H_
