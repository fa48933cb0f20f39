// Lays out a text anew: blanks and line breaks between tokens, nothing else.
#ifndef PADDOCK_CORE_TEXT_LAY_OUT_H_
#define PADDOCK_CORE_TEXT_LAY_OUT_H_

#include <string>
#include <string_view>

namespace paddock {

// Returns the same tokens and comments with the layout that Print has: two blanks of indentation
// a brace, one blank around `=` and `->` and behind commas, none inside brackets, at most one empty
// line, a newline at the end. Lines stay lines. A line inside parentheses, angle or square brackets
// keeps its place relative to the line that opened them, so columns of numbers stay aligned. The
// body of an attribute or type of any dialect, `#dialect.name<...>`, is not touched: its blanks may
// count. A text with mistakes is laid out all the same; the result of a result is itself.
std::string LayOut(std::string_view text);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_LAY_OUT_H_
