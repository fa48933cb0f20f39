// Conversion of a program to another floating-point type.
#ifndef PADDOCK_CLI_RUN_RETYPE_H_
#define PADDOCK_CLI_RUN_RETYPE_H_

#include <optional>
#include <string>

#include "core/api/program.h"
#include "core/types/element_type.h"

namespace paddock::cli {

// Returns the elements converted like stablehlo.convert; a Tensor without a value if that is not
// possible.
Tensor ConvertElements(const Tensor& tensor, ElementType type);

// Returns the text of `program` with `type` in place of the element types f16, bf16, f32 and f64,
// and with constants rounded to it. Lines are preserved. Attributes that are numbers keep their
// types. Returns nothing, with a sentence in `problem`, if a constant cannot be written.
std::optional<std::string> Retype(const Program& program, ElementType type, std::string& problem);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_RUN_RETYPE_H_
