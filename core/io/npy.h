// NumPy's .npy files: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#ifndef PADDOCK_CORE_IO_NPY_H_
#define PADDOCK_CORE_IO_NPY_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/tensor/tensor.h"

namespace paddock {

// Reads versions 1 to 3, either byte order, C and Fortran order. `wanted` is the element
// type of the value it feeds: it gives meaning to what the format cannot name (`|V2` is
// bf16 or f16, `|V1` an 8-bit float, `|i1` may be i4), and a file of another type is
// refused (code "npy"). Without it, the type is the one that the file names. `name`
// (the file's) starts each message.
Result<Tensor> ReadNpy(std::string_view bytes, std::string_view name,
                       std::optional<ElementType> wanted, DiagnosticSink& sink);

// Version 1.0, little-endian, C order. bf16 and the small floats are written as `|V2` and
// `|V1` (their bits), the 2- and 4-bit integers as `|i1` and `|u1`, index as `<i8`.
std::string WriteNpy(const Tensor& tensor);

}  // namespace paddock

#endif  // PADDOCK_CORE_IO_NPY_H_
