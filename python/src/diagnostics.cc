#include "python/src/diagnostics.h"

#include <exception>

#include "python/src/bind.h"
#include "python/src/text.h"

namespace paddock::python {

std::vector<RenderedDiagnostic> Render(std::span<const Diagnostic> diagnostics,
                                       const Source& source) {
  std::vector<RenderedDiagnostic> rendered;
  rendered.reserve(diagnostics.size());
  for (const Diagnostic& diagnostic : diagnostics) {
    rendered.push_back({RenderJson(diagnostic, source), RenderText(diagnostic, source)});
  }
  return rendered;
}

nb::list ToList(std::span<const RenderedDiagnostic> diagnostics) {
  nb::list list;
  for (const RenderedDiagnostic& one : diagnostics) {
    list.append(nb::make_tuple(Text(one.json), Text(one.text)));
  }
  return list;
}

void BindDiagnostics(nb::module_&) {
  nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const DiagnosticsError& error) {
      const nb::object type = nb::module_::import_("paddock_hlo._diagnostics").attr("ProgramError");
      const nb::object made = type.attr("of")(ToList(error.diagnostics));
      PyErr_SetObject(type.ptr(), made.ptr());
    }
  });
}

}  // namespace paddock::python
