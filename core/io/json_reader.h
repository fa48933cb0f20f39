// JSON reader for headers of files: reads one value at a time, in order.
#ifndef PADDOCK_CORE_IO_JSON_READER_H_
#define PADDOCK_CORE_IO_JSON_READER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace paddock {

class JsonReader {
 public:
  // Treatment of half a surrogate pair in a string: the string is invalid, or it becomes U+FFFD.
  enum class LoneSurrogates : uint8_t { kInvalid, kReplaced };

  explicit JsonReader(std::string_view text,
                      LoneSurrogates lone_surrogates = LoneSurrogates::kInvalid)
      : rest_(text), replaces_surrogates_(lone_surrogates == LoneSurrogates::kReplaced) {}

  // Calls member(key), which reads the value, for each member of the object here. Returns false if
  // there is no object, it is broken, or a call returned false.
  template <class Member>
  bool Object(Member member) {
    return Sequence('{', '}', [&] {
      std::optional<std::string> key = String();
      return key && Take(':') && member(*std::move(key));
    });
  }
  // Like Object, for the elements of an array.
  template <class Element>
  bool Array(Element element) {
    return Sequence('[', ']', element);
  }
  std::optional<std::string> String();
  // Reads a number without fraction and sign that fits 63 bits.
  std::optional<int64_t> Size();
  // Returns the next character that is no blank; 0 at the end.
  char Peek();
  // Reads a number or a word, such as `true`. Empty if there is none.
  std::string_view Word();
  // Skips any value.
  bool Skip(int most_depth = 64);
  // Skips blanks and consumes the character. Returns false, without consuming anything, if the next
  // character differs.
  bool Take(char wanted);
  // Returns whether only blanks are left.
  bool IsAtEnd();
  // Returns the number of bytes left.
  size_t left() const { return rest_.size(); }

 private:
  template <class Item>
  bool Sequence(char open, char close, Item item) {
    if (!Take(open)) return false;
    if (Take(close)) return true;
    do {
      if (!item()) return false;
    } while (Take(','));
    return Take(close);
  }
  void SkipBlanks();
  bool Escape(std::string& text);
  std::optional<uint32_t> SurrogatePair(uint32_t code);
  std::optional<uint32_t> FourDigits();

  std::string_view rest_;
  bool replaces_surrogates_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_JSON_READER_H_
