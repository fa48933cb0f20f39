#include "core/api/version.h"
#include "python/src/bind.h"

NB_MODULE(_core, module) {
  using namespace paddock::python;
  module.doc() = "C++ part of paddock_hlo; no interface for programs.";
  module.attr("version") = nb::str(paddock::kVersion.data(), paddock::kVersion.size());
  BindDiagnostics(module);
  BindTensor(module);
  BindProgram(module);
  BindOptions(module);
  BindValues(module);
  BindNonFinite(module);
  BindSession(module);
  BindDebugger(module);
  BindWhy(module);
  BindPicture(module);
  BindCommand(module);
  BindBuilder(module);
}
