#include "core/text/parse/example_comment.h"

#include <charconv>
#include <cstdint>

#include "core/text/lexer.h"

namespace paddock {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

void SkipBlanks(std::string_view& text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
}

bool TakeCharacter(std::string_view& text, char c) {
  SkipBlanks(text);
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

template <class Integer>
bool TakeInteger(std::string_view& text, Integer& value) {
  SkipBlanks(text);
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(result.ptr - text.data()));
  return true;
}

// `[0]` or `[channel][0]`.
bool TakeQueuePlace(std::string_view& text, ExampleComment& comment) {
  int64_t number = 0;
  if (!TakeCharacter(text, '[') || !TakeInteger(text, number) || !TakeCharacter(text, ']')) {
    return false;
  }
  if (text.starts_with('[')) {
    comment.channel = number;
    text.remove_prefix(1);
    if (!TakeInteger(text, number) || !TakeCharacter(text, ']')) return false;
  }
  if (number < 0 || number > UINT32_MAX) return false;
  comment.queue_index = static_cast<uint32_t>(number);
  return true;
}

// `name#1@(0, 1):` or `infeed_queue[0] =`. The rest is the value's first line.
bool TakeHeading(std::string_view& text, ExampleComment& comment) {
  SkipBlanks(text);
  comment.has_sigil = TakeCharacter(text, '%');
  if (comment.has_sigil) SkipBlanks(text);
  size_t length = 0;
  while (length < text.size() && (IsNameCharacter(text[length]) || text[length] == '-')) ++length;
  if (length == 0) return false;
  comment.name = text.substr(0, length);
  text.remove_prefix(length);
  uint32_t number = 0;
  if (text.starts_with('#')) {
    text.remove_prefix(1);
    if (!TakeInteger(text, number)) return false;
    comment.result = number;
  }
  if (text.starts_with('[') && !TakeQueuePlace(text, comment)) return false;
  if (TakeCharacter(text, '@')) {
    ProcessCoordinates process;
    if (!TakeCharacter(text, '(') || !TakeInteger(text, process.replica) ||
        !TakeCharacter(text, ',') || !TakeInteger(text, process.partition) ||
        !TakeCharacter(text, ')')) {
      return false;
    }
    comment.process = process;
  }
  return TakeCharacter(text, ':') || TakeCharacter(text, '=');
}

// Removes a remark within a comment: `[1, 2] // first row`.
std::string_view WithoutRemark(std::string_view line) { return line.substr(0, line.find("//")); }

// Scan state of a value: its open brackets, and its end.
struct Extent {
  size_t at = 0;
  int depth = 0;
  size_t end = 0;
};

// Continues the scan of `extent`. Returns whether the value is complete.
bool Measure(std::string_view text, Extent& extent) {
  for (; extent.at < text.size(); ++extent.at) {
    const char c = text[extent.at];
    const bool is_blank = IsBlank(c) || c == '\n';
    if (is_blank && extent.depth == 0 && extent.end != 0) return true;
    if (is_blank) continue;
    if (c == '[' || c == '(' || c == '<' || c == '{') ++extent.depth;
    const bool is_closing = c == ']' || c == ')' || c == '>' || c == '}';
    if (is_closing) --extent.depth;
    extent.end = extent.at + 1;
    if (is_closing && extent.depth <= 0) return true;
  }
  return extent.end != 0 && extent.depth <= 0;
}

// Returns the end of `dense<...> : tensor<...>` whose first part ends at `end`; else `end`.
size_t EndWithType(std::string_view text, size_t end) {
  std::string_view rest = text.substr(end), whole = text;
  SkipBlanks(whole);
  if (!whole.starts_with("dense<") || !TakeCharacter(rest, ':')) return end;
  SkipBlanks(rest);
  if (!rest.starts_with("tensor<")) return end;
  Extent type;
  return Measure(rest, type) ? text.size() - rest.size() + type.end : end;
}

// Returns whether the text may start a value: `// note: this` does not.
bool StartsValue(std::string_view text) {
  SkipBlanks(text);
  if (text.empty() || text[0] == '\n') return true;  // the value follows on the next line
  if (std::string_view("[(-+0123456789!\"").find(text[0]) != std::string_view::npos) return true;
  for (std::string_view word : {"true", "false", "dense<", "inf", "nan", "Inf", "NaN"}) {
    if (text.starts_with(word)) return true;
  }
  return false;
}

class CommentReader {
 public:
  CommentReader(std::string_view text, uint32_t begin, uint32_t end)
      : text_(text.substr(0, end)), at_(begin) {}

  // Returns the text of the next comment line after its `//`.
  bool NextLine(std::string_view& line) {
    while (at_ < text_.size()) {
      const size_t end = std::min(text_.find('\n', at_), text_.size());
      const std::string_view whole = text_.substr(at_, end - at_);
      line_begin_ = at_;
      at_ = end + 1;
      const size_t slashes = whole.find("//");
      if (slashes == std::string_view::npos) continue;
      line_begin_ += slashes;
      line = whole.substr(slashes + 2);
      return true;
    }
    return false;
  }

  bool Next(ExampleComment& comment) {
    std::string_view line;
    while (NextLine(line)) {
      comment = {};
      const size_t begin = line_begin_;
      std::string_view rest = line;
      if (!TakeHeading(rest, comment) || !StartsValue(rest)) continue;
      const size_t back = at_;
      if (GatherValue(rest, comment)) {
        comment.span = {static_cast<uint32_t>(begin),
                        static_cast<uint32_t>(std::min(at_, text_.size()))};
        return true;
      }
      at_ = back;
    }
    return false;
  }

 private:
  bool GatherValue(std::string_view first, ExampleComment& comment) {
    std::string value(WithoutRemark(first));
    Extent extent;
    while (!Measure(value, extent)) {
      std::string_view line;
      // The limit bounds the time that values without an end take.
      if (unfinished_lines_ > kMaximumUnfinishedLines || !NextLine(line)) return false;
      ++unfinished_lines_;
      value += '\n';
      value += WithoutRemark(line);
    }
    unfinished_lines_ = 0;
    value.resize(EndWithType(value, extent.end));
    comment.value = std::move(value);
    return true;
  }

  static constexpr size_t kMaximumUnfinishedLines = 1000000;

  std::string_view text_;
  size_t at_;
  size_t line_begin_ = 0;
  size_t unfinished_lines_ = 0;
};

}  // namespace

std::vector<ExampleComment> FindExampleComments(std::string_view text, uint32_t begin,
                                                uint32_t end) {
  std::vector<ExampleComment> comments;
  CommentReader reader(text, begin, end);
  ExampleComment comment;
  while (reader.Next(comment)) comments.push_back(std::move(comment));
  return comments;
}

bool IsMarkedExample(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::string_view line = text.substr(0, text.find('\n'));
  if (!line.starts_with("//")) return false;
  line.remove_prefix(2);
  SkipBlanks(line);
  while (!line.empty() && IsBlank(line.back())) line.remove_suffix(1);
  return line == "paddock: example";
}

}  // namespace paddock
