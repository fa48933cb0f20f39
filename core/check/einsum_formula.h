// Formula of einsum and unary_einsum, "ab,bc->ac".
#ifndef PADDOCK_CORE_CHECK_EINSUM_FORMULA_H_
#define PADDOCK_CORE_CHECK_EINSUM_FORMULA_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paddock {

// Letters of each dimension.
struct EinsumFormula {
  std::vector<std::string> terms;
  std::string result;
};

// Returns nothing if the text is no formula. Blanks are ignored.
std::optional<EinsumFormula> ParseEinsumFormula(std::string_view text);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_EINSUM_FORMULA_H_
