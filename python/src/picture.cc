#include "cli/report/picture.h"

#include <nanobind/stl/string.h>

#include "python/src/bind.h"
#include "python/src/text.h"

namespace paddock::python {
namespace {

// Returns (rows, columns, RGB bytes by row, legend), or None for scalars and tensors without
// elements.
nb::object PictureOf(const Tensor& tensor, int64_t most_rows, int64_t most_columns) {
  const auto picture = cli::DrawPicture(tensor, most_rows, most_columns);
  if (!picture) return nb::none();
  const size_t bytes = picture->colors.size() * sizeof(cli::Color);
  return nb::make_tuple(picture->rows, picture->columns, nb::bytes(picture->colors.data(), bytes),
                        Text(picture->legend));
}

}  // namespace

void BindPicture(nb::module_& module) {
  module.def("picture", PictureOf,
             nb::sig("def picture(tensor: Tensor, most_rows: int, most_columns: int, /) -> "
                     "tuple[int, int, bytes, str] | None"));
}

}  // namespace paddock::python
