// The parts of formulas: signs, series and bodies.
#ifndef PADDOCK_CORE_API_WHY_FORMULA_WORDS_H_
#define PADDOCK_CORE_API_WHY_FORMULA_WORDS_H_

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/operation.h"

namespace paddock {

// Returns "+" for an addition; empty for an operation without a sign.
std::string_view SignOf(const Operation& operation);
// Returns "add" for stablehlo.add.
std::string_view PlainName(const Operation& operation);

// Returns the parts in one text. It takes a fraction of the code of operators.
std::string Concat(std::initializer_list<std::string_view> parts);
// Returns "name(a, b)".
std::string Called(std::string_view name, std::span<const std::string> texts);
// Returns "a + b", or "name(a, b)" without a sign, with "... (9 terms)" if `count` is more.
std::string Series(std::vector<std::string> texts, int64_t count, std::string_view sign,
                   std::string_view name);
// Returns an element-wise operation on these texts.
std::string Elementwise(const Operation& operation, std::span<const std::string> texts);
// Returns the text in parentheses if it has a sign of its own.
std::string Enclosed(const std::string& text);

// Body of a reduction or a scatter over `count` values: what it makes of value `result` so far and
// of the next element.
struct Combiner {
  enum class Kind : uint8_t { kKeeps, kReplaces, kCombines };
  Kind kind = Kind::kCombines;
  // Empty, or the sign of its only operation.
  std::string_view sign;
  std::string_view name = "body";
  // Whether it also uses the other values.
  bool uses_others = false;
};
Combiner CombinerOf(const Region& body, uint32_t result, uint32_t count);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_FORMULA_WORDS_H_
