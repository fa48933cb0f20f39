// Code: pieces of a program's source, and their layout in lines of at most 100 columns.
#ifndef PADDOCK_CORE_API_CODE_LAYOUT_H_
#define PADDOCK_CORE_API_CODE_LAYOUT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace paddock::code {

// Conventions of a language's formatter.
struct LayoutStyle {
  size_t columns = 100;
  // Blanks before the statements of a block, and before the items of a list that is broken.
  size_t block_indent = 2;
  size_t list_indent = 4;
  // Whether a broken list has its closing bracket on a line of its own.
  bool closes_on_own_line = false;
};

// A text; a list of items between brackets; or a function with statements.
class Code {
 public:
  Code(std::string text) : open_(std::move(text)) {}  // NOLINT: converts on purpose
  Code(const char* text) : open_(text) {}             // NOLINT

  // `open` and `close` may hold more than brackets: "f.Add(" and ")".
  static Code List(std::string open, std::vector<Code> items, std::string close);
  // A list of numbers, with as many in a line as fit.
  static Code Numbers(std::string open, std::vector<Code> items, std::string close);
  // Parts of one text, each on a line of its own with `separator` behind it.
  static Code Lines(std::vector<Code> parts, std::string separator);
  // A function: `open` ends in "{". A single statement may stand on the line, as `short_open
  // expression short_close`.
  static Code Function(std::string open, std::vector<Code> statements, std::string close);
  void SetShortForm(std::string open, Code expression, std::string close);

  // Adds text to the first or the last line.
  Code Before(std::string text) const;
  Code After(std::string text) const;

  // Appends the code, the first line at `column` of a line that is indented by `indent`.
  void Append(std::string& out, size_t indent, size_t column, const LayoutStyle& style) const;
  // Returns the code on one line, on which it can stand.
  std::string Flat() const {
    std::string out;
    AppendFlat(out);
    return out;
  }
  // Returns the width on one line; kTooWide if it cannot stand on one.
  size_t Width() const;
  static constexpr size_t kTooWide = SIZE_MAX;

 private:
  enum class Kind : uint8_t { kText, kList, kNumbers, kLines, kFunction };

  // Appends the code on one line.
  void AppendFlat(std::string& out) const;
  void AppendStatements(std::string& out, size_t indent, const LayoutStyle& style) const;
  void AppendPacked(std::string& out, size_t indent, size_t column, const LayoutStyle& style) const;
  void AppendLines(std::string& out, size_t indent, const LayoutStyle& style) const;
  void AppendRows(std::string& out, size_t indent, const LayoutStyle& style) const;
  // Returns whether all items but the last stand before it on the line, and its first line too.
  bool Hugs(size_t column, const LayoutStyle& style) const;
  size_t FirstLineWidth() const;

  Kind kind_ = Kind::kText;
  std::string open_;
  std::vector<Code> items_;
  std::string close_;
  // kFunction with a short form: its expression, and the text around it.
  std::vector<Code> expression_;
  std::string short_open_;
  std::string short_close_;
};

}  // namespace paddock::code

#endif  // PADDOCK_CORE_API_CODE_LAYOUT_H_
