// JsonValue: a JSON text as a tree.
#ifndef PADDOCK_CLI_LSP_JSON_VALUE_H_
#define PADDOCK_CLI_LSP_JSON_VALUE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/json_reader.h"

namespace paddock::lsp {

class JsonValue {
 public:
  enum class Kind : uint8_t { kNull, kTrue, kFalse, kNumber, kString, kArray, kObject };

  // Returns nothing unless the whole text is one value, nested at most 64 deep. A lone surrogate in
  // a string becomes U+FFFD, which has the same length in UTF-16.
  static std::optional<JsonValue> Read(std::string_view text);

  bool is(Kind kind) const { return kind_ == kind; }
  bool is_true() const { return is(Kind::kTrue); }
  // Returns the member called `key`; a null value if there is none, or this is no object.
  const JsonValue& operator[](std::string_view key) const;
  // Returns the elements of an array; empty for other values.
  const std::vector<JsonValue>& items() const { return items_; }
  // Returns the contents of a string, or a number as written; empty for other values.
  const std::string& text() const { return text_; }
  // Returns a whole number from 0 to 2^32 - 1; nothing for other values.
  std::optional<uint32_t> count() const;
  // Returns a string, a number or null as JSON.
  std::string Write() const;

 private:
  bool ReadFrom(JsonReader& reader, int most_depth);
  bool ReadWord(JsonReader& reader);

  Kind kind_ = Kind::kNull;
  std::string text_;
  std::vector<JsonValue> items_;
  // Names of the members, whose values are `items_`.
  std::vector<std::string> keys_;
};

}  // namespace paddock::lsp

#endif  // PADDOCK_CLI_LSP_JSON_VALUE_H_
