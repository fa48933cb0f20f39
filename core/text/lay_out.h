// Formatter: changes only blanks and line breaks between tokens.
#ifndef PADDOCK_CORE_TEXT_LAY_OUT_H_
#define PADDOCK_CORE_TEXT_LAY_OUT_H_

#include <string>
#include <string_view>

namespace paddock {

// Returns the same tokens and comments in the layout of Print. A brace indents by two blanks. One
// blank surrounds `=` and `->` and follows commas; none is inside brackets. At most one empty line
// separates lines, and a newline ends the text. Lines are not joined or split. A line inside
// parentheses, angle or square brackets keeps its place relative to the line that opened them, so
// columns of numbers stay aligned. The body of an attribute or type of any dialect,
// `#dialect.name<...>`, stays unchanged, since its blanks may be significant. Texts with mistakes
// are laid out as well. The function is idempotent.
std::string LayOut(std::string_view text);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_LAY_OUT_H_
