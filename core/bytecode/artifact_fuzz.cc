// Fuzz target: reading any bytes gives an artifact or a diagnostic. An artifact that can be read
// must be writable, and read back as the same program.
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/base/fuzz_testing.h"
#include "core/bytecode/artifact.h"

namespace paddock {
namespace {

using testing::FuzzRequire;

std::unique_ptr<Module> Read(std::string_view bytes, DiagnosticSink& sink) {
  return ReadArtifact(std::as_bytes(std::span(bytes)), nullptr, sink);
}

}  // namespace

PADDOCK_FUZZ_TARGET(artifact) {
  DiagnosticSink sink;
  const std::unique_ptr<Module> module = Read(bytes, sink);
  if (sink.has_errors()) return;
  const std::optional<std::string> written = WriteArtifact(*module, kNewestVhlo, sink);
  if (!written) return;
  DiagnosticSink again;
  const std::unique_ptr<Module> same = Read(*written, again);
  if (again.has_errors()) FuzzRequire(false, again.diagnostics()[0].message);
  FuzzRequire(WriteArtifact(*same, kNewestVhlo, again) == written, "another artifact");
}

}  // namespace paddock
