// The operation that was meant by a name that the table does not have.
#ifndef PADDOCK_CORE_DIALECT_MEANT_OPERATION_H_
#define PADDOCK_CORE_DIALECT_MEANT_OPERATION_H_

#include <string_view>
#include <vector>

#include "core/diagnostics/diagnostic.h"
#include "core/dialect/op_info.h"

namespace paddock {

struct MeantOperation {
  // Full names: of the operation that other libraries call so, of several where that is not clear,
  // or of the one whose name is nearest.
  std::vector<std::string_view> names;
  // Decomposition into several operations; may be null.
  const RecipeInfo* recipe = nullptr;
  // `names` has one, and what was written is a slip in writing it.
  bool is_misspelling = false;
};

// `written` with or without a dialect: "exp", "stablehlo.exp", "tf.AddV2", "torch.aten.mm.default".
MeantOperation FindMeantOperation(std::string_view written);

// Offers the operations between `quote`s in the place of `span`; adds the recipe as a note.
void SuggestOperation(Diagnostic& diagnostic, Span span, std::string_view written,
                      std::string_view quote = {});

}  // namespace paddock

#endif  // PADDOCK_CORE_DIALECT_MEANT_OPERATION_H_
