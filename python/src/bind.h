// Parts of the module paddock_hlo._core. The package's Python files (paddock_hlo/) are its
// interface for people; this module has what they need of C++.
#ifndef PADDOCK_PYTHON_SRC_BIND_H_
#define PADDOCK_PYTHON_SRC_BIND_H_

#include <nanobind/nanobind.h>

namespace paddock::python {

namespace nb = nanobind;

void BindDiagnostics(nb::module_& module);
void BindTensor(nb::module_& module);
void BindProgram(nb::module_& module);
void BindOptions(nb::module_& module);
void BindValues(nb::module_& module);
void BindNonFinite(nb::module_& module);
void BindSession(nb::module_& module);
void BindDebugger(nb::module_& module);
void BindWhy(nb::module_& module);
void BindPicture(nb::module_& module);
void BindCommand(nb::module_& module);
void BindBuilder(nb::module_& module);

}  // namespace paddock::python

#endif  // PADDOCK_PYTHON_SRC_BIND_H_
