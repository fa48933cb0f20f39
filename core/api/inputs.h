// Values for a program's arguments, from what a person writes.
#ifndef PADDOCK_CORE_API_INPUTS_H_
#define PADDOCK_CORE_API_INPUTS_H_

#include <string_view>

#include "core/api/program.h"
#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/tensor/tensor.h"

namespace paddock {

// `text` is dense<...>, a nested list such as [[1, 2], [3, 4]], a plain number, or one of
// zeros, ones, iota, random:SEED (core/io/generate_values.h), which a type may follow for the
// sizes that the parameter leaves open: `iota : tensor<4x3xf32>`. The result has the
// parameter's element type and a shape that fits; diagnostics have code "input" and name it.
Result<Tensor> MakeInput(std::string_view text, const ParameterInfo& parameter,
                         DiagnosticSink& sink);

// The contents of a .npy file as a value of the parameter; `name` is the file's.
Result<Tensor> ReadInput(std::string_view bytes, std::string_view name,
                         const ParameterInfo& parameter, DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_INPUTS_H_
