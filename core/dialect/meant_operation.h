// Finds the intended operation for a name that the table does not have.
#ifndef PADDOCK_CORE_DIALECT_MEANT_OPERATION_H_
#define PADDOCK_CORE_DIALECT_MEANT_OPERATION_H_

#include <string_view>
#include <vector>

#include "core/diagnostics/diagnostic.h"
#include "core/dialect/op_info.h"

namespace paddock {

struct MeantOperation {
  // Full names: of the operation that other libraries call by this name, of several if that is
  // ambiguous, or of the one with the nearest name.
  std::vector<std::string_view> names;
  // Decomposition into several operations; may be null.
  const RecipeInfo* recipe = nullptr;
  // `names` has one name, and the written one is a typing error in it.
  bool is_misspelling = false;
};

// `written` has a dialect or none: "exp", "stablehlo.exp", "tf.AddV2", "torch.aten.mm.default".
MeantOperation FindMeantOperation(std::string_view written);

// Adds fixes that replace `span` by the operations between `quote`s, and the recipe as a note.
void SuggestOperation(Diagnostic& diagnostic, Span span, std::string_view written,
                      std::string_view quote = {});

}  // namespace paddock

#endif  // PADDOCK_CORE_DIALECT_MEANT_OPERATION_H_
