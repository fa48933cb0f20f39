// Values as people write them: in comments of examples and on a command line.
#ifndef PADDOCK_CORE_TEXT_VALUE_TEXT_H_
#define PADDOCK_CORE_TEXT_VALUE_TEXT_H_

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

// The tensors of a value of `type`: one of a tensor or scalar type, those of a tuple's
// elements in order, none of a token. Read are `[[1, 2], [3, 4]]`, `dense<...>` with or
// without its type, a single element for all, true, 0x7F800000, inf, nan, `(re, im)`, and
// `([1.0], (2))` for tuples; before each its type may stand, and braces around it, so that what
// PrintValue printed can be read, and the strings that PrintJson writes for NaN, infinities and
// 64-bit integers. Sizes `?` are those of the text: of its type if it stands there,
// else of its lists. Quantized values are written as they are stored. A mistake is reported at
// `span`. One element for all may stand for more bytes than `memory` has; null: of no limit.
Result<std::vector<Tensor>> ParseValueText(std::string_view text, Type type, DiagnosticSink& sink,
                                           Span span,
                                           std::shared_ptr<MemoryBudget> memory = nullptr);

// The texts of the elements of a tuple: `(1.0, [2, 3])`, before which its type may stand. Nothing,
// and a sentence in `problem`, if it has another form or another number of elements.
std::optional<std::vector<std::string_view>> SplitTuple(std::string_view text, Type tuple,
                                                        std::string& problem);

// The shape that a tensor type's text says, if values of it may be values of `type`: its element
// type, and its sizes where it has them.
std::optional<std::vector<int64_t>> ShapeWritten(std::string_view tensor_type, Type type);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_VALUE_TEXT_H_
