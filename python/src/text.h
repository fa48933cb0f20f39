// Texts for Python. A program's text may have bytes that are no UTF-8.
#ifndef PADDOCK_PYTHON_SRC_TEXT_H_
#define PADDOCK_PYTHON_SRC_TEXT_H_

#include <nanobind/nanobind.h>

#include <string_view>

namespace paddock::python {

// Returns `text` as str; invalid UTF-8 becomes U+FFFD.
inline nanobind::str Text(std::string_view text) {
  PyObject* made =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (made == nullptr) throw nanobind::python_error();
  return nanobind::steal<nanobind::str>(made);
}

}  // namespace paddock::python

#endif  // PADDOCK_PYTHON_SRC_TEXT_H_
