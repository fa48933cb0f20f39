// Values as people write them: in comments of examples and on a command line.
#ifndef PADDOCK_CORE_TEXT_PARSE_VALUE_TEXT_H_
#define PADDOCK_CORE_TEXT_PARSE_VALUE_TEXT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/tensor/tensor.h"
#include "core/types/type.h"

namespace paddock {

// Returns the tensors of a value of `type`: one for a tensor or scalar type, those of a tuple's
// elements in order, none for a token.
//
// Accepts `[[1, 2], [3, 4]]`, `dense<...>` with or without its type, a single element for all,
// true, 0x7F800000, inf, nan, `(re, im)`, and `([1.0], (2))` for tuples. Each may have its type
// before it and braces around it, as PrintValue prints it. Also accepts the strings that PrintJson
// writes for NaN, infinities and 64-bit integers. Quantized values are written in stored form.
//
// Sizes `?` come from the text: from its type if there is one, else from its lists. Errors are
// reported at `span`. A single element for all may need more bytes than `memory` has; `nullptr`
// means no limit.
Result<std::vector<Tensor>> ParseValueText(std::string_view text, Type type, DiagnosticSink& sink,
                                           Span span,
                                           std::shared_ptr<MemoryBudget> memory = nullptr);

// Returns the texts of the elements of a tuple, `(1.0, [2, 3])`, with or without its type before
// it. Returns nothing, with a sentence in `problem`, if the form or the number of elements differs.
std::optional<std::vector<std::string_view>> SplitTuple(std::string_view text, Type tuple,
                                                        std::string& problem);

// Returns the shape in a tensor type's text if its values may be values of `type`: the element type
// is equal, and the sizes where `type` has them.
std::optional<std::vector<int64_t>> ShapeWritten(std::string_view tensor_type, Type type);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PARSE_VALUE_TEXT_H_
