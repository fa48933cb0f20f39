// Words that the short form of an operation writes before the values of its attributes.
#ifndef PADDOCK_CORE_API_QUERY_ATTRIBUTE_WORDS_H_
#define PADDOCK_CORE_API_QUERY_ATTRIBUTE_WORDS_H_

#include <string_view>
#include <vector>

#include "core/dialect/op_info.h"

namespace paddock {

struct AttributeWord {
  std::string_view word;  // "low"
  const AttributeInfo* attribute = nullptr;
};

// Returns the words of the operation's format that `=` follows, in order.
std::vector<AttributeWord> AttributeWordsOf(const OpInfo& info);

// Finds the attribute that the text writes as `word`, or by its own name. `nullptr` if there is
// none.
const AttributeInfo* FindWrittenAttribute(const OpInfo& info, std::string_view word);

// Returns the attribute that the format writes directly after the operation's name, such as the
// direction of a comparison; `nullptr` if it begins otherwise.
const AttributeInfo* FirstAttributeOf(const OpInfo& info);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_QUERY_ATTRIBUTE_WORDS_H_
