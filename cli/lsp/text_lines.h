// TextLines: places of a text as the protocol counts them, by lines and characters.
#ifndef PADDOCK_CLI_LSP_TEXT_LINES_H_
#define PADDOCK_CLI_LSP_TEXT_LINES_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace paddock::lsp {

// Units of Position::character. The client and the server agree on one.
enum class Encoding : uint8_t { kUtf8, kUtf16, kUtf32 };

// Both count from 0.
struct Position {
  uint32_t line = 0;
  uint32_t character = 0;
  friend auto operator<=>(Position, Position) = default;
};

// Index of the lines of a UTF-8 text, which end with \n, \r\n or \r.
class TextLines {
 public:
  explicit TextLines(std::string_view text);

  size_t count() const { return starts_.size(); }
  // Returns the offset of a line; the text's size for a line behind the last.
  size_t StartOf(std::string_view text, size_t line) const;
  // Returns the offset of a line's end, before its line break.
  size_t EndOf(std::string_view text, size_t line) const;
  size_t LineAt(size_t offset) const;

  // A position behind the end of its line means the end; a line behind the last the text's end. A
  // position within a character means its beginning.
  size_t OffsetOf(std::string_view text, Position position, Encoding encoding) const;
  Position PositionOf(std::string_view text, size_t offset, Encoding encoding) const;

  // Updates the index after text[begin, end) was replaced by `size` bytes. `text` is the new text.
  void Replace(std::string_view text, size_t begin, size_t end, size_t size);

 private:
  std::vector<size_t> starts_;
};

// Returns the number of units of a text.
size_t UnitsOf(std::string_view text, Encoding encoding);

}  // namespace paddock::lsp

#endif  // PADDOCK_CLI_LSP_TEXT_LINES_H_
