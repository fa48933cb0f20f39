// The arguments of a written call. Private to core/api/xla.
#ifndef PADDOCK_CORE_API_XLA_CALL_SYNTAX_H_
#define PADDOCK_CORE_API_XLA_CALL_SYNTAX_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/xla/shape.h"

namespace paddock::xla {

struct Argument {
  enum class Kind : uint8_t { kNumber, kString, kName, kList, kShape, kLiteral };
  Kind kind = Kind::kName;
  // A name, a string, or the digits of a number.
  std::string text = {};
  // kList: the elements. kLiteral of a tuple: its parts.
  std::vector<Argument> list = {};
  Shape shape = {};
  Literal literal = {};
};

// Reads one text from the front. After a mistake `problem` is a sentence, and nothing else is read.
class CallReader {
 public:
  explicit CallReader(std::string_view text) : rest_(text) {}

  const std::string& problem() const { return problem_; }
  bool failed() const { return !problem_.empty(); }
  void Fail(std::string_view problem);

  void SkipBlanks();
  bool AtEnd();
  bool Take(char c);
  void Expect(char c);
  std::string_view Word();
  // Elements between `open`, which is taken, and `close`.
  std::vector<Argument> List(char close);
  Argument One();

 private:
  bool StartsNumber() const;
  Argument Text();
  Argument MinValue();
  Argument ShapeOrLiteral(PrimitiveType type);
  Argument Parenthesis();
  std::vector<int64_t> Integers(char close);
  // Adds the numbers of nested braces.
  void AddNumbers(std::vector<std::string>& numbers);
  Literal Elements(const Shape& shape);

  std::string_view rest_;
  std::string problem_;
  int depth_ = 0;
};

// Returns nothing if the text is no number.
std::optional<int64_t> IntegerOf(std::string_view text);
std::optional<double> NumberOf(const std::string& text);
// Returns the element type "f32" or "F32", or TUPLE; nothing for other texts.
std::optional<PrimitiveType> PrimitiveTypeNamed(std::string text);

}  // namespace paddock::xla

#endif  // PADDOCK_CORE_API_XLA_CALL_SYNTAX_H_
