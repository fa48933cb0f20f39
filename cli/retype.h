// The same program with other floating-point types.
#ifndef PADDOCK_CLI_RETYPE_H_
#define PADDOCK_CLI_RETYPE_H_

#include <optional>
#include <string>

#include "core/api/program.h"
#include "core/types/element_type.h"

namespace paddock::cli {

// Elements converted as stablehlo.convert does; without a value if that is not possible.
Tensor ConvertElements(const Tensor& tensor, ElementType type);

// The text of `program` in which f16, bf16, f32 and f64 are `type` wherever they are element types,
// with constants rounded to it. The lines stay. Attributes that are numbers keep their types.
// Nothing, and a sentence in `problem`, if a constant cannot be written.
std::optional<std::string> Retype(const Program& program, ElementType type, std::string& problem);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_RETYPE_H_
