// Portable artifacts in the engine that pages download: named, not read. What reads them is a
// fortieth of what the engine may weigh, and stands in paddock-command.wasm and the native command.
// These definitions come before core/bytecode's.
#include "core/bytecode/artifact.h"
#include "core/bytecode/byte_reader.h"
#include "core/bytecode/container.h"

namespace paddock {

bool IsArtifact(std::string_view bytes) { return bytes.starts_with(kArtifactMagic); }

std::unique_ptr<Module> ReadArtifact(std::span<const std::byte>, std::shared_ptr<const void>,
                                     DiagnosticSink& sink) {
  sink.Error(kArtifactCode, Span(),
             "this is a portable artifact, which the engine of pages does not read; "
             "`paddock convert IN.bc OUT.mlir` writes it as a text");
  return std::make_unique<Module>();
}

}  // namespace paddock
