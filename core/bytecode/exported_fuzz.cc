// Fuzz target: reading any bytes gives a file of jax.export or a diagnostic. The comment of a
// readable file must consist of comment lines.
#include <memory>
#include <span>
#include <string>

#include "core/base/fuzz_testing.h"
#include "core/bytecode/exported.h"

namespace paddock {

using testing::FuzzRequire;

PADDOCK_FUZZ_TARGET(exported) {
  if (!IsExported(bytes)) return;
  DiagnosticSink sink;
  ExportedInfo info;
  const std::unique_ptr<Module> module =
      ReadExported(std::as_bytes(std::span(bytes)), nullptr, info, sink);
  FuzzRequire(module != nullptr, "no module");
  if (sink.has_errors()) return;
  std::string_view rest = info.comment;
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    FuzzRequire(rest.starts_with("// ") && end != std::string_view::npos, info.comment);
    rest.remove_prefix(end + 1);
  }
}

}  // namespace paddock
