// Diagnostics on their way to Python, where they are data (paddock_hlo/_diagnostics.py).
#ifndef PADDOCK_PYTHON_SRC_DIAGNOSTICS_H_
#define PADDOCK_PYTHON_SRC_DIAGNOSTICS_H_

#include <nanobind/nanobind.h>

#include <span>
#include <string>
#include <vector>

#include "core/diagnostics/diagnostic.h"

namespace paddock::python {

struct RenderedDiagnostic {
  std::string json;
  // Text with the line and a caret.
  std::string text;
};

std::vector<RenderedDiagnostic> Render(std::span<const Diagnostic> diagnostics,
                                       const Source& source);

// Returns [(json, text), ...].
nanobind::list ToList(std::span<const RenderedDiagnostic> diagnostics);

// Becomes the exception ProgramError. May be thrown without the GIL.
struct DiagnosticsError {
  std::vector<RenderedDiagnostic> diagnostics;
};

}  // namespace paddock::python

#endif  // PADDOCK_PYTHON_SRC_DIAGNOSTICS_H_
